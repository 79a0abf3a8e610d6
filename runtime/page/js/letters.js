// letters says of elements how their text is drawn, where the protocol's picture of the page does not: the shadows and
// strokes that it gets when it is selected or highlighted, in first lines, and from elements without a box; and whether
// something draws it elsewhere: the browser's own tree in the element, where styles of the page apply, or a transition of
// the view.
const LETTER_STYLES = [undefined, "::selection", "::first-line", "::first-letter", "::target-text", "::search-text", "::spelling-error", "::grammar-error"];
const TRANSITION = ":active-view-transition";
const OWN_TREES = { details: "::details-content", select: "::picker(select)" };

function letters(elements) {
  const all = LETTER_STYLES.concat([...(CSS.highlights?.keys() ?? [])].map((name) => `::highlight(${CSS.escape(name)})`));
  const transitions = CSS.supports(`selector(${TRANSITION})`);
  return elements.map((el) => {
    const found = new Set();
    for (const pseudo of all) {
      const style = getComputedStyle(el, pseudo);
      found.add(style.textShadow).add(style.webkitTextStrokeWidth);
    }
    const tree = OWN_TREES[tag(el)], own = tree && getComputedStyle(el, tree);
    if (own) found.add(own.textShadow);
    return {
      reach: [...found].filter((text) => text && text !== "none" && text !== "0px").join("; "),
      elsewhere: transitions && matches(el, TRANSITION) || Boolean(own) && [own.filter, own.webkitBoxReflect, own.transform, own.scale, own.perspective, own.columnCount, own.columnWidth].some((text) => text && text !== "none" && text !== "auto"),
    };
  });
}
