package page

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/go-rod/rod/lib/proto"
)

// manyWays is a page on which roles and names depend on all kinds of things: style sheets with conditions, values,
// dialogs, slots, animations, what is focused. Few names are shared by many elements.
const manyWays = `<!doctype html><title>Ways</title><style id=sheet>
	.gone{display:none} .pale{visibility:hidden} .block b{display:block} .more::after{content:" more"}
	.hov:hover b{display:none} .foc:focus-within b{display:none} :checked ~ label b, :checked ~ button b{display:none}
	#t:target b{display:none} .hand{cursor:pointer} .hov:hover .hand2{cursor:pointer}
	x-late:not(:defined) b{display:none} [popover]:popover-open b{display:none}
	@media (max-width: 700px){.wide b{display:none}}
	.ticks:has(:checked) b{display:none} @keyframes k{from{visibility:hidden}to{visibility:hidden}} .anim b{animation:k 30ms}
	.v{--d:none} .v:hover{--d:inline} .w b{display:var(--d)} {doubtful}
</style><body>
<div id=all>
	<p class="t hov"><button class=t>Save <b>all</b></button><button class=t>Save</button></p>
	<p class="t foc"><a class=t href=#t>Save <b>all</b></a><a class=t href=#x>Save</a></p>
	<p class=t><input type=checkbox id=c1><label for=c1 class=t>Pick <b>one</b></label><button class="t wide">Save <b>all</b></button></p>
	<p class=t><input type=checkbox id=c2 aria-label=Pick><button class="t ticks">Save all</button></p>
	<p class="t ticks"><input type=checkbox aria-label=One><button>Pick <b>one</b></button></p>
	<label class=t>Amount <input id=f1 value=1 class=f> of <input id=f2 class=f value=2 aria-label=x></label><label class=t>Amount <input value=3 class=f></label>
	<label class=t>Every <select class=f><option>day<option>week</select> <input type=checkbox></label><label>Every week <input type=checkbox></label>
	<div class="t hand">Save</div><div class=hov><div class="t hand2">Save all</div></div><div class=t tabindex=0>Pick</div>
	<div class=t tabindex=0 id=scroller style="height:30px;overflow:auto;width:80px"><div id=tall style="height:10px">Pick one</div></div>
	<div id=t class=t><button>Save <b>all</b></button></div>
	<x-late class=t><button>Save <b>all</b></button></x-late>
	<div popover=manual id=pop class=t><button>Save <b>all</b></button></div><dialog id=dia class=t><button>Save</button></dialog>
	<div class="t box" style="container-type:inline-size"><button>Pick <b>one</b></button></div>
	<div class="t v w"><button>Save <b>all</b></button></div><div class="t nest"><button>Save <b>all</b></button></div>
	<div id=host><span slot=a class=t>Save</span><span class=t>all</span></div><div id=plain class=t></div><div id=plain2 class=t></div>
	<div id=by class=t>Save all</div><button class=t aria-labelledby=by></button><button class=t aria-label="Save all"></button>
	<fieldset class=t><legend>Save</legend><input aria-label=Pick></fieldset><span onclick=1 class=t>Pick</span>
	<button class=t><img alt="Save"></button><button class=t title=Save></button><input type=button class="t f" value=Save>
</div><script>
	const root = host.attachShadow({ mode: 'open' });
	root.innerHTML = '<style>.gone{display:none}:host(.gone) b{display:none}</style><button class=t><slot name=a></slot></button><button class=t>Save <b>all</b><slot></slot></button>';
	const manual = document.createElement('div');
	manual.innerHTML = '<i>Save</i><i>Pick</i>';
	const sheet = document.getElementById('sheet').sheet;
	let seed = 1;
	const R = (n) => { seed = (seed * 48271) % 2147483647; return seed % n; };
	const of = (list) => list[R(list.length)];
	const some = () => of([...document.querySelectorAll('.t'), ...root.querySelectorAll('.t')]);
	const names = ['Save', 'Save all', 'Pick', 'Pick one', 'Amount 1 of', 'Every week'];
	const classes = ['gone', 'pale', 'block', 'more', 'hov', 'foc', 'ticks', 'wide', 'hand', 'anim', 'v', 'w'];
	const rules = ['.t b{display:none}', '.t:hover b{display:none}', '.block b{visibility:hidden}', 'button::before{content:"Pick"}', '.more{display:block}', '.t{cursor:pointer}',
		'@media (min-width:10px){.wide b{display:none}}', '.f:focus ~ b{display:none}', 'i{display:none}'];
	const extra = new CSSStyleSheet();
	const ways = {
		toggle: () => some().classList.toggle(of(classes)),
		insert: () => sheet.insertRule(of(rules), sheet.cssRules.length),
		remove: () => { if (sheet.cssRules.length > 20) sheet.deleteRule(sheet.cssRules.length - 1); },
		rewrite: () => { const r = [...sheet.cssRules].filter((r) => r.style); of(r).style.display = of(['none', 'inline', 'block', '']); },
		reselect: () => { const r = [...sheet.cssRules].filter((r) => r.selectorText); of(r).selectorText = of(['.wide b', '.block b', '.gone', '.t:focus b']); },
		inner: () => { for (const r of sheet.cssRules) if (r.media) { r.cssRules.length > 1 ? r.deleteRule(1) : r.insertRule('.t b{display:none}', 1); } },
		adopt: () => { extra.replaceSync(of(rules)); document.adoptedStyleSheets = document.adoptedStyleSheets.length && R(2) ? [] : [extra]; },
		replace: () => extra.replaceSync(of(rules)),
		switch: () => { sheet.disabled = !sheet.disabled; },
		value: () => { of(document.querySelectorAll('input.f')).value = of(['1', '2', '3', 'Save', 'Save all']); },
		option: () => { document.querySelector('select').selectedIndex = R(2); },
		check: () => { const c = of(document.querySelectorAll('[type=checkbox]')); c.checked = !c.checked; },
		focus: () => of(document.querySelectorAll('button,a,input,[tabindex]')).focus(),
		pop: () => pop.togglePopover(),
		dialog: () => { if (dia.open) dia.close(); else R(2) ? dia.showModal() : dia.show(); },
		text: () => { const el = some(); if (!el.firstElementChild) el.textContent = of(names); },
		data: () => { const el = some(); if (el.firstChild?.nodeType === 3) el.firstChild.data = of(names); },
		label: () => R(2) ? some().setAttribute('aria-label', of(names)) : some().removeAttribute('aria-label'),
		role: () => R(2) ? some().setAttribute('role', of(['button', 'link', 'none'])) : some().removeAttribute('role'),
		add: () => some().insertAdjacentHTML('beforeend', '<button class=t>' + of(names) + '</button>'),
		drop: () => { const last = [...document.querySelectorAll('button.t')].at(-1); if (document.querySelectorAll('button.t').length > 14) last.remove(); },
		shadow: () => { const el = document.getElementById(of(['plain', 'plain2'])); if (!el.shadowRoot) el.attachShadow({ mode: 'open' }).innerHTML = '<button>' + of(names) + '</button>'; },
		within: () => { const el = some(); if (el.getRootNode() === root && !el.firstElementChild) el.textContent = of(names); },
		slot: () => { const s = host.querySelector('span'); s.slot = s.slot ? '' : 'a'; },
		assign: () => { if (!manual.isConnected) { all.append(manual); manual.attachShadow({ mode: 'open', slotAssignment: 'manual' }).innerHTML = '<button><slot></slot></button>'; } manual.shadowRoot.querySelector('slot').assign(of(manual.children)); },
		move: () => { some().animate([{ visibility: 'hidden' }, { visibility: 'hidden' }], { duration: 40 * R(3), fill: of(['none', 'forwards']) }); },
		target: () => { location.hash = of(['t', 'x', 'by']); },
		define: () => { if (!customElements.get('x-late')) customElements.define('x-late', class extends HTMLElement {}); },
		design: () => { document.designMode = document.designMode === 'on' ? 'off' : 'on'; },
		grow: () => { tall.style.height = of(['10px', '100px']); },
		rename: () => { by.textContent = of(names); },
		hide: () => { some().hidden ^= 1; },
		nothing: () => {},
	};
</script>`

