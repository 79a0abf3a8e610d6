// Accessible names, in the order of the standards and as Chrome reads them: aria-labelledby, aria-label, what the
// host language says (labels, captions, alt), content, title, placeholder.

const NAME_LIMIT = 1000; // characters; the cut to 120 comes after masking, on our side
const FROM_CONTENT = new Set(["button", "link", "tab", "menuitem", "menuitemcheckbox", "menuitemradio", "checkbox",
  "radio", "switch", "option", "treeitem", "cell", "gridcell", "columnheader", "rowheader", "heading", "tooltip", "term"]);
const SILENT = new Set(["script", "style", "template", "noscript", "head", "canvas", "video", "audio", "iframe",
  "object", "rt", "rp", "datalist", "title", "desc", "defs", "metadata", "math"]);
const INLINE = new Set(["a", "abbr", "b", "bdi", "bdo", "cite", "code", "data", "dfn", "em", "font", "i", "kbd",
  "label", "mark", "q", "s", "samp", "small", "span", "strong", "sub", "sup", "time", "u", "var"]);
const BUTTON_TYPES = { submit: "Submit", reset: "Reset", button: "", image: "Submit" };

// What stands inside a control and has a name of its own, or none, instead of saying what it holds.
const CLOSED_TAGS = new Set(["article", "aside", "blockquote", "dialog", "fieldset", "figure", "form", "header", "hr", "main", "nav",
  "optgroup", "output", "search", "object", "iframe"]);
const CLOSED_ROLES = new Set(["alert", "alertdialog", "application", "article", "banner", "blockquote", "complementary",
  "contentinfo", "dialog", "document", "feed", "figure", "grid", "group", "image", "img", "log", "main", "marquee", "menu", "menubar",
  "navigation", "note", "radiogroup", "row", "rowgroup", "search", "status", "table", "tablist", "tabpanel", "timer", "toolbar",
  "tree", "treegrid"]);
const VALUED = { slider: "50", scrollbar: "50", spinbutton: "0", meter: "0", progressbar: "", separator: "" };
const APART = new Set(["button", "checkbox", "radio", "switch", "combobox", "textbox", "searchbox", "listbox", "slider", "spinbutton"]);

// Where a name comes from that is not the accessible one.
const FROM_TEXT = 1, FROM_SURROUNDINGS = 2;

// nameOf is the name of a candidate: the accessible one, else what it says, else what its surroundings say of it.
// How it came by the name is in scan.given.
function nameOf(el, role, scan) {
  const known = scan.names.get(el);
  if (known !== undefined) return known;
  beginText(scan);
  const name = findName(el, role, scan);
  scan.names.set(el, name);
  return name;
}

// Bounds of reading names: nodes that are looked at for one, and for all of one pass; when those are used up each name
// has few left. A name that would need more is marked as cut.
const NAME_VISITS = 5000, MOST_VISITS = 100_000, FEW_VISITS = 50;

// beginText gives room for the next name.
function beginText(scan) {
  scan.visited += scan.room - scan.left;
  scan.left = scan.room = scan.visited < MOST_VISITS ? NAME_VISITS : FEW_VISITS;
}

// visit counts a node that is looked at for a name, and is false when there may be no more.
function visit(out, scan) {
  if (scan.left > 0) { scan.left--; return true; }
  if (!out.text.endsWith(CUT)) out.text += CUT;
  return false;
}

function findName(el, role, scan) {
  const given = (scan.standard.get(el) ?? standardRole(el)) === "";
  let name = tidy(computeName(el, given ? "" : role, scan, true));
  if (given && role !== "textbox") { // what it says goes before a tip, and what is typed into it is no name
    const text = tidy(contentOf(el, scan));
    const tip = name === "" || name === attribute(el, "title");
    if (text !== "" && tip) { name = text; scan.given.set(el, FROM_TEXT); } else if (name !== "" && tip && tag(el) !== "img") scan.given.set(el, FROM_SURROUNDINGS);
  }
  if (name === "" && !given && !WIDGET.has(role)) { // a link that says it is a list item
    name = tidy(contentOf(el, scan));
    if (name !== "") scan.given.set(el, FROM_TEXT);
  }
  if (name === "") {
    name = tidy(surroundings(el, role, scan));
    scan.given.set(el, FROM_SURROUNDINGS);
  }
  return name;
}

