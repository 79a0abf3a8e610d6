// Access to the DOM that a hostile page cannot bend. The page's own overrides never reach this world; what
// does reach it is named access: <input name=parentNode> in a form, <img name=title> in the document. So
// every property that a form or the document could shadow is read through the prototype's own function.

const bound = (f) => Function.prototype.call.bind(f);
const getter = (proto, name) => bound(Object.getOwnPropertyDescriptor(proto, name).get);
const setter = (proto, name) => bound(Object.getOwnPropertyDescriptor(proto, name).set);

const attr = bound(Element.prototype.getAttribute);
const hasAttr = bound(Element.prototype.hasAttribute);
const matches = bound(Element.prototype.matches);
const rectOf = bound(Element.prototype.getBoundingClientRect);
const rectsOf = bound(Element.prototype.getClientRects);
const checkVisibility = bound(Element.prototype.checkVisibility);
const scrollIntoView = bound(Element.prototype.scrollIntoView);
const tag = getter(Element.prototype, "localName");
const openShadow = getter(Element.prototype, "shadowRoot");
const closedRoots = new WeakMap(); // closed shadow roots that our side handed in, by host
let anyClosed = false;
const shadowOf = (el) => openShadow(el) ?? (anyClosed ? closedRoots.get(el) ?? null : null);
const slotOf = getter(Element.prototype, "assignedSlot");
const firstElement = getter(Element.prototype, "firstElementChild");
const nextElement = getter(Element.prototype, "nextElementSibling");
const nodeType = getter(Node.prototype, "nodeType");
const parentNode = getter(Node.prototype, "parentNode");
const firstChild = getter(Node.prototype, "firstChild");
const nextSibling = getter(Node.prototype, "nextSibling");
const textContent = getter(Node.prototype, "textContent");
const connected = getter(Node.prototype, "isConnected");
const ownerDocument = getter(Node.prototype, "ownerDocument");
const comparePosition = bound(Node.prototype.compareDocumentPosition);
const rootOf = bound(Node.prototype.getRootNode);
const innerText = getter(HTMLElement.prototype, "innerText");
const focusHTML = bound(HTMLElement.prototype.focus), focusSVG = bound(SVGElement.prototype.focus);
const focus = (el, options) => { if (isHTML(el)) focusHTML(el, options); else if (isSVG(el)) focusSVG(el, options); };
const editableHTML = getter(HTMLElement.prototype, "isContentEditable");

// An element that came to our world by way of another frame has that frame's prototypes, which instanceof does not know.
const namespaceOf = getter(Element.prototype, "namespaceURI");
const isHTML = (el) => namespaceOf(el) === "http://www.w3.org/1999/xhtml";
const isSVG = (el) => namespaceOf(el) === "http://www.w3.org/2000/svg";
const isElement = (target) => { try { return nodeType(target) === 1; } catch { return false; } }; // the target of an event may be a window

const isEditable = (el) => isHTML(el) && editableHTML(el);
const labelledByElements = Object.getOwnPropertyDescriptor(Element.prototype, "ariaLabelledByElements")
  ? getter(Element.prototype, "ariaLabelledByElements") : null;

const documentElement = getter(Document.prototype, "documentElement");
const bodyOf = getter(Document.prototype, "body");
const readyState = getter(Document.prototype, "readyState");
const titleOf = getter(Document.prototype, "title");
const execCommand = bound(Document.prototype.execCommand);
const queryDocument = bound(Document.prototype.querySelectorAll);
const queryFragment = bound(DocumentFragment.prototype.querySelectorAll);
const queryElement = bound(Element.prototype.querySelectorAll);
const pointDocument = bound(Document.prototype.elementFromPoint);
const pointShadow = bound(ShadowRoot.prototype.elementFromPoint);
const activeInDocument = getter(Document.prototype, "activeElement");
const activeInShadow = getter(ShadowRoot.prototype, "activeElement");

