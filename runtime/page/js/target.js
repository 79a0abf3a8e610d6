// The very node: found again, brought into view, checked, and watched while the input arrives.

// hitAt is the innermost element at a point of this frame's viewport, open shadow roots included.
function hitAt(x, y) {
  let hit = pointDocument(document, x, y);
  for (let shadow = hit && shadowOf(hit); shadow; shadow = shadowOf(hit)) {
    const deeper = pointShadow(shadow, x, y);
    if (!deeper || deeper === hit) break;
    hit = deeper;
  }
  return hit;
}

// lands: what the point hits would hand the event to el: el itself, something in it that is no control of
// its own, a label of it, or what shows its text.
function lands(hit, el) {
  const area = shownBy(el);
  for (let n = hit; n; n = flatParent(n)) {
    if (n === el || n === area) return true;
    if (tag(n) === "label") return n.control === el;
    if (matches(n, OPERABLE) && roleOf(n) !== "") return false; // a textbox that nobody can type into is none
  }
  return false;
}

// KEYED are the kinds of acts that bring the focus to their element and send keys: no pointer goes there.
const KEYED = new Set(["press", "fill"]);

// answersFor: what the point hits shows that nothing else lies over el, for an act of a kind. For keys that may be anything
// in it, a control of its own too: a list is often covered with its options.
const answersFor = (hit, el, kind) => lands(hit, el) || (KEYED.has(kind) && inside(hit, el));

function describe(el) {
  if (!el) return { role: "", name: "", tag: "" };
  for (let n = el; n; n = flatParent(n)) {
    if (armed?.el && (n === armed.el || n === shownBy(armed.el))) return armed.is;
    const role = roleOf(n);
    if (role) return { role, name: nameOf(n, role, newLightScan()), tag: tag(n) };
  }
  const id = attribute(el, "id"), first = attribute(el, "class").split(" ")[0];
  return { role: "", name: "", tag: cutTo(tag(el) + (id ? "#" + id : first ? "." + first : ""), 80) };
}

// points are places on an element that are worth aiming at, in the part of it that is in view.
function points(el) {
  const list = [];
  let rects = Array.from(rectsOf(el)).filter((r) => r.width > 0 && r.height > 0);
  if (rects.length === 0) { const box = boxOf(el) ?? areaRect(el); if (box) rects = [box]; }
  for (const r of rects.slice(0, 4)) {
    const left = Math.max(r.left, 0), right = Math.min(r.right, innerWidth);
    const top = Math.max(r.top, 0), bottom = Math.min(r.bottom, innerHeight);
    if (right - left < 1 || bottom - top < 1) continue;
    for (const [fx, fy] of [[0.5, 0.5], [0.2, 0.5], [0.8, 0.5], [0.5, 0.2], [0.5, 0.8]]) {
      list.push({ x: left + (right - left) * fx, y: top + (bottom - top) * fy });
    }
  }
  if (isSVG(el) && "getTotalLength" in el) list.push(...onCurve(el));
  return list;
}

// onCurve are points of the outline of a shape, for one that has no inside.
function onCurve(el) {
  const to = el.getScreenCTM(), list = [];
  if (!to) return list;
  let length = 0;
  try { length = el.getTotalLength(); } catch { return list; } // one that is not drawn
  for (const share of length > 0 ? [0.5, 0.3, 0.7] : []) {
    const { x, y } = el.getPointAtLength(length * share).matrixTransform(to);
    if (x >= 0 && y >= 0 && x < innerWidth && y < innerHeight) list.push({ x, y });
  }
  return list;
}

// aim is a point that reaches el for an act of a kind, of a pointer where none is given, or why there is none.
function aim(el, scan, kind) {
  const surfaces = [];
  const area = shownBy(el);
  if (area) surfaces.push(area);
  else if (shown(el) || laidOver(el) || areaBox(el, scan)) surfaces.push(el);
  if (standsBehindLabel(el)) for (const label of labelsOf(el, scan) ?? []) if (shown(label)) surfaces.push(label);
  if (surfaces.length === 0) return { why: "hidden" };
  let by = null, seen = false;
  for (const surface of surfaces) {
    for (const p of points(surface)) {
      seen = true;
      const hit = hitAt(p.x, p.y);
      if (hit && answersFor(hit, el, kind)) return { why: "", x: p.x, y: p.y };
      by ??= hit;
    }
  }
  if (!seen) return { why: "out of view" };
  return letsThrough(el, by) ? { why: "disabled" } : { why: "covered", by: describe(by) };
}

// letsThrough: a style hands what points at el on to what lies under it, which the point hit.
function letsThrough(el, hit) {
  if (!hit || getComputedStyle(el).pointerEvents !== "none") return false;
  for (let n = flatParent(el); n; n = flatParent(n)) if (n === hit) return true;
  return false;
}

// wantedOf reads a fingerprint: the role, and the name as loose folds it.
function wantedOf(fp) {
  const at = fp.indexOf("|");
  return { role: fp.slice(0, at), key: loose(fp.slice(at + 1)) };
}