const GLYPHS = /[\ue000-\uf8ff]|[\u{f0000}-\u{10fffd}]/gu; // of icon fonts: no text to anybody
const tidy = (s) => cutTo(collapse(cutTo(s, 4 * NAME_LIMIT).replace(GLYPHS, " ")), NAME_LIMIT);

const speaks = (s) => /[^ \t\n\f\r]/u.test(s);

function computeName(el, role, scan, follow) {
  const by = follow ? labelledBy(el, role, scan) : "";
  if (speaks(by)) return by;
  const said = attribute(el, "aria-label") || ownLabel(el);
  if (said) return said;
  const own = nativeName(el, scan);
  if (own !== null) return own;
  if (FROM_CONTENT.has(role) && tag(el) !== "input") {
    const text = contentOf(el, scan);
    if (speaks(text)) return text;
    if (text !== "" && queryElement(el, "br").length > 0) return ""; // a break is a text to the browser, and a tip none then
  }
  return attribute(el, "title") || (hasPlaceholder(el) ? attribute(el, "placeholder") : "") || attribute(el, "aria-placeholder");
}

const TEXT_TYPES = new Set(["text", "search", "email", "url", "tel", "password", "number"]);
const hasPlaceholder = (el) => tag(el) === "textarea" || (tag(el) === "input" && TEXT_TYPES.has(el.type));

function labelledBy(el, role, scan) {
  if (!hasAttr(el, "aria-labelledby")) return ""; // elements set by script leave the attribute there, empty
  const parts = [];
  for (const ref of references(el, "aria-labelledby", labelledByElements)) {
    if (ref === el) parts.push(computeName(el, role, scan, false) || (matches(el, "input,select,textarea") ? "" : contentOf(el, scan)));
    else parts.push(referenceText(ref, el, scan));
    if (scan.left <= 0) break;
  }
  return parts.join(" ");
}

function references(el, name, reflected) {
  const given = reflected && reflected(el);
  if (given) return given;
  const root = rootOf(el);
  const byId = [];
  for (const id of attribute(el, name).split(" ")) {
    const ref = id && queryAll(root, "#" + CSS.escape(id))[0];
    if (ref) byId.push(ref);
  }
  return byId;
}

// A referenced node speaks even when it is hidden, and then with all of its subtree, but for what it names.
function referenceText(ref, el, scan) {
  const out = { text: "", hidden: !checkVisibility(ref, { visibilityProperty: true }) || attr(ref, "aria-hidden") === "true", skip: null, self: el, refs: true };
  const own = alternative(ref, out, scan);
  if (own !== null) return own;
  appendChildren(ref, out, scan, 0);
  return cutTo(out.text, 4 * NAME_LIMIT);
}

// nativeName is the name that HTML gives a control, null where it leaves that to the content or the title. A label
// that says nothing is a name all the same, and an empty one.
function nativeName(el, scan) {
  const labels = labelsOf(el, scan);
  const kind = tag(el);
  if (labels) {
    const parts = [];
    for (const label of labels) {
      if (scan.left-- <= 0) { parts.push(CUT); break; }
      if (!checkVisibility(label, { visibilityProperty: true }) || attr(label, "aria-hidden") === "true") continue;
      const out = { text: "", hidden: false, skip: el, refs: false };
      const said = attribute(label, "aria-label");
      if (said) out.text = said; else appendChildren(label, out, scan, 0);
      parts.push(speaks(out.text) ? out.text : attribute(label, "title"));
    }
    const text = parts.join(" ");
    if (speaks(text) || (kind !== "button" && !(kind === "input" && el.type in BUTTON_TYPES))) return text;
  }
  switch (kind) {
    case "input":
      if (el.type === "image") return attribute(el, "alt") || attribute(el, "value") || attribute(el, "title") || "Submit";
      if (!(el.type in BUTTON_TYPES)) return null;
      if (hasAttr(el, "value")) return collapse(cutTo(el.value, 4 * NAME_LIMIT));
      return BUTTON_TYPES[el.type] || null;
    case "area": case "img": return attribute(el, "alt") || null;
    case "svg": return svgTitle(el) || null;
  }
  return isSVG(el) ? shapeTitle(el) : null;
}

// shapeTitle is the title of a shape or group in a drawing, null for none: not that of a part of it.
function shapeTitle(el) {
  for (let n = firstElement(el); n; n = nextElement(n)) if (tag(n) === "title") return textOf(n, NAME_LIMIT) || null;
  return null;
}