const ELEMENT = 1, TEXT = 3, DOCUMENT = 9;

const queryAll = (root, selector) => {
  const type = nodeType(root);
  if (type === ELEMENT) return queryElement(root, selector);
  return type === DOCUMENT ? queryDocument(root, selector) : queryFragment(root, selector);
};

// attribute is an attribute with white space collapsed, "" when it is missing; of a very long one it is the beginning.
function attribute(el, name) {
  const known = longAttributes.size > 0 ? longAttributes.get(el)?.[name] : undefined;
  if (known !== undefined) return known;
  const value = attr(el, name);
  if (value === null) return "";
  if (value.length <= ATTRIBUTE_LIMIT) return collapse(value);
  const start = collapse(cutTo(value, ATTRIBUTE_LIMIT));
  longAttributes.set(el, { ...longAttributes.get(el), [name]: start });
  return start;
}
const ATTRIBUTE_LIMIT = 10_000;
let longAttributes = new Map(); // the browser copies an attribute at every look: a very long one is looked at once a call

// dataOf is the text of a text node, at most limit characters of it.
const dataOf = (node, limit) => lengthOf(node) > limit ? substring(node, 0, limit) + CUT : dataGetter(node);
const lengthOf = getter(CharacterData.prototype, "length");
const dataGetter = getter(CharacterData.prototype, "data");
const substring = bound(CharacterData.prototype.substringData);

// textOf is the text of a subtree, white space collapsed, and of a long one the beginning: what stands behind the
// first limit characters or text nodes is neither read nor copied.
function textOf(el, limit) {
  const walker = createWalker(document, el, NodeFilter.SHOW_TEXT);
  let text = "";
  for (let n = nextOf(walker), seen = 0; n; n = nextOf(walker)) {
    text += dataOf(n, limit);
    if (text.length > limit || ++seen > limit) return collapse(text.slice(0, limit)) + CUT;
  }
  return collapse(text);
}
const createWalker = bound(Document.prototype.createTreeWalker);
const nextOf = bound(TreeWalker.prototype.nextNode);

// cutTo keeps the first n characters of a text and marks the place of the cut: our side masks secrets, and of one
// that was cut it sees only the beginning.
const CUT = "\uffff";
const cutTo = (s, n) => s.length > n ? s.slice(0, n) + CUT : s;

const collapse = (s) => s.replace(/\s+/gu, " ").trim();

// loose folds case a little further than the fingerprint does, so that two names with one fingerprint always
// have one loose form: it may find too many equals, never too few.
const loose = (s) => firstRunes(s.replace(/[\s\x1c-\x1f\x85]+/gu, " ")).toUpperCase().toLowerCase().trim();
const firstRunes = (s) => s.length <= NAME_CUT ? s : Array.from(s.slice(0, 2 * NAME_CUT)).slice(0, NAME_CUT).join("");
const NAME_CUT = 120;

// flatParent is the parent in the tree that is drawn: the slot of a slotted node, the host of a shadow root.
function flatParent(node) {
  if (nodeType(node) === ELEMENT) {
    const slot = slotOf(node);
    if (slot) return slot;
  }
  const up = parentNode(node);
  if (!up) return null;
  const type = nodeType(up);
  if (type === ELEMENT) return up;
  return type === DOCUMENT ? null : up.host ?? null; // a fragment that is no shadow root has no host
}

// farUp is the nearest of an element and what is around it that stops a way up, null for none. The way is walked once a
// call: a page may nest without end.
const NEAR = 64; // levels up which a way goes without it
let farUps = new Map(); // by the function stops
function farUp(n, stops) {
  let known = farUps.get(stops);
  if (known === undefined) farUps.set(stops, known = new Map());
  const path = [];
  let found = null;
  for (; n; n = flatParent(n)) {
    const at = known.get(n);
    if (at !== undefined) { found = at; break; }
    path.push(n);
    if (stops(n)) { found = n; break; }
  }
  for (const at of path) known.set(at, found);
  return found;
}

