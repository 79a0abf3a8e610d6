// Editors that draw their text themselves and take keys through a field that nobody can see: one without a width, a
// pixel large or transparent. What shows the text, under the pointer of a text, stands for that field: it is where the
// field is for a person, and a click on it is for the field.

const LEAST_AREA = 400; // square CSS pixels of what shows the text
const AREA_CLIMBS = 5, AREA_PARTS = 300; // how far it is looked for
const areas = new WeakMap(); // field -> what was last found to show its text
let anyArea = false;

const editContextOf = "editContext" in HTMLElement.prototype ? getter(HTMLElement.prototype, "editContext") : () => null;
const hasEditContext = (el) => isHTML(el) && editContextOf(el) !== null;
const isWriter = (el) => tag(el) === "textarea" || hasEditContext(el) || (hasAttr(el, "contenteditable") && isEditable(el));

// tiny: what a person cannot see of a field, whatever its styles say.
const tiny = (box) => box.width <= 2 || box.height <= 2;

// writingArea is what shows the text of a field that cannot be seen itself, null for none.
function writingArea(el) {
  if (!isWriter(el) || !checkVisibility(el, { visibilityProperty: true })) return null;
  const known = areas.get(el);
  if (known && connected(known) && isWritingArea(known)) return known;
  let up = flatParent(el), left = AREA_PARTS;
  for (let climbs = 0; up && climbs < AREA_CLIMBS && !ENDS.has(tag(up)); climbs++, up = flatParent(up)) {
    if (isWritingArea(up)) return keepArea(el, up);
    for (const part of queryElement(up, "*")) {
      if (left-- <= 0) return null;
      if (isWritingArea(part)) return keepArea(el, part);
    }
  }
  return null;
}

function isWritingArea(el) {
  if (matches(el, OPERABLE_TAGS) || isWriter(el) || getComputedStyle(el).cursor !== "text") return false;
  if (!checkVisibility(el, VISIBLE) || areaOf(el) < LEAST_AREA) return false;
  for (const field of queryElement(el, "input,textarea,[contenteditable]")) if (shown(field)) return false; // the pointer is that field's
  return true;
}

function keepArea(el, area) {
  areas.set(el, area);
  anyArea = true;
  return area;
}

// areaFor is the box of what shows the text of a field that cannot be seen itself, null for none.
function areaFor(el, scan) {
  const area = writingArea(el), box = area && boxOf(area);
  if (box && !clippedAway(area, box, scan)) return box;
  if (anyArea) areas.delete(el);
  return null;
}

// shownBy is what was found to show the text of a field, undefined for one that is seen itself.
function shownBy(el) {
  const area = anyArea ? areas.get(el) : undefined;
  return area && connected(area) ? area : undefined;
}

// writtenIn is the text that an area shows, its lines from top to bottom.
function writtenIn(area, limit) {
  const lines = [];
  for (let n = firstElement(area); n && lines.length < 1000; n = nextElement(n)) lines.push({ n, top: rectOf(n).top });
  if (lines.length === 0) return textOf(area, limit);
  lines.sort((a, b) => a.top - b.top);
  let text = "";
  for (const { n } of lines) {
    text += textOf(n, limit) + "\n";
    if (text.length > limit) break;
  }
  return cutTo(text, limit);
}

// paste offers a text to an editor as a paste would bring it, in one piece: what is typed it may go on with by itself
// (brackets, indents). done says that it took it.
function paste({ node, text }) {
  const el = nodeOf(node), clipboardData = new DataTransfer();
  if (!el || !hasFocus(el)) return { done: false };
  clipboardData.setData("text/plain", text);
  return { done: !el.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true, composed: true })) };
}

// drawnHeld says whether an area shows a text, and how long what it shows is. Of a long text it shows a part, and beside
// one that was pasted perhaps what the editor remarks on it.
function drawnHeld(area, text, pasted) {
  const letters = (s) => lettersOf(s).replace(/[\u200b\ufeff]/gu, ""); // some hold a line open with what has no width
  const says = letters(writtenIn(area, 2 * text.length + NAME_LIMIT)), wants = letters(text);
  const part = says.length >= Math.min(20, wants.length) && wants.includes(says);
  return { attached: true, same: says === wants || (wants !== "" && (part || (pasted && says.includes(wants)))), unread: says === "" && wants !== "", length: says.length };
}
