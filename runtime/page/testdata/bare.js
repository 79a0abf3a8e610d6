// The yardstick of cost: the facts of a candidate as a plain script reads them that trusts the page, knows no
// standard of names and keeps no node. It is frozen; only what it is compared with may change.
() => {
  const selector = "a[href],button,input:not([type=hidden]),select,textarea,summary,[contenteditable],[role]";
  const roles = { A: "link", BUTTON: "button", SUMMARY: "button", TEXTAREA: "textbox", SELECT: "combobox" };
  const inputs = { submit: "button", button: "button", reset: "button", image: "button", checkbox: "checkbox",
    radio: "radio", range: "slider", number: "spinbutton", search: "searchbox" };
  const squeeze = (s) => (s || "").replace(/\s+/g, " ").trim();
  const labels = new Map();
  const all = [];
  const walk = (root) => {
    for (const label of root.querySelectorAll("label")) if (label.control) labels.set(label.control, label);
    const shadows = [];
    for (const el of root.querySelectorAll("*")) if (el.shadowRoot) shadows.push(el.shadowRoot);
    for (const el of root.querySelectorAll(selector)) {
      const box = el.getBoundingClientRect();
      if (box.width === 0 || box.height === 0) continue;
      const style = getComputedStyle(el);
      if (style.visibility !== "visible" || style.display === "none") continue;
      if (el.closest("[aria-hidden=true],[inert]")) continue;
      const role = el.getAttribute("role") || (el.tagName === "INPUT" ? inputs[el.type] || "textbox" : roles[el.tagName] || "textbox");
      let name = "";
      const by = el.getAttribute("aria-labelledby");
      if (by) name = by.split(/\s+/).map((id) => document.getElementById(id)?.textContent).join(" ");
      name ||= el.getAttribute("aria-label");
      name ||= labels.get(el)?.textContent;
      name ||= el.tagName === "INPUT" || el.tagName === "SELECT" ? el.title || el.placeholder : el.textContent.trim() || el.querySelector("img")?.alt || el.title;
      const group = el.closest("fieldset,form,nav,header,footer,aside,section,main,dialog,article");
      const head = group && group.querySelector("legend,h1,h2,h3,h4");
      const x = box.left + box.width / 2, y = box.top + box.height / 2;
      const near = box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth;
      all.push({ role, name: squeeze(name).slice(0, 120), tag: el.localName, type: el.type, href: el.getAttribute("href"),
        placeholder: el.placeholder, scope: squeeze(head?.textContent).slice(0, 60), value: squeeze(el.value).slice(0, 40),
        disabled: el.matches(":disabled") || el.getAttribute("aria-disabled") === "true", near,
        hit: near && el.contains(document.elementFromPoint(x, y)), x, y });
    }
    for (const shadow of shadows) walk(shadow);
  };
  walk(document);
  return JSON.stringify(all);
}
