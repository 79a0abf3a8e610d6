// Frame elements. A frame in the document tree is known by its position among the frames of its window; one in a
// shadow tree has none, so that our side asks the protocol for its element and enrolls it.

const HOLDERS_OF_FRAMES = "iframe,frame,object,embed";
const enrolled = []; // frame elements in shadow trees, weakly

// enroll gives a frame element a position that no frame of the window has: -2 and below.
function enroll(el) {
  let at = enrolled.findIndex((ref) => ref.deref() === el);
  if (at < 0) at = enrolled.push(new WeakRef(el)) - 1;
  return -2 - at;
}

// holderOf is the element of the child frame with that position, or null.
function holderOf(index) {
  if (index <= -2) {
    const el = enrolled[-2 - index]?.deref();
    return el && connected(el) ? el : null;
  }
  const child = window[index];
  return (child && collect(HOLDERS_OF_FRAMES).find((el) => el.contentWindow === child)) ?? null;
}

// holders says of each child frame whether a person can see and reach it: first of those of the window, then of the
// enrolled ones.
function holders(scan) {
  const count = window.length;
  const reached = (el) => shown(el) && !(stateOf(el, scan) & HIDDEN) && !(scan.modal && !inside(el, scan.modal));
  const state = new Array(count).fill(false);
  if (count > 0) {
    for (const el of collect(HOLDERS_OF_FRAMES)) {
      const child = el.contentWindow;
      if (!child) continue;
      for (let i = 0; i < count; i++) if (window[i] === child) state[i] = reached(el);
    }
  }
  for (const ref of enrolled) {
    const el = ref.deref();
    state.push(el !== undefined && connected(el) && reached(el));
  }
  return state;
}

// childIndex is the position of this frame among the frames of its parent, -1 for the main frame and for one that
// lies in a shadow tree.
function childIndex() {
  if (window.parent === window) return -1;
  for (let i = 0; i < window.parent.length; i++) if (window.parent[i] === window) return i;
  return -1;
}
