// Lists that are made of other elements: a combobox or a listbox by its role, its options wherever the page puts them.

const PICKS = new Set(["option", "menuitemradio", "treeitem"]);

// isCustomList: a list of options that is no select.
const isCustomList = (el) => {
  const role = roleOf(el), popup = attribute(el, "aria-haspopup").toLowerCase();
  return role === "combobox" || role === "listbox" || (role === "button" && popup === "listbox");
};

// offered lists what a list offers to be picked at the moment: the options called so, in what the list says it
// controls or else anywhere, and the names of the first 20.
function offered({ node, option }) {
  const el = nodeOf(node);
  if (!el) return { attached: false, node: [], role: [], name: [], names: [] };
  const scan = newScan(), all = [];
  for (const one of pool()) {
    const role = roleOf(one);
    if (PICKS.has(role) && eligible(one, scan) === role) all.push({ el: one, role, name: nameOf(one, role, scan) });
  }
  const lists = ["aria-controls", "aria-owns"].flatMap((name) => references(el, name, null)).concat(el);
  const own = all.filter((one) => lists.some((list) => inside(one.el, list)));
  const some = own.length ? own : all;
  const wanted = collapse(option);
  let found = some.filter(({ name }) => collapse(name) === wanted);
  if (found.length === 0) found = some.filter(({ name }) => foldRegion(name) === foldRegion(wanted));
  return {
    attached: true, node: found.map((one) => numberOf(one.el)), role: found.map((one) => one.role), name: found.map((one) => one.name),
    names: some.slice(0, 20).map(({ name }) => cutTo(name, 60)),
  };
}

// picked says whether a list shows that an option was picked; it gives the page up to ms to get there.
async function picked({ node, chosen, option, ms }) {
  const end = performance.now() + ms;
  for (;;) {
    lookAgain();
    const el = nodeOf(node), one = nodeOf(chosen);
    const says = el ? foldRegion([el.value, innerText(el), attribute(el, "aria-valuetext")].filter((s) => typeof s === "string").join(" ")) : "";
    const marked = one && (attribute(one, "aria-selected") === "true" || attribute(one, "aria-checked") === "true");
    if (says.includes(foldRegion(option)) || marked) return { attached: true, same: true };
    if (performance.now() >= end) return { attached: el !== null, same: false };
    await frame();
  }
}
