// The page in outline: headings, landmarks, texts, pictures, frames and controls in document order, each with what
// it lies in. Controls are the candidates, by the same roles and names.

const LANDMARKS = { main: "main", nav: "navigation", aside: "complementary", search: "search", form: "form", fieldset: "group",
  dialog: "dialog", article: "article", section: "region", header: "banner", footer: "contentinfo" };
const LANDMARK_ROLES = new Set(["main", "navigation", "complementary", "search", "form", "group", "radiogroup", "dialog", "alertdialog", "article",
  "region", "banner", "contentinfo", "tabpanel", "toolbar", "menu", "tablist"]);
const TEXTS = new Set(["p", "li", "label"]);
const FRAME_TAGS = new Set(["iframe", "frame", "object", "embed"]);
const OUTLINED = HEADINGS + "," + Object.keys(LANDMARKS).join() + ",p,li,label,img,iframe,frame,object,embed";
// A header or footer of one of these is not the page's.
const SECTIONS = "article,aside,main,nav,section,[role=article i],[role=complementary i],[role=main i],[role=navigation i],[role=region i]";

// outlined is what an element is in an outline: its kind and role, null for nothing.
function outlined(el, scan) {
  scan.pool ??= new Set(pool());
  const role = scan.pool.has(el) ? eligible(el, scan) : "";
  if (role !== "") return { kind: "control", role };
  if (!shown(el) || stateOf(el, scan) & HIDDEN || (scan.modal && !inside(el, scan.modal)) || clippedAway(el, boxOf(el), scan)) return null;
  const kind = tag(el), explicit = explicitRole(el);
  if (FRAME_TAGS.has(kind)) return el.contentWindow ? { kind: "frame", role: "" } : null;
  if (explicit === "heading" || (!explicit && /^h[1-6]$/u.test(kind))) return { kind: "heading", role: "heading" };
  if (explicit === "listitem" || explicit === "paragraph") return { kind: "text", role: "" };
  if (explicit) return LANDMARK_ROLES.has(explicit) ? { kind: "landmark", role: explicit } : explicit === "img" || explicit === "image" ? { kind: "image", role: "img" } : null;
  if (TEXTS.has(kind)) return { kind: "text", role: "" };
  if (kind === "img") return { kind: "image", role: "img" };
  if (!(kind in LANDMARKS)) return null;
  if ((kind === "header" || kind === "footer") && withinSection(el)) return { kind: "landmark", role: "" };
  return { kind: "landmark", role: LANDMARKS[kind] };
}

function withinSection(el) {
  for (let n = flatParent(el); n; n = flatParent(n)) if (matches(n, SECTIONS)) return true;
  return false;
}

function outlineName(el, { kind, role }, scan) {
  beginText(scan);
  if (kind === "control") return nameOf(el, role, scan);
  if (kind === "heading") return tidy(computeName(el, role, scan, true));
  if (kind === "image") return tidy(computeName(el, role, scan, true));
  if (kind !== "landmark") return "";
  return collapse(labelledBy(el, role, scan)) || attribute(el, "aria-label") || (tag(el) === "fieldset" ? legendOf(el) : tag(el) === "form" ? attribute(el, "name") : "");
}

const boxIn = (el, scan) => {
  const r = scan.boxes.get(el) ?? boxOf(el) ?? rectOf(el);
  return [r.left + scrollX, r.top + scrollY, r.width, r.height].map(Math.round);
};

// outline lists what there is in this frame, and says of each line whether it lies in an element that the selector
// matches. Of more than max lines of one kind or the other the first are listed, and frames always; all are counted.
function outline({ selector, max }) {
  const scan = newScan();
  const out = { ...whereabouts(), holders: holders(scan), bad: "", chosen: 0, others: 0, lines: [] };
  let chosen = null;
  try { chosen = selector && new Set(collect(selector)); } catch (error) { return { ...out, bad: String(error.message) }; }
  const list = [], at = new Map();
  for (const el of collect((root) => OUTLINED + "," + poolSelector(root))) {
    const what = outlined(el, scan);
    if (what === null) continue;
    let parent = -1, lies = !chosen || chosen.has(el);
    for (let n = flatParent(el); n && (parent < 0 || !lies); n = flatParent(n)) {
      if (parent < 0) parent = at.get(n) ?? -1;
      lies ||= chosen.has(n);
    }
    if (parent >= 0) list[parent].leaf = false;
    const before = lies ? out.chosen++ : out.others++;
    if (before >= max && what.kind !== "frame") continue;
    at.set(el, list.length);
    list.push({ el, what, parent, lies, leaf: true });
  }
  for (const { el, what, parent, lies, leaf } of list) {
    const named = what.kind === "control" || what.kind === "heading" || what.kind === "image" || what.kind === "frame";
    const own = named && what.kind !== "heading" ? "" : collapse(cutTo(ownText(el), NAME_LIMIT));
    out.lines.push({
      kind: what.kind, role: what.role, node: numberOf(el), tag: tag(el), id: cutTo(attribute(el, "id"), NAME_LIMIT),
      name: outlineName(el, what, scan), level: what.kind === "heading" ? levelOf(el) : 0, own, text: leaf && !named ? tidy(contentOf(el, scan)) : own,
      value: what.kind === "control" ? cutTo(valueOf(el, what.role), NAME_LIMIT) : "",
      disabled: what.kind === "control" && isDisabled(el, scan), leaf, parent, lies, box: boxIn(el, scan), child: what.kind === "frame" ? windowIndex(el.contentWindow) : -1,
    });
  }
  return out;
}

// windowIndex is the position of a child frame among the frames of this one.
function windowIndex(child) {
  for (let i = 0; i < window.length; i++) if (window[i] === child) return i;
  return -1;
}
