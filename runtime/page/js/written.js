// What a person reads on an element, whatever it is called, and what is asked where it stands.

const ASKS_LIMIT = 300; // characters; a dialog that says more asks for more than one thing
const MOST_PIECES = 500; // nodes of one element that are looked at

// written is the text of a node in the ways in which one can read it: as it is rendered, with what style sheets, shadow
// trees and pictures say, and without what nobody can see. Ways that say the same are one. asks is what the dialog around
// it says, "" where there is none.
function written({ node }) {
  const el = nodeOf(node);
  if (!el) return { text: "", asks: "" };
  const scan = newScan();
  beginText(scan);
  const ways = [el instanceof HTMLElement ? innerText(el) : textContent(el), contentOf(el, scan), drawnText(el)];
  if (tag(el) === "input" && ["submit", "reset", "button"].includes(el.type)) ways.push(el.value);
  const texts = [];
  for (const way of ways) {
    const text = collapse(cutTo(way, NAME_LIMIT));
    if (text !== "" && !texts.includes(text)) texts.push(text);
  }
  return { text: texts.join(" / "), asks: asked(el) };
}

// drawnText joins the letters of an element that are drawn: not those that are too small, transparent or cut off.
function drawnText(el) {
  const box = rectOf(el);
  let text = "", left = MOST_PIECES;
  const add = (parent, depth) => {
    if (depth > 50) return;
    const style = getComputedStyle(parent);
    const legible = style.visibility === "visible" && parseFloat(style.fontSize) >= 4 && !/^rgba\(.*, 0\)$/u.test(style.color);
    for (let n = firstChild(shadowOf(parent) ?? parent); n && left-- > 0 && text.length < NAME_LIMIT; n = nextSibling(n)) {
      if (nodeType(n) === TEXT) { if (legible) text += dataOf(n, NAME_LIMIT); continue; }
      if (nodeType(n) !== ELEMENT || SILENT.has(tag(n))) continue;
      const { display, opacity } = getComputedStyle(n);
      if (display === "none" || Number(opacity) < 0.1) continue;
      const r = rectOf(n);
      if (display !== "contents" && (r.width <= 1 || r.height <= 1 || r.right <= box.left || r.left >= box.right || r.bottom <= box.top || r.top >= box.bottom)) continue;
      add(n, depth + 1);
    }
  };
  add(el, 0);
  return text;
}

// asked is the text of the dialog around an element, its buttons left out.
function asked(el) {
  for (let n = flatParent(el); n; n = flatParent(n)) {
    const role = tag(n) === "dialog" ? "dialog" : explicitRole(n);
    if (role !== "dialog" && role !== "alertdialog") continue;
    if (!(n instanceof HTMLElement)) return "";
    let text = innerText(n);
    if (text.length > 4 * ASKS_LIMIT) return "";
    for (const button of queryElement(n, "button,[role=button],a[href]")) if (button instanceof HTMLElement) text = text.replace(innerText(button), " ");
    text = collapse(text);
    return text.length > ASKS_LIMIT ? "" : text;
  }
  return "";
}
