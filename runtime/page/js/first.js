// The listeners on the window that see what input really reaches. Where this runs before the page's own scripts (early),
// they come before all of the page's; they do nothing until the rest of the script gives them a witness. The browser
// leaves them on a window that a frame's first document hands on to the next one, and calls them no more; it takes them
// off where a document is opened for writing. So they are asked whether they stand, and put up anew. In a document without
// scripts the browser runs this only when the first one comes: what stands by then stands before all of the page's.
const watcher = globalThis.jevrunFirst ??= (() => {
  const types = ["pointerdown", "mousedown", "pointerup", "mouseup", "click", "auxclick", "dblclick", "contextmenu", "dragstart", "keydown",
    "keypress", "keyup", "beforeinput", "input", "mousemove", "mouseover", "pointermove", "dragover", "drop"];
  const probe = "jevrun" + Math.random(); // a type of event that nobody else listens to
  let of = null, heard = false;
  const mine = { witness: null, early: false, stand, put };
  const hear = (event) => { if (event.type === probe) heard = true; else mine.witness?.(event); };
  function put(first) {
    of = document;
    mine.early = first;
    for (const type of [...types, probe]) {
      removeEventListener(type, hear, true);
      addEventListener(type, hear, { capture: true, passive: false });
    }
  }
  function stand() {
    heard = false;
    dispatchEvent(new Event(probe));
    return heard && of === document;
  }
  return mine;
})();
if (!watcher.stand()) watcher.put(early);
else if (early) watcher.early = true;
