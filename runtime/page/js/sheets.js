// What the style sheets say that decides what is looked for: whether any writes text before or after an element,
// which elements any gives a hand for a pointer, which may cut off what sticks out of them, and whether any cuts a
// piece out of an element.

const sheetsOf = [getter(Document.prototype, "styleSheets"), getter(ShadowRoot.prototype, "styleSheets")];
const adoptedOf = [getter(Document.prototype, "adoptedStyleSheets"), getter(ShadowRoot.prototype, "adoptedStyleSheets")];
const SHEET_RULES = 50_000; // a sheet with more is taken for one that cannot be read

// Sheets are read once; rules that are added or taken away show in their number.
const sheetFacts = new WeakMap();

function factsOf(sheet) {
  let rules;
  try { rules = sheet.cssRules; } catch { return { size: 0, text: true, clips: true, hands: [], cuts: [], blind: true }; } // another origin's
  const known = sheetFacts.get(sheet);
  if (known !== undefined && known.size === rules.length) return known;
  const facts = { size: rules.length, text: false, clips: false, hands: [], cuts: [], blind: false, left: SHEET_RULES };
  readRules(rules, "", facts, 0);
  if (facts.left < 0) facts.blind = facts.text = facts.clips = true;
  sheetFacts.set(sheet, facts);
  return facts;
}

const HAND = /(?:pointer|grab|move|resize)$/u; // of what reacts to a click or can be dragged
const CUTTING = /auto|scroll|hidden|clip|overlay|paint|strict|content/u;
const PSEUDO = /::?(?:before|after)\b/iu;
const SAYS_NOTHING = new Set(["", "none", "normal", '""', "initial", "inherit", "unset"]);

function readRules(rules, parent, facts, depth) {
  if (depth > 8) return;
  for (let i = 0; i < rules.length && facts.left >= 0; i++) {
    facts.left--;
    const rule = rules[i];
    let selector = parent;
    facts.clips ||= rule.style !== undefined && rule.style.clip !== "";
    if (rule.selectorText !== undefined && rule.style) {
      selector = parent ? rule.selectorText.replaceAll("&", `:is(${parent})`) : rule.selectorText;
      if (PSEUDO.test(rule.selectorText)) facts.text ||= !SAYS_NOTHING.has(rule.style.content);
      else {
        if (HAND.test(rule.style.cursor)) facts.hands.push(selector);
        if (CUTTING.test(rule.style.overflow + rule.style.overflowX + rule.style.overflowY + rule.style.contain)) facts.cuts.push(selector);
      }
    }
    if (rule.styleSheet) {
      const inner = factsOf(rule.styleSheet);
      facts.text ||= inner.text;
      facts.clips ||= inner.clips;
      facts.blind ||= inner.blind;
      facts.hands.push(...inner.hands);
      facts.cuts.push(...inner.cuts);
    } else if (rule.cssRules?.length) readRules(rule.cssRules, selector, facts, depth + 1);
  }
}

function everySheet(root, visit) {
  const i = nodeType(root) === DOCUMENT ? 0 : 1;
  for (const sheet of sheetsOf[i](root)) if (!sheet.disabled) visit(sheet);
  for (const sheet of adoptedOf[i](root)) if (!sheet.disabled) visit(sheet);
}

// generatesText: some sheet of the frame writes text before or after elements.
const generatesText = (scan) => scan.generates ??= someSheet((facts) => facts.text);

// mayCutOut: a sheet or the element itself says what of it is to be seen.
const mayCutOut = (el, scan) => (scan.clipped ??= someSheet((facts) => facts.clips)) || (attr(el, "style") ?? "").includes("clip");

function someSheet(has) {
  let found = false;
  everyRoot((root) => { if (!found) everySheet(root, (sheet) => { found ||= has(factsOf(sheet)); }); });
  return found;
}

// selectorFor joins a selector with those of the rules that `of` picks from the facts of a sheet; "*" when a sheet
// cannot be read. Rules for the host of a root are said to host.
function selectorFor(root, start, of, host) {
  const found = new Set();
  let blind = false;
  everySheet(root, (sheet) => {
    const facts = factsOf(sheet);
    blind ||= facts.blind;
    for (const selector of of(facts)) found.add(selector);
  });
  if (blind) return "*";
  for (const one of found) {
    const plain = one.replace(/:(?:hover|active|focus|focus-within|focus-visible)\b(?!\()/gu, "");
    if (plain.includes(":host")) { host?.(root.host); continue; }
    if (plain.includes("::")) continue;
    try { matches(documentElement(document), plain); start += (start && ",") + plain; } catch { /* nothing that a query understands */ }
  }
  return start;
}

// poolSelector selects in one root all that may be a candidate. What a sheet gives the hand is among it; of a
// sheet that cannot be read, everything is.
const poolSelector = (root) => selectorFor(root, SELECTOR + ",[style*=cursor i]", (facts) => facts.hands, null);

// cutters are all elements that may cut off what sticks out of them, null where that cannot be known.
function cutters(scan) {
  const all = new Set((scan.seen ?? survey()).cutting);
  let known = true;
  everyRoot((root) => {
    const selector = selectorFor(root, "", (facts) => facts.cuts, (host) => host && all.add(host));
    if (selector === "*") known = false;
    else if (known && selector !== "") for (const el of queryAll(root, selector)) all.add(el);
  });
  return known ? all : null;
}

// pool lists all that may be a candidate, in document order, each shadow tree at its host.
function pool() {
  const more = listeners();
  return collect(poolSelector, more);
}
