// Roles: the explicit one where it is known and in its place, otherwise what the element is by itself, otherwise
// what its behavior makes of it.

const WIDGETS = ["button", "link", "tab", "menuitem", "menuitemcheckbox", "menuitemradio", "checkbox", "radio",
  "switch", "searchbox", "textbox", "combobox", "listbox", "option", "slider", "spinbutton", "treeitem"];
const WIDGET = new Set(WIDGETS);
const ROLES = new Set(WIDGETS.concat(["alert", "alertdialog", "application", "article", "banner", "blockquote",
  "caption", "cell", "code", "columnheader", "complementary", "contentinfo", "definition", "deletion", "dialog",
  "directory", "document", "emphasis", "feed", "figure", "form", "generic", "grid", "gridcell", "group", "heading", "image",
  "img", "insertion", "list", "listitem", "log", "main", "mark", "marquee", "math", "menu", "menubar", "meter",
  "navigation", "none", "note", "paragraph", "presentation", "progressbar", "radiogroup", "region", "row", "rowgroup",
  "rowheader", "scrollbar", "search", "separator", "status", "strong", "subscript", "suggestion", "superscript", "tablist",
  "table", "tabpanel", "term", "time", "timer", "toolbar", "tooltip", "tree", "treegrid"]));
const NO_ROLE = new Set(["none", "presentation", "generic"]);

// What can be operated by itself, and so ends the reach of what it lies in.
const OPERABLE = "a[href],area[href],button,input:not([type=hidden i]),select,textarea,summary," +
  WIDGETS.map((role) => `[role~=${role} i]`).join(",");
const OPERABLE_TAGS = "a[href],area[href],button,input,select,textarea,summary";
// What may be a candidate by itself; roleOf decides. One [role] is much cheaper to match than the list of roles.
const SELECTOR = "a[href],area[href],button,input:not([type=hidden i]),select,textarea,summary,[role],[contenteditable],[onclick],[tabindex],[draggable=true i]";

const INPUT_ROLE = { submit: "button", button: "button", reset: "button", image: "button", checkbox: "checkbox",
  radio: "radio", range: "slider", number: "spinbutton", search: "searchbox" };
const WITH_LIST = new Set(["text", "search", "tel", "url", "email"]);

// explicitRole is the first known role of the attribute that stands where it may, "" for none: what says none or
// presentation has no role of its own.
function explicitRole(el) {
  const value = attr(el, "role");
  if (!value) return ownRole(el);
  for (const token of value.toLowerCase().trim().split(/\s+/u)) {
    if (!ROLES.has(token)) continue;
    if (NO_ROLE.has(token)) return "";
    if (inPlace(el, token)) return token;
  }
  return "";
}

// Some roles mean something only inside of others, with nothing but groups and plain elements between.
const PLACES = { option: new Set(["listbox"]), treeitem: new Set(["tree", "group"]), listitem: new Set(["list"]) };
const STRUCTURE = new Set(["article", "aside", "blockquote", "button", "details", "dialog", "dl", "fieldset", "figure", "footer", "form",
  "header", "li", "main", "nav", "p", "section", "table", "td", "th", "tr"]);

function inPlace(el, role) {
  const places = PLACES[role];
  if (places === undefined) return true;
  const silent = [];
  const stray = () => { silent.forEach(wonder); return false; };
  for (let n = flatParent(el), steps = 0; n; n = flatParent(n)) {
    if (++steps > NEAR && !(n = farUp(n, saysPlace))) break;
    const around = (attr(n, "role") ?? ownRole(n)).trim().toLowerCase();
    if (around === "" || NO_ROLE.has(around)) {
      const kind = tag(n);
      if (role === "listitem" && (kind === "ul" || kind === "ol" || kind === "menu")) return true;
      if (around === "" && (kind === "body" || STRUCTURE.has(kind))) return stray();
      if (around === "" && (kind === "ul" || kind === "ol")) return stray();
      if (custom(n)) silent.push(n);
      continue;
    }
    if (places.has(around)) return true;
    if (around !== "group") return stray();
  }
  return stray();
}

// saysPlace: it may decide over what role something in it has.
const saysPlace = (n) => hasAttr(n, "role") || custom(n) || STRUCTURE.has(tag(n)) || LISTS.has(tag(n));
const LISTS = new Set(["body", "ul", "ol", "menu"]);

function editable(el) {
  const value = attr(el, "contenteditable");
  if (value === null) return false;
  const word = value.trim().toLowerCase();
  return (word === "" || word === "true" || word === "plaintext-only") && isEditable(el);
}