// find lists the candidates with the role and the name of a fingerprint: their numbers and names. When there are
// none it lists all with the role, since our side masks names and this one does not.
function find({ fp, within }) {
  const scan = pointScan(within);
  if (within) {
    const missing = enterRegion(scan, within);
    if (missing) return { regions: missing, node: [], name: [] };
  }
  const { role, key } = wantedOf(fp);
  let some = twins(role, key, scan);
  if (some.length === 0) some = pool().filter((el) => roleOf(el) === role && eligible(el, scan) === role);
  return { node: some.map(numberOf), name: some.map((el) => nameOf(el, role, scan)) };
}

// who says what a node is now: attached, role and name.
function who({ node }) {
  const el = nodeOf(node);
  if (!el) return { attached: false, role: "", name: "" };
  const role = roleOf(el);
  return { attached: true, role, name: role ? nameOf(el, role, newScan()) : "" };
}

// place turns a point of a child frame's viewport into one of this frame's, and says what is there instead
// when the child's frame element is not what the point hits.
function place({ index, x, y }) {
  const holder = holderOf(index);
  if (!holder) return { why: "detached" };
  const box = rectOf(holder);
  const style = getComputedStyle(holder);
  const scaleX = holder.offsetWidth ? box.width / holder.offsetWidth : 1;
  const scaleY = holder.offsetHeight ? box.height / holder.offsetHeight : 1;
  const px = box.left + (holder.clientLeft + (parseFloat(style.paddingLeft) || 0) + x) * scaleX;
  const py = box.top + (holder.clientTop + (parseFloat(style.paddingTop) || 0) + y) * scaleY;
  const hit = hitAt(px, py);
  if (hit === holder) return { why: "", x: px, y: py };
  return px < 0 || py < 0 || px >= innerWidth || py >= innerHeight ? { why: "out of view" } : { why: "covered", by: describe(hit) };
}

// bringFrame scrolls the frame element of a child frame into view.
function bringFrame({ index }) {
  const holder = holderOf(index);
  if (holder) scrollIntoView(holder, { block: "center", inline: "nearest", behavior: "instant" });
  return !!holder;
}

// What really received an event. The listeners stand on the window: before all of the page's own where our world was
// there first (first.js), before most of them elsewhere. Until the input has been accounted for they also guard: what
// would begin an action on another element than the one that was meant (a press of the button, a key, text) is kept
// from the page, with all that follows from it.
let armed = null;
// receiver is the innermost element that an event goes to. A closed shadow tree hides it behind its host.
function receiver(event) {
  let target = event.composedPath()[0];
  while (anyClosed && isElement(target) && closedRoots.has(target)) {
    const root = closedRoots.get(target);
    let deeper = event instanceof MouseEvent ? pointShadow(root, event.clientX, event.clientY) : activeInShadow(root);
    if (!deeper || deeper === target) break;
    for (let open = openShadow(deeper); open; open = openShadow(deeper)) {
      const next = event instanceof MouseEvent ? pointShadow(open, event.clientX, event.clientY) : activeInShadow(open);
      if (!next || next === deeper) break;
      deeper = next;
    }
    target = deeper;
  }
  return target;
}
function witness(event) {
  if (armed === null || !event.isTrusted) return;
  if (lastInput) lastInput.at = performance.now();
  if (event instanceof MouseEvent && event.timeStamp > armed.landed) release(armed); // timers wait behind input
  const target = receiver(event);
  if (armed.kind === "drag") followDrag(event, target);
  const seen = { type: event.type, target: isElement(target) ? target : null };
  if (performance.now() < armed.until && GUARDED[armed.kind].includes(event.type)) {
    const meant = meantFor(armed, target);
    if (meant) seen.is = renamed(armed);
    if (!meant || seen.is) {
      armed.astray = true;
      armed.strayed ??= seen;
    }
  }
  if (armed.astray && ACTING.has(event.type)) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  if (!armed.first.has(event.type)) armed.first.set(event.type, seen);
  if (LANDING.hover.includes(event.type)) armed.hovered = seen;
  if (armed.awaited && LANDING[armed.awaited.at(-1)].at(-1) === event.type) { // of a press the later one: the page may do something in between
    const mine = armed;
    receipts(mine.awaited, () => undefined);
    if (event instanceof MouseEvent) mine.landed = event.timeStamp; // the other events of the same input have the same
    later(() => release(mine));
  }
}
// release ends the guard: what comes now is not ours.
function release(mine) {
  mine.until = 0;
  mine.astray = false;
}
const GUARD_MS = 3000; // at most: a person may be at the same page
const GUARDED = { click: ["pointerdown", "mousedown"], drag: ["pointerdown", "mousedown"], press: ["keydown"], fill: ["keydown", "beforeinput"], none: [],
  all: ["pointerdown", "mousedown", "keydown", "beforeinput"] };
const ACTING = new Set(["pointerdown", "mousedown", "pointerup", "mouseup", "click", "auxclick", "dblclick", "contextmenu", "dragstart", "keydown", "keypress",
  "keyup", "beforeinput"]);
