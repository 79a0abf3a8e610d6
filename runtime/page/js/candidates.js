// Candidates: what a person could operate now, with what a decision needs to know about it.

const HIDDEN = 1, OFF = 2;

// scan is the memory of one pass: nothing in it outlives the call, since the page may change in between.
function newScan() {
  return { ...newLightScan(), window: [0, 0, innerWidth, innerHeight], modal: topModal() };
}

const newLightScan = () => ({ names: new Map(), sure: new Map(), given: new Map(), standard: new Map(), clips: new Map(), labels: new Map(), state: new Map(), shut: new Map(), scopes: new Map(), boxes: new Map(), rest: [], visited: 0, room: NAME_VISITS, left: NAME_VISITS, operable: new Map(), headings: new Map(), spoken: new Set(), handed: new Map(), called: null, seen: null, modal: null, region: null });

// survey looks once through all roots for what bears on other elements: what hides or switches off all that lies in
// it, and what may cut off what sticks out of it by its own markup.
function survey() {
  const seen = { marked: false, cutting: [] };
  everyRoot((root) => {
    const list = queryAll(root, "[aria-hidden],[inert],[aria-disabled],[style],dialog,[popover]");
    for (let i = 0, n = list.length; i < n; i++) {
      const el = list[i];
      seen.marked ||= ownState(el) !== 0;
      if (tag(el) === "dialog" || hasAttr(el, "popover") || /overflow|contain/iu.test(attr(el, "style") ?? "")) seen.cutting.push(el);
    }
  });
  return seen;
}

// topModal is the modal dialog that shuts off the rest of the document, or null.
function topModal() {
  const open = [];
  if (epoch && !fullscreen(document)) open.push(...epoch.tops.filter((el) => matches(el, ":modal")));
  else everyRoot((root) => { for (const el of queryAll(root, ":modal")) open.push(el); });
  if (open.length < 2) return open[0] ?? null;
  for (const el of open) { // of several, the one that is really on top
    const r = rectOf(el);
    const hit = hitAt(r.left + r.width / 2, r.top + Math.min(r.height / 2, 20));
    for (let n = hit; n; n = flatParent(n)) if (open.includes(n)) return n;
  }
  return open[open.length - 1];
}

// stateOf says what holds for an element and all that lies in it: hidden from everybody, switched off.
function stateOf(el, scan) {
  if (scan.seen?.marked === false) return 0;
  const path = [];
  let state = 0;
  for (let n = el; n; n = flatParent(n)) {
    const known = scan.state.get(n);
    if (known !== undefined) { state = known; break; }
    path.push(n);
  }
  while (path.length) {
    const n = path.pop();
    state |= ownState(n);
    scan.state.set(n, state);
  }
  return state;
}

const ownState = (el) => (attr(el, "aria-hidden") === "true" || hasAttr(el, "inert") ? HIDDEN : 0) | (attr(el, "aria-disabled") === "true" ? OFF : 0);

const isDisabled = (el, scan) => (stateOf(el, scan) & OFF) !== 0 || matches(el, ":disabled");

const VISIBLE = { opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: false };

// shown: it is drawn and has an area.
const shown = (el) => checkVisibility(el, VISIBLE) && boxOf(el) !== null;

// boxOf is the rectangle of an element; an inline link around a floating image has one only in its children.
function boxOf(el) {
  const own = sizedBox(el);
  if (own) return own;
  let seen = 0;
  for (let n = firstElement(el); n && seen < 8; n = nextElement(n), seen++) {
    const r = sizedBox(n);
    if (r && checkVisibility(n, VISIBLE)) return r;
  }
  return null;
}

// sizedBox is the rectangle of an element as a plain object, null where it has no area: each look at a side of a DOMRect
// is a call.
function sizedBox(el) {
  const r = rectOf(el);
  const width = r.width, height = r.height;
  if (!(width > 0 && height > 0)) return null;
  const left = r.left, top = r.top;
  return { of: el, left, top, right: left + width, bottom: top + height, width, height };
}

// A styled checkbox, radio or file field is often there without being seen: a label stands for it.
const standsBehindLabel = (el) => tag(el) === "input" && (el.type === "checkbox" || el.type === "radio" || el.type === "file");

function visibleLabel(el, scan) {
  if (!standsBehindLabel(el) || !checkVisibility(el, { visibilityProperty: true })) return null;
  for (const label of labelsOf(el, scan) ?? []) if (shown(label)) return label;
  return null;
}

