// The index: what the last observation found, kept for the question whether an element is alone with its role and
// name. It answers as a look at the whole page would, because it holds only as long as nothing can have changed a
// role or a name: no mutation of any tree, no new shadow root, the same moods. On any doubt the page is looked at.

// The time since when nothing was mutated: its observer, what may become a host, the custom elements and the dialogs
// and popovers that there are, and the index.
let epoch = null;

function endEpoch() {
  epoch?.observer.disconnect();
  epoch = null;
  hosts = new Map();
  customs = new Map();
}

// lookAgain begins every call: what is remembered of the trees is dropped unless they are as they were. What could
// be a host and was none is asked again: nothing tells when a shadow root is attached.
function lookAgain() {
  forget();
  if (epoch === null || epoch.observer.takeRecords().length > 0 || anyHost(epoch.plain)) endEpoch();
}

// forget drops what holds for one call only.
function forget() {
  if (longAttributes.size > 0) longAttributes = new Map();
  if (clickRoles.size > 0) clickRoles = new Map();
  if (barren.size > 0) barren = new Set();
  if (farUps.size > 0) farUps = new Map();
}

// anyHost: a shadow root was attached to one of many elements. They may be tens of thousands: the getter itself is called.
const rootGetter = Object.getOwnPropertyDescriptor(Element.prototype, "shadowRoot").get;
function anyHost(list) {
  for (let i = 0, n = list.length; i < n; i++) if (rootGetter.call(list[i]) !== null) return true;
  return false;
}

// beginEpoch watches all trees from now on.
function beginEpoch() {
  if (epoch) return;
  epoch = { observer: new MutationObserver(endEpoch), plain: [], customs: [], tops: [], hollow: null, index: null };
  everyRoot((root) => {
    epoch.observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
    for (const el of queryAll(root, PLAIN_HOSTS)) if (!shadowOf(el)) epoch.plain.push(el);
    for (const el of customIn(root)) epoch.plain.push(el);
    for (const el of queryAll(root, "dialog,[popover]")) epoch.tops.push(el);
    for (const list of [customIn(root), hostsIn(root)]) for (const el of list) if (tag(el).includes("-")) epoch.customs.push(el);
  });
}

// keepIndex keeps what an observation found: the candidates with their roles and the names that were read, which of them
// have a name of the shortlist, the rest, which may come into sight or cease to scroll without a mutation, the labels,
// and the controls whose values are part of names.
function keepIndex(found, { rest, names, called, sure, labels, spoken }, within = "") {
  if (epoch) epoch.index = { found, rest, names, called, sure, labels, spoken, within, facts: gatherFacts(spoken) };
}

// mayReact: what has no role may get one without a mutation, since its size and what it holds decide over it.
function mayReact(el, scan) {
  if (hasAttr(el, "tabindex") || hasAttr(el, "onclick") || hasAttr(el, "draggable") || hearing.has(el)) return true;
  const root = rootOf(el);
  let selector = scan.handed.get(root);
  if (selector === undefined) scan.handed.set(root, selector = selectorFor(root, "[style*=cursor i]", (facts) => facts.hands, null));
  return matches(el, selector);
}

// pointScan is a scan for the look at a few elements: it takes what the index holds, as long as that is true.
function pointScan(within = "") {
  const scan = newScan();
  const index = epoch?.index;
  if (!index || index.within !== within || index.facts.doubt || !sameFacts(index.facts, gatherFacts(index.spoken))) return scan;
  return { ...scan, index, labels: index.labels, sure: index.sure, cutters: null }; // for a few elements the way up is shorter than a list of what cuts
}

// scanAmid is a scan for the look at one element amid its input. It takes the labels that the index holds, as long as
// nothing was mutated: in a shadow root that was attached since there is no label of an element that was there before.
function scanAmid() {
  forget();
  if (epoch?.observer.takeRecords().length > 0) endEpoch();
  const scan = newLightScan();
  return epoch?.index ? { ...scan, labels: epoch.index.labels } : scan;
}

// twins lists the candidates that have a role and a loose name, in the region of the scan.
function twins(role, key, scan) {
  const letters = key.length >= NAME_CUT ? null : lettersOf(key); // of a name that is cut, the end is not known
  const isOne = (el) => roleOf(el) === role && (letters === null || mayBeCalled(el, role, letters, scan)) &&
    loose(nameOf(el, role, scan)) === key && eligible(el, scan) === role;
  const { index } = scan;
  if (!index) return pool().filter(isOne);
  const rest = index.rest.filter((el) => FIELD_TAGS.has(tag(el)) || tag(el) === "area" || checkVisibility(el, VISIBLE));
  return nearby(role, key, index).concat(rest).filter(isOne);
}

// nearby lists the candidates of an index that may have a role and a loose name. A name that was cut depends on what was
// read before it.
function nearby(role, key, { found, names, called }) {
  const of = called?.get(role), named = of?.names.get(key);
  if (named !== undefined) return [...new Set(named.concat(of.cut))]; // of the others, this was found out when the shortlist was made
  const near = [];
  for (const { el, role: its } of found) {
    if (its !== role) continue;
    const name = names.get(el);
    if (name === undefined || name.includes(CUT) || loose(name) === key) near.push(el);
  }
  return near;
}
