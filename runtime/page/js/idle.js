// Clicks that nothing can come of. A page may react to a click without a trace, so only what is certain is said: that
// the browser does nothing by itself with a click there. Whether anything listens is for our side to ask.

// Elements with which the browser does nothing when they are clicked, whatever they lie in; and custom elements.
const IDLE_TAGS = new Set(("html body div span p section article main header footer nav aside hgroup address blockquote figure figcaption pre code ul ol li dl dt dd table " +
  "caption colgroup thead tbody tfoot tr td th h1 h2 h3 h4 h5 h6 b i em strong small s u sub sup mark abbr cite q dfn time var samp kbd data bdi bdo ruby hr br wbr " +
  "img picture fieldset legend form search svg g rect circle ellipse path polygon polyline line text tspan use slot").split(" "));
const idlePart = (el) => (IDLE_TAGS.has(tag(el)) || custom(el) || (tag(el) === "button" && idleButton(el)) || (tag(el) === "label" && !el.control)) && !hasAttr(el, "onclick");
const idleButton = (el) => (el.type === "button" || el.form === null) && !hasAttr(el, "popovertarget") && !hasAttr(el, "commandfor");

// idle says of a click that the browser does nothing with it: not where it went, nor by leaving another field, and there is
// nothing open that a click anywhere closes. It is asked before the page hears of the click.
function idle(target) {
  if (target === null || armed.open || parent !== window || designMode(document) === "on" || armed.focused === undefined) return false;
  const now = active();
  if (armed.focused !== now && !restsOn(armed.focused)) return false;
  const path = [];
  for (let n = target; n; n = flatParent(n)) {
    if (!idlePart(n) || hearing.has(n)) return false;
    path.push(n);
  }
  if (isEditable(target) || scrolls(target)) return false;
  armed.path = path;
  armed.timers = askedTimers();
  return true;
}

// restsOn: the focus was nowhere.
const restsOn = (el) => el === null || tag(el) === "body" || tag(el) === "html";

// cameOf says whether something came of the last click, or may have: elements changed, a timer was asked for, the focus
// went elsewhere, or a style sheet shows something else now.
function cameOf() {
  const { path, timers, epoch: before } = armed ?? {};
  if (!path) return true;
  if (askedTimers() > timers || (before && (before !== epoch || epoch.observer.takeRecords().length > 0))) return true;
  const now = active();
  return !path.every(connected) || !(restsOn(now) || path.includes(now)) || restyled(path);
}

// idlePath are the elements that the last click passed.
const idlePath = () => armed?.path ?? [];

const STATES = /:(?:hover|active|focus|focus-within|focus-visible)\b/iu;
const DECOR = /^(?:color|background|border|outline|box-shadow|text-decoration|text-shadow|cursor|fill|stroke|filter|transition|caret|accent|z-index|scroll-behavior|-webkit-tap)/u;
const styledBy = new WeakMap(); // sheet -> the number of its rules, and the selectors of those that show more than decor in a state

// restyled: a style sheet shows something else where the pointer and the focus are now, or may.
function restyled(path) {
  const roots = new Set([document, ...path.map((el) => rootOf(el))]);
  for (const root of roots) {
    let doubt = false;
    everySheet(root, (sheet) => {
      const selectors = statesOf(sheet);
      doubt ||= selectors === null || selectors.some((selector) => { try { return queryAll(root, selector).length > 0; } catch { return true; } });
    });
    if (doubt) return true;
  }
  return false;
}

function statesOf(sheet) {
  let rules;
  try { rules = sheet.cssRules; } catch { return null; }
  const known = styledBy.get(sheet);
  if (known !== undefined && known.size === rules.length) return known.selectors;
  const out = { size: rules.length, selectors: [], left: SHEET_RULES };
  readStates(rules, "", out, 0);
  if (out.left < 0) out.selectors = null;
  styledBy.set(sheet, out);
  return out.selectors;
}

function readStates(rules, parent, out, depth) {
  for (let i = 0; i < rules.length && out.left >= 0; i++) {
    out.left--;
    const rule = rules[i];
    let selector = parent;
    if (rule.styleSheet !== undefined && rule.styleSheet !== null) {
      const inner = statesOf(rule.styleSheet);
      if (inner === null) out.left = -1; else out.selectors.push(...inner);
    }
    if (rule.style && rule.selectorText !== undefined) {
      selector = parent ? rule.selectorText.replaceAll("&", `:is(${parent})`) : rule.selectorText;
      if (STATES.test(selector) && Array.prototype.some.call(rule.style, (name) => !DECOR.test(name))) out.selectors.push(bare(selector).replace(/:active\b/giu, ":hover") || "*");
    }
    if (rule.cssRules?.length && depth < 16) readStates(rule.cssRules, selector, out, depth + 1);
  }
}
