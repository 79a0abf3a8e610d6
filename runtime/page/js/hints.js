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
      const text = textOf(ref, NAME_LIMIT);
      if (text) return text;
    }
  }
  for (let root = rootOf(el); nodeType(root) !== DOCUMENT && root.host; root = rootOf(root.host)) { // what its component is called
    const word = hostWord(root.host);
    if (word) return word;
  }
  if (isSVG(el) && tag(el) !== "svg") return shapeName(el, scan);
  const field = FIELDS.has(role);
  const beside = field ? besideText(el, role, scan) : "";
  return beside || iconWord(el) || address(el) || ownWords(el) || (field ? "" : besideText(el, role, scan)) || headingBefore(el, scan) || "unnamed";
}

// shapeName is what a shape in a drawing is called: the text that is drawn over it, or the one of its group together
// with the last word of its own class or id, since several shapes may share a text.
function shapeName(el, scan) {
  const label = labelNear(el), text = label ? tidy(textOf(label, NAME_LIMIT)).slice(0, 80) : "";
  if (label && isOver(label, el)) return text;
  const kind = words(attribute(el, "class").split(" ").pop()) || ownWords(el);
  return collapse(text + " " + kind.split(" ").pop()) || headingBefore(el, scan) || "unnamed";
}

// labelNear is the first text of the smallest group that a shape lies in and that has one.
function labelNear(el) {
  for (let n = parentNode(el), climbs = 0; n && nodeType(n) === ELEMENT && isSVG(n) && tag(n) !== "svg" && climbs < 4; n = parentNode(n), climbs++) {
    for (const label of queryElement(n, "text")) if (shown(label) && tidy(textOf(label, 80)) !== "") return label;
  }
  return null;
}

// isOver: the middle of one element lies in another.
function isOver(label, el) {
  const { left, top, right, bottom } = rectOf(el), r = rectOf(label), x = r.left + r.width / 2, y = r.top + r.height / 2;
  return x > left && x < right && y > top && y < bottom;
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

function besideText(el, role, scan) {
  const after = role === "checkbox" || role === "radio" || role === "switch";
  let n = el;
  for (let climbs = 0; climbs < 4; climbs++) {
    const first = sideText(n, !after, scan);
    if (first) return first;
    const second = after ? sideText(n, true, scan) : "";
    if (second) return second;
    const up = flatParent(n);
    if (!up || ENDS.has(tag(up))) return "";
    if (climbs > 0 && operableIn(up, scan) > 1) return "";
    n = up;
  }
  return "";
}

const previousSibling = getter(Node.prototype, "previousSibling");

// operableIn is how many controls lie in an element.
function operableIn(el, scan) {
  let count = scan.operable.get(el);
  if (count === undefined) scan.operable.set(el, count = queryElement(el, OPERABLE).length);
  return count;
}

function sideText(el, before, scan) {
  for (let n = before ? previousSibling(el) : nextSibling(el), steps = 0; n && steps < 6; n = before ? previousSibling(n) : nextSibling(n), steps++) {
    const type = nodeType(n);
    if (type === TEXT) {
      const text = tidy(dataOf(n, NAME_LIMIT)).replace(/^[\s*:]+|[\s*:]+$/gu, "");
      if (text) return text.slice(0, 80);
    } else if (type === ELEMENT && !SILENT.has(tag(n))) {
      if (matches(n, OPERABLE) || operableIn(n, scan) > 0) return "";
      if (!checkVisibility(n, { visibilityProperty: true })) continue;
      const text = tidy(textOf(n, NAME_LIMIT)).replace(/[\s*:]+$/gu, "");
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

function headingBefore(el, scan) {
  for (let n = flatParent(el), climbs = 0; n && climbs < 8; n = flatParent(n), climbs++) {
    let headings = scan.headings.get(n);
    if (headings === undefined) scan.headings.set(n, headings = Array.prototype.slice.call(queryElement(n, "h1,h2,h3,h4,legend,caption,summary"), 0, 50));
    for (const h of headings) {
      if (!(comparePosition(h, el) & Node.DOCUMENT_POSITION_FOLLOWING)) continue;
      const text = tidy(textOf(h, NAME_LIMIT));
      if (text) return text.slice(0, 80);
    }
  }
  return "";
}