// standardRole is the role of what can be operated by the standards, "" for what they do not make a control.
function standardRole(el) {
  const name = tag(el);
  const explicit = explicitRole(el);
  if (explicit) {
    if ((explicit === "textbox" || explicit === "searchbox") && !matches(el, OPERABLE_TAGS) && !hasAttr(el, "tabindex") && !isEditable(el)) return "";
    if (WIDGET.has(explicit)) return explicit;
    if ((explicit === "separator" || explicit === "scrollbar") && hasAttr(el, "tabindex")) return explicit;
    if (matches(el, OPERABLE)) return explicit === "image" ? "img" : explicit;
  }
  switch (name) {
    case "a": case "area": return hasAttr(el, "href") || (name === "a" && hasAttr(el, "xlink:href")) ? "link" : "";
    case "button": return "button";
    case "summary": return isSummary(el) ? "button" : "";
    case "textarea": return "textbox";
    case "select": return el.multiple || el.size > 1 ? "listbox" : "combobox";
    case "input":
      if (WITH_LIST.has(el.type) && el.list) return "combobox";
      return INPUT_ROLE[el.type] ?? "textbox";
  }
  return "";
}

// roleOf is the role of a candidate, "" for what is none.
const roleOf = (el) => standardRole(el) || givenRole(el);

// givenRole is what the behavior of an element makes of it where the standards do not: the host of an editor is
// a textbox, what reacts to a click a button.
function givenRole(el) {
  if (hasAttr(el, "contenteditable") && editable(el)) {
    const up = flatParent(el);
    return up && isEditable(up) ? "" : "textbox"; // the editing host, not what lies in it
  }
  return clickRole(el);
}

function isSummary(el) {
  const up = parentNode(el);
  if (!up || nodeType(up) !== ELEMENT || tag(up) !== "details") return false;
  for (let n = firstElement(up); n; n = nextElement(n)) if (tag(n) === "summary") return n === el;
  return false;
}

const NEVER_CLICKED = new Set(["html", "body", "form", "label", "option", "optgroup", "fieldset", "legend", "iframe", "frame",
  "object", "embed", "video", "audio", "details", "dialog", "slot"]);
// What is drawn of a drawing.
const DRAWN = new Set(["svg", "g", "a", "rect", "circle", "ellipse", "path", "polygon", "polyline", "line", "text", "tspan", "image", "use", "foreignObject"]);
// Roles of parts of a widget that are worth acting on when they react.
const PARTS = new Set(["gridcell", "cell", "row", "columnheader", "rowheader"]);

// Roles of what is there to be read, and reacts only where it listens by itself.
const SPOKEN = new Set(["img", "image", "heading", "listitem", "article", "figure", "term", "definition", "time", "status"]);

// clickRole is the role of an element that no standard makes a control and that reacts all the same: it has a
// handler in its markup, shows a hand where what it lies in shows none, or takes the focus. A net under other
// controls is none, save one that can be dragged, and neither is a part of a control. What is not drawn reacts to
// nothing. It is found out once a call, since it may depend on that of what is around.
let clickRoles = new Map();
let clickDepth = 0;
const MOST_AROUND = 100; // so many of what may hold an element as a part of it, and one in the other, are looked at

function clickRole(el) {
  let role = clickRoles.get(el);
  if (role !== undefined) return role;
  if (clickDepth > MOST_AROUND) return "button";
  clickDepth++;
  try { role = findClickRole(el); } finally { clickDepth--; }
  clickRoles.set(el, role);
  return role;
}

function findClickRole(el) {
  const kind = tag(el);
  if (NEVER_CLICKED.has(kind) || (isSVG(el) && !DRAWN.has(kind))) return "";
  if (!checkVisibility(el)) return "";
  const drags = isDraggable(el);
  const handler = drags || hasAttr(el, "onclick");
  const hand = !handler && showsHand(el);
  const explicit = explicitRole(el);
  const ear = !handler && !hand && listens(el);
  if (!handler && !hand) {
    const index = Number.parseInt(attr(el, "tabindex") ?? "", 10);
    if (!ear && !(index >= 0 || (index < 0 && (attribute(el, "aria-label") || kind.includes("-"))))) return "";
    if (explicit && !PARTS.has(explicit) && !(ear && SPOKEN.has(explicit))) return ""; // a panel, a region, a list that can be scrolled with keys
    if (kind === "canvas" || scrolls(el)) return "";
  }
  for (let n = flatParent(el), steps = 0; n; n = flatParent(n)) {
    if (++steps > NEAR && (steps > NEAR + MOST_AROUND || !(n = farUp(n, hand ? mayBeHolder : mayBeWhole)))) break;
    if (tag(n) === "label" ? n.control && n.control !== el : !handler && partOf(el, n, hand)) return "";
    if (ear && isSVG(n) && showsHand(n) && areaOf(el) * 3 >= areaOf(n)) return ""; // the group is what a person sees react
  }
  if (!drags && !((handler || saysWidget(el)) && hasAttr(el, "tabindex")) && holdsOperable(el)) return "";
  if (PARTS.has(explicit)) return explicit;
  return kind === "a" && (handler || hand) ? "link" : "button";
}

