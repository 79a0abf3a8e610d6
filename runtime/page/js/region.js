// Regions: the row, list item, fieldset, dialog, form, landmark or heading section that a text names.

const REGION_SELECTOR = "tr,[role=row i],li,[role=listitem i],fieldset,dialog,[role=dialog i],[role=alertdialog i],form," +
  "main,nav,header,footer,aside,section,article,details,[role=region i],[role=navigation i],[role=main i],[role=banner i]," +
  "[role=contentinfo i],[role=complementary i],[role=search i],[role=form i],[role=article i],[role=group i]," +
  "[role=radiogroup i],[role=tabpanel i],h1,h2,h3,h4,h5,h6,[role=heading i]";

// A row and a list item are named by all that they say, and exactly by one of their cells or lines.
const SPEAKS = new Set(["tr", "li"]);
const SPEAKING_ROLES = new Set(["row", "listitem"]);

const foldRegion = (s) => collapse(s).toUpperCase().toLowerCase();

// enterRegion narrows scan to the innermost regions that text names and returns null, or the names of the
// regions that there are. A region named exactly so wins over one whose name only contains the text.
function enterRegion(scan, text) {
  const wanted = foldRegion(text);
  const exact = [], partly = [], names = [];
  for (const el of collect(REGION_SELECTOR)) {
    if (!checkVisibility(el, { visibilityProperty: true })) continue;
    const { label, roots, speaks } = regionOf(el, scan);
    if (!label) continue;
    if (names.length < 400) names.push(cutTo(label, 120));
    const folded = foldRegion(label);
    if (!folded.includes(wanted)) continue;
    const whole = folded === wanted || (speaks && saysExactly(el, wanted));
    (whole ? exact : partly).push(roots());
  }
  const found = exact.length ? exact : partly;
  if (found.length === 0) return names;
  const roots = new Set(found.flat());
  // Innermost: a region that holds another one gives way to it.
  const outer = new Set();
  for (const set of found) {
    for (const root of set) {
      for (let n = flatParent(root); n; n = flatParent(n)) if (roots.has(n)) outer.add(n);
    }
  }
  const dead = new Set(found.filter((set) => set.some((root) => outer.has(root))).flat());
  const kept = new Set();
  for (const set of found) if (!set.some((root) => dead.has(root))) for (const root of set) kept.add(root);
  scan.region = { roots: kept, memo: new Map() };
  return null;
}

function inRegion(el, scan) {
  const { roots, memo } = scan.region;
  const path = [];
  let answer = false;
  for (let n = el; n; n = flatParent(n)) {
    const known = memo.get(n);
    if (known !== undefined) { answer = known; break; }
    path.push(n);
    if (roots.has(n)) { answer = true; break; }
  }
  for (const n of path) memo.set(n, answer);
  return answer;
}

// regionOf is what a region is called and the elements that make it up, which are looked for when they are asked for.
function regionOf(el, scan) {
  beginText(scan);
  const name = tag(el);
  const role = explicitRole(el);
  if (SPEAKS.has(name) || SPEAKING_ROLES.has(role)) {
    return { label: [attribute(el, "aria-label"), said(el, name === "tr" || role === "row")].join(" ").trim(), roots: () => [el], speaks: true };
  }
  if (/^h[1-6]$/.test(name) || role === "heading") {
    return { label: textOf(el, NAME_LIMIT), roots: () => sectionOf(el) };
  }
  let label = collapse(labelledBy(el, "region", scan)) || attribute(el, "aria-label");
  if (!label && name === "fieldset") label = legendOf(el);
  if (!label && name === "details") label = summaryText(el);
  if (!label && name === "form") label = attribute(el, "name");
  if (!label) label = regionName(el, scan);
  return { label, roots: () => [el] };
}

// regionAround is what the innermost region with a name is called in which an element lies, "" for none.
function regionAround(el, scan) {
  for (let n = flatParent(el); n; n = flatParent(n)) {
    const label = nodeType(n) === ELEMENT && matches(n, REGION_SELECTOR) ? regionOf(n, scan).label : "";
    if (label) return cutTo(label, 120);
  }
  return scopeOf(el, scan);
}

// said is the text of a row or list item. The cells of a row stand apart, also where no white space is written between.
function said(el, row) {
  const cell = row ? firstElement(el) : null;
  if (!cell) return textOf(el, 4 * NAME_LIMIT);
  let text = "";
  for (let n = cell; n && text.length < 4 * NAME_LIMIT; n = nextElement(n)) text += " " + textOf(n, 4 * NAME_LIMIT);
  return cutTo(text.trim(), 4 * NAME_LIMIT);
}

function summaryText(details) {
  for (let n = firstElement(details); n; n = nextElement(n)) if (tag(n) === "summary") return textOf(n, NAME_LIMIT);
  return "";
}

function saysExactly(el, wanted) {
  for (const part of queryElement(el, "*")) {
    if (!firstElement(part) && foldRegion(textOf(part, NAME_LIMIT)) === wanted) return true;
  }
  return foldRegion(ownText(el)) === wanted;
}

function ownText(el) {
  let text = "";
  for (let n = firstChild(el); n; n = nextSibling(n)) if (nodeType(n) === TEXT) text += dataOf(n, NAME_LIMIT) + " ";
  return text;
}

const HEADINGS = "h1,h2,h3,h4,h5,h6,[role=heading i]";
const levelOf = (heading) => Number(attr(heading, "aria-level")) || Number(tag(heading).slice(1)) || 2;

// mayHold: something in the element or in a shadow tree of it may be a candidate.
function mayHold(el) {
  const own = nodeType(el) === ELEMENT ? shadowOf(el) : null;
  for (const pending = own ? [own, el] : [el]; pending.length > 0;) {
    const at = pending.pop();
    if (queryAll(at, SELECTOR).length > 0) return true;
    for (const n of queryAll(at, "*")) { const root = shadowOf(n); if (root) pending.push(root); }
  }
  return false;
}

// sectionOf is what stands under a heading: its following siblings up to the next heading of its level. A
// heading that is wrapped (a card's header) speaks for what follows the wrapper.
function sectionOf(heading) {
  const level = levelOf(heading);
  let at = heading;
  for (let climbs = 0; climbs < 6; climbs++) {
    const roots = [at];
    let operable = at !== heading && mayHold(at);
    for (let n = nextElement(at); n; n = nextElement(n)) {
      const headings = matches(n, HEADINGS) ? [n] : queryElement(n, HEADINGS);
      if (headings.length && Array.prototype.some.call(headings, (h) => levelOf(h) <= level)) break;
      roots.push(n);
      operable ||= matches(n, SELECTOR) || mayHold(n);
    }
    if (operable) return roots;
    const up = parentNode(at);
    if (!up || nodeType(up) !== ELEMENT || tag(up) === "body" || tag(up) === "main") return roots;
    for (const other of queryElement(up, HEADINGS)) if (other !== heading && levelOf(other) <= level) return roots;
    at = up;
  }
  return [at];
}
