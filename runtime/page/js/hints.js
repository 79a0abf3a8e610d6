// A name for what has none: what a person would call it from what stands around it or what its markup gives away.

const TIPS = ["title", "placeholder", "aria-placeholder", "alt", "aria-description", "data-placeholder", "data-tooltip", "data-title", "data-original-title",
  "data-bs-title", "data-bs-original-title", "data-tip", "data-label", "data-hint"];
const FIELDS = new Set(["textbox", "searchbox", "combobox", "listbox", "spinbutton", "slider", "checkbox", "radio", "switch"]);

function surroundings(el, role, scan) {
  for (const name of TIPS) {
    const tip = attribute(el, name);
    if (tip) return tip;
  }
  if (hasAttr(el, "aria-describedby")) {
    for (const ref of references(el, "aria-describedby", null)) {
      const text = collapse(cutTo(textContent(ref), NAME_LIMIT));
      if (text) return text;
    }
  }
  for (let root = rootOf(el); nodeType(root) !== DOCUMENT && root.host; root = rootOf(root.host)) { // what its component is called
    const word = hostWord(root.host);
    if (word) return word;
  }
  const field = FIELDS.has(role);
  const beside = field ? besideText(el, role) : "";
  return beside || iconWord(el) || address(el) || ownWords(el) || (field ? "" : besideText(el, role)) || headingBefore(el) || "unnamed";
}

// hostWord is what the host of a shadow tree is called, where it holds nothing else that can be operated.
function hostWord(host) {
  const said = attribute(host, "aria-label") || ownLabel(host) || attribute(host, "label");
  if (said) return said;
  if (anyOperable(queryElement(host, OPERABLE))) return "";
  const text = tidy(cutTo(textContent(host), NAME_LIMIT));
  return text.length <= 80 ? text : "";
}

// besideText is the text next to an element, in the smallest block that says anything and holds no other control:
// before it, or after it for what is ticked.
const ENDS = new Set(["body", "form", "section", "article", "main", "nav", "header", "footer", "aside", "dialog", "fieldset", "li", "tr"]);

function besideText(el, role) {
  const after = role === "checkbox" || role === "radio" || role === "switch";
  let n = el;
  for (let climbs = 0; climbs < 4; climbs++) {
    const first = after ? sideText(n, false) : sideText(n, true);
    if (first) return first;
    const second = after ? sideText(n, true) : "";
    if (second) return second;
    const up = flatParent(n);
    if (!up || ENDS.has(tag(up))) return "";
    if (queryElement(up, OPERABLE).length > 1 && climbs > 0) return "";
    n = up;
  }
  return "";
}

const previousSibling = getter(Node.prototype, "previousSibling");

function sideText(el, before) {
  for (let n = before ? previousSibling(el) : nextSibling(el), steps = 0; n && steps < 6; n = before ? previousSibling(n) : nextSibling(n), steps++) {
    const type = nodeType(n);
    if (type === TEXT) {
      const text = tidy(n.data).replace(/^[\s*:]+|[\s*:]+$/gu, "");
      if (text) return text.slice(0, 80);
    } else if (type === ELEMENT && !SILENT.has(tag(n))) {
      if (matches(n, OPERABLE) || queryElement(n, OPERABLE).length) return "";
      if (!checkVisibility(n, { visibilityProperty: true })) continue;
      const text = tidy(cutTo(textContent(n), NAME_LIMIT)).replace(/[\s*:]+$/gu, "");
      if (text) return text.length <= 80 ? text : "";
    }
  }
  return "";
}

const ICON_CLASS = /^(?:fa|fas|far|fab|bi|mdi|icon|glyphicon|ti|ri|ph|oi|la|pi|codicon|lucide|octicon|tox-icon|ui-icon)-([a-z][a-z-]*[a-z])$/iu;

// iconWord is what an icon is called: its class, the file or symbol that it shows, the name of an icon element.
function iconWord(el) {
  let seen = 0;
  const look = (n) => {
    for (const token of attribute(n, "class").split(" ")) {
      const hit = ICON_CLASS.exec(token);
      if (hit && !/^(?:fw|lg|sm|xs|spin|solid|regular|stack)$/u.test(hit[1])) return words(hit[1]);
    }
    switch (tag(n)) {
      case "use": return words((attr(n, "href") ?? attr(n, "xlink:href") ?? "").split("#")[1] ?? "");
      case "img": return stem(attr(n, "src") ?? "");
    }
    return tag(n).endsWith("-icon") ? words(attribute(n, "name") || attribute(n, "icon")) : words(attribute(n, "data-icon"));
  };
  const own = look(el);
  if (own) return own;
  for (const root of [el, shadowOf(el)]) {
    if (!root) continue;
    for (const n of queryAll(root, "*")) {
      if (seen++ > 30) return "";
      const word = look(n);
      if (word) return word;
    }
  }
  return "";
}

// words are the words of an identifier, "" when it has digits in it: those change.
function words(id) {
  if (!id || id.length > 60 || /\d/u.test(id)) return "";
  return collapse(id.replace(/([a-z])([A-Z])/gu, "$1 $2").replace(/[^\p{L}]+/gu, " ")).toLowerCase();
}

function stem(address) {
  if (address.startsWith("data:") || address.startsWith("blob:")) return "";
  return words(decode((address.split(/[?#]/u)[0].split("/").pop() ?? "").replace(/\.\w+$/u, "")));
}

const decode = (s) => { try { return decodeURIComponent(s); } catch { return s; } };

function address(el) {
  const href = attr(el, "href");
  if (!href || href.startsWith("javascript:")) return "";
  return stem(href) || words(href.split("#")[1] ?? "");
}

const ownWords = (el) => words(attribute(el, "name")) || words(attribute(el, "id")) || words(attribute(el, "data-testid")) || words(attribute(el, "data-action"));

function headingBefore(el) {
  for (let n = flatParent(el), climbs = 0; n && climbs < 8; n = flatParent(n), climbs++) {
    for (const h of queryElement(n, "h1,h2,h3,h4,legend,caption,summary")) {
      if (!(comparePosition(h, el) & Node.DOCUMENT_POSITION_FOLLOWING)) continue;
      const text = tidy(cutTo(textContent(h), NAME_LIMIT));
      if (text) return text.slice(0, 80);
    }
  }
  return "";
}
