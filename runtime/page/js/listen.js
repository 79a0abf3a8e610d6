// What listens for clicks. A script cannot ask for the listeners of others, but the protocol can: our side asks once
// a look and hands in the elements that it has not named before. Most are controls anyhow; the others are kept.

const heard = new Map(); // the browser's number of an element -> the element, weakly
const hearing = new WeakSet(); // elements that listen and that no selector of ours finds
let nets = new WeakSet(); // of them, those that hold another one: they listen for what lies in them
let anyHearing = false;

const LONG_TEXT = 400; // characters: what says more than that is a part of the page, not a control

// hear takes the elements with these numbers, null for one that is not of this document, and forgets those in gone.
// It returns how many of them may make a difference.
function hear(ids, elements, gone) {
  let news = 0;
  for (const id of gone) {
    const el = heard.get(id)?.deref();
    heard.delete(id);
    if (el && hearing.delete(el)) news++;
  }
  for (let i = 0; i < ids.length; i++) {
    const el = elements[i];
    if (!el || nodeType(el) !== ELEMENT || ownerDocument(el) !== document || standardRole(el) !== "") continue;
    heard.set(ids[i], new WeakRef(el));
    hearing.add(el);
    news++;
  }
  anyHearing = heard.size > 0;
  if (news > 0) endEpoch();
  return news;
}

// listeners are the elements that listen, by the root they lie in and in document order, and it finds out which of
// them hold others.
function listeners() {
  const byRoot = new Map();
  if (!anyHearing) return byRoot;
  nets = new WeakSet();
  for (const [id, ref] of heard) {
    const el = ref.deref();
    if (el === undefined) { heard.delete(id); continue; }
    if (!connected(el)) continue;
    const root = rootOf(el);
    const list = byRoot.get(root);
    if (list) list.push(el); else byRoot.set(root, [el]);
    if (!shown(el)) continue;
    for (let n = flatParent(el); n; n = flatParent(n)) {
      if (!hearing.has(n)) continue;
      if (nets.has(n)) break;
      nets.add(n);
    }
  }
  for (const [root, list] of byRoot) {
    if (isDeep(list[0])) byRoot.set(root, ordered(root, new Set(list)));
    else list.sort((a, b) => before(a, b) ? -1 : 1);
  }
  return byRoot;
}

// isDeep: a comparison of places in the document costs as much as the way up is long.
function isDeep(el) {
  let levels = 0;
  for (let n = parentNode(el); n && levels <= 1000; n = parentNode(n)) levels++;
  return levels > 1000;
}

// ordered are the elements of a set in document order, found by one walk.
const ordered = (root, set) => Array.prototype.filter.call(queryAll(root, "*"), (el) => set.has(el));

// merged puts the elements of one sorted list among those of another.
function merged(root, all, more) {
  if (isDeep(more[0])) return ordered(root, new Set([...all, ...more]));
  const out = [];
  let at = 0;
  for (const el of all) {
    while (at < more.length && before(more[at], el)) { if (more[at] !== el) out.push(more[at]); at++; }
    out.push(el);
  }
  while (at < more.length) out.push(more[at++]);
  return out;
}

// listens: the element itself is what a click is for. One that holds what reacts, is a large part of what is in
// view or has much to say listens for what lies in it.
function listens(el) {
  if (!anyHearing || !hearing.has(el) || nets.has(el)) return false;
  if (areaOf(el) > innerWidth * innerHeight / 2) return false;
  if (textContent(el).length > LONG_TEXT) return false;
  for (const part of queryElement(el, "*")) if (showsHand(part)) return false;
  return true;
}
