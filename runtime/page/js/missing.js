// Why an element that a replay looks for is no candidate.

// missing lists the elements with a role (lower case) that could be candidates and are not: their names and what
// keeps each from it: "modal" (a modal dialog shuts it off, by says which), "inert" (it is in a part that is), "region"
// (it lies outside of the region that within names; where is the one in which it lies) or "hidden". With cut, those that
// nothing keeps from it are listed as well, as "cut". nowhere: no region is named so.
function missing({ role, within, cut }) {
  const scan = newScan(), modal = scan.modal;
  const nowhere = within ? enterRegion(scan, within) !== null : false;
  const region = scan.region;
  const out = { ...whereabouts(), holders: holders(scan), name: [], why: [], where: [], nowhere, by: describe(modal), status: responseStatus() };
  scan.modal = scan.region = null; // asked one by one
  for (const el of pool()) {
    if (roleOf(el) !== role || out.name.length >= (cut ? 20000 : 1000)) continue;
    const seen = eligible(el, scan) === role;
    const why = modal && !inside(el, modal) && seen ? "modal"
      : seen && (nowhere || region && !inRegion(el, { ...scan, region })) ? "region"
      : seen ? cut ? "cut" : "" : isInert(el) && shown(el) ? "inert" : "hidden";
    if (why === "") continue;
    out.name.push(cutTo(nameOf(el, role, scan) || collapse(cutTo(textContent(el), NAME_LIMIT)), NAME_LIMIT));
    out.why.push(why);
    out.where.push(why === "region" ? regionAround(el, scan) : "");
  }
  return out;
}

// isInert: it or what it lies in takes no input and is in no tree of the browser, but drawn.
function isInert(el) {
  for (let n = el; n; n = flatParent(n)) if (hasAttr(n, "inert")) return true;
  return false;
}

// over describes what lies over a node, "" for nothing. through: it lets clicks through to what lies under it.
function over({ node }) {
  const el = nodeOf(node);
  const state = el ? aim(el, newScan()) : { why: "detached" };
  return { ...(state.why === "covered" ? state.by : describe(null)), through: state.why === "disabled" };
}

// answered says with which HTTP status the document came.
const answered = () => ({ status: responseStatus() });

// responseStatus is the HTTP status of the document, 0 where there was none.
function responseStatus() {
  const entries = performance.getEntriesByType("navigation");
  return entries.length ? entries[0].responseStatus : 0;
}