watcher.witness = witness;
let lastInput = null; // when the last input came; how many timers and frames scripts had asked for before it, and since when nothing had changed
function arm(el, kind, is) {
  forget(); // what the events say of elements is looked up then
  if (!watcher.stand()) watcher.put(false);
  lastInput = { at: performance.now(), timers: askedTimers(), frames: askedFrames(), epoch };
  const over = el !== null && matches(el, ":is(:hover)"); // the pointer is there already
  const open = !epoch || epoch.tops.some((top) => matches(top, "[open],:popover-open")); // a click anywhere may close it
  armed = { el, kind, is, over, open, epoch, focused: kind === "click" && el !== null ? active() : undefined, first: new Map(), hovered: null, strayed: null, awaited: null, landed: Infinity, astray: false, until: performance.now() + GUARD_MS };
}
// renamed is what the element calls itself since the pointer came to it, null where that is what was judged: "Following"
// becomes "Unfollow" there. One that only says more than before (a tip in it) is the same.
function renamed({ el, kind, is }) {
  if (el === null || kind !== "click") return null;
  const now = identity(el, scanAmid());
  return now.role === is.role && (now.name === is.name || now.name.startsWith(is.name + " ")) ? null : now;
}
// Where the page opens its document for writing, the browser takes our listeners off between two events of one input.
new MutationObserver(() => { if (armed !== null && performance.now() < armed.until && !watcher.stand()) watcher.put(false); })
  .observe(document, { childList: true });
const meantFor = ({ el, kind }, target) => el !== null && isElement(target) &&
  (KEYED.has(kind) ? inside(target, el) : lands(target, el));

const LANDING = { click: ["pointerdown", "mousedown"], hover: ["mousemove", "mouseover", "pointermove"],
  press: ["keydown"], fill: ["beforeinput", "input"], clicked: ["click"] };

// firstOf is the first event of a kind since the node was armed.
function firstOf(kind) {
  for (const seen of armed.first.values()) if (LANDING[kind].includes(seen.type)) return seen;
  return undefined;
}

// received says for each kind which element got the first event of it since the node was armed, and whether it was
// meant. With wait it does so as soon as one of the last kind comes, or when it is asked again without.
function received({ kinds, wait }) {
  if (armed === null) return kinds.map(() => ({ seen: false }));
  if (wait && !firstOf(kinds.at(-1))) {
    return new Promise((done) => { armed.awaited = kinds; armed.done = done; });
  }
  release(armed);
  return receipts(kinds, pointed);
}

// The report of what receives the input of an act. Input overtakes a question that is asked with it, and then a frame comes
// before the answer: so the question is there before the last look, and waits.
let report = null;
function reported() {
  report?.done([]);
  return new Promise((done) => { report = { done }; });
}

// awaitReport makes the report one of what gets the events of some kinds, as soon as the last of them comes.
function awaitReport(kinds) {
  armed.awaited = kinds;
  armed.done = report.done;
}

// opened: what a press on a field brought up was let go of over it, so that the click went to what holds both. The field
// has the focus, which is what it was clicked for.
const opened = (el, target) => FIELD_TAGS.has(tag(el)) && hasFocus(el) && target !== el && inside(el, target);

function receipts(kinds, otherwise) {
  const { el, awaited, done, strayed } = armed;
  const said = kinds.map((kind) => {
    // What the guard stopped goes first: a page can make events of typing that the browser vouches for, before ours come.
    const event = (kind === "hover" ? null : strayed) ?? firstOf(kind) ?? otherwise(kind);
    if (!event) return { seen: false };
    const meant = el !== null && event.target !== null && (KEYED.has(kind) ? inside(event.target, el) : lands(event.target, el) || (kind === "clicked" && opened(el, event.target)));
    const right = meant && !event.is;
    return { seen: true, meant: right, by: event.is ?? describe(event.target), idle: kind === "clicked" && right && idle(event.target) };
  });
  armed.awaited = null;
  if (awaited) done(said);
  return said;
}
// pointer says where the pointer was last since the node was armed or this was asked, and leaves the guard up.
function pointer() {
  if (armed === null || armed.el === null) return { seen: false };
  const event = armed.hovered ?? pointed("hover");
  armed.hovered = null;
  armed.first.clear();
  if (!event) return { seen: false };
  return { seen: true, meant: event.target !== null && lands(event.target, armed.el), by: describe(event.target) };
}
// pointed is the second witness, for a page that stopped the events before they came to us: the element that
// the browser itself holds for pressed, or under the pointer. Where our listeners are the first no page can do that, and
// an element that the pointer was over before says nothing of where it went.
function pointed(kind) {
  if (watcher.early || (kind === "hover" && armed.over)) return undefined;
  const state = kind === "click" ? ":is(:active)" : kind === "hover" ? ":is(:hover)" : ""; // bare, they hold for links only in quirks mode
  const target = state && collect(state).at(-1);
  return target ? { target } : undefined;
}

// watchHere arms a frame that should receive nothing: what it does receive went astray.
function watchHere() { arm(null, "all"); return true; }
