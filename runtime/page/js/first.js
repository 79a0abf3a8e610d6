// The listeners on the window that see what input really reaches. Where this runs before the page's own scripts (early),
// they come before all of the page's; they do nothing until the rest of the script gives them a witness.
const watcher = globalThis.jevrunFirst ??= (() => {
  const mine = { witness: null, early };
  for (const type of ["pointerdown", "mousedown", "pointerup", "mouseup", "click", "auxclick", "dblclick", "contextmenu", "dragstart", "keydown",
    "keypress", "keyup", "beforeinput", "input", "mousemove", "mouseover", "pointermove"]) {
    addEventListener(type, (event) => mine.witness?.(event), { capture: true, passive: false });
  }
  return mine;
})();