// indexSeeds is how many pages are put through it; JEVRUN_INDEX_SEEDS asks for more.
func indexSeeds(t *testing.T) int {
	n, err := strconv.Atoi(cmp.Or(os.Getenv("JEVRUN_INDEX_SEEDS"), "4"))
	ok(t, err)
	return n
}

// bothLooks asks the index, and then the whole page, in one moment.
const bothLooks = `globalThis.both = (keys) => {
	const ask = () => keys.map((fp) => { const { role, key } = wantedOf(fp); return twins(role, key, pointScan()); });
	lookAgain();
	const { index } = pointScan(), indexed = index !== undefined, quick = ask();
	const short = indexed && keys.some((fp) => { const { role, key } = wantedOf(fp); return index.called?.get(role)?.names.has(key); });
	endEpoch();
	const whole = ask(), say = (list) => list.map((el) => el.outerHTML.slice(0, 80)).join(", ");
	return { indexed, short, several: whole.some((list) => list.length > 1), wrong: keys.flatMap((key, i) =>
		quick[i].length === whole[i].length && whole[i].every((el) => quick[i].includes(el)) ? [] : [key + ": index " + say(quick[i]) + "; whole " + say(whole[i])]) };
};
`

// Whatever happens to a page, the index and a look at the whole page know the same elements by the same name.
func TestTheIndexAnswersAsAWholeLook(t *testing.T) {
	w := open(t, "<p>not yet")
	w.tab.SetScript(strings.Replace(script, "const api = {", bothLooks+"const api = {", 1))
	const keys = `["button|save", "button|save all", "button|pick", "button|pick one", "link|save", "link|save all", "checkbox|pick one", "checkbox|every week", "textbox|amount 1 of", "textbox|pick"]`
	// What no mutation tells of.
	silent := []string{"insert", "remove", "rewrite", "reselect", "inner", "adopt", "replace", "switch", "value", "option", "check", "focus", "pop", "dialog",
		"shadow", "assign", "move", "target", "define", "design", "nothing", "nothing", "nothing"}
	steps, indexed, short, several := 0, 0, 0, 0
	ways := []string{}
	for seed := range indexSeeds(t) {
		doubtful := ""
		if seed%4 == 3 {
			doubtful = "@container (min-width: 300px){.box b{visibility:hidden}} .nest{&:hover b{display:none}}"
		}
		w.serve("/ways", strings.Replace(manyWays, "{doubtful}", doubtful, 1))
		w.visit("/ways")
		if seed == 0 {
			ways = strings.Split(w.js(`Object.keys(ways)`), ",")
		}
		w.js(fmt.Sprintf(`(seed = %d, 1)`, seed+1))
		r := rand.New(rand.NewPCG(uint64(seed), 7))
		var did []string
		for range 12 {
			w.observeWith(ObserveOptions{Max: 1 + r.IntN(30)}) // there are more: of the others it is known whether they may be called the same
			for range 1 + r.IntN(2) {
				way := ways[r.IntN(len(ways))]
				if r.IntN(3) > 0 {
					way = silent[r.IntN(len(silent))]
				}
				if r.IntN(4) == 0 {
					way = "pointer"
					ok(t, w.sendAll(testContext(t), mouse(proto.InputDispatchMouseEventTypeMouseMoved, float64(r.IntN(300)), float64(r.IntN(500)))))
				} else if r.IntN(12) == 0 {
					way = "resize"
					_, err := w.session().Send(proto.EmulationSetDeviceMetricsOverride{Width: 600 + 400*r.IntN(2), Height: 900, DeviceScaleFactor: 1}).Wait(testContext(t))
					ok(t, err)
				} else {
					w.js(fmt.Sprintf(`(ways[%q](), 1)`, way))
				}
				did = append(did, way)
			}
			raw, err := w.tab.Eval(testContext(t), w.frame(0), "both("+keys+")")
			ok(t, err)
			var answer struct {
				Indexed, Short, Several bool
				Wrong                   []string
			}
			ok(t, json.Unmarshal(raw, &answer))
			steps++
			if answer.Indexed {
				indexed++
			}
			if answer.Short {
				short++
			}
			if answer.Several {
				several++
			}
			if len(answer.Wrong) > 0 {
				t.Fatalf("seed %d, after %v: %q", seed, did, answer.Wrong)
			}
		}
	}
	if indexed < steps/6 || indexed == steps || short < steps/8 || several < steps/2 {
		t.Errorf("of %d looks %d were answered by the index, %d of them by the shortlist, in %d several elements had one name: this shows little", steps, indexed, short, several)
	}
	t.Logf("%d of %d looks were answered by the index, %d of them by the shortlist", indexed, steps, short)
}
