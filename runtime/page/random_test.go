package page

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// randomPage writes a page of random controls named in random ways. The same seed writes the same page. It
// mixes what real pages mix: references, labels, nested parts, hidden parts, generated content, shadow trees.
func randomPage(seed uint64) string {
	g := &generator{r: rand.New(rand.NewPCG(seed, 20261129))}
	var b strings.Builder
	b.WriteString(`<!doctype html><html lang=en><meta charset=utf-8><title>Random</title><style>`)
	if g.chance(50) {
		b.WriteString(`.b::before{content:"pre "}.a::after{content:" post"}.g::before{content:"\2605" / "star"}.e::after{content:""}.k::before{content:"blk";display:block}`)
	}
	b.WriteString(`.up{text-transform:uppercase}.cap{text-transform:capitalize}.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}.f{display:flex}.ib{display:inline-block}.bl{display:block}</style>`)
	for range 4 + g.r.IntN(12) {
		b.WriteString(g.block(0))
		b.WriteString("\n")
	}
	return b.String()
}

type generator struct {
	r  *rand.Rand
	id int
}

func (g *generator) chance(percent int) bool { return g.r.IntN(100) < percent }

func pick[T any](g *generator, of ...T) T { return of[g.r.IntN(len(of))] }

func (g *generator) word() string {
	return pick(g, "Save", "open", "Delete", "Größe", "mail", "42", "New item", "next", "№ 7", "a", "Search", "über uns", "Log in", "x")
}

func (g *generator) text() string {
	s := g.word()
	for g.chance(30) {
		s += pick(g, " ", "  ", "\n") + g.word()
	}
	return s
}

func (g *generator) newID() string { g.id++; return fmt.Sprintf("i%d", g.id) }

// block is a control in its surroundings.
func (g *generator) block(depth int) string {
	switch n := g.r.IntN(20); {
	case n < 2 && depth < 2:
		return "<fieldset" + g.maybe(10, " disabled") + "><legend>" + g.text() + "</legend>" + g.block(depth+1) + "</fieldset>"
	case n < 3 && depth < 2:
		return "<details" + g.maybe(50, " open") + "><summary>" + g.inline(0) + "</summary>" + g.block(depth+1) + "</details>"
	case n < 5 && depth < 2:
		return "<div" + pick(g, "", " class=f", " hidden", " aria-hidden=true", " inert", ` style="visibility:hidden"`, ` role=group aria-label="Grp"`, ` style="opacity:0"`) + ">" + g.block(depth+1) + g.block(depth+1) + "</div>"
	case n < 7 && depth < 2:
		return "<x-s><template shadowrootmode=open>" + g.block(depth+1) + "<slot></slot></template>" + g.text() + g.maybe(50, "<b>"+g.word()+"</b>") + "</x-s>"
	case n < 8:
		return "<x-s><template shadowrootmode=open><button" + g.attrs() + "><slot>" + g.word() + "</slot>" + g.inline(1) + "</button></template>" + g.inline(1) + "</x-s>"
	}
	return "<p>" + g.control() + "</p>"
}

func (g *generator) maybe(percent int, s string) string {
	if g.chance(percent) {
		return s
	}
	return ""
}

func (g *generator) attrs() string {
	s := ""
	if g.chance(18) {
		s += fmt.Sprintf(" aria-label=%q", pick(g, g.text(), g.text(), "", " "))
	}
	if g.chance(18) {
		s += fmt.Sprintf(" title=%q", pick(g, g.text(), g.text(), ""))
	}
	if g.chance(15) {
		s += " class=" + pick(g, "b", "a", "g", "e", "k", "up", "cap", "f")
	}
	if g.chance(6) {
		s += pick(g, " aria-disabled=true", " disabled", " tabindex=-1", " aria-haspopup=true", " aria-expanded=false", " aria-pressed=true", " aria-describedby=i1")
	}
	return s
}

