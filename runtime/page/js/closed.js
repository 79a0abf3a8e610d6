// Closed shadow roots. No script can read one, but the protocol can: our side looks at the hosts that may have one
// and hands the roots in. A page that has none pays for a look at what might be a host, once for each.

const PLAIN_HOSTS = "article,aside,blockquote,body,div,footer,h1,h2,h3,h4,h5,h6,header,main,nav,p,section,span";
const ATTACHABLE = new Set(PLAIN_HOSTS.split(","));
const MOST_SUSPECTS = 1000; // in one look; the rest is for the next
const MOST_PLAIN = 200; // of them, of plain elements whose kind has shown no closed root yet
const FIRST_PLAIN = 5000; // of each root, so many of them are looked at
const SAMPLES = 3; // of custom elements of one name that have content
const looked = new WeakMap(); // host -> its state when it was looked at
const tags = new Map(); // name of an element -> how many were found without a closed root, -1 when one has
// stateNow changes when a root was attached: the element is defined then, or its size is another. "" shows nothing.
// The size is that of the layout: what turns or grows in an animation stays as it is.
const stateNow = (el, width = widthOf(el), height = heightOf(el)) => width === 0 && height === 0 ? "" : `${matches(el, ":defined")} ${width} ${height}`;
const widthOf = getter(HTMLElement.prototype, "offsetWidth"), heightOf = getter(HTMLElement.prototype, "offsetHeight");

// suspects are elements that may have a closed root and were not looked at as they are now: what shows something
// and has nothing to show, and of custom elements with content, a few of each name.
function suspects() {
  const list = [], seen = [];
  const add = (el) => {
    if (list.length >= MOST_SUSPECTS || shadowOf(el) || !isHTML(el)) return;
    const width = widthOf(el), height = heightOf(el), state = stateNow(el, width, height);
    seen.push({ el, width, height });
    if (state !== "" && looked.get(el) !== state) list.push(el);
  };
  everyRoot((root) => {
    const empty = queryAll(root, ":empty");
    for (let i = 0, n = 0; i < empty.length && n < FIRST_PLAIN; i++) {
      const kind = tag(empty[i]);
      if (!ATTACHABLE.has(kind)) continue;
      n++;
      if (list.length < MOST_PLAIN || tags.get(kind) === -1) add(empty[i]);
    }
    for (const el of customIn(root)) {
      const samples = tags.get(tag(el)) ?? 0;
      if (firstChild(el) === null || samples < SAMPLES) add(el);
    }
  });
  if (epoch) epoch.hollow = seen;
  return list;
}

// newcomers: since the page was looked at, something has come to show what may lie in a closed root. Nothing else tells
// when one is attached.
function newcomers() {
  const known = epoch?.hollow;
  if (known && known.every(({ el, width, height }) => widthOf(el) === width && heightOf(el) === height)) return false;
  return suspects().length > 0;
}

// adopt takes the closed roots that were found in a list of suspects.
function adopt(list, roots) {
  for (const root of roots) {
    const host = hostOf(root);
    closedRoots.set(host, root);
    tags.set(tag(host), -1);
    anyClosed = true;
  }
  for (const el of list) {
    looked.set(el, stateNow(el));
    const seen = tags.get(tag(el)) ?? 0;
    if (!closedRoots.has(el) && seen >= 0) tags.set(tag(el), seen + 1);
  }
  if (roots.length) endEpoch();
  return roots.length;
}
const hostOf = getter(ShadowRoot.prototype, "host");
