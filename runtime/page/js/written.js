// What a person reads on an element, whatever it is called.

// written is the rendered text of a node, "" for one that is gone or shows none.
function written({ node }) {
  const el = nodeOf(node);
  return el ? collapse(cutTo(innerText(el), NAME_LIMIT)) : "";
}

