//go:build e2e && linux

package flows

import "github.com/jevrun/jevrun/runtime/replay"

// everydayMutations are changes to pages in the shape of everyday applications: a table with pages, a wizard, a list of
// mail, a shop, a board of cards; and to what the documentation builds by script. They were written down by somebody who
// had not read the replay.
var everydayMutations = []mutation{
	// A table with pages.
	{name: "its row went to the next page", site: "everyday", page: "/customers.html", choice: "button|edit", within: "Ada Lovelace", why: "the row is not on this page; the buttons of other rows are not its",
		edits: []edit{{"/customers.json", `[`, `[{"id": 9, "name": "Aad", "city": "A", "invoices": 0}, {"id": 10, "name": "Aaf", "city": "A", "invoices": 0}, {"id": 11, "name": "Aag", "city": "A", "invoices": 0}, {"id": 12, "name": "Aah", "city": "A", "invoices": 0}, {"id": 13, "name": "Aai", "city": "A", "invoices": 0},`}}, verdict: replay.Changed, kind: replay.Removed},
	{name: "its row stands further down", site: "everyday", page: "/customers.html", choice: "button|edit", within: "Ada Lovelace", why: "it is where it was in its row",
		edits: []edit{{"/customers.json", `[`, `[{"id": 9, "name": "Aad", "city": "A", "invoices": 0}, {"id": 10, "name": "Aaf", "city": "A", "invoices": 0},`}}, verdict: replay.OK},
	{name: "a page of the table holds more rows", site: "everyday", page: "/customers.html", choice: "button|previous", why: "more buttons before it",
		edits: []edit{{"/customers.html", `size = 5`, `size = 7`}}, verdict: replay.Moved},
	{name: "somebody in a row has another name", site: "everyday", page: "/customers.html", choice: "link|ada lovelace", why: "the same address and row",
		edits: []edit{{"/customers.json", `Ada Lovelace`, `Ada King`}}, verdict: replay.Changed, kind: replay.Renamed},
	{name: "there is no next page", site: "everyday", page: "/customers.html", choice: "button|next", action: "click", why: "it is there and takes no input",
		edits: []edit{{"/customers.html", `size = 5`, `size = 50`}}, verdict: replay.Error, kind: replay.Disabled},
	{name: "the table is empty", site: "everyday", page: "/customers.html", choice: "link|ada lovelace", why: "nothing took its place",
		edits: []edit{{"/customers.html", `fetch("customers.json")`, `fetch("data:application/json,[]")`}}, verdict: replay.Changed, kind: replay.Removed},
	{name: "the data of the table cannot be had", site: "everyday", page: "/customers.html", choice: "link|ada lovelace", why: "the page is there, the row is not; a button to try again is none",
		edits: []edit{{"/customers.json", `[`, `<h1>Bad gateway`}}, verdict: replay.Changed, kind: replay.Removed},
	{name: "a column shows that it is sorted", site: "everyday", page: "/customers.html", choice: "button|city", why: "a sign of its state came to the name, no word",
		edits: []edit{{"/customers.html", `>City<`, `>City ▲<`}}, verdict: replay.Changed, kind: replay.Counter},
	{name: "two people have one name", site: "everyday", page: "/customers.html", choice: "link|ada lovelace", why: "nobody could say which",
		edits: []edit{{"/customers.json", `Alan Turing`, `Ada Lovelace`}}, verdict: replay.Ambiguous, kind: replay.Duplicated},

	// A wizard.
	{name: "a field more comes before it", site: "everyday", page: "/wizard.html", choice: "combobox|country", action: "select", value: "Chile", why: "one place on, and it still can be picked from",
		edits: []edit{{"/wizard.html", `<p><label>Country`, `<p><label>Company <input name="company"></label><p><label>Country`}}, verdict: replay.Moved},
	{name: "the part before it cannot be left", site: "everyday", page: "/wizard.html", baseScript: `addEventListener("DOMContentLoaded", () => document.querySelector("#on").click())`, earlier: []string{"button|continue"}, choice: "textbox|street", action: "fill", value: "Long Lane", why: "the click was repeated, and the page asks for something first",
		edits: []edit{{"/wizard.html", `<input name="name">`, `<input name="name" required>`}}, verdict: replay.Changed, kind: replay.Removed},
	{name: "all parts are on one page", site: "everyday", page: "/wizard.html", baseScript: `addEventListener("DOMContentLoaded", () => document.querySelector("#on").click())`, earlier: []string{"button|continue"}, choice: "textbox|street", action: "fill", value: "Long Lane", why: "it is there, behind the fields of the first part",
		edits: []edit{{"/wizard.html", `p.hidden = i !== at;`, `p.hidden = false;`}}, verdict: replay.Moved},
	{name: "a field is marked as one that must be filled", site: "everyday", page: "/wizard.html", choice: "textbox|full name", action: "fill", value: "Ada", why: "a sign came to the name, no word",
		edits: []edit{{"/wizard.html", `>Full name <`, `>Full name * <`}}, verdict: replay.Changed, kind: replay.Counter},
	{name: "a radio button became a card", site: "everyday", page: "/wizard.html", choice: "radio|pro", action: "check", why: "the same name in the same place, another role",
		edits: []edit{{"/wizard.html", `<label><input type="radio" name="plan" value="pro"> Pro</label>`, `<button type="button" aria-pressed="false">Pro</button>`}}, verdict: replay.Changed, kind: replay.Renamed},

	// A list of mail.
	{name: "a mail came before it", site: "everyday", page: "/mail.html", choice: "link|your parcel", why: "only its number in the list went up",
		edits: []edit{{"/mail.html", `<h2>Today</h2><ul>`, `<h2>Today</h2><ul><li><input type="checkbox" aria-label="Select Hello"> <a href="#m0">Hello</a></li>`}}, verdict: replay.Moved},
	{name: "the mail was read", site: "everyday", page: "/mail.html", choice: "link|unread: quarterly report", why: "a word left the name; address and place are the same",
		edits: []edit{{"/mail.html", ` aria-label="Unread: Quarterly report"><b>Quarterly report</b>`, `>Quarterly report`}}, verdict: replay.Changed, kind: replay.Renamed},
	{name: "nothing is unread", site: "everyday", page: "/mail.html", choice: "link|inbox, 4 unread", why: "only the count is gone, with what it counts",
		edits: []edit{{"/mail.html", `Inbox, 4 unread`, `Inbox`}}, verdict: replay.Changed, kind: replay.Counter},
	{name: "a hundred and fifty mails came before it", site: "everyday", page: "/mail.html", choice: "link|your parcel", why: "it is in the list still, and the cap cuts it",
		script: `$("section", "", (s) => { for (let i = 0; i < 150; i++) s.insertAdjacentHTML("afterbegin", "<p><a href='#n" + i + "'>Newsletter " + i + "</a></p>"); })`, verdict: replay.Changed, kind: replay.Dropped},
	{name: "the list draws only what fits", site: "everyday", page: "/mail.html", choice: "link|your parcel", why: "it is not on the page until somebody scrolls",
		script: `$("ul", "", () => addEventListener("DOMContentLoaded", () => { const b = document.querySelector(".mails"), last = b.lastElementChild, room = document.createElement("div"); room.style.height = "2000px"; last.before(room); last.remove(); b.onscroll = () => b.append(last); }))`, verdict: replay.Changed, kind: replay.Removed},
	{name: "the mail is shown in a frame without scripts", site: "everyday", page: "/mail.html", choice: "link|minutes as a text", why: "another frame, one element",
		script: `$("article", "", (a) => addEventListener("DOMContentLoaded", () => { const f = document.createElement("iframe"); f.setAttribute("sandbox", ""); f.srcdoc = a.innerHTML; a.replaceChildren(f); }))`, verdict: replay.Moved, kind: replay.OtherFrame},
	{name: "a mail is of yesterday now", site: "everyday", page: "/mail.html", choice: "checkbox|select minutes", within: "Today", why: "it stands under another heading",
		script: `$("section + section ul", "", (u) => addEventListener("DOMContentLoaded", () => u.append(document.querySelector("section li:last-child"))))`, verdict: replay.Changed, kind: replay.OtherRegion},

	// A shop.
	{name: "sold out, and the button says so", site: "everyday", page: "/shop.html", choice: "button|into the basket", within: "Blue mug", action: "click", why: "another name in its place",
		edits: []edit{{"/shop.html", `Blue mug, €12.00</a><p><button class="add">Into the basket`, `Blue mug, €12.00</a><p><button class="add" disabled>Sold out`}}, verdict: replay.Changed, kind: replay.Renamed},
	{name: "sold out, and the button is off", site: "everyday", page: "/shop.html", choice: "button|into the basket", within: "Blue mug", action: "click", why: "it is there and takes no input",
		edits: []edit{{"/shop.html", `Blue mug, €12.00</a><p><button class="add">`, `Blue mug, €12.00</a><p>Sold out <button class="add" disabled>`}}, verdict: replay.Error, kind: replay.Disabled},
	{name: "a price went down", site: "everyday", page: "/shop.html", choice: "link|blue mug, €12.00", why: "only the price changed",
		edits: []edit{{"/shop.html", `€12.00`, `€9.50`}}, verdict: replay.Changed, kind: replay.Counter},
	{name: "a price is in another currency", site: "everyday", page: "/shop.html", choice: "link|blue mug, €12.00", why: "only the price changed, its sign too",
		edits: []edit{{"/shop.html", `€12.00`, `$13.10`}}, verdict: replay.Changed, kind: replay.Counter},
	{name: "fewer things pass a filter", site: "everyday", page: "/shop.html", choice: "checkbox|blue (12)", action: "check", why: "only the count changed",
		edits: []edit{{"/shop.html", `Blue (12)`, `Blue (9)`}}, verdict: replay.Changed, kind: replay.Counter},
	{name: "a button shows a picture and keeps its name", site: "everyday", page: "/shop.html", choice: "button|compare", action: "click", why: "its name is said by an attribute",
		edits: []edit{{"/shop.html", `<button id="compare">Compare</button>`, `<button id="compare" aria-label="Compare"><svg width="20" height="20" aria-hidden="true"><circle cx="10" cy="10" r="8"/></svg></button>`}}, verdict: replay.OK},
	{name: "an offer in a closed shadow root lies over it", site: "everyday", page: "/shop.html", choice: "button|compare", action: "click", why: "the input would go to the offer",
		script: `$("#compare", "", () => { const h = document.createElement("div"); document.body.append(h); h.attachShadow({ mode: "closed" }).innerHTML = "<div style='position:fixed;inset:0;background:#fff'>Ten percent off <button>Tell me more</button></div>"; })`, verdict: replay.Error, kind: replay.Covered},

	// A board.
	{name: "a card went to the next column", site: "everyday", page: "/board.html", choice: "link|renew the certificate", within: "Doing", why: "it is in another region",
		script: `$("#done ul", "", (u) => u.append(document.querySelector("#doing li")))`, verdict: replay.Changed, kind: replay.OtherRegion},
	{name: "two columns exchanged their places", site: "everyday", page: "/board.html", choice: "button|add a card", within: "Doing", action: "click", why: "it is where it was in its column",
		script: `$("#done", "", (d) => d.after(document.querySelector("#doing")))`, verdict: replay.OK},
	{name: "a button went into a menu that is not open", site: "everyday", page: "/board.html", choice: "button|members", action: "click", why: "it cannot be seen",
		edits: []edit{{"/board.html", `<p><button id="members">Members</button></p>`, `<p><button popovertarget="more">More</button></p><div popover id="more"><button id="members">Members</button></div>`}}, verdict: replay.Changed, kind: replay.Removed},
	{name: "a hint in the top layer lies over it", site: "everyday", page: "/board.html", choice: "button|members", action: "click", why: "the input would go to the hint",
		script: `$("#members", "", (b) => { const r = b.getBoundingClientRect(), d = document.createElement("div"); d.popover = "manual"; d.textContent = "New: members"; d.style.cssText = "margin:0;inset:auto;left:0;top:" + (r.top - 20) + "px;width:600px;height:90px"; document.body.append(d); d.showPopover(); })`, verdict: replay.Error, kind: replay.Covered},
	{name: "the board is drawn at half its size", site: "everyday", page: "/board.html", choice: "button|members", action: "click", why: "a style",
		edits: []edit{{"/board.html", `<body>`, `<body style="zoom: .5">`}}, verdict: replay.OK},

	// What the documentation builds by script, and odd ways to draw a link.
	{name: "the index of the search comes late", site: "python-docs", page: "/search.html?q=pathlib", choice: "link|audit events table", why: "slow is not broken",
		slow: "/searchindex.js", verdict: replay.OK},
	{name: "a link is part of a drawing", site: "python-docs", page: "/", choice: "link|glossary", why: "another element, the same role and name in the same place",
		edits: []edit{{"/", `<a class="biglink" href="glossary.html">Glossary</a>`, `<svg width="90" height="20"><a href="glossary.html"><text y="15">Glossary</text></a></svg>`}}, verdict: replay.OK},
	{name: "a style draws an arrow before a link, which it says is no text", site: "python-docs", page: "/", choice: "link|glossary", why: "the style gives the arrow an empty text",
		edits: []edit{{"/", `</head>`, `<style>a.biglink::before { content: "→ " / "" }</style></head>`}}, verdict: replay.OK},
}