// inModal: it lies in the modal dialog that is open.
function inModal(el, scan) {
  const path = [];
  let is = false;
  for (let n = el; n; n = flatParent(n)) {
    const known = n === scan.modal ? true : scan.shut.get(n);
    if (known !== undefined) { is = known; break; }
    path.push(n);
  }
  for (const n of path) scan.shut.set(n, is);
  return is;
}

// perceived: a person can see the element or the label that stands for it. It remembers the box.
function perceived(el, scan) {
  let own = checkVisibility(el, VISIBLE) || laidOver(el) ? boxOf(el) : null;
  if (own && (clippedAway(el, own, scan) || cutOut(el, scan))) own = null;
  if (scan.role === "textbox" && !(own && !tiny(own))) own = areaFor(el, scan) ?? own;
  const label = own ? null : visibleLabel(el, scan);
  const box = own ?? (label ? boxOf(label) : areaBox(el, scan));
  scan.boxes.set(el, box);
  return box !== null || (tag(el) === "input" && el.type === "file");
}

// eligible is the role of a candidate, "" when the element is none. Its name is looked at by the caller.
function eligible(el, scan) {
  const standard = standardRole(el);
  const role = scan.role = standard || givenRole(el);
  if (role === "") return "";
  scan.standard.set(el, standard);
  if (stateOf(el, scan) & HIDDEN) return "";
  if (scan.modal && !inModal(el, scan)) return "";
  if (scan.region && !inRegion(el, scan)) return "";
  return perceived(el, scan) ? role : "";
}

// everyEligible calls visit(el, role) for each candidate in document order.
function everyEligible(scan, visit) {
  for (const el of pool()) {
    const role = eligible(el, scan);
    if (role !== "") visit(el, role);
    else if (scan.role !== "" || mayReact(el, scan)) scan.rest.push(el);
  }
}

function inViewport(el, scan) {
  const r = scan.boxes.get(el);
  const [left, top, right, bottom] = scan.window;
  return r !== null && r.bottom > top && r.right > left && r.top < bottom && r.left < right;
}

// The name of the nearest group: the legend of a fieldset, else the name of a form, else the heading or
// label of a landmark, section or dialog.
const REGIONS = new Set(["nav", "header", "footer", "aside", "section", "main", "dialog", "article"]);
const REGION_ROLES = new Set(["navigation", "banner", "contentinfo", "complementary", "region", "main", "dialog",
  "alertdialog", "group", "radiogroup", "search", "article", "tabpanel"]);

function scopeOf(el, scan) {
  const path = [];
  let up = NO_SCOPE;
  for (let n = flatParent(el); n; n = flatParent(n)) {
    const known = scan.scopes.get(n);
    if (known !== undefined) { up = known; break; }
    path.push(n);
  }
  while (path.length) {
    const n = path.pop();
    scan.scopes.set(n, up = scopeAt(n, up, scan));
  }
  return up.legend || up.form || up.region;
}

// scopeAt is what lies in an element has as the nearest legend, name of a form and name of a region, each "" for none.
const NO_SCOPE = { legend: "", form: "", region: "" };
function scopeAt(n, up, scan) {
  const name = tag(n);
  const kind = name === "fieldset" ? "legend" : name === "form" ? "form"
    : REGIONS.has(name) || REGION_ROLES.has(explicitRole(n)) ? "region" : "";
  if (kind === "" || (up.legend !== "" && kind !== "legend")) return up; // a legend goes before all others
  beginText(scan);
  const text = kind === "legend" ? legendOf(n) : kind === "form" ? formName(n, scan) : regionName(n, scan);
  return text === "" ? up : { ...up, [kind]: text };
}

function legendOf(fieldset) {
  for (let n = firstElement(fieldset); n; n = nextElement(n)) if (tag(n) === "legend") return textOf(n, NAME_LIMIT);
  return attribute(fieldset, "aria-label");
}

const formName = (form, scan) => collapse(labelledBy(form, "form", scan)) || attribute(form, "aria-label") || attribute(form, "name") || attribute(form, "id");

function regionName(region, scan) {
  for (const h of queryElement(region, "h1,h2,h3,h4,legend")) {
    const text = textOf(h, NAME_LIMIT);
    if (text) return text;
  }
  return collapse(labelledBy(region, "region", scan)) || attribute(region, "aria-label");
}

