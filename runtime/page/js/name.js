// Accessible names, in the order of the standard: aria-labelledby, aria-label, what the host language says
// (labels, captions, alt), content, title, placeholder.

const NAME_LIMIT = 1000; // characters; the cut to 120 comes after masking, on our side
const FROM_CONTENT = new Set(["button", "link", "tab", "menuitem", "menuitemcheckbox", "menuitemradio", "checkbox",
  "radio", "switch", "option", "treeitem", "cell", "gridcell", "columnheader", "rowheader", "row", "heading", "tooltip"]);
const SILENT = new Set(["script", "style", "template", "noscript", "head", "canvas", "video", "audio", "iframe",
  "object", "rt", "rp", "datalist", "title", "desc", "defs", "metadata", "math"]);
const INLINE = new Set(["a", "abbr", "b", "bdi", "bdo", "cite", "code", "data", "dfn", "em", "font", "i", "kbd",
  "label", "mark", "q", "s", "samp", "slot", "small", "span", "strong", "sub", "sup", "time", "u", "var"]);
const BUTTON_TYPES = { submit: "Submit", reset: "Reset", button: "", image: "Submit" };

function nameOf(el, role, scan) {
  const known = scan.names.get(el);
  if (known !== undefined) return known;
  const name = cutTo(collapse(cutTo(computeName(el, role, scan, true), 4 * NAME_LIMIT)), NAME_LIMIT);
  scan.names.set(el, name);
  return name;
}

function computeName(el, role, scan, follow) {
  return (follow && labelledBy(el, role, scan)) || attribute(el, "aria-label") || nativeName(el, scan) ||
    (FROM_CONTENT.has(role) && contentOf(el, scan)) || attribute(el, "title") ||
    attribute(el, "placeholder") || attribute(el, "aria-placeholder") || defaultCaption(el);
}

function labelledBy(el, role, scan) {
  if (!hasAttr(el, "aria-labelledby")) return ""; // elements set by script leave the attribute there, empty
  const parts = [];
  for (const ref of references(el)) {
    if (ref === el) parts.push(computeName(el, role, scan, false));
    else parts.push(referenceText(ref, scan));
  }
  return collapse(parts.join(" "));
}

function references(el) {
  const given = labelledByElements && labelledByElements(el);
  if (given) return given;
  const root = rootOf(el);
  const byId = [];
  for (const id of attribute(el, "aria-labelledby").split(" ")) {
    const ref = id && queryAll(root, "#" + CSS.escape(id))[0];
    if (ref) byId.push(ref);
  }
  return byId;
}

// A referenced node speaks even when it is hidden, and then with all of its subtree.
function referenceText(ref, scan) {
  const label = attribute(ref, "aria-label");
  if (label) return label;
  const own = alternative(ref, scan);
  if (own !== null) return own;
  const out = { text: "", hidden: !checkVisibility(ref, { visibilityProperty: true }) || attr(ref, "aria-hidden") === "true", skip: null, refs: true };
  appendChildren(ref, out, scan, 0);
  return collapse(out.text);
}

function nativeName(el, scan) {
  const labels = labelsOf(el, scan);
  if (labels) {
    const parts = [];
    for (const label of labels) {
      if (!checkVisibility(label, { visibilityProperty: true }) || attr(label, "aria-hidden") === "true") continue;
      const out = { text: "", hidden: false, skip: el, refs: false };
      const said = attribute(label, "aria-label");
      if (said) out.text = said; else appendChildren(label, out, scan, 0);
      parts.push(out.text);
    }
    const text = collapse(parts.join(" "));
    if (text) return text;
  }
  switch (tag(el)) {
    case "input":
      if (el.type === "image") return attribute(el, "alt") || attribute(el, "value");
      return el.type in BUTTON_TYPES ? collapse(el.value) : "";
    case "area": case "img": return attribute(el, "alt");
    case "svg": return svgTitle(el);
  }
  return "";
}

function defaultCaption(el) {
  return tag(el) === "input" ? BUTTON_TYPES[el.type] ?? "" : "";
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
  if (!firstElement(el) && !shadowOf(el)) return collapse(cutTo(textContent(el), 4 * NAME_LIMIT));
  const out = { text: "", hidden: false, skip: null, refs: false };
  appendChildren(el, out, scan, 0);
  return collapse(out.text);
}

function appendChildren(el, out, scan, depth) {
  if (depth > 100) return;
  const shadow = shadowOf(el);
  if (!shadow && tag(el) === "slot") {
    const given = el.assignedNodes();
    if (given.length) {
      for (const node of given) append(node, out, scan, depth);
      return;
    }
  }
  for (let n = firstChild(shadow ?? el); n && out.text.length < 4 * NAME_LIMIT; n = nextSibling(n)) append(n, out, scan, depth);
}

function append(node, out, scan, depth) {
  const type = nodeType(node);
  if (type === TEXT) { out.text += node.data; return; }
  if (type !== ELEMENT || node === out.skip) return;
  const name = tag(node);
  if (name === "br" || name === "wbr") { out.text += " "; return; }
  if (SILENT.has(name)) return;
  let inline = INLINE.has(name);
  if (!out.hidden) {
    if (attr(node, "aria-hidden") === "true") return;
    const style = getComputedStyle(node);
    const display = style.display;
    if (display === "none" || style.visibility !== "visible") return;
    inline = display === "inline" || display === "contents";
  }
  const image = name === "img" || name === "svg";
  if (!inline || image) out.text += " ";
  const own = (!out.refs && hasAttr(node, "aria-labelledby") && labelledBy(node, "", scan))
    || attribute(node, "aria-label") || alternative(node, scan);
  if (own !== null) out.text += own; else appendChildren(node, out, scan, depth + 1);
  if (!inline || image) out.text += " ";
}

// alternative is what stands for an element inside a text: null where its content does.
function alternative(el, scan) {
  switch (tag(el)) {
    case "img": return hasAttr(el, "alt") ? attribute(el, "alt") : attribute(el, "title");
    case "svg": return svgTitle(el) || null;
    case "textarea": return collapse(cutTo(el.value, NAME_LIMIT));
    case "select": return collapse(Array.from(el.selectedOptions, (option) => option.label).join(" "));
    case "input":
      switch (el.type) {
        case "password": case "hidden": case "checkbox": case "radio": case "file": return "";
        case "image": return attribute(el, "alt");
        default: return collapse(cutTo(el.value, NAME_LIMIT));
      }
  }
  return null;
}

function svgTitle(svg) {
  const said = attribute(svg, "aria-label");
  if (said) return said;
  const title = queryElement(svg, "title")[0];
  return title ? collapse(textContent(title)) : "";
}
