// The way to an element: into view, until it can be acted on, and the last look in the same moment as the act.

const ALIGN = ["center", "end", "start", "nearest"];

// What is at rest: where elements were at the last look, and whether a frame has passed since.
const MOST_PLACES = 254; // as many as a shortlist holds
let stood = { boxes: new Map(), passed: false };
const nextFrame = () => frame().then(() => pause(0)); // and what the page does in it is done

function rememberPlaces(elements, boxes) {
  const mine = stood = { boxes: new Map(), passed: false };
  for (const el of elements) {
    const known = boxes?.get(el); // of the element itself, or of what stands for it
    mine.boxes.set(el, known?.of === el ? known : rectOf(el));
  }
  nextFrame().then(() => { mine.passed = true; });
}

function rests(el) {
  const then = stood.passed && stood.boxes.get(el);
  if (!then) return false;
  const now = rectOf(el);
  return now.left === then.left && now.top === then.top && now.width === then.width && now.height === then.height;
}

// What the acts need besides check: "unfit" says why an element is none for the act, however long one waits, "act" is
// what must happen in the same moment as the check, "mutates" whether that changes more than the focus.
const ACTS = {
  check: {},
  fill: { kind: "fill", unfit: unfitToFill, act: beginFill, mutates: (el) => entry(el) === "set" },
  press: { kind: "press", act: beginPress },
  choose: { kind: "none", unfit: unfitToChoose, act: choose, mutates: () => true },
  tick: { unfit: unfitToTick },
  drag: { kind: "drag", unfit: unfitToDrag, act: beginDrag },
};

// approach brings a node into view and waits until it is visible, enabled, at rest for a frame and hit by the
// point; after ms it says what was missing. Then, in the same moment, it checks and acts: unless there are frames
// around to be looked at first, or the act itself changes something and so must be asked for by itself.
async function approach(args) {
  const { node, within, ms, act } = args;
  const end = performance.now() + ms;
  let scrolls = 0, scrolled = -Infinity, scan = null, scanned = 0;
  for (;;) {
    if (scan) lookAgain();
    const el = nodeOf(node);
    if (!el) return { why: "detached" };
    if (!args.asked && hearsay(el)) return { why: "hearsay" };
    const fresh = scan === null || performance.now() - scanned > 250;
    if (fresh) { scan = pointScan(within); scanned = performance.now(); }
    else scan = { ...newLightScan(), modal: scan.modal }; // modal dialogs are looked for less often: check does it again
    const is = identity(el, scan), undrawn = is.role === "" && !checkVisibility(el);
    if (!undrawn && !isMeant(is, args)) return { why: "changed", by: is, is };
    const unfit = undrawn ? null : ACTS[act].unfit?.(el, args);
    if (unfit) return { ...unfit, is };
    let state;
    if (undrawn || stateOf(el, scan) & HIDDEN) state = { why: "hidden" };
    else if (scan.modal && !inside(el, scan.modal)) state = { why: "covered", by: describe(scan.modal) };
    else if (isDisabled(el, scan)) state = { why: "disabled" };
    else state = aim(el, scan, ACTS[act].kind);
    if (state.why === "") {
      if (rests(el)) {
        const mutates = ACTS[act].mutates?.(el) ?? false;
        if (!args.here || mutates) return { ...state, is, mutates };
        return { ...checkAndAct({ ...args, x: state.x, y: state.y }, fresh ? scan : null), x: state.x, y: state.y, is, checked: true, first: watcher.early };
      }
      rememberPlaces([el]);
      state = { why: "moving" };
    }
    const at = performance.now();
    if (at >= end) return { ...state, is };
    if ((state.why === "out of view" || state.why === "covered") && at - scrolled > 250) {
      scrollIntoView(shownBy(el) ?? (shown(el) ? el : visibleLabel(el, scan) ?? imageOf(el) ?? el),
        { block: ALIGN[scrolls++ % ALIGN.length], inline: "nearest", behavior: "instant" });
      scrolled = at;
    }
    await nextFrame();
    if (performance.now() - scrolled > 1000 && state.why !== "moving") await pause(30);
  }
}

function identity(el, scan) {
  const role = roleOf(el);
  return { role, name: role ? nameOf(el, role, scan) : "", tag: tag(el) };
}

// isMeant compares with what was judged: a fingerprint, and where our side knows it the name to the letter.
function isMeant(is, { fp, name }) {
  const wanted = wantedOf(fp);
  return is.role === wanted.role && (name === undefined ? loose(is.name) === wanted.key : is.name === name);
}

// checkAndAct is the last look before the input, in one piece: the node is attached, has the role and name that
// were judged, is alone with them in its frame and region, is visible, enabled and at the point. Then it arms.
function checkAndAct(args, scan) {
  const { node, within, x, y, act } = args;
  if (!scan) { lookAgain(); scan = pointScan(within); }
  const el = nodeOf(node);
  if (!el) return { why: "detached" };
  if (within && enterRegion(scan, within)) return { why: "detached" };
  const is = identity(el, scan);
  if (!isMeant(is, args)) return { why: is.role === "" && !checkVisibility(el) ? "hidden" : "changed", by: is };
  if (!args.opened && newcomers()) return { why: "closed" };
  if (isDisabled(el, scan)) return { why: "disabled" };
  if (!eligible(el, scan)) return { why: scan.modal && !inside(el, scan.modal) ? "covered" : "hidden", by: describe(scan.modal) };
  const same = twins(is.role, loose(is.name), scan).length;
  if (same !== 1) return { why: "ambiguous", same };
  const hit = hitAt(x, y);
  if (!hit || !answersFor(hit, el, ACTS[act].kind)) return { why: "covered", by: describe(hit) };
  arm(el, ACTS[act].kind ?? "click", is);
  const done = ACTS[act].act?.(el, args) ?? { why: "" };
  if (done.why !== "" || done.done) armed.until = 0; // no input follows
  else if (args.report && report) awaitReport(args.here && armed.kind === "click" && watcher.early ? ["click", "clicked"] : ["click"]);
  return done;
}

// check is checkAndAct where the way was made before.
const check = (args) => checkAndAct(args, null);