// valueOf is what the control holds; a password never leaves the page.
function valueOf(el, role) {
  switch (tag(el)) {
    case "select": {
      const option = el.selectedOptions[0];
      return option && option.value ? collapse(option.text) : "";
    }
    case "textarea": return shownBy(el) ? writtenIn(shownBy(el), NAME_LIMIT) : el.value;
    case "input":
      switch (el.type) {
        case "checkbox": case "radio": return el.checked ? "checked" : "";
        case "password": return el.value ? "\u2022\u2022\u2022\u2022" : "";
        case "submit": case "reset": case "button": case "image": return "";
        case "file": return el.files.length ? el.files[0].name : "";
      }
      return el.value;
  }
  switch (role) {
    case "checkbox": case "radio": case "switch": case "menuitemcheckbox": case "menuitemradio": {
      const checked = attr(el, "aria-checked");
      return checked === "true" ? "checked" : checked === "mixed" ? "mixed" : "";
    }
    case "textbox": case "searchbox": case "combobox":
      if (shownBy(el)) return writtenIn(shownBy(el), NAME_LIMIT);
      return isEditable(el) ? collapse(cutTo(innerText(el), NAME_LIMIT)) : "";
    case "slider": case "spinbutton": return attribute(el, "aria-valuetext") || attribute(el, "aria-valuenow");
  }
  return "";
}

// whereabouts says what this frame is and where it stands among its parent's frames.
const whereabouts = () => ({ frames: window.length, url: location.href, base: document.baseURI, title: titleOf(document), origin: location.origin, index: childIndex() });

// covered: nothing of what is in view of an element would take a click for it.
function covered(el, scan) {
  const box = scan.boxes.get(el);
  if (!box) return false;
  const [x0, y0, x1, y1] = scan.window;
  const left = Math.max(box.left, x0), right = Math.min(box.right, x1), top = Math.max(box.top, y0), bottom = Math.min(box.bottom, y1);
  const hit = hitAt((left + right) / 2, (top + bottom) / 2);
  return !(hit && lands(hit, el)) && ["covered", "disabled"].includes(aim(el, scan).why);
}

const IN_VIEWPORT = 1, DISABLED = 2, COVERED = 4, GIVEN_ROLE = 8, NAME_SHIFT = 4;

// observe finds the candidates of this frame and returns the first `max` of them (0 is all) in the order of the
// shortlist. With `several`, the page has other frames that share in the shortlist: then it returns how many
// candidates it has by place and rank, and only the first `take` of them; rows is asked next where others made it.
// `window` is the part of this frame's viewport that a person sees, where that is not all of it.
function observe({ max, within, several, take, window: part, look }) {
  beginEpoch();
  const scan = newScan();
  scan.seen = survey();
  const page = whereabouts();
  const waiting = look ? suspects().length : 0;
  if (waiting > 0) return { ...page, suspects: waiting, total: 0, node: [] };
  if (part) scan.window = part;
  if (within) {
    const missing = enterRegion(scan, within);
    if (missing) return { ...page, regions: missing, total: 0, node: [] };
  }
  const all = [];
  everyEligible(scan, (el, role) => {
    if (scan.standard.get(el) === "" && custom(el)) wonder(el);
    all.push({ el, role, at: all.length });
  });
  const found = { scan, all, within, epoch };
  const sizes = putInOrder(found);
  const said = { ...page, mute: mute.size, total: all.length };
  if (!several) return { ...said, ...rowsOf(found, max > 0 ? max : all.length) };
  return { ...said, ticket: putOff(found), sizes, ...take > 0 ? rowsOf(found, take) : { node: [] } };
}

// putInOrder puts what was found in the order of the shortlist, by the window of the scan: in view by rank, then out of
// view by rank. It returns how many there are of each kind.
function putInOrder(found) {
  const buckets = Array.from({ length: 2 * RANKS }, () => []);
  for (const one of found.all) buckets[(inViewport(one.el, found.scan) ? 0 : RANKS) + rankOf(one.role)].push(one);
  found.order = buckets.flat(); // each bucket is in document order
  found.near = buckets.slice(0, RANKS).reduce((n, list) => n + list.length, 0);
  return buckets.map((list) => list.length);
}

// What was found stays until its rows are asked for: the newest few, for a short while.
let putOffs = [];
let lastTicket = 0;
const PUT_OFF_MS = 5000;
function putOff(found) {
  found.ticket = ++lastTicket;
  putOffs = [...putOffs.slice(-3), found];
  later(() => { putOffs = putOffs.filter((other) => other !== found); }, PUT_OFF_MS);
  return found.ticket;
}

// order says what observe does of what it found, for another window: null where that is gone.
function order({ ticket, window: part }) {
  const found = putOffs.find((one) => one.ticket === ticket);
  if (!found) return null;
  found.scan.window = part;
  return { ticket, sizes: putInOrder(found) };
}

