// selector is a short CSS selector that matches a node and nothing else in its frame, "" when there is none: by what
// a developer gave it to be found by, then by what it does.
function selector({ node }) {
  const el = nodeOf(node);
  if (!el) return "";
  const name = tag(el);
  const tries = [];
  if (attribute(el, "id")) tries.push("#" + CSS.escape(attribute(el, "id")));
  for (const key of ["data-testid", "data-test", "data-qa", "name", "aria-label", "placeholder", "href", "title", "type", "class"]) {
    const value = attribute(el, key);
    if (value && value.length <= 200) tries.push(name + "[" + key + "=" + JSON.stringify(value) + "]");
  }
  tries.push(name);
  const alone = (s) => { try { const hits = queryAll(document, s); return hits.length === 1 && hits[0] === el; } catch { return false; } };
  for (const s of tries) if (alone(s)) return s;
  const path = [];
  for (let n = el; n && n !== documentElement(document); n = flatParent(n)) {
    const id = attribute(n, "id");
    if (id && n !== el && alone([...[ "#" + CSS.escape(id) ], ...path].join(" > "))) return ["#" + CSS.escape(id), ...path].join(" > ");
    let at = 1;
    for (let s = n.previousElementSibling; s; s = s.previousElementSibling) at++;
    path.unshift(tag(n) + ":nth-child(" + at + ")");
  }
  const whole = path.join(" > ");
  return alone(whole) ? whole : "";
}