// labelsOf are the labels of a control in document order, from one index a root: the labels property of an
// element costs a walk over the document.
function labelsOf(el, scan) {
  const root = rootOf(el);
  let index = scan.labels.get(root);
  if (!index) {
    index = new Map();
    scan.labels.set(root, index);
    const kind = nodeType(root);
    if (kind !== ELEMENT) {
      for (const label of queryAll(root, "label")) {
        const control = label.control;
        if (!control) continue;
        const list = index.get(control);
        if (list) list.push(label); else index.set(control, [label]);
      }
    }
  }
  return index.get(el);
}

function contentOf(el, scan) {
  if (!firstElement(el) && !shadowOf(el) && !generatesText(scan)) return textOf(el, 4 * NAME_LIMIT) || (firstChild(el) && speaks(textContent(el)) ? "\u00a0" : "");
  const out = { text: "", hidden: false, skip: null, refs: false };
  appendChildren(el, out, scan, 0);
  return cutTo(out.text, 4 * NAME_LIMIT);
}

// surePart is a text that is part of the name of a candidate whatever its styles are, "" where none is known cheaply:
// the first text that stands in the element itself.
function surePart(el, role, scan) {
  if (!FROM_CONTENT.has(role) || NAMED_OTHERWISE.has(tag(el)) || shadowOf(el) || labelsOf(el, scan)) return "";
  if (hasAttr(el, "aria-labelledby") || hasAttr(el, "aria-label") || hasAttr(el, "aria-placeholder") || ownLabel(el)) return "";
  let steps = 0;
  for (let n = firstChild(el); n && steps < 8; n = nextSibling(n), steps++) {
    if (nodeType(n) !== TEXT) continue;
    if (lengthOf(n) > NAME_CUT) return "";
    const text = dataGetter(n);
    if (HALVES.test(text)) return "";
    if (speaks(text)) return text;
  }
  return "";
}
const NAMED_OTHERWISE = new Set(["input", "area", "img", "svg", "slot"]);
const HALVES = /^[\udc00-\udfff]|[\ud800-\udbff]$/; // half a character at the end of a text

function appendChildren(el, out, scan, depth) {
  if (depth > 100) { scan.left = 0; visit(out, scan); return; }
  const generated = !out.hidden && (tag(el) === "q" || generatesText(scan));
  if (generated) appendGenerated(el, "::before", out);
  const shadow = out.hidden && !checkVisibility(el) ? null : shadowOf(el); // of what is not drawn, what is in the light
  const given = !shadow && tag(el) === "slot" ? el.assignedNodes() : null;
  const list = given?.length ? given : null;
  let at = 0;
  for (let n = list ? list[0] : firstChild(shadow ?? el); n && out.text.length < 4 * NAME_LIMIT && visit(out, scan); n = list ? list[++at] : nextSibling(n)) {
    append(n, out, scan, depth);
  }
  if (generated) appendGenerated(el, "::after", out);
}

function append(node, out, scan, depth) {
  const type = nodeType(node);
  if (type === TEXT) { out.text += dataOf(node, 4 * NAME_LIMIT); return; }
  if (type !== ELEMENT) return;
  if (node === out.skip) { out.text += " "; return; }
  const name = tag(node);
  if (name === "br" || name === "wbr") { out.text += " "; return; }
  if (SILENT.has(name) && name !== "canvas" && name !== "object" && name !== "iframe") return;
  let inline = INLINE.has(name);
  if (!out.hidden) {
    if (attr(node, "aria-hidden") === "true") return;
    const style = getComputedStyle(node);
    const display = style.display;
    if (display === "none" || style.visibility !== "visible") return;
    inline = display === "inline";
  }
  const own = alternative(node, out, scan);
  const apart = !inline || own || (name === "img" && attr(node, "alt") !== "") || name === "input" || (hasAttr(node, "role") && APART.has(explicitRole(node)));
  if (apart && !(own === "" && name === "svg")) out.text += " ";
  if (own !== null) out.text += own; else appendChildren(node, out, scan, depth + 1);
  if (apart && !(own === "" && name === "svg")) out.text += " ";
}