// rows returns the first `take` of what observe found, and null where that is gone.
function rows({ ticket, take }) {
  const found = putOffs.find((one) => one.ticket === ticket);
  if (!found) return null;
  putOffs = putOffs.filter((one) => one !== found);
  return rowsOf(found, take);
}

// rowsOf returns the first candidates of an order as columns, and of the others only how many may share the
// fingerprint of one that is returned. Pieces of text are raw here: masking and the cuts to their recorded lengths
// happen on our side.
function rowsOf({ scan, order, near, within, epoch: then }, take) {
  const keep = Math.min(take, order.length);
  const out = { node: [], role: [], name: [], tag: [], type: [], href: [], placeholder: [],
    scope: [], value: [], to: [], by: [], flags: [], at: [], more: [], count: [] };
  for (let i = 0; i < keep; i++) {
    const { el, role, at } = order[i];
    const kind = tag(el);
    out.node.push(numberOf(el));
    out.role.push(role);
    out.name.push(nameOf(el, role, scan));
    out.tag.push(kind);
    out.type.push(kind === "input" || kind === "button" ? el.type : "");
    out.href.push(kind === "a" || kind === "area" ? cutTo(attribute(el, "href"), NAME_LIMIT) : "");
    out.placeholder.push(cutTo(attribute(el, "placeholder"), NAME_LIMIT));
    out.scope.push(cutTo(scopeOf(el, scan), NAME_LIMIT));
    out.value.push(cutTo(valueOf(el, role), NAME_LIMIT));
    const sending = sendingOf(el, scan);
    out.to.push(cutTo(sending.to, NAME_LIMIT));
    out.by.push(sending.by);
    out.flags.push((i < near ? IN_VIEWPORT : 0) | (isDisabled(el, scan) ? DISABLED : 0) | (i < near && covered(el, scan) ? COVERED : 0) |
      (scan.standard.get(el) === "" ? GIVEN_ROLE : 0) | (scan.given.get(el) ?? 0) << NAME_SHIFT);
    out.at.push(at);
  }
  if (keep < order.length) countRest(order, keep, scan, out);
  rememberPlaces(order.slice(0, Math.min(keep, MOST_PLACES)).map(({ el }) => el), scan.boxes);
  if (then === epoch) keepIndex(order, scan, within);
  return out;
}

// countRest counts, of what is not returned, what may share a fingerprint with what is: a name is only looked at
// where role and what is surely part of it allow that. What it found out is in scan.called: by role, the elements that
// have one of the names that are returned, by its loose form, and those whose names are not known to the end.
function countRest(order, keep, scan, out) {
  const called = scan.called = new Map();
  const put = (of, el, key, name) => {
    const list = of.names.get(key);
    if (list === undefined) of.names.set(key, [el]); else list.push(el);
    if (name.includes(CUT)) of.cut.push(el);
  };
  for (let i = 0; i < keep; i++) {
    const { el, role } = order[i];
    let of = called.get(role);
    if (of === undefined) called.set(role, of = { names: new Map(), cut: [], letters: "" });
    const name = out.name[i];
    put(of, el, loose(name), name);
    if (of.letters !== null) of.letters = name.length >= NAME_CUT ? null : of.letters + "\n" + lettersOf(name); // of one that is cut, the end is not known
  }
  const rest = new Map();
  for (let i = keep; i < order.length; i++) {
    const { el, role } = order[i];
    const of = called.get(role);
    if (of === undefined) continue;
    if (of.letters !== null && !mayBeCalled(el, role, of.letters, scan)) continue;
    const name = nameOf(el, role, scan), key = loose(name);
    if (!of.names.has(key)) { if (name.includes(CUT)) of.cut.push(el); continue; }
    put(of, el, key, name);
    rest.set(role + "|" + name, (rest.get(role + "|" + name) ?? 0) + 1);
  }
  for (const [key, n] of rest) { out.more.push(key); out.count.push(n); }
}

// mayBeCalled: nothing that is surely part of the name of an element is missing among some letters.
function mayBeCalled(el, role, letters, scan) {
  if (scan.names.has(el)) return true;
  let sure = scan.sure.get(el);
  if (sure === undefined) scan.sure.set(el, sure = lettersOf(surePart(el, role, scan)));
  return letters.includes(sure);
}

// lettersOf is a text without white space and case, letter by letter, so that a part of a text has a part of its letters.
const lettersOf = (s) => s.replace(BLANKS, "").toUpperCase().toLowerCase().replaceAll("\u03c2", "\u03c3");
const BLANKS = new RegExp("[\\s\\x1c-\\x1f\\x85]|" + GLYPHS.source, "gu");
