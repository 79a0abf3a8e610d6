// What input leaves behind: focus and selection before typing, state after it. Native controls that no key
// can set (select, date, colour, range) are set here, with the events that a person's choice would send.

const SET_TYPES = new Set(["date", "time", "datetime-local", "month", "week", "range", "color"]);
const NO_TEXT = new Set(["checkbox", "radio", "file", "submit", "reset", "button", "image", "hidden"]);
const setInput = setter(HTMLInputElement.prototype, "value");
const setSelected = setter(HTMLOptionElement.prototype, "selected");

function active() {
  let el = activeInDocument(document);
  for (let shadow = el && shadowOf(el); shadow; shadow = shadowOf(el)) {
    const deeper = activeInShadow(shadow);
    if (!deeper) break;
    el = deeper;
  }
  return el;
}

const hasFocus = (el) => { const at = active(); return at !== null && inside(at, el); };

const tell = (el, type) => el.dispatchEvent(new (type === "input" ? InputEvent : Event)(type, { bubbles: true, composed: true }));

// entry says how a node takes text: typed, set, or why it takes none.
function entry(el) {
  const name = tag(el);
  if (name === "textarea") return el.readOnly ? "read-only" : "typed";
  if (name === "input") {
    if (NO_TEXT.has(el.type)) return "no text";
    if (el.readOnly) return "read-only";
    return SET_TYPES.has(el.type) ? "set" : "typed";
  }
  return isEditable(el) || hasEditContext(el) ? "typed" : "no text";
}

// unfitToFill: it takes no text, however long one waits.
function unfitToFill(el) {
  const how = entry(el);
  return how === "typed" || how === "set" ? null : { why: how };
}

// beginFill focuses a field and selects its whole content, for the text that follows; one that draws its text itself
// knows alone what that is, and selects it by its keys. What takes no typing gets its value at once, with its events.
function beginFill(el, { text }) {
  if (entry(el) === "set") return setValue(el, text);
  focus(el, { preventScroll: true });
  if (!hasFocus(el)) return { why: "no focus", by: describe(active()) };
  if (shownBy(el)) return { why: "", keys: true };
  if (!selectAll(el)) return { why: "no focus", by: describe(active()) };
  if (!connected(el) || entry(el) !== "typed") return { why: "changed", by: describe(el) };
  return { why: "", empty: tag(el) === "input" || tag(el) === "textarea" ? el.value === "" : textContent(el) === "" };
}

function selectAll(el) {
  if (tag(el) === "input" || tag(el) === "textarea") { el.select(); return true; }
  if (execCommand(document, "selectAll", false, "")) return true;
  return textContent(el) === ""; // there is nothing to select, and the caret is in it
}

function setValue(el, text) {
  focus(el, { preventScroll: true });
  const old = el.value;
  setInput(el, text);
  if (!sameValue(el, text)) { setInput(el, old); return { why: "refused" }; }
  if (old !== el.value) { tell(el, "input"); tell(el, "change"); }
  return { why: "", done: true };
}

function sameValue(el, text) {
  switch (el.type) {
    case "range": return Number(el.value) === Number(text) && text.trim() !== "";
    case "color": return el.value.toLowerCase() === text.trim().toLowerCase();
    case "email": case "url": return el.value === text.trim();
  }
  if (tag(el) === "textarea") return el.value === text.replace(/\r\n?/g, "\n");
  return el.value === text;
}

// isMasked: a text as a mask writes it. Its letters (in capitals, perhaps) and digits are all there in their order,
// and what stands between them now means the same.
function isMasked(now, text) {
  const was = pieces(text), is = pieces(now), n = was.chars.length;
  if (n === 0 || (is.bare !== was.bare && is.bare !== was.bare.toUpperCase())) return false;
  for (let i = 0; i <= n; i++) {
    const before = was.signs[i], after = is.signs[i];
    if (before === after) continue;
    for (const sign of before) if (!PARTING.test(sign) && !after.includes(sign)) return false;
    if (i > 0 && i < n && after === "" && before.trim() !== "") return false; // 1-5 is not 15
    if (i === 0 && before.includes("-") !== after.includes("-")) return false; // a minus
    if (POINT.test(after) && !POINT.test(before) && !thousand(is, i)) return false; // 1234 is not 12.34
  }
  return true;
}
const PARTING = /[-()/\s]/u, POINT = /[.,]/u, LETTER = /[\p{L}\p{N}]/u;

