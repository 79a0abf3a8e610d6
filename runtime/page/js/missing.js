// Why an element that a replay looks for is no candidate.

// missing lists the elements with a role (lower case) that could be candidates and are not: their names and what
// keeps each from it: "modal" (a modal dialog shuts it off, by says which), "region" (it lies outside of the region
// that within names; where is the one in which it lies) or "hidden". nowhere: no region is named so.
function missing({ role, within }) {
  const scan = newScan(), modal = scan.modal;
  const nowhere = within ? enterRegion(scan, within) !== null : false;
  const region = scan.region;
  const out = { ...whereabouts(), holders: holders(scan), name: [], why: [], where: [], nowhere, by: describe(modal), status: responseStatus() };
  scan.modal = scan.region = null; // asked one by one
  for (const el of pool()) {
    if (roleOf(el) !== role || out.name.length >= 1000) continue;
    const seen = eligible(el, scan) === role;
    const why = modal && !inside(el, modal) && seen ? "modal"
      : seen && (nowhere || region && !inRegion(el, { ...scan, region })) ? "region" : seen ? "" : "hidden";
    if (why === "") continue;
    out.name.push(cutTo(nameOf(el, role, scan) || collapse(cutTo(textContent(el), NAME_LIMIT)), NAME_LIMIT));
    out.why.push(why);
    out.where.push(why === "region" ? regionAround(el, scan) : "");
  }
  return out;
}

// over describes what lies over a node, "" for nothing.
function over({ node }) {
  const el = nodeOf(node);
  if (!el) return describe(null);
  const state = aim(el, newScan());
  return state.why === "covered" ? state.by : describe(null);
}

// responseStatus is the HTTP status of the document, 0 where there was none.
function responseStatus() {
  const entries = performance.getEntriesByType("navigation");
  return entries.length ? entries[0].responseStatus : 0;
}
