// digest is what this frame says first, line by line: in a modal dialog, else in main, else anywhere. The texts of the
// shadow trees in there follow. At most limit characters.
function digest({ limit }) {
  const scan = newScan();
  const top = scan.modal ?? collect("main,[role=main i]").find(shown) ?? bodyOf(document);
  const lines = [];
  let room = limit;
  const add = (el) => {
    if (room <= 0 || !isHTML(el) || SILENT.has(tag(el)) || !checkVisibility(el, { visibilityProperty: false })) return;
    for (const line of cutTo(innerText(el), 4 * limit).split("\n")) {
      const said = cutTo(collapse(line), Math.max(room, 0));
      if (said === "" || room <= 0) continue;
      lines.push(said);
      room -= said.length + 1;
    }
  };
  if (top) add(top);
  everyRoot((root) => {
    if (root === document || !top || !inside(root.host, top)) return;
    for (let n = root.firstElementChild; n; n = nextElement(n)) add(n);
  });
  return { ...whereabouts(), holders: holders(scan), text: lines.join("\n") };
}