function inside(node, ancestor) {
  for (let n = node; n; n = flatParent(n)) if (n === ancestor) return true;
  return false;
}

// The shadow hosts of each root, found by one walk and remembered as long as the trees are as they were (index.js).
let hosts = new Map();
let customs = new Map(); // the custom elements of each root that are no hosts, found by the same walk
const customIn = (root) => { hostsIn(root); return customs.get(root); };

function hostsIn(root) {
  let list = hosts.get(root);
  if (list === undefined) {
    list = [];
    const custom = [];
    const all = queryAll(root, "*");
    for (let i = 0, n = all.length; i < n; i++) { // an index is twice as fast here as an iterator
      const el = all[i];
      if (shadowOf(el)) list.push(el);
      else if (tag(el).includes("-")) custom.push(el);
    }
    hosts.set(root, list);
    customs.set(root, custom);
  }
  return list;
}

// everyRoot calls visit for the document and each open shadow root in it, in document order of the hosts.
function everyRoot(visit) {
  const pending = [document];
  while (pending.length) {
    const root = pending.pop();
    visit(root);
    const list = hostsIn(root);
    for (let i = list.length - 1; i >= 0; i--) pending.push(shadowOf(list[i]));
  }
}

// collect returns the elements that selector (a text, or a function of the root) matches in document order, each
// shadow tree at its host. more are elements to put among them, by their root and in document order.
function collect(selector, more) {
  const found = [];
  const begin = (root) => {
    const all = queryAll(root, typeof selector === "function" ? selector(root) : selector);
    return { hosts: hostsIn(root), next: 0, at: 0, all: more?.has(root) ? merged(root, all, more.get(root)) : all };
  };
  const open = [begin(document)]; // roots in each other may be more than a call stack holds
  while (open.length) {
    const level = open[open.length - 1];
    const host = level.hosts[level.next++];
    if (host === undefined) {
      while (level.at < level.all.length) found.push(level.all[level.at++]);
      open.pop();
      continue;
    }
    while (level.at < level.all.length && before(level.all[level.at], host)) found.push(level.all[level.at++]);
    open.push(begin(shadowOf(host)));
  }
  return found;
}

// before: a comes before b in document order, or is b.
const before = (a, b) => a === b || (comparePosition(a, b) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

// Numbers for nodes. They live in this world only, survive as long as the node does, and start at a random
// base, so that a number from an earlier document never names a node of this one.
const numbers = new WeakMap();
const nodes = new Map();
const dropped = new FinalizationRegistry((n) => nodes.delete(n));
let lastNumber = Math.floor(Math.random() * 2 ** 31) * 2 ** 21;

function numberOf(el) {
  let n = numbers.get(el);
  if (n === undefined) {
    n = ++lastNumber;
    numbers.set(el, n);
    nodes.set(n, new WeakRef(el));
    dropped.register(el, n);
  }
  return n;
}

// nodeOf is the attached element with that number, or null.
function nodeOf(number) {
  const el = nodes.get(number)?.deref();
  return el && connected(el) && ownerDocument(el) === document ? el : null;
}

// Timers and frames that are ours: the browser numbers them together with the page's, so that the next number
// tells how many the page has asked for.
let timersOfOurs = 0, framesOfOurs = 0;
const later = (f, ms) => { timersOfOurs++; return setTimeout(f, ms); };
const atFrame = (f) => { framesOfOurs++; return requestAnimationFrame(f); };

// A frame of the page's clock, or 100 ms where the browser paints none (a frame far out of view).
const frame = () => new Promise((done) => {
  const timer = later(done, 100);
  atFrame(() => { clearTimeout(timer); done(); });
});
// leisure waits until nothing else is to be done, or for ms.
const leisure = (ms) => new Promise((done) => requestIdleCallback(done, { timeout: ms }));
const pause = (ms) => new Promise((done) => later(done, ms));
