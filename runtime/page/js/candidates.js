// Candidates: what a person could operate now, with what a decision needs to know about it.

const HIDDEN = 1, OFF = 2;

// scan is the memory of one pass: nothing in it outlives the call, since the page may change in between.
function newScan() {
  return { ...newLightScan(), width: innerWidth, height: innerHeight, modal: topModal() };
}

const newLightScan = () => ({ names: new Map(), given: new Map(), clips: new Map(), labels: new Map(), state: new Map(), scopes: new Map(), boxes: new Map(), rest: [], spoken: new Set(), handed: new Map(), modal: null, region: null });

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
  const path = [];
  let state = 0;
  for (let n = el; n; n = flatParent(n)) {
    const known = scan.state.get(n);
    if (known !== undefined) { state = known; break; }
    path.push(n);
  }
  while (path.length) {
    const n = path.pop();
    if (attr(n, "aria-hidden") === "true" || hasAttr(n, "inert")) state |= HIDDEN;
    if (attr(n, "aria-disabled") === "true") state |= OFF;
    scan.state.set(n, state);
  }
  return state;
}

const isDisabled = (el, scan) => (stateOf(el, scan) & OFF) !== 0 || matches(el, ":disabled");

const VISIBLE = { opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: false };

// shown: it is drawn and has an area.
const shown = (el) => checkVisibility(el, VISIBLE) && boxOf(el) !== null;

// boxOf is the rectangle of an element; an inline link around a floating image has one only in its children.
function boxOf(el) {
  const own = rectOf(el);
  if (own.width > 0 && own.height > 0) return own;
  let seen = 0;
  for (let n = firstElement(el); n && seen < 8; n = nextElement(n), seen++) {
    const r = rectOf(n);
    if (r.width > 0 && r.height > 0 && checkVisibility(n, VISIBLE)) return r;
  }
  return null;
}

// A styled checkbox, radio or file field is often there without being seen: a label stands for it.
const standsBehindLabel = (el) => tag(el) === "input" && (el.type === "checkbox" || el.type === "radio" || el.type === "file");

function visibleLabel(el, scan) {
  if (!standsBehindLabel(el) || !checkVisibility(el, { visibilityProperty: true })) return null;
  for (const label of labelsOf(el, scan) ?? []) if (shown(label)) return label;
  return null;
}

// perceived: a person can see the element or the label that stands for it. It remembers the box.
function perceived(el, scan) {
  let own = checkVisibility(el, VISIBLE) || laidOver(el) ? boxOf(el) : null;
  if (own && (clippedAway(el, own, scan) || cutOut(el))) own = null;
  const label = own ? null : visibleLabel(el, scan);
  const box = own ?? (label ? boxOf(label) : areaBox(el, scan));
  scan.boxes.set(el, box);
  return box !== null || (tag(el) === "input" && el.type === "file");
}

// eligible is the role of a candidate, "" when the element is none. Its name is looked at by the caller.
function eligible(el, scan) {
  const role = scan.role = roleOf(el);
  if (role === "") return "";
  if (stateOf(el, scan) & HIDDEN) return "";
  if (scan.modal && !inside(el, scan.modal)) return "";
  if (scan.region && !inRegion(el, scan)) return "";
  return perceived(el, scan) ? role : "";
}

// everyCandidate calls visit(el, role, name) for each candidate in document order.
function everyCandidate(scan, visit) {
  for (const el of pool()) {
    const role = eligible(el, scan);
    if (role === "") {
      if (scan.role !== "" || mayReact(el, scan)) scan.rest.push(el);
      continue;
    }
    const name = nameOf(el, role, scan);
    if (name !== "") visit(el, role, name);
  }
}

function inViewport(el, scan) {
  const r = scan.boxes.get(el);
  return r !== null && r.bottom > 0 && r.right > 0 && r.top < scan.height && r.left < scan.width;
}

// The name of the nearest group: the legend of a fieldset, else the name of a form, else the heading or
// label of a landmark, section or dialog.
const REGIONS = new Set(["nav", "header", "footer", "aside", "section", "main", "dialog", "article"]);
const REGION_ROLES = new Set(["navigation", "banner", "contentinfo", "complementary", "region", "main", "dialog",
  "alertdialog", "group", "radiogroup", "search", "article", "tabpanel"]);

