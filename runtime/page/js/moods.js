// Moods: what enters roles and names without being part of a tree. Style sheets hide texts and write some under
// conditions (a pointer over an element, a ticked box, the width of the window), scripts rewrite sheets, fields hold
// values. All of it is gathered as facts that can be compared with those of an earlier moment.

// Properties whose computed value is read for a role or a name, or decides one that is.
const ENTERS = ["display", "visibility", "content", "contentVisibility", "cursor", "cssFloat", "position", "textTransform", "webkitUserModify"];
const ENTERING = new Set(ENTERS.concat("float", "all"));

// Pseudo-classes that only a mutation changes.
const STEADY = new Set(["not", "is", "where", "has", "matches", "-webkit-any", "root", "host", "empty", "scope", "lang", "link", "any-link", "visited",
  "disabled", "enabled", "required", "optional", "read-only", "read-write", "first-child", "last-child", "only-child", "first-of-type", "last-of-type",
  "only-of-type", "nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type"]);
const isMoody = (selector) => { for (const [, name] of selector.matchAll(/(?<!:):([a-z-]+)/giu)) if (!STEADY.has(name.toLowerCase())) return true; return false; };

const bare = (selector) => selector.replace(/::[\w-]+(?:\([^)]*\))?|:(?:before|after|first-line|first-letter)\b/giu, "");

const animationsOf = [bound(Document.prototype.getAnimations), bound(ShadowRoot.prototype.getAnimations)];
const designMode = getter(Document.prototype, "designMode");
const fullscreen = getter(Document.prototype, "fullscreenElement");
const MOST_MOODS = 2000; // elements that are in one, of each root

// A sheet is read once. That it is as it was is seen by the identity of its rules, by the number and the last of the
// declarations of each, and by the values that enter.
const sheetMoods = new WeakMap();

function moodsOf(sheet) {
  const known = sheetMoods.get(sheet);
  if (known !== undefined && asRead(known)) return known;
  const moods = { doubt: false, lists: [], rules: [], entering: [], media: new Set(), moody: [], custom: [], variables: false, left: SHEET_RULES };
  let rules = null;
  try { rules = sheet.cssRules; } catch { moods.doubt = true; } // another origin's
  if (rules) readMoods(rules, "", false, moods, 0);
  if (moods.left < 0) moods.doubt = true;
  sheetMoods.set(sheet, moods);
  return moods;
}

const lastOf = (style) => style.length + " " + style[style.length - 1];
const entersOf = (rule) => [rule.selectorText, ...ENTERS.map((name) => rule.style[name])].join("\n");

function asRead(moods) {
  for (const { list, rules } of moods.lists) {
    if (list.length !== rules.length) return false;
    for (let i = 0; i < rules.length; i++) if (list[i] !== rules[i]) return false;
  }
  for (const { style, last } of moods.rules) if (lastOf(style) !== last) return false;
  for (const { rule, said } of moods.entering) if ((rule.style ? entersOf(rule) : rule.styleSheet) !== said) return false;
  return true;
}

function readMoods(list, parent, unsure, moods, depth) {
  if (depth > 16) { moods.doubt = true; return; }
  moods.lists.push({ list, rules: Array.from(list) });
  for (const rule of list) {
    if (moods.left-- < 0) return;
    let selector = parent;
    const entered = moods.entering.length;
    if (rule.style && (rule.selectorText !== undefined || rule instanceof CSSNestedDeclarations)) {
      selector = parent + " " + (rule.selectorText ?? "");
      const { style } = rule;
      moods.rules.push({ style, last: lastOf(style) });
      const moody = isMoody(selector);
      if (ENTERS.some((name) => style[name] !== "")) {
        const said = entersOf(rule);
        moods.entering.push({ rule, said });
        moods.variables ||= said.includes("var(");
        if (moody) moods.moody.push(selector);
        if (unsure || (moody && parent)) moods.doubt = true;
      } else if (moody) {
        for (let i = 0; i < style.length; i++) if (style[i].startsWith("--")) { moods.custom.push(selector); break; }
      }
    } else if (rule.styleSheet !== undefined) {
      moods.entering.push({ rule, said: rule.styleSheet });
      if (rule.styleSheet) {
        let inner = null;
        try { inner = rule.styleSheet.cssRules; } catch { moods.doubt = true; }
        if (inner) readMoods(inner, "", unsure, moods, depth + 1);
      }
    }
    if (rule instanceof CSSKeyframesRule) continue; // what is animated is asked of what moves
    const condition = rule instanceof CSSContainerRule || (rule instanceof CSSScopeRule && isMoody((rule.start ?? "") + (rule.end ?? "")));
    if (rule.cssRules?.length) readMoods(rule.cssRules, selector, unsure || condition, moods, depth + 1);
    if (rule.media && moods.entering.length > entered) moods.media.add(rule.media.mediaText);
  }
}

const queries = new Map(); // media queries that were asked
function holdsFor(text) {
  let query = queries.get(text);
  if (query === undefined) queries.set(text, query = matchMedia(text));
  return query.matches;
}

// gatherFacts lists everything that is no part of a tree and enters roles and names, to compare with. doubt says that
// the list does not hold all of it.
function gatherFacts(spoken) {
  const facts = { doubt: false, list: [designMode(document)] };
  const { list } = facts;
  const sheets = new Map();
  everyRoot((root) => {
    if (root !== document && root.slotAssignment === "manual") facts.doubt = true;
    const selectors = [];
    everySheet(root, (sheet) => {
      let moods = sheets.get(sheet);
      if (moods === undefined) sheets.set(sheet, moods = moodsOf(sheet));
      facts.doubt ||= moods.doubt;
      list.push(moods, sheet.media.length && holdsFor(sheet.media.mediaText));
      for (const text of moods.media) list.push(holdsFor(text));
      for (const selector of moods.moody) selectors.push(bare(selector) || "*");
      if (moods.variables) for (const selector of moods.custom) selectors.push(bare(selector) || "*");
    });
    listMoods(root, selectors, facts);
    for (const animation of animationsOf[root === document ? 0 : 1](root)) if (entersBy(animation)) facts.doubt = true;
  });
  for (const el of epoch.tops) list.push(matches(el, ":modal,:popover-open"));
  for (const el of epoch.customs) list.push(matches(el, ":defined"));
  list.push(fullscreen(document));
  for (const el of spoken) {
    if (tag(el) !== "select") list.push(el.value);
    else for (const option of el.selectedOptions) list.push(option);
  }
  return facts;
}

// listMoods lists the elements of a root that the selectors match, and which of them.
function listMoods(root, selectors, facts) {
  if (selectors.length === 0) return;
  if (selectors.length > 200 || selectors.some((selector) => selector.includes(":host"))) { facts.doubt = true; return; }
  let some;
  try { some = queryAll(root, selectors.join()); } catch { facts.doubt = true; return; }
  if (some.length > MOST_MOODS) { facts.doubt = true; return; }
  for (const el of some) {
    facts.list.push(el);
    for (let i = 0; i < selectors.length; i++) if (matches(el, selectors[i])) facts.list.push(i);
  }
}

function entersBy(animation) {
  for (const frame of animation.effect?.getKeyframes?.() ?? []) for (const name in frame) if (ENTERING.has(name) || name.startsWith("--")) return true;
  return false;
}

const sameFacts = (a, b) => a.list.length === b.list.length && a.list.every((fact, i) => fact === b.list[i]);
