// What the page says and when it rests.

// quiet resolves when the document is parsed and nothing in it (open shadow roots included) has changed for `still`
// ms, with one frame painted soon after the last change and another behind the rest; or after ms, with quiet false.
// Where the last input made scripts ask for timers, `horizon` ms must have passed since. Where the page has heard nothing
// from elsewhere (unheard), the time counts from the last input, and `brief` ms are enough where nothing at all came of it.
async function quiet({ still, brief, unheard, horizon, ms }) {
  const start = performance.now();
  const observer = new MutationObserver(() => { last = performance.now(); });
  const seen = new WeakSet();
  const watch = () => {
    lookAgain();
    everyRoot((root) => {
      if (seen.has(root)) return;
      seen.add(root);
      observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
    });
  };
  watch();
  let last = unheard && unchanged() ? lastInput.at : start;
  const due = () => Math.max(last + (unheard && untouched() ? brief : still), timersDue(horizon));
  try {
    for (;;) {
      const mark = last;
      await frame();
      const now = performance.now();
      if (now - start >= ms) return { quiet: false };
      const loading = readyState(document) === "loading";
      const wait = loading ? still : due() - now;
      if (wait > 0) await pause(Math.min(wait, start + ms - now));
      if (unheard && untouched()) await leisure(horizon); // tasks that follow each other without a timer
      if (last === mark && !loading && readyState(document) !== "loading") {
        await frame();
        if (last === mark && due() <= performance.now()) return { quiet: true };
      }
      watch();
    }
  } finally {
    observer.disconnect();
  }
}

// unchanged: nothing in the trees has changed since the last input, for they were watched from before it.
const unchanged = () => lastInput !== null && lastInput.epoch !== null && epoch === lastInput.epoch;
// untouched: nor have scripts asked for a timer or a frame.
const untouched = () => unchanged() && askedTimers() === lastInput.timers && askedFrames() === lastInput.frames;

// timersDue is when the timers may all have fired that scripts asked for since the last input, at the latest horizon
// ms after it; -Infinity when they asked for none. Scripts and we get numbers from one counter.
function timersDue(horizon) {
  return lastInput && askedTimers() > lastInput.timers ? lastInput.at + horizon : -Infinity;
}
function askedTimers() {
  const timer = later(() => {}, 0);
  clearTimeout(timer);
  return timer - timersOfOurs;
}
function askedFrames() {
  const frame = atFrame(() => {});
  cancelAnimationFrame(frame);
  return frame - framesOfOurs;
}

// changed resolves at the next change of the document, or after ms.
function changed({ ms }) {
  return new Promise((done) => {
    const observer = new MutationObserver(() => finish(true));
    const timer = later(() => finish(false), ms);
    function finish(by) { observer.disconnect(); clearTimeout(timer); done({ changed: by }); }
    everyRoot((root) => observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true }));
  });
}

// text is the visible text of this frame, white space collapsed, at most limit characters.
function text({ limit }) {
  const parts = [];
  let room = limit;
  const add = (el) => {
    if (room <= 0 || !isHTML(el) || SILENT.has(tag(el)) || !checkVisibility(el, { visibilityProperty: false })) return;
    const said = collapse(cutTo(innerText(el), 2 * limit));
    if (said) { parts.push(cutTo(said, room)); room -= said.length; }
  };
  everyRoot((root) => {
    if (root === document) { const body = bodyOf(document); if (body) add(body); return; }
    for (let n = root.firstElementChild; n; n = nextElement(n)) if (tag(n) !== "style") add(n);
  });
  return { ...whereabouts(), holders: holders(newScan()), text: parts.join(" ") };
}

// resolve lists the elements that a CSS selector matches, shadow roots included, and how many elements may have a
// closed one that is not known yet.
function resolve({ selector, max }) {
  const out = { ...whereabouts(), holders: holders(newScan()), suspects: suspects().length, node: [], visible: [], bad: "" };
  try { queryAll(document, selector); } catch (error) { return { ...out, bad: String(error.message) }; }
  everyRoot((root) => {
    for (const el of queryAll(root, selector)) {
      if (out.node.length >= max) return;
      out.node.push(numberOf(el));
      out.visible.push(shown(el));
    }
  });
  return out;
}

// expected is the candidate (of those numbered) that a selector points at: the element itself, the nearest one
// that it lies in, the control of a label, or the only one inside it.
function expected({ selector, among }) {
  const set = new Map();
  for (const n of among) { const el = nodeOf(n); if (el) set.set(el, n); }
    const hits = [];
  try { queryAll(document, selector); } catch (error) { return { node: 0, bad: String(error.message) }; }
  everyRoot((root) => { for (const el of queryAll(root, selector)) hits.push(el); });
  hits.sort((a, b) => shown(b) - shown(a));
  for (const el of hits.slice(0, 100)) {
    for (let n = el; n; n = flatParent(n)) {
      if (set.has(n)) return { node: set.get(n), bad: "" };
      if (tag(n) === "label" && n.control && set.has(n.control)) return { node: set.get(n.control), bad: "" };
    }
    const within = [];
    for (const [c, n] of set) if (inside(c, el)) within.push(n);
    if (within.length === 1) return { node: within[0], bad: "" };
  }
  return { node: 0, bad: "" };
}
