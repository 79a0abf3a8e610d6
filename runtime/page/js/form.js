// Forms: what a press of a button, or Enter in a field, would send.

const formOfInput = getter(HTMLInputElement.prototype, "form");
const formOfButton = getter(HTMLButtonElement.prototype, "form");
const methodOf = getter(HTMLFormElement.prototype, "method");
const formOf = (el) => tag(el) === "input" ? formOfInput(el) : tag(el) === "button" ? formOfButton(el) : null;
const sendsForm = (el) => tag(el) === "button" ? el.type === "submit" : tag(el) === "input" && (el.type === "submit" || el.type === "image");

// defaultButton is the first submit button of a form in its tree, wherever it stands: what Enter presses. One that
// is switched off for now counts, since what is typed may switch it on.
function defaultButton(form, scan) {
  const root = rootOf(form);
  scan.forms ??= new Map();
  let first = scan.forms.get(root);
  if (first === undefined) {
    first = new Map();
    for (const el of queryAll(root, "button,input[type=submit i],input[type=image i]")) {
      if (!sendsForm(el)) continue;
      const owner = formOf(el);
      if (owner && !first.has(owner)) first.set(owner, el);
    }
    scan.forms.set(root, first);
  }
  return first.get(form) ?? null;
}

// sendingOf is the address that the form of an element is sent to when the element is pressed, or Enter in it, and
// the name of the button that Enter presses. A form without an address of its own, which is sent to the page's,
// counts when it posts; the others are mostly handled by scripts.
function sendingOf(el, scan) {
  const form = formOf(el);
  if (!form) return { to: "", by: "" };
  let button = el, by = "";
  if (!sendsForm(el)) {
    if (tag(el) !== "input" || NO_ENTER.has(el.type)) return { to: "", by: "" };
    button = defaultButton(form, scan);
    if (button) by = nameOf(button, roleOf(button) || "button", scan);
  }
  const own = (name) => (button && attribute(button, "form" + name)) || "";
  const method = (own("method") || methodOf(form)).toLowerCase();
  if (method === "dialog") return { to: "", by };
  return { to: own("action") || attribute(form, "action") || (method === "post" ? location.href : ""), by };
}
const NO_ENTER = new Set(["button", "reset", "hidden"]);
