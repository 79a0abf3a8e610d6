// How elements are drawn: computed values of style properties.

const PIXELS = /-?\d+(?:\.\d+)?(?:e-?\d+)?px/gu;
const wholePixels = (s) => s.replace(PIXELS, (n) => (Math.round(parseFloat(n)) || 0) + "px");

// styles reads properties of the first max of the visible elements that selector matches, or of the candidates where
// there is none, in document order.
function styles({ selector, properties, max }) {
  const scan = newScan();
  const out = { ...whereabouts(), holders: holders(scan), bad: "", total: 0, elements: [] };
  const add = (el, role, name) => {
    if (out.total++ >= max) return;
    const style = getComputedStyle(el);
    out.elements.push({ node: numberOf(el), role, name, tag: tag(el), box: boxIn(el, scan),
      values: properties.map((p) => cutTo(wholePixels(style.getPropertyValue(p)), NAME_LIMIT)) });
  };
  if (!selector) { everyEligible(scan, (el, role) => add(el, role, nameOf(el, role, scan))); return out; }
  let found;
  try { found = collect(selector); } catch (error) { return { ...out, bad: String(error.message) }; }
  for (const el of found) {
    const what = outlined(el, scan);
    if (what) add(el, what.role, outlineName(el, what, scan));
    else if (shown(el) && !(stateOf(el, scan) & HIDDEN)) add(el, "", "");
  }
  return out;
}
