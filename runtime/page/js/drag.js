// Where a drag ends: the part of the page that a name says, what lies there, and what the page made of the way to it.

const PLACE_SELECTOR = REGION_SELECTOR + ",ul,ol,[role=list i],[role=listbox i],[role=grid i],[role=tree i],[aria-label],[aria-labelledby]";
const PLACE_ROLE = { ul: "list", ol: "list", li: "listitem", tr: "row", fieldset: "group", form: "form", dialog: "dialog" };

// placesNamed finds what is called so, besides what is dragged: candidates, lists and the regions of within by their
// whole names, and where there are none of these what says just that. Of one that lies in another the inner one counts,
// and of what is called by a heading what stands under that. names are those that there are.
function placesNamed(text, source, scan) {
  const wanted = foldRegion(text), names = [], hits = new Set(), titles = [];
  const note = (el, name, exact) => {
    if (!name || !el || !shown(el) || inside(el, source)) return;
    if (names.length < 400) names.push(cutTo(name, 120));
    if (exact) hits.add(el);
  };
  for (const el of pool()) {
    const role = eligible(el, scan);
    if (role === "") continue;
    const name = nameOf(el, role, scan);
    note(el, name, foldRegion(name) === wanted);
  }
  for (const el of collect(PLACE_SELECTOR)) {
    const { label, speaks } = matches(el, REGION_SELECTOR) ? regionOf(el, scan)
      : { label: collapse(labelledBy(el, "region", scan)) || attribute(el, "aria-label"), speaks: false };
    const exact = foldRegion(label) === wanted || (speaks && saysExactly(el, wanted));
    const title = exact && matches(el, HEADINGS), place = title ? under(el) : el;
    if (title && place) titles.push(el);
    note(place, label, exact);
  }
  if (hits.size === 0) {
    for (const el of collect("*")) {
      if (!firstElement(el) && !SILENT.has(tag(el)) && foldRegion(textContent(el).slice(0, NAME_LIMIT)) === wanted) note(el, text, true);
    }
  }
  const all = Array.from(hits);
  return { found: all.filter((el) => !all.some((other) => other !== el && inside(other, el)) && !titles.some((title) => inside(title, el))), names };
}

// under is what stands under a heading: the largest of what follows it, or its wrapper, and is drawn below it, up to the
// next one of its level; null for nothing.
function under(heading) {
  const level = levelOf(heading);
  const peer = (el) => el !== heading && matches(el, HEADINGS) && levelOf(el) <= level;
  const { bottom } = rectOf(heading);
  let found = null;
  for (let at = heading, climbs = 0; climbs < 6 && at && tag(at) !== "body" && tag(at) !== "main"; climbs++, at = flatParent(at)) {
    if (climbs > 0 && Array.from(queryElement(at, HEADINGS)).some(peer)) break;
    for (let n = nextElement(at); n; n = nextElement(n)) {
      if (peer(n) || Array.from(queryElement(n, HEADINGS)).some(peer)) break;
      if (shown(n) && rectOf(n).top >= bottom - 2 && (!found || areaOf(n) > areaOf(found))) found = n;
    }
    if (found) break;
  }
  return found;
}

// unfitToDrag: there is no place, or not only one, to drop it on.
function unfitToDrag(el, args) {
  args.known ??= placesNamed(args.to, el, newScan());
  const { found, names } = args.known;
  if (found.length === 1) return null;
  return { why: found.length ? "several places" : "no place", same: found.length, place: args.to, options: names };
}

// beginDrag names the place. What is out of view comes into it on the way.
function beginDrag(el, args) {
  args.known = undefined;
  const unfit = unfitToDrag(el, args);
  if (unfit) return unfit;
  const [place] = args.known.found;
  const at = spot(place);
  if (at.why === "covered") return { why: "place covered", by: at.by, place: args.to };
  const role = roleOf(place) || explicitRole(place) || PLACE_ROLE[tag(place)] || "region";
  armed.to = numberOf(place);
  return { why: "", to: armed.to, place: args.to, placeRole: role };
}

// spot is the point of a place where something is dropped, or why there is none: the center of what is in view of it,
// or else another one.
function spot(place) {
  const some = points(place);
  let by = null;
  for (const { x, y } of some) {
    const hit = hitAt(x, y);
    if (reaches(hit, place, x, y)) return { why: "", x, y };
    by ??= hit;
  }
  return some.length ? { why: "covered", by: describe(by) } : { why: "out of view" };
}

// reaches: what is dropped at a point that hits an element gets to a place. What hangs on the pointer is no obstacle.
function reaches(hit, place, x, y) {
  if (!hit) return false;
  if (inside(hit, place)) return true;
  if (armed?.kind !== "drag" || armed.start || !(inside(hit, armed.el) || armed.carried === hit)) return false;
  const { left, right, top, bottom } = rectOf(place);
  return x >= left && x <= right && y >= top && y <= bottom;
}

// followDrag notes what becomes of a drag, and keeps from the page what would be dropped on another place.
function followDrag(event, target) {
  switch (event.type) {
    case "dragstart":
      armed.start = event;
      break;
    case "pointermove": case "mousemove": case "dragover":
      armed.at = { x: event.clientX, y: event.clientY };
      break;
    case "drop": {
      const place = nodeOf(armed.to);
      armed.end = { target, meant: place !== null && isElement(target) && inside(target, place) };
      if (armed.end.meant) break;
      event.preventDefault();
      event.stopImmediatePropagation();
      break;
    }
    case "pointerup": case "mouseup": {
      const place = nodeOf(armed.to), hit = hitAt(event.clientX, event.clientY); // the event itself may have been captured
      armed.end ??= { target: hit, meant: place !== null && reaches(hit, place, event.clientX, event.clientY) };
      break;
    }
  }
}

// dragStarted says whether the browser drags something by itself now, as the page and the element ask it to.
const dragStarted = () => ({ started: armed?.start !== undefined && !armed.start.defaultPrevented });

// bring brings a place into view, and says where on it something is dropped.
async function bring({ node, ms }) {
  const end = performance.now() + ms;
  for (let scrolls = 0; ; scrolls++) {
    const place = nodeOf(node);
    if (!place) return { why: "detached" };
    const at = spot(place);
    if (at.why === "" || performance.now() >= end) return at;
    scrollIntoView(place, { block: ALIGN[scrolls % ALIGN.length], inline: "nearest", behavior: "instant" });
    await nextFrame();
  }
}

// arrived says whether the pointer is over a place: a frame after it came there, since what hangs on it follows late. What
// moves as the pointer does hangs on it.
async function arrived({ node }) {
  await nextFrame();
  const place = nodeOf(node), at = armed?.at;
  if (!place || !at) return { why: place ? "covered" : "detached" };
  const hit = hitAt(at.x, at.y), last = armed.under;
  armed.under = hit && { hit, at, box: rectOf(hit) };
  if (hit && last?.hit === hit) {
    const box = armed.under.box, dx = at.x - last.at.x, dy = at.y - last.at.y;
    const along = Math.abs(box.left - last.box.left - dx) <= 2 && Math.abs(box.top - last.box.top - dy) <= 2;
    if (along && Math.abs(dx) + Math.abs(dy) > 4) armed.carried = hit;
  }
  return reaches(hit, place, at.x, at.y) ? { why: "" } : { why: "covered", by: describe(hit) };
}

// landed says what received the drop, and gives the page a moment to hear of it.
async function landed() {
  for (let i = 0; i < 5 && !armed.end; i++) await frame();
  return armed.end ? { seen: true, meant: armed.end.meant, by: describe(armed.end.target) } : { seen: false };
}
