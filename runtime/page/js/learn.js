// What custom elements say of themselves where no script but their own can hear it (ElementInternals). Our side asks
// the browser's accessibility tree, about few elements and about each once: the tree is dear to build.

const learned = new WeakMap(); // element -> { role, label } as the browser has them, "" for none
const kinds = new Map(); // name of an element -> the role of those that were asked and how many, -1 where they differ
let mute = new Set(); // elements to ask about
let anyLearned = false;
const MOST_MUTE = 100; // in one look; the rest is for the next
const ALIKE = 3; // so many of one name with one role and no label speak for all of that name
const MOST_ELEMENTS = 20_000; // in a document with more, building the tree takes too long

const custom = (el) => tag(el).includes("-");

// wonder puts an element on the list to ask about.
function wonder(el) {
  if (mute.size < MOST_MUTE && custom(el) && !hasAttr(el, "role") && learnedOf(el) === undefined && matches(el, ":defined")) mute.add(el);
}

function learnedOf(el) {
  const known = learned.get(el);
  if (known !== undefined) return known;
  const kind = kinds.get(tag(el));
  return kind !== undefined && kind.count >= ALIKE ? kind : undefined;
}

// ownRole and ownLabel are what an element says of itself without an attribute.
const ownRole = (el) => anyLearned && custom(el) ? learnedOf(el)?.role ?? "" : "";
const ownLabel = (el) => anyLearned && custom(el) ? learnedOf(el)?.label ?? "" : "";

// hearsay: the name of an element, or of another one that has its role and whose kind says names of itself, is what it
// once said. It may say another one by now, and nothing tells, so that they all are put on the list, to be asked again
// before the element is acted on.
function hearsay(el) {
  if (!anyLearned) return false;
  const role = roleOf(el), again = new Set();
  everyRoot((root) => {
    for (const other of [...customIn(root), ...hostsIn(root)]) {
      if (again.size < MOST_AGAIN && learned.get(other)?.role === role && kinds.get(tag(other))?.count === -1) again.add(other);
    }
  });
  if (again.size === 0) return false;
  if (learned.has(el)) again.add(el);
  mute = again;
  return true;
}
const MOST_AGAIN = 300; // that are asked again before one act

// mutes are the elements to ask about, and from now on none.
function mutes() {
  const list = Array.from(mute).filter(connected);
  mute = new Set();
  return list.some((el) => !learned.has(el)) && queryDocument(document, "*").length > MOST_ELEMENTS ? [] : list;
}

// learn takes the answers: of each element of the list its role and its label.
function learn(list, answers) {
  let news = false;
  list.forEach((el, i) => {
    const { role, label } = answers[i];
    const known = { role: ROLES.has(role) && !NO_ROLE.has(role) ? role : "", label: collapse(label) };
    const before = learned.get(el);
    learned.set(el, known);
    if (before !== undefined && before.role === known.role && before.label === known.label) return;
    news = true;
    const kind = kinds.get(tag(el));
    if (kind === undefined) kinds.set(tag(el), { role: known.role, label: "", count: known.label === "" ? 1 : -1 });
    else if (kind.role !== known.role || known.label !== "") kind.count = -1;
    else if (kind.count > 0) kind.count++;
    anyLearned = true;
  });
  if (news) endEpoch();
}
