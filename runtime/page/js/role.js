// Roles: the explicit one where it is known, otherwise what the element is by itself.

const WIDGETS = ["button", "link", "tab", "menuitem", "menuitemcheckbox", "menuitemradio", "checkbox", "radio",
  "switch", "searchbox", "textbox", "combobox", "listbox", "option", "slider", "spinbutton", "treeitem"];
const WIDGET = new Set(WIDGETS);
const ROLES = new Set(WIDGETS.concat(["alert", "alertdialog", "application", "article", "banner", "blockquote",
  "caption", "cell", "code", "columnheader", "complementary", "contentinfo", "definition", "deletion", "dialog",
  "directory", "document", "emphasis", "feed", "figure", "form", "grid", "gridcell", "group", "heading", "image",
  "img", "insertion", "list", "listitem", "log", "main", "mark", "marquee", "math", "menu", "menubar", "meter",
  "navigation", "note", "paragraph", "progressbar", "radiogroup", "region", "row", "rowgroup", "rowheader",
  "scrollbar", "search", "separator", "status", "strong", "subscript", "suggestion", "superscript", "tablist",
  "table", "tabpanel", "term", "time", "timer", "toolbar", "tooltip", "tree", "treegrid"]));

// What can be operated by itself, and so ends the reach of what it lies in.
const OPERABLE = "a[href],area[href],button,input:not([type=hidden i]),select,textarea,summary," +
  WIDGETS.map((role) => `[role~=${role} i]`).join(",");
// What may be a candidate; roleOf decides. One [role] is much cheaper to match than the list of roles.
const SELECTOR = "a[href],area[href],button,input:not([type=hidden i]),select,textarea,summary,[role],[contenteditable],[onclick]";

const INPUT_ROLE = { submit: "button", button: "button", reset: "button", image: "button", checkbox: "checkbox",
  radio: "radio", range: "slider", number: "spinbutton", search: "searchbox" };
const WITH_LIST = new Set(["text", "search", "tel", "url", "email"]);

function explicitRole(el) {
  const value = attr(el, "role");
  if (!value) return "";
  for (const token of value.toLowerCase().trim().split(/\s+/u)) if (ROLES.has(token)) return token;
  return ""; // none and presentation do not hold on what can be operated
}

function editable(el) {
  const value = attr(el, "contenteditable");
  if (value === null) return false;
  const word = value.trim().toLowerCase();
  return (word === "" || word === "true" || word === "plaintext-only") && isEditable(el);
}

// roleOf is the role of a candidate, "" for what is none.
function roleOf(el) {
  const name = tag(el);
  const explicit = explicitRole(el);
  if (explicit) {
    if (WIDGET.has(explicit)) return explicit;
    if (matches(el, OPERABLE)) return explicit;
  }
  switch (name) {
    case "a": case "area": if (hasAttr(el, "href")) return "link"; break;
    case "button": return "button";
    case "summary": return isSummary(el) ? "button" : "";
    case "textarea": return "textbox";
    case "select": return el.multiple || el.size > 1 ? "listbox" : "combobox";
    case "input":
      if (WITH_LIST.has(el.type) && el.list) return "combobox";
      return INPUT_ROLE[el.type] ?? "textbox";
  }
  if (editable(el)) {
    const up = flatParent(el);
    return up && isEditable(up) ? "" : "textbox"; // the editing host, not what lies in it
  }
  return hasAttr(el, "onclick") && clickable(el) ? "button" : "";
}

function isSummary(el) {
  const up = parentNode(el);
  if (!up || nodeType(up) !== ELEMENT || tag(up) !== "details") return false;
  for (let n = firstElement(up); n; n = nextElement(n)) if (tag(n) === "summary") return n === el;
  return false;
}

// An onclick attribute makes a button of an element, unless it is a mere net under other controls.
function clickable(el) {
  switch (tag(el)) {
    case "html": case "body": case "form": case "label": case "option": case "fieldset": return false;
  }
  return hasAttr(el, "tabindex") || queryElement(el, OPERABLE).length === 0;
}

const RANK = { textbox: 0, searchbox: 0, combobox: 0, spinbutton: 0, checkbox: 0, radio: 0, switch: 0,
  button: 1, tab: 1, menuitem: 1, menuitemcheckbox: 1, menuitemradio: 1, link: 2 };
const rankOf = (role) => RANK[role] ?? 3;
