// What every page shares: who is signed in. Nothing leaves this page; there is no server behind it.
const session = {
  get who() {
    try { return sessionStorage.getItem("who") || ""; } catch { return ""; }
  },
  set who(name) {
    try { sessionStorage.setItem("who", name); } catch { /* storage is off: the name is forgotten */ }
  },
};

function say(text) {
  document.querySelector("[role=status]").textContent = text;
}

const greeting = document.querySelector(".who");
if (greeting) greeting.textContent = session.who ? `Signed in as ${session.who}` : "Not signed in";