// Roles of controls that may hold another one that is worth acting on: what clears a field, what closes a tab.
const HOLDERS = new Set(["combobox", "textbox", "searchbox", "listbox", "tab", "option", "treeitem"]);

// mayBeWhole and mayBeHolder: what lies in it may be a part of it, the latter for what shows the hand.
const mayBeWhole = (n) => tag(n) === "label" || matches(n, OPERABLE) || ownRole(n) !== "";
const mayBeHolder = (n) => hasAttr(n, "tabindex") || mayBeWhole(n);

// partOf: what reacts in a control belongs to it, save what shows the hand in a small part of a holder that shows none.
// What takes the focus and has no role is such a holder too.
function partOf(el, around, hand) {
  const role = matches(around, OPERABLE) || ownRole(around) ? standardRole(around) : "";
  if (role === "" && !(hand && hasAttr(around, "tabindex") && clickRole(around) !== "")) return false;
  return !(hand && (role === "" || HOLDERS.has(role)) && !HAND.test(getComputedStyle(around).cursor) && areaOf(el) * 3 < areaOf(around));
}

const areaOf = (el) => { const { width, height } = rectOf(el); return width * height; };

// isDraggable: it can be dragged as its markup says, and is not a large part of the page.
const isDraggable = (el) => (attr(el, "draggable") ?? "").toLowerCase() === "true" && textContent(el).length <= LONG_TEXT;

// saysWidget: its role is a control's, wherever it stands.
const saysWidget = (el) => WIDGET.has((attr(el, "role") ?? "").trim().toLowerCase());

function showsHand(el) {
  const { cursor } = getComputedStyle(el);
  if (!HAND.test(cursor)) return false;
  const up = flatParent(el);
  return !up || getComputedStyle(up).cursor !== cursor;
}

const scrolls = (el) => (el.scrollHeight > el.clientHeight + 1 || el.scrollWidth > el.clientWidth + 1) &&
  /auto|scroll/u.test(getComputedStyle(el).overflow);

// holdsOperable: a control that is there for a person lies in the element, shadow trees and what is slotted into it
// included.
function holdsOperable(el) {
  for (let n = flatParent(el), steps = 0; n && steps < 4; n = flatParent(n), steps++) if (barren.has(n)) { barren.add(el); return false; }
  if (findsOperable(el)) return true;
  barren.add(el);
  return false;
}
let barren = new Set(); // what was found to hold none, in this call

function findsOperable(el) {
  if (anyOperable(queryElement(el, OPERABLE))) return true;
  if (shadowHolds(el)) return true;
  for (const slot of queryElement(el, "slot")) {
    for (const given of slot.assignedElements({ flatten: true })) {
      if ((matches(given, OPERABLE) && anyOperable([given])) || anyOperable(queryElement(given, OPERABLE)) || shadowHolds(given)) return true;
    }
  }
  for (const host of hostsIn(rootOf(el))) {
    if (host !== el && inside(host, el) && (WIDGET.has(ownRole(host)) || shadowHolds(host))) return true;
  }
  return false;
}

// anyOperable: one of them is drawn. Fields count in any case: what cannot be seen of them has a label that can.
function anyOperable(list) {
  for (const el of list) {
    if (!hasAttr(el, "inert") && attr(el, "aria-hidden") !== "true" && (FIELD_TAGS.has(tag(el)) || shown(el))) return true;
  }
  return false;
}

const shadowHolds = (el) => { const own = shadowOf(el); return own !== null && anyOperable(queryFragment(own, OPERABLE)); };

const RANK = { textbox: 0, searchbox: 0, combobox: 0, spinbutton: 0, checkbox: 0, radio: 0, switch: 0,
  button: 1, tab: 1, menuitem: 1, menuitemcheckbox: 1, menuitemradio: 1, link: 2 };
const rankOf = (role) => RANK[role] ?? 3;
const RANKS = 4;