// control is one control with whatever names it.
func (g *generator) control() string {
	id := g.newID()
	before, extra := "", ""
	if g.chance(20) {
		ref := g.newID()
		tag := pick(g, "span", "div", "h3", "label")
		before += "<" + tag + " id=" + ref + pick(g, "", "", " hidden", " aria-hidden=true", ` style="display:none"`, " class=b", ` aria-label="`+g.word()+`"`) + ">" + g.inline(1) + "</" + tag + ">"
		extra += " aria-labelledby=" + pick(g, ref, ref, `"`+ref+" "+id+`"`, "missing", `"missing `+ref+`"`)
	}
	attrs := " id=" + id + extra + g.attrs()
	switch g.r.IntN(12) {
	case 0, 1:
		return before + "<button" + attrs + ">" + g.inline(0) + "</button>"
	case 2:
		return before + `<a href="#` + id + `"` + attrs + ">" + g.inline(0) + "</a>"
	case 3, 4, 5:
		field := g.field(attrs)
		switch g.r.IntN(5) {
		case 0:
			return before + "<label for=" + id + g.maybe(15, pick(g, " hidden", " aria-hidden=true", " class=b", ` aria-label="`+g.word()+`"`, " title=lt")) + ">" + g.inline(1) + "</label>" + field
		case 1:
			return before + "<label>" + g.inline(1) + " " + field + " " + g.inline(1) + "</label>"
		case 2:
			return before + "<label for=" + id + ">" + g.text() + "</label><label for=" + id + ">" + g.inline(1) + "</label>" + field
		}
		return before + field
	case 6:
		return before + "<input type=" + pick(g, "submit", "reset", "button", "image src=\"data:,\" width=20 height=20") + g.maybe(60, fmt.Sprintf(" value=%q", g.text())) + g.maybe(20, ` alt="`+g.word()+`"`) + attrs + ">"
	case 7:
		role := pick(g, "button", "link", "checkbox", "radio", "switch", "tab", "menuitem", "option", "treeitem", "textbox", "combobox", "slider", "spinbutton", "searchbox", "menuitemcheckbox", "listbox")
		return before + "<" + pick(g, "div", "span") + " tabindex=0 role=" + pick(g, role, role, `"zzz `+role+`"`) + attrs + ">" + g.inline(0) + "</div>"
	case 8:
		role := pick(g, "listbox", "menu", "tablist", "tree")
		child := map[string]string{"listbox": "option", "menu": "menuitem", "tablist": "tab", "tree": "treeitem"}[role]
		s := before + "<div role=" + role + attrs + ">"
		for range 1 + g.r.IntN(3) {
			s += "<div role=" + child + g.attrs() + ">" + g.inline(1) + "</div>"
		}
		return s + "</div>"
	case 9:
		return before + "<" + pick(g, "div", "span") + " onclick=\"1\"" + g.maybe(50, " tabindex=0") + attrs + ">" + g.inline(0) + "</" + pick(g, "div", "span") + ">"
	case 10:
		return before + "<a" + pick(g, ` href="#x" role=button`, ` href="#x" role=presentation`, ` role=link tabindex=0`, ` href="#x" role=tab`) + attrs + ">" + g.inline(0) + "</a>"
	}
	return before + "<button" + pick(g, " role=tab", " role=switch", " role=link", " role=none", " role=menuitem", " role=checkbox", " aria-pressed=true") + attrs + ">" + g.inline(0) + "</button>"
}

func (g *generator) field(attrs string) string {
	attrs += g.maybe(25, fmt.Sprintf(" placeholder=%q", pick(g, g.text(), "")))
	switch g.r.IntN(6) {
	case 0:
		return "<select" + g.maybe(20, " multiple") + attrs + "><option>" + g.word() + "<option selected>" + g.word() + "</select>"
	case 1:
		return "<textarea" + attrs + ">" + g.maybe(40, g.text()) + "</textarea>"
	case 2, 3:
		return "<input type=" + pick(g, "checkbox", "radio", "checkbox role=switch") + attrs + ">"
	}
	return "<input type=" + pick(g, "text", "search", "email", "number", "range", "tel", "url", "password") + g.maybe(30, fmt.Sprintf(" value=%q", pick(g, "5", "7"))) + attrs + ">"
}

// inline is content of a control.
func (g *generator) inline(depth int) string {
	s := ""
	for range 1 + g.r.IntN(3) {
		s += g.piece(depth) + pick(g, "", " ", "")
	}
	return s
}

func (g *generator) piece(depth int) string {
	if depth > 2 {
		return g.text()
	}
	switch g.r.IntN(16) {
	case 0:
		return "<" + pick(g, "b", "i", "em", "span") + g.attrsOfPart() + ">" + g.inline(depth+1)
	case 1, 2:
		tag := pick(g, "b", "i", "em", "span", "div", "strong", "code", "small")
		return "<" + tag + g.attrsOfPart() + ">" + g.inline(depth+1) + "</" + tag + ">"
	case 3:
		return `<img src="data:,"` + pick(g, ` alt="`+g.word()+`"`, ` alt=""`, "", ` title="`+g.word()+`"`, ` aria-label="`+g.word()+`"`) + ">"
	case 4:
		return "<svg width=9 height=9" + pick(g, "", " aria-hidden=true", ` aria-label="`+g.word()+`"`, " role=img") + ">" + g.maybe(50, "<title>"+g.word()+"</title>") + `<path d=""/></svg>`
	case 5:
		return pick(g, "<br>", "<wbr>", "&nbsp;", "<span class=sr>"+g.word()+"</span>", "<i class=b></i>", "<i class=g></i>")
	case 6:
		return "<x-s><template shadowrootmode=open>" + g.word() + "<slot></slot></template>" + g.text() + "</x-s>"
	}
	return g.text()
}

func (g *generator) attrsOfPart() string {
	return pick(g, "", "", "", "", " hidden", " aria-hidden=true", ` style="display:none"`, ` style="visibility:hidden"`, ` aria-label="`+g.word()+`"`,
		` title="`+g.word()+`"`, " class=b", " class=a", " class=ib", " class=bl", " class=up", " class=cap", " class=k", ` role=img aria-label="`+g.word()+`"`, " role=presentation")
}