// alternative is what stands for an element inside a text: null where its content does.
function alternative(el, out, scan) {
  const value = el === out.self ? null : valueInText(el, scan); // what is named does not say what it holds
  if (value) return value;
  const said = (!out.refs && hasAttr(el, "aria-labelledby") && collapse(labelledBy(el, "", scan))) || attribute(el, "aria-label");
  if (said) return said;
  const kind = tag(el);
  const role = hasAttr(el, "role") ? attribute(el, "role").toLowerCase() : "";
  switch (kind) {
    case "img": return NO_ROLE.has(role) ? "" : hasAttr(el, "alt") ? attribute(el, "alt") : attribute(el, "title");
    case "svg": return NO_ROLE.has(role) ? null : svgTitle(el) || null;
    case "fieldset": return attribute(el, "title") || legendOf(el);
    case "table": {
      const caption = el.caption;
      if (!caption && !queryElement(el, "th").length && !CLOSED_ROLES.has(role)) return null;
      return caption ? textOf(caption, NAME_LIMIT) : attribute(el, "title");
    }
  }
  if (value !== null) return attribute(el, "title") || attribute(el, "placeholder");
  if (role ? CLOSED_ROLES.has(explicitRole(el)) : CLOSED_TAGS.has(kind)) return attribute(el, "title");
  return null;
}

// valueInText is what a control inside a text holds: null for what is no control of that kind. What is typed into
// a password field never leaves the page, not even as the number of its characters.
function valueInText(el, scan) {
  if (FIELD_TAGS.has(tag(el))) scan.spoken.add(el);
  switch (tag(el)) {
    case "textarea": return collapse(cutTo(el.value, NAME_LIMIT));
    case "select": return firstTexts(el.selectedOptions, (option) => option.label);
    case "progress": return el.position < 0 ? "" : String(el.value);
    case "meter": return String(el.value);
    case "input":
      switch (el.type) {
        case "password": case "hidden": case "checkbox": case "radio": case "file": case "color":
        case "date": case "time": case "datetime-local": case "month": case "week": return "";
        case "image": return attribute(el, "alt") || attribute(el, "title") || "Submit";
        case "submit": case "reset": case "button": return hasAttr(el, "value") ? collapse(cutTo(el.value, NAME_LIMIT)) : BUTTON_TYPES[el.type];
        default: return collapse(cutTo(el.value, NAME_LIMIT));
      }
  }
  if (!hasAttr(el, "role")) return null;
  const role = explicitRole(el);
  if (role in VALUED) return attribute(el, "aria-valuetext") || attribute(el, "aria-valuenow") || VALUED[role];
  if (role === "combobox") return collapse(cutTo(contentOf(el, scan), NAME_LIMIT));
  if (role === "listbox") {
    return firstTexts(queryElement(el, "[role=option i][aria-selected=true]"), (option) => contentOf(option, scan));
  }
  return null;
}

// firstTexts joins what each element says, as long as there is room.
function firstTexts(list, say) {
  let text = "";
  for (const el of list) {
    text += " " + cutTo(say(el), NAME_LIMIT);
    if (text.length > NAME_LIMIT) return cutTo(collapse(text), NAME_LIMIT);
  }
  return collapse(text);
}

function svgTitle(svg) {
  const said = attribute(svg, "aria-label");
  if (said) return said;
  const title = queryElement(svg, "title")[0];
  return title ? textOf(title, NAME_LIMIT) : "";
}

// appendGenerated adds the text that a style sheet writes before or after an element.
function appendGenerated(el, where, out) {
  const style = getComputedStyle(el, where);
  const content = style.content;
  if (content === "none" || content === "normal" || content === '""') return;
  if (style.display === "none" || style.visibility !== "visible") return;
  let text = "", spoken = null;
  for (const [token, string, name] of content.matchAll(/"((?:[^"\\]|\\.)*)"|attr\(\s*([\w-]+)[^)]*\)|[a-z-]+\([^)]*\)|[a-z-]+|\//giu)) {
    if (token === "/") spoken = "";
    let piece = "";
    if (string !== undefined) piece = string.replace(/\\([0-9a-f]{1,6}) ?|\\(.)/giu, (_, hex, c) => hex ? String.fromCodePoint(parseInt(hex, 16) || 0xfffd) : c);
    else if (name !== undefined) piece = attr(el, name) ?? "";
    else if (token === "open-quote") piece = "\u201c";
    else if (token === "close-quote") piece = "\u201d";
    if (spoken === null) text += piece; else spoken += piece;
  }
  const apart = firstChild(el) !== null && (style.display !== "inline" || spoken !== null);
  text = spoken ?? text;
  if (text === "") return;
  if (apart && where === "::after") out.text += " ";
  out.text += text;
  if (apart && where === "::before") out.text += " ";
}
