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

// everyHolder calls visit(el, i) for each frame element, i being its place: first those of the window by their position,
// then the enrolled ones.
function everyHolder(visit) {
  const count = window.length;
  if (count > 0) {
    const at = new Map();
    for (let i = 0; i < count; i++) at.set(window[i], i);
    for (const el of collect(HOLDERS_OF_FRAMES)) {
      const i = at.get(el.contentWindow);
      if (i !== undefined) visit(el, i);
    }
  }
  enrolled.forEach((ref, i) => {
    const el = ref.deref();
    if (el && connected(el)) visit(el, count + i);
  });
}

const reachable = (el, scan) => shown(el) && !(stateOf(el, scan) & HIDDEN) && !(scan.modal && !inside(el, scan.modal));

// holders says of each child frame, by its place, whether a person can see and reach it.
function holders(scan) {
  const state = new Array(window.length + enrolled.length).fill(false);
  everyHolder((el, i) => { state[i] = reachable(el, scan); });
  return state;
}

// standing says what this frame is, whether a person can see and reach its child frames, and where they are: the
// part of each that is drawn, as left, top, right and bottom, and where its own viewport begins and how it is scaled.
// With `look`, what observe says for that is in it, too.
function standing({ look }) {
  const found = look ? observe(look) : null;
  const count = window.length + enrolled.length;
  const out = { found, ...whereabouts(), holders: new Array(count).fill(false), areas: [], width: innerWidth, height: innerHeight };
  if (count === 0) return out;
  const scan = newScan();
  for (let i = 0; i < count; i++) out.areas.push([0, 0, 0, 0, 0, 0, 1, 1]);
  everyHolder((el, i) => {
    out.holders[i] = reachable(el, scan);
    out.areas[i] = areaOfFrame(el);
  });
  return out;
}

function areaOfFrame(el) {
  const { left, top, width, height } = rectOf(el);
  const { paddingLeft, paddingTop, paddingRight, paddingBottom } = getComputedStyle(el);
  const scaleX = el.offsetWidth ? width / el.offsetWidth : 1, scaleY = el.offsetHeight ? height / el.offsetHeight : 1;
  const pad = (side) => parseFloat(side) || 0;
  const x = left + (el.clientLeft + pad(paddingLeft)) * scaleX, y = top + (el.clientTop + pad(paddingTop)) * scaleY;
  const w = (el.clientWidth - pad(paddingLeft) - pad(paddingRight)) * scaleX, h = (el.clientHeight - pad(paddingTop) - pad(paddingBottom)) * scaleY;
  return [x, y, x + w, y + h, x, y, scaleX, scaleY];
}

// childIndex is the position of this frame among the frames of its parent, -1 for the main frame and for one that
// lies in a shadow tree.
function childIndex() {
  if (window.parent === window) return -1;
  for (let i = 0; i < window.parent.length; i++) if (window.parent[i] === window) return i;
  return -1;
}
