// What cannot be seen although it is drawn: cut off by what it lies in, or out where no scrolling leads.

// edgesOf is where an element ends and what it does to what sticks out of it; styles are read only when something does.
function edgesOf(n, scan) {
  let edges = scan.clips.get(n);
  if (edges === undefined) {
    const r = rectOf(n);
    edges = { left: r.left, top: r.top, right: r.right, bottom: r.bottom, cut: undefined, position: undefined };
    scan.clips.set(n, edges);
  }
  return edges;
}

const FREE = 0, CUTS = 1, SCROLLS = 2;

function cutOf(n, edges) {
  if (edges.cut === undefined) {
    const { overflowX, overflowY, display, contain } = getComputedStyle(n);
    if (display === "inline" || display === "contents") edges.cut = FREE;
    else if (/auto|scroll/u.test(overflowX + overflowY)) edges.cut = SCROLLS;
    else edges.cut = /hidden|clip/u.test(overflowX + overflowY) || /paint|strict|content/u.test(contain) ? CUTS : FREE;
  }
  return edges.cut;
}

const positionOf = (n, scan) => { const edges = edgesOf(n, scan); return edges.position ??= getComputedStyle(n).position; };

// escapes: the box of el is not laid out in `around`, so that its overflow does not cut it.
function escapes(el, around, scan) {
  let free = false;
  for (let n = el; n && n !== around; n = flatParent(n)) {
    const position = positionOf(n, scan);
    if (position === "fixed") return true;
    if (position === "absolute") free = true; else if (position !== "static") free = false;
  }
  return free && positionOf(around, scan) === "static";
}

// clippedAway: nothing of the box of an element can come into view.
function clippedAway(el, box, scan) {
  if (box.width <= 1 && box.height <= 1) return true; // the usual way to hide a text from the eye
  let { left, top, right, bottom } = box;
  if (scan.cutters === undefined) scan.cutters = cutters(scan);
  const some = scan.cutters;
  for (let n = some?.size === 0 ? null : flatParent(el); n; n = flatParent(n)) {
    if (some !== null && !some.has(n)) continue;
    const edges = edgesOf(n, scan);
    if (left >= edges.left && right <= edges.right && top >= edges.top && bottom <= edges.bottom) continue;
    const kind = tag(n);
    if (kind === "body" || kind === "html") continue;
    const cut = cutOf(n, edges);
    if (cut === FREE || escapes(el, n, scan)) continue;
    if (cut === SCROLLS) {
      if (edges.right - edges.left <= 1 || edges.bottom - edges.top <= 1) return true;
      ({ left, top, right, bottom } = edges);
      continue;
    }
    left = Math.max(left, edges.left); right = Math.min(right, edges.right);
    top = Math.max(top, edges.top); bottom = Math.min(bottom, edges.bottom);
    if (right - left <= 1 || bottom - top <= 1) return true;
  }
  if (bottom <= 0 && bottom + scrollY <= 0) return true;
  if (right <= 0 && right + scrollX <= 0) return scan.leftward ??= getComputedStyle(documentElement(document)).direction !== "rtl";
  return false;
}

const FIELD_TAGS = new Set(["input", "select", "textarea"]);

// laidOver: a field that is itself transparent and lies over what is drawn for it, so that it takes the clicks; or one
// that its component fades out, with a label in its place, until it is used.
function laidOver(el) {
  if (!FIELD_TAGS.has(tag(el)) || !checkVisibility(el, { visibilityProperty: true })) return false;
  const up = flatParent(el), faded = up !== null && !checkVisibility(up, VISIBLE);
  const { opacity, pointerEvents, clip } = getComputedStyle(el);
  if (pointerEvents === "none" || clip !== "auto" || (faded ? !hostShows(el) : opacity !== "0")) return false;
  const r = rectOf(el);
  return r.width >= 8 && r.height >= 8;
}

const hostShows = (el) => { const { host } = rootOf(el); return isElement(host) && checkVisibility(host, VISIBLE); };

// cutOut: a field that its own style leaves nothing of.
const cutOut = (el, scan) => FIELD_TAGS.has(tag(el)) && mayCutOut(el, scan) && /^rect\((?:0px|1px)[, ]/u.test(getComputedStyle(el).clip);
