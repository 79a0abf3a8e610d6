//go:build e2e && linux

package flows

import (
	"github.com/jevrun/jevrun/runtime/replay"
)

// mutation is one change that somebody makes to a real page, and what a person who compares the two would say
// of the recorded step: its verdict and its kind. The table was written before the code that it tests.
type mutation struct {
	name, site, page string // site is a key of sites, page a path there

	// The recorded step: the fingerprint of its choice, the region that it was looked for in, and the action that
	// the recorded run carried out and the replay executes; "" replays without executing.
	choice, within, action string

	// The change.
	edits    []edit // of answers as the server sends them
	script   string // run in the page; $(SELECTOR, TEXT) waits for an element with that text and hands it to a function
	status   int    // the page is answered with this status instead
	redirect string // the page leads to this path
	down     bool   // nothing listens there any more

	verdict   replay.Verdict
	kind      replay.Kind
	normalize string // the pattern that the result must suggest
}

var mutations = []mutation{
	// A documentation page of static HTML.
	{name: "a link has another text", site: "python-docs", page: "/", choice: "link|search page",
		edits: []edit{{"/", ">Search page<", ">Look something up<"}}, verdict: replay.Changed, kind: replay.Renamed},
	{name: "a link is gone", site: "python-docs", page: "/", choice: "link|glossary",
		script: `$("a", "Glossary", (a) => a.closest("p").remove())`, verdict: replay.Changed, kind: replay.Removed},
	{name: "a link is there twice", site: "python-docs", page: "/", choice: "link|tutorial",
		script: `$("a", "Tutorial", (a) => document.querySelector(".sphinxsidebarwrapper").append(a.cloneNode(true)))`, verdict: replay.Ambiguous, kind: replay.Duplicated},
	{name: "a link is hidden by a style", site: "python-docs", page: "/", choice: "link|download these documents",
		script: `$("a", "Download these documents", (a) => { a.style.display = "none"; })`, verdict: replay.Changed, kind: replay.Removed},
	{name: "two links changed places", site: "python-docs", page: "/", choice: "link|glossary",
		script: `$("a", "Glossary", (a) => document.querySelector("a.biglink").before(a))`, verdict: replay.Moved},
	{name: "the version in a name went up", site: "python-docs", page: "/", choice: "link|what's new in python 3.11?",
		edits: []edit{{"/", "new in Python 3.11?", "new in Python 3.12?"}}, verdict: replay.Changed, kind: replay.Counter, normalize: `\d+`},
	{name: "a badge came to a name", site: "python-docs", page: "/", choice: "link|faqs",
		edits: []edit{{"/", ">FAQs<", ">FAQs (12)<"}}, verdict: replay.Changed, kind: replay.Counter, normalize: ` ?\(\d+\)`},
	{name: "the page is not there any more", site: "python-docs", page: "/", choice: "link|glossary",
		status: 404, verdict: replay.Error, kind: replay.PageNotReached},
	{name: "the server is overloaded", site: "python-docs", page: "/library/json.html", choice: "link|basic usage",
		status: 503, verdict: replay.Error, kind: replay.PageNotReached},
	{name: "the page leads elsewhere", site: "python-docs", page: "/library/json.html", choice: "link|basic usage",
		redirect: "/download.html", verdict: replay.Error, kind: replay.PageNotReached},
	{name: "nothing listens", site: "python-docs", page: "/", choice: "link|glossary",
		down: true, verdict: replay.Error, kind: replay.PageNotReached},
	{name: "restyled, ids renamed, wrapped", site: "python-docs", page: "/", choice: "link|glossary",
		edits: []edit{{"/", "<body>", "<body><div class=shell>"}, {"/", "biglink", "huge-link"}, {"/", "</head>", "<style>a { color: red; font-size: 110% }</style></head>"}}, verdict: replay.OK},
	{name: "only letter case and white space changed", site: "python-docs", page: "/", choice: "link|library reference",
		edits: []edit{{"/", ">Library Reference<", ">LIBRARY   reference<"}}, verdict: replay.OK},
	{name: "a banner lies over the page", site: "python-docs", page: "/", choice: "link|glossary",
		script: `$("body", "", (b) => b.insertAdjacentHTML("beforeend", "<div style='position:fixed;inset:0;background:#fff'>We use cookies <button>Accept</button></div>"))`,
		verdict: replay.OK, kind: replay.Covered},
	{name: "a banner lies over what is pressed", site: "python-docs", page: "/", choice: "link|glossary", action: "click",
		script: `$("body", "", (b) => b.insertAdjacentHTML("beforeend", "<div style='position:fixed;inset:0;background:#fff'>We use cookies <button>Accept</button></div>"))`,
		verdict: replay.Error, kind: replay.Covered},
	{name: "a modal dialog shuts the page off", site: "python-docs", page: "/", choice: "link|glossary",
		script: `$("body", "", (b) => { b.insertAdjacentHTML("beforeend", "<dialog>Stay informed <button>Subscribe</button></dialog>"); b.querySelector("dialog").showModal(); })`,
		verdict: replay.Changed, kind: replay.Covered},
	{name: "a link went into a frame", site: "python-docs", page: "/", choice: "link|general index",
		script:  `$("a", "General index", (a) => { const f = document.createElement("iframe"); f.srcdoc = a.outerHTML; a.replaceWith(f); })`,
		verdict: replay.Moved, kind: replay.OtherFrame},
	{name: "a link is a button now", site: "python-docs", page: "/", choice: "link|glossary",
		script:  `$("a", "Glossary", (a) => { const b = document.createElement("button"); b.textContent = a.textContent; a.replaceWith(b); })`,
		verdict: replay.Changed, kind: replay.Renamed},
	{name: "a link left its region", site: "python-docs", page: "/library/json.html", choice: "link|rfc 4627", within: "json — JSON encoder and decoder",
		script:  `$("a", "RFC 4627", (a) => document.querySelector(".sphinxsidebarwrapper").append(a))`,
		verdict: replay.Changed, kind: replay.OtherRegion},

	// An application that builds its page from a description.
	{name: "an operation has another summary", site: "swagger-ui", page: "/index.html", choice: "button|get /pets list the pets",
		edits: []edit{{"/petstore.json", "List the pets", "Show all animals"}}, verdict: replay.Changed, kind: replay.Renamed},
	{name: "an operation was taken away", site: "swagger-ui", page: "/index.html", choice: "button|post /pets add a pet",
		edits: []edit{{"/petstore.json", `"post"`, `"x-post"`}}, verdict: replay.Changed, kind: replay.Removed},
	{name: "a heading counts now", site: "swagger-ui", page: "/index.html", choice: "button|schemas",
		script: `$("section.models button span", "Schemas", (s) => { s.textContent = "Schemas 2"; })`, verdict: replay.Changed, kind: replay.Counter, normalize: ` ?\d+`},
	{name: "a list takes no input", site: "swagger-ui", page: "/index.html", choice: "combobox|servers",
		script: `$("#servers", "", (s) => { s.disabled = true; })`, verdict: replay.OK, kind: replay.Disabled},
	{name: "a button that is pressed takes no input", site: "swagger-ui", page: "/index.html", choice: "button|schemas", action: "click",
		script: `$("section.models button", "Schemas", (b) => { b.disabled = true; })`, verdict: replay.Error, kind: replay.Disabled},
	{name: "two schemas have one name", site: "swagger-ui", page: "/index.html", choice: "button|newpet",
		script: `$("#model-NewPet", "", (m) => m.after(m.cloneNode(true)))`, verdict: replay.Ambiguous, kind: replay.Duplicated},
	{name: "the description does not load", site: "swagger-ui", page: "/index.html", choice: "button|get /pets list the pets",
		edits: []edit{{"/petstore.json", "{", "nothing: ["}}, verdict: replay.Changed, kind: replay.Removed},
	{name: "an operation comes late", site: "swagger-ui", page: "/index.html", choice: "button|get /pets list the pets",
		script: `$("#operations-pets-listPets", "", (o) => { const p = o.parentNode; o.style.display = "none"; setTimeout(() => { o.style.display = ""; }, 800); })`, verdict: replay.OK},

	// A large application with a canvas, a palette and a sidebar.
	{name: "the main button has another name", site: "node-red", page: "/#flow/f1", choice: "link|deploy",
		edits: []edit{{"/locales/editor", `"deploy":"Deploy"`, `"deploy":"Roll out"`}}, verdict: replay.Changed, kind: replay.Renamed},
	{name: "a tab shows a badge", site: "node-red", page: "/#flow/f1", choice: "link|thermostat",
		edits: []edit{{"/flows", "Thermostat", "Thermostat (2)"}}, verdict: replay.Changed, kind: replay.Counter, normalize: ` ?\(\d+\)`},
	{name: "a node left the palette", site: "node-red", page: "/#flow/f1", choice: "button|inject",
		script: `$(".red-ui-palette-node", "inject", (n) => n.remove())`, verdict: replay.Changed, kind: replay.Removed},
	{name: "a node is in the palette twice", site: "node-red", page: "/#flow/f1", choice: "button|inject",
		script: `$(".red-ui-palette-node", "inject", (n) => n.after(n.cloneNode(true)))`, verdict: replay.Ambiguous, kind: replay.Duplicated},
	{name: "a message lies over the main button", site: "node-red", page: "/#flow/f1", choice: "link|deploy",
		script:  `$("#red-ui-header-button-deploy", "", () => document.body.insertAdjacentHTML("beforeend", "<div style='position:fixed;top:0;left:0;right:0;height:90px;z-index:99999;background:#fff'>Server restarts soon</div>"))`,
		verdict: replay.OK, kind: replay.Covered},
	{name: "the palette was sorted anew", site: "node-red", page: "/#flow/f1", choice: "button|inject",
		script: `$(".red-ui-palette-node", "comment", (n) => n.after(n.parentNode.firstElementChild))`, verdict: replay.Moved},
	{name: "the filter of the palette has another name", site: "node-red", page: "/#flow/f1", choice: "textbox|filter nodes",
		edits: []edit{{"/locales/editor", `"filter":"filter nodes"`, `"filter":"find a node"`}}, verdict: replay.Changed, kind: replay.Renamed},
}
