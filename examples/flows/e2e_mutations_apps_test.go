//go:build e2e && linux

package flows

import "github.com/jevrun/jevrun/runtime/replay"

// tryIt opens an operation of Swagger UI and its form.
const tryIt = `$("#operations-pets-listPets .opblock-summary-control", "", (b) => b.click()); $("#operations-pets-listPets .try-out__btn", "", (b) => b.click());`

// emptyAllowed gives a parameter of the description a box to tick. As it is called, "Send empty value", a replay would
// ask a person first.
var emptyAllowed = []edit{{"/swagger-ui-bundle.js", "Send empty value", "Keep it empty"}, {"/petstore.json", `"description": "At most so many",`, `"description": "At most so many", "allowEmptyValue": true,`}}

// appMutations are further changes to the two applications: Swagger UI, which builds its page from a description,
// and Node-RED, with a canvas, a palette and a sidebar.
var appMutations = []mutation{
	// Names and roles.
	{name: "an operation counts its calls", site: "swagger-ui", page: "/", choice: "button|get /pets list the pets", why: "only a number came",
		edits: []edit{{"/petstore.json", "List the pets", "List the pets (3 new)"}}, verdict: replay.Changed, kind: replay.Counter},
	{name: "an operation has another path", site: "swagger-ui", page: "/", choice: "button|post /pets add a pet", why: "part of its name is another one",
		edits: []edit{{"/petstore.json", `"/pets":`, `"/animals":`}}, verdict: replay.Changed, kind: replay.Renamed},
	{name: "the path has a version", site: "swagger-ui", page: "/", choice: "button|post /pets add a pet", why: "only a number came, the v belongs to it",
		edits: []edit{{"/petstore.json", `"/pets":`, `"/v2/pets":`}}, verdict: replay.Changed, kind: replay.Counter},
	{name: "a schema is in capital letters", site: "swagger-ui", page: "/", choice: "button|newpet", why: "letter case does not count",
		edits: []edit{{"/petstore.json", "NewPet", "NEWPET"}}, verdict: replay.OK},
	{name: "a schema is in two words", site: "swagger-ui", page: "/", choice: "button|newpet", why: "a space more is another name",
		edits: []edit{{"/petstore.json", "NewPet", "New Pet"}}, verdict: replay.Changed, kind: replay.Renamed},
	{name: "two schemas exchanged their names", site: "swagger-ui", page: "/", choice: "button|newpet", why: "the one with this name stands elsewhere now",
		script:  `$("#model-NewPet", "", (m) => $("#model-Pet", "", (n) => { const b = (e) => [...e.querySelectorAll("button span, span.model-title__text")].find((s) => /^(NewPet|Pet)$/.test(s.textContent)); const x = b(m), y = b(n); [x.textContent, y.textContent] = [y.textContent, x.textContent]; }))`,
		verdict: replay.Moved},
	{name: "a button became a link", site: "swagger-ui", page: "/", choice: "button|schemas", why: "the same name, another role, the same place",
		script: `$("section.models h4 button", "Schemas", (b) => { const a = document.createElement("a"); a.href = "#schemas"; a.textContent = "Schemas"; b.replaceWith(a); })`, verdict: replay.Changed, kind: replay.Renamed},
	{name: "a link became a button", site: "node-red", page: "/#flow/f1", choice: "link|deploy", why: "the same name, another role, the same place",
		script: `$("#red-ui-header-button-deploy", "", (a) => a.setAttribute("role", "button"))`, verdict: replay.Changed, kind: replay.Renamed},
	{name: "a list became a field", site: "swagger-ui", page: "/", choice: "combobox|servers", action: "select", why: "the same name, another role, the same place",
		script: `$("#servers", "", (s) => { const i = document.createElement("input"); i.setAttribute("aria-label", "Servers"); s.replaceWith(i); })`, verdict: replay.Changed, kind: replay.Renamed},
	{name: "the main button speaks German", site: "node-red", page: "/#flow/f1", choice: "link|deploy", why: "another language, the same place",
		edits: []edit{{"/locales/editor", `"deploy":"Deploy"`, `"deploy":"Übernehmen"`}}, verdict: replay.Changed, kind: replay.Renamed},
	{name: "a tab has another name", site: "node-red", page: "/#flow/f1", choice: "link|thermostat", why: "the same address and place",
		edits: []edit{{"/flows", "Thermostat", "Boiler"}}, verdict: replay.Changed, kind: replay.Renamed},
	{name: "a tab was numbered", site: "node-red", page: "/#flow/f1", choice: "link|thermostat", why: "only a number came",
		edits: []edit{{"/flows", "Thermostat", "2. Thermostat"}}, verdict: replay.Changed, kind: replay.Counter},

	// Gone, hidden, off.
	{name: "another tab came before it", site: "node-red", page: "/#flow/f1", choice: "link|thermostat", why: "only its number in the list went up",
		edits: []edit{{"/flows", `{"id":"f1"`, `{"id":"f0","type":"tab","label":"Hall","disabled":false,"info":""},{"id":"f1"`}}, verdict: replay.Moved},
	{name: "the tab is gone, another flow is there", site: "node-red", page: "/#flow/f1", choice: "link|thermostat", why: "another one stands in its place",
		edits: []edit{{"/flows", `"id":"f1"`, `"id":"f9"`}, {"/flows", `"z":"f1"`, `"z":"f9"`}, {"/flows", "Thermostat", "Garden"}}, verdict: replay.Changed, kind: replay.Renamed},
	{name: "the palette is hidden", site: "node-red", page: "/#flow/f1", choice: "button|inject", why: "hidden is gone",
		script: `$(".red-ui-palette-node", "inject", () => { document.querySelector("#red-ui-palette").style.display = "none"; })`, verdict: replay.Changed, kind: replay.Removed},
	{name: "the groups of the palette are closed", site: "node-red", page: "/#flow/f1", choice: "button|inject", why: "their nodes are hidden",
		script: `$(".red-ui-palette-node", "inject", () => document.head.insertAdjacentHTML("beforeend", "<style>.red-ui-palette-content { display: none !important }</style>"))`, verdict: replay.Changed, kind: replay.Removed},
	{name: "a node has no color", site: "node-red", page: "/#flow/f1", choice: "button|inject", why: "a style",
		script: `$(".red-ui-palette-node", "inject", (n) => { n.style.background = "#fff"; n.style.filter = "grayscale(1)"; })`, verdict: replay.OK},
	{name: "the main button says that it is off", site: "node-red", page: "/#flow/f1", choice: "link|deploy", why: "it is there and takes no input",
		script: `$("#red-ui-header-button-deploy", "", (a) => a.setAttribute("aria-disabled", "true"))`, verdict: replay.OK, kind: replay.Disabled},
	{name: "the main button is off and to be pressed", site: "node-red", page: "/#flow/f1", choice: "link|deploy", action: "click", why: "it is there and takes no input",
		script: `$("#red-ui-header-button-deploy", "", (a) => a.setAttribute("aria-disabled", "true"))`, verdict: replay.Error, kind: replay.Disabled},
	{name: "the server has no flows", site: "node-red", page: "/#flow/f1", choice: "link|thermostat", why: "the editor puts a tab Flow 1 in its place",
		edits: []edit{{"/flows", `"type":"tab"`, `"type":"junction"`}}, verdict: replay.Changed, kind: replay.Renamed},
	{name: "a tour lies over the editor", site: "node-red", page: "/#flow/f1", choice: "link|deploy", action: "click", why: "the input would go to the tour",
		script: `$("#red-ui-header-button-deploy", "", () => document.body.insertAdjacentHTML("beforeend", "<div style='position:fixed;inset:0;z-index:99999;background:#0008'>Welcome <a href='#'>Next</a></div>"))`, verdict: replay.Error, kind: replay.Covered},
	{name: "a list under a disabled fieldset", site: "swagger-ui", page: "/", choice: "combobox|servers", action: "select", why: "it is there and takes no input",
		script: `$("#servers", "", (s) => { const f = document.createElement("fieldset"); s.before(f); f.append(s); f.disabled = true; })`, verdict: replay.Error, kind: replay.Disabled},
	{name: "a chat lies over half of a button", site: "swagger-ui", page: "/", choice: "button|newpet", action: "click", why: "its middle is free",
		script: `$("#model-NewPet button", "", (b) => { const r = b.getBoundingClientRect(); document.body.insertAdjacentHTML("beforeend", "<div style='position:absolute;background:#fff;z-index:9;left:" + (scrollX + r.left - 4) + "px;top:" + (scrollY + r.top - 4) + "px;width:" + (r.width / 4 + 4) + "px;height:" + (r.height + 8) + "px'></div>"); })`, verdict: replay.OK},

	// Elsewhere, twice.
	{name: "a button went into a frame", site: "swagger-ui", page: "/", choice: "button|schemas", why: "another frame, one element",
		script: `$("section.models h4 button", "Schemas", (b) => { const f = document.createElement("iframe"); f.srcdoc = "<button>Schemas</button>"; b.replaceWith(f); })`, verdict: replay.Moved, kind: replay.OtherFrame},
	{name: "a button stands in another section", site: "swagger-ui", page: "/", choice: "button|newpet", within: "Schemas", why: "its region has lost it",
		script: `$("#model-NewPet", "", (m) => document.querySelector("#operations-tag-pets").after(m))`, verdict: replay.Changed, kind: replay.OtherRegion},
	{name: "a menu has a copy for small screens", site: "node-red", page: "/#flow/f1", choice: "link|deploy", why: "what is not drawn does not count",
		script: `$("#red-ui-header-button-deploy", "", (a) => { const c = a.cloneNode(true); c.style.visibility = "hidden"; c.style.position = "absolute"; document.body.prepend(c); })`, verdict: replay.OK},
	{name: "the main button is at the bottom as well", site: "node-red", page: "/#flow/f1", choice: "link|deploy", why: "two drawn ones",
		script: `$("#red-ui-header-button-deploy", "", (a) => document.body.insertAdjacentHTML("beforeend", "<a href='#' style='position:fixed;bottom:0;left:0;z-index:9'>Deploy</a>"))`, verdict: replay.Ambiguous, kind: replay.Duplicated},
	{name: "a link to the description came before it", site: "swagger-ui", page: "/", choice: "link|/petstore.json", why: "one place on, nothing else",
		script: `$("section.models", "", () => document.querySelector(".info").insertAdjacentHTML("afterbegin", "<a href='/v1'>Older description</a>"))`, verdict: replay.Moved},
	{name: "the operations are sorted anew", site: "swagger-ui", page: "/", choice: "button|get /pets list the pets", why: "the same elements in another order",
		script: `$("#operations-pets-listPets", "", (o) => $("#operations-pets-findPet", "", (f) => f.after(o)))`, verdict: replay.Moved},
	{name: "the frame around the page is another one", site: "swagger-ui", page: "/", choice: "button|get /pets list the pets", why: "styles, ids and classes",
		edits:   []edit{{"/index.css", "body", "body { font: 20px serif } x"}},
		script:  `$("section.models", "", () => { const s = document.querySelector("#swagger-ui"); s.removeAttribute("id"); s.className = "app"; })`,
		verdict: replay.OK},

	// Forms.
	{name: "the option that was picked is gone", site: "swagger-ui", page: "/", baseScript: tryIt, choice: "combobox|only pets in this state", action: "select", value: "sold", why: "the list is there; what was picked is not in it",
		edits: []edit{{"/petstore.json", `"enum": ["available", "reserved", "sold"]`, `"enum": ["available", "reserved"]`}}, verdict: replay.Error, kind: replay.NotExecuted},
	{name: "the options are in another order", site: "swagger-ui", page: "/", baseScript: tryIt, choice: "combobox|only pets in this state", action: "select", value: "sold", why: "an option is picked by its name",
		edits: []edit{{"/petstore.json", `"enum": ["available", "reserved", "sold"]`, `"enum": ["sold", "reserved", "available", "gone"]`}}, verdict: replay.OK},
	{name: "a field is by another name in a form", site: "swagger-ui", page: "/", baseScript: tryIt, choice: "textbox|limit", action: "fill", value: "1", why: "the same place and role",
		edits: []edit{{"/petstore.json", `"name": "limit"`, `"name": "count"`}}, verdict: replay.Changed, kind: replay.Renamed},
	{name: "a field is gone from a form", site: "swagger-ui", page: "/", baseScript: tryIt, choice: "textbox|limit", action: "fill", value: "1", why: "nothing took its place; the list beside it was there before",
		edits: []edit{{"/petstore.json", `"in": "query",
            "description": "At most so many"`, `"in": "nowhere",
            "description": "At most so many"`}}, script: `$("input[placeholder=limit]", "", (i) => i.closest("tr").remove())`, verdict: replay.Changed, kind: replay.Removed},
	{name: "a box is ticked already", site: "swagger-ui", page: "/", base: emptyAllowed, baseScript: tryIt, choice: "checkbox|keep it empty", action: "check", why: "it is as the action wants it",
		script: `$("input[type=checkbox]", "", (c) => c.click())`, verdict: replay.OK},
	{name: "a box cannot be ticked", site: "swagger-ui", page: "/", base: emptyAllowed, baseScript: tryIt, choice: "checkbox|keep it empty", action: "check", why: "it is there and takes no input",
		script: `$("input[type=checkbox]", "", (c) => { c.disabled = true; })`, verdict: replay.Error, kind: replay.Disabled},
	{name: "a box became a switch", site: "swagger-ui", page: "/", base: emptyAllowed, baseScript: tryIt, choice: "checkbox|keep it empty", action: "check", why: "another role",
		script: `$("input[type=checkbox]", "", (c) => c.setAttribute("role", "switch"))`, verdict: replay.Changed, kind: replay.Renamed},
	{name: "the box says something else", site: "swagger-ui", page: "/", base: emptyAllowed, baseScript: tryIt, choice: "checkbox|keep it empty", action: "check", why: "another label, the same place and role",
		script: `$("label", "Keep it empty", (l) => { [...l.childNodes].filter((n) => n.nodeType == 3).forEach((n) => { n.data = "Leave it out"; }); })`, verdict: replay.Changed, kind: replay.Renamed},

	// What only earlier actions bring.
	{name: "a form that a click brings, only looked at", site: "swagger-ui", page: "/", baseScript: tryIt, earlier: []string{"button|get /pets list the pets"}, choice: "textbox|limit", why: "earlier actions bring it",
		verdict: replay.Changed, kind: replay.NeedsExecute},
	{name: "a button that a click brings, brought", site: "swagger-ui", page: "/", baseScript: `$("#operations-pets-listPets .opblock-summary-control", "", (b) => b.click());`, earlier: []string{"button|get /pets list the pets"}, choice: "button|try it out", action: "click", why: "the click is repeated; the mouse then lies on the operation, which shows a button before it",
		verdict: replay.Moved},
	{name: "a button that a click brings has another name", site: "swagger-ui", page: "/", baseScript: `$("#operations-pets-listPets .opblock-summary-control", "", (b) => b.click());`, earlier: []string{"button|get /pets list the pets"}, choice: "button|try it out", action: "click", why: "the click is repeated, and another button comes",
		edits: []edit{{"/swagger-ui-bundle.js", "Try it out", "Have a go"}}, verdict: replay.Changed, kind: replay.Renamed},
	{name: "what brings a button is gone", site: "swagger-ui", page: "/", baseScript: `$("#operations-pets-listPets .opblock-summary-control", "", (b) => b.click());`, earlier: []string{"button|get /pets list the pets"}, choice: "button|try it out", action: "click", why: "the replay ends where it cannot act",
		edits: []edit{{"/petstore.json", `"get": {
        "tags": ["pets"],
        "operationId": "listPets"`, `"x-get": {
        "tags": ["pets"],
        "operationId": "listPets"`}}, verdict: replay.Changed, kind: replay.Removed},

	// Claims and goals.
	{name: "what proves success is hidden", site: "swagger-ui", page: "/", choice: "button|get /pets list the pets", action: "click", success: ".try-out__btn", why: "the step holds, the goal does not",
		edits: []edit{{"/", "</head>", "<style>.try-out { display: none }</style></head>"}}, verdict: replay.OK, unproven: true},
	{name: "what proves success comes late", site: "swagger-ui", page: "/", choice: "button|get /pets list the pets", action: "click", success: ".try-out__btn", why: "a claim is waited for",
		script: `$(".try-out__btn", "", (b) => { b.style.display = "none"; setTimeout(() => { b.style.display = ""; }, 1500); })`, verdict: replay.OK},
	{name: "a claim about an element that is covered", site: "swagger-ui", page: "/", that: "visible('button', 'Schemas')", why: "it is on the page and drawn",
		script: `$("section.models", "", () => document.body.insertAdjacentHTML("beforeend", "<div style='position:fixed;inset:0;background:#fff;z-index:99'>Please wait</div>"))`, verdict: replay.OK},
	{name: "a claim about an element that is off", site: "swagger-ui", page: "/", that: "visible('combobox', 'Servers')", why: "off is not hidden",
		script: `$("#servers", "", (s) => { s.disabled = true; })`, verdict: replay.OK},

	// The way to the page.
	{name: "the program of the page does not load", site: "swagger-ui", page: "/", choice: "button|schemas", why: "the page is there, and nothing that the program would build",
		edits: []edit{{"/swagger-ui-bundle.js", "function", "funktion"}}, verdict: replay.Changed, kind: replay.Removed},
	{name: "the description takes two seconds", site: "swagger-ui", page: "/", choice: "button|schemas", why: "slow is not broken",
		slow: "/petstore.json", verdict: replay.OK},
	{name: "the description never comes", site: "swagger-ui", page: "/", choice: "button|schemas", why: "the page was reached; the element did not come",
		hang: "/petstore.json", verdict: replay.Changed, kind: replay.Removed},
	{name: "the connection of the editor breaks", site: "node-red", page: "/#flow/f1", choice: "link|deploy", why: "the editor says so beside it; the button is there",
		hang: "/comms", verdict: replay.OK},
	{name: "the flows take two seconds", site: "node-red", page: "/#flow/f1", choice: "link|thermostat", why: "slow is not broken",
		slow: "/flows", verdict: replay.OK},
}