function scopeOf(el, scan) {
  let legend = "", form = "", region = "";
  for (let n = flatParent(el); n; n = flatParent(n)) {
    const name = tag(n);
    const kind = name === "fieldset" ? "legend" : name === "form" ? "form"
      : REGIONS.has(name) || REGION_ROLES.has(explicitRole(n)) ? "region" : "";
    if (kind === "") continue;
    let text = scan.scopes.get(n);
    if (text === undefined) {
      text = kind === "legend" ? legendOf(n) : kind === "form" ? formName(n, scan) : regionName(n, scan);
      scan.scopes.set(n, text);
    }
    if (kind === "legend" && !legend) { legend = text; if (legend) break; }
    if (kind === "form" && !form) form = text;
    if (kind === "region" && !region) region = text;
  }
  return legend || form || region;
}

function legendOf(fieldset) {
  for (let n = firstElement(fieldset); n; n = nextElement(n)) if (tag(n) === "legend") return collapse(cutTo(textContent(n), NAME_LIMIT));
  return attribute(fieldset, "aria-label");
}

const formName = (form, scan) => collapse(labelledBy(form, "form", scan)) || attribute(form, "aria-label") || attribute(form, "name") || attribute(form, "id");

function regionName(region, scan) {
  for (const h of queryElement(region, "h1,h2,h3,h4,legend")) {
    const text = collapse(cutTo(textContent(h), NAME_LIMIT));
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
    case "textarea": return el.value;
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
  const left = Math.max(box.left, 0), right = Math.min(box.right, scan.width), top = Math.max(box.top, 0), bottom = Math.min(box.bottom, scan.height);
  const hit = hitAt((left + right) / 2, (top + bottom) / 2);
  return !(hit && lands(hit, el)) && aim(el, scan).why === "covered";
}

const IN_VIEWPORT = 1, DISABLED = 2, COVERED = 4, GIVEN_ROLE = 8, NAME_SHIFT = 4;

// observe returns the first `max` candidates of this frame in the order of the shortlist, as columns, and of
// the others only how many may share the fingerprint of one that is returned. Pieces of text are raw here: masking and the cuts to their
// recorded lengths happen on our side. max 0 returns all.
function observe({ max, within }) {
  beginEpoch();
  const scan = newScan();
  const page = { ...whereabouts(), holders: holders(scan) };
  if (within) {
    const missing = enterRegion(scan, within);
    if (missing) return { ...page, regions: missing, total: 0, node: [] };
  }
  const list = [];
  everyCandidate(scan, (el, role, name) => {
    if (custom(el) && standardRole(el) === "") wonder(el);
    list.push({ el, role, name, key: loose(name), near: inViewport(el, scan), at: list.length });
  });
  keepIndex(list, scan, within);
  const order = list.slice().sort((a, b) => b.near - a.near || rankOf(a.role) - rankOf(b.role) || a.at - b.at);
  const keep = max > 0 ? Math.min(max, order.length) : order.length;
  const out = { ...page, suspects: suspects().length, mute: mute.size, total: list.length, node: [], role: [], name: [], tag: [], type: [], href: [], placeholder: [],
    scope: [], value: [], to: [], by: [], flags: [], at: [], more: [], count: [] };
  for (let i = 0; i < keep; i++) {
    const { el, role, name, near, at } = order[i];
    const kind = tag(el);
    out.node.push(numberOf(el));
    out.role.push(role);
    out.name.push(name);
    out.tag.push(kind);
    out.type.push(kind === "input" || kind === "button" ? el.type : "");
    out.href.push(kind === "a" || kind === "area" ? cutTo(attribute(el, "href"), NAME_LIMIT) : "");
    out.placeholder.push(cutTo(attribute(el, "placeholder"), NAME_LIMIT));
    out.scope.push(cutTo(scopeOf(el, scan), NAME_LIMIT));
    out.value.push(cutTo(valueOf(el, role), NAME_LIMIT));
    const sending = sendingOf(el, scan);
    out.to.push(cutTo(sending.to, NAME_LIMIT));
    out.by.push(sending.by);
    out.flags.push((near ? IN_VIEWPORT : 0) | (isDisabled(el, scan) ? DISABLED : 0) | (near && covered(el, scan) ? COVERED : 0) |
      (standardRole(el) === "" ? GIVEN_ROLE : 0) | (scan.given.get(el) ?? 0) << NAME_SHIFT);
    out.at.push(at);
  }
  rememberPlaces(order.slice(0, Math.min(keep, MOST_PLACES)).map(({ el }) => el));
  const kept = new Set();
  for (let i = 0; i < keep && keep < order.length; i++) kept.add(order[i].role + "|" + order[i].key);
  const rest = new Map();
  for (let i = keep; i < order.length; i++) {
    const { role, name, key } = order[i];
    if (kept.has(role + "|" + key)) rest.set(role + "|" + name, (rest.get(role + "|" + name) ?? 0) + 1);
  }
  for (const [key, n] of rest) { out.more.push(key); out.count.push(n); }
  return out;
}