// pieces are the letters and digits of a text, and the signs before each of them and behind the last.
function pieces(s) {
  const bare = [], signs = [""];
  for (const c of s) {
    if (LETTER.test(c)) { bare.push(c); signs.push(""); } else signs[bare.length] += c;
  }
  return { bare: bare.join(""), chars: bare, signs };
}

// thousand: exactly three digits follow before the next sign.
const thousand = ({ chars, signs }, at) => at > 0 && chars.length >= at + 3 && !signs[at + 1] && !signs[at + 2] &&
  (chars.length === at + 3 || signs[at + 3] !== "") && chars.slice(at, at + 3).every((c) => c >= "0" && c <= "9");

// held waits two frames and says whether a field still holds the text, and how long what it holds is. An editor that
// draws it is given up to ms for that.
async function held({ node, text, pasted, ms }) {
  const end = performance.now() + ms;
  await frame();
  await frame();
  const el = nodeOf(node);
  if (!el) return { attached: false };
  for (let area = shownBy(el); area; area = shownBy(el)) {
    const said = drawnHeld(area, text, pasted);
    if (said.same || performance.now() >= end) return said;
    await frame();
  }
  const plain = tag(el) === "input" || tag(el) === "textarea";
  const now = plain ? el.value : innerText(el);
  const same = plain ? sameValue(el, text) : collapse(now) === collapse(text);
  return { attached: true, same, masked: plain && isMasked(now, text), length: Array.from(now).length, limit: plain && el.maxLength > 0 ? el.maxLength : 0 };
}

// unfitToChoose: it is no native list. One that is made of other elements is opened and picked from by clicks.
function unfitToChoose(el) {
  if (tag(el) === "select") return null;
  return isCustomList(el) ? { why: "", checked: true, custom: true } : { why: "no options" };
}

// choose picks one option of a select by its label or its value, with the events.
function choose(el, args) {
  const wanted = collapse(args.option);
  const all = Array.from(el.options);
  let found = all.filter((o) => collapse(o.label) === wanted || collapse(o.text) === wanted);
  if (found.length === 0) found = all.filter((o) => o.value === args.option);
  if (found.length === 0) found = all.filter((o) => foldRegion(o.label) === foldRegion(wanted));
  if (found.length === 0) return { why: "no option", options: all.slice(0, 20).map((o) => cutTo(collapse(o.label), 60)) };
  if (found.length > 1) return { why: "several options", same: found.length };
  const option = found[0];
  if (option.disabled || matches(option, "optgroup:disabled > option")) return { why: "option disabled" };
  focus(el, { preventScroll: true });
  const only = option.selected && el.selectedOptions.length === 1;
  if (!only) {
    for (const o of all) if (o !== option && o.selected && el.multiple) setSelected(o, false);
    setSelected(option, true);
    tell(el, "input");
    tell(el, "change");
  }
  return { why: "", done: true, option: numberOf(option) };
}

async function chosen({ node, option }) {
  await frame();
  await frame();
  const el = nodeOf(node), o = nodeOf(option);
  if (!el || !o) return { attached: false };
  return { attached: true, same: o.selected && el.selectedOptions.length === 1 };
}

// checkedState is "true", "false", "mixed" or "" for what cannot be checked.
function checkedState(el) {
  if (tag(el) === "input" && (el.type === "checkbox" || el.type === "radio")) return el.indeterminate ? "mixed" : String(el.checked);
  const role = roleOf(el);
  if (["checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio"].includes(role)) return attr(el, "aria-checked")?.trim().toLowerCase() || "false";
  if (role === "button" && hasAttr(el, "aria-pressed")) return attr(el, "aria-pressed").trim().toLowerCase();
  return "";
}

// checkedNow says whether a node is checked; with `want` it gives the page up to ms to get there.
async function checkedNow({ node, want, ms }) {
  const end = performance.now() + (ms ?? 0);
  for (;;) {
    const el = nodeOf(node);
    if (!el) return { attached: false, state: "" };
    const state = checkedState(el);
    if (want === undefined || state === want || performance.now() >= end) return { attached: true, state };
    await frame();
  }
}

// unfitToTick: what cannot be ticked, what is as it should be, and a radio button that should be cleared.
function unfitToTick(el, { want }) {
  const state = checkedState(el);
  if (state === "") return { why: "no box" };
  if (state === want) return { why: "", checked: true, done: true };
  return want === "false" && roleOf(el).includes("radio") ? { why: "radio" } : null;
}

// beginPress focuses what the keys are for that follow.
function beginPress(el) {
  if (!hasFocus(el)) focus(el, { preventScroll: true });
  if (!hasFocus(el)) return { why: "no focus", by: describe(active()) };
  return { why: "" };
}
