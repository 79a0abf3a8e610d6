// Areas of a picture. Nothing is drawn for them but the picture that their map is laid over.

const imageOf = (area) => {
  if (tag(area) !== "area") return null;
  const map = parentNode(area);
  const name = map && nodeType(map) === ELEMENT && tag(map) === "map" ? attr(map, "name") || attr(map, "id") : "";
  if (!name) return null;
  for (const img of queryAll(rootOf(area), "img[usemap]")) if (attr(img, "usemap").replace(/^.*#/u, "") === name) return img;
  return null;
};

// areaRect is the box around an area in the viewport, null for what is none.
function areaRect(area) {
  const img = imageOf(area);
  if (!img) return null;
  const r = rectOf(img);
  const n = attribute(area, "coords").split(/[\s,;]+/u).map(Number);
  const box = (left, top, right, bottom) => ({ left: r.left + Math.max(0, left), top: r.top + Math.max(0, top), right: r.left + Math.min(r.width, right),
    bottom: r.top + Math.min(r.height, bottom), width: Math.min(r.width, right) - Math.max(0, left), height: Math.min(r.height, bottom) - Math.max(0, top) });
  switch (attribute(area, "shape").toLowerCase()) {
    case "default": return box(0, 0, r.width, r.height);
    case "circle": case "circ": return box(n[0] - n[2], n[1] - n[2], n[0] + n[2], n[1] + n[2]);
    case "poly": case "polygon": {
      const xs = n.filter((_, i) => i % 2 === 0), ys = n.filter((_, i) => i % 2 === 1);
      return box(Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys));
    }
  }
  return box(Math.min(n[0], n[2]), Math.min(n[1], n[3]), Math.max(n[0], n[2]), Math.max(n[1], n[3]));
}

// areaBox is the box of an area whose picture a person can see, null for all others.
function areaBox(el, scan) {
  const img = imageOf(el);
  if (!img || !shown(img) || clippedAway(img, rectOf(img), scan)) return null;
  const box = areaRect(el);
  return box.width > 0 && box.height > 0 ? box : null;
}
