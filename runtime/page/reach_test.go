package page

import (
	"errors"
	"fmt"
	"image"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"
)

// elsewhereStyle draws magenta 60 pixels below its text or box, which is white.
const elsewhereStyle = `<!doctype html><meta charset=utf-8><style>
body { margin: 0; background: #fff; color: #fff; font: 16px sans-serif; }
.cell { display: none; position: relative; width: 300px; margin-top: 190px } .cell.shown { display: block }
input { background: #fff; color: #fff; border: 0; outline: 0 }
.shadow { text-shadow: 0 60px 0 #f0f }
.drop { filter: drop-shadow(0 60px 0 #f0f) }
.selected::selection { text-shadow: 0 60px 0 #f0f; color: #fff; background: #fff }
.marked::highlight(mine) { text-shadow: 0 60px 0 #f0f }
.line::first-line { text-shadow: 0 60px 0 #f0f }
.letter::first-letter { text-shadow: 0 60px 0 #f0f }
.after::after { content: 'sesame 4711'; text-shadow: 0 60px 0 #f0f }
@font-face { font-family: flat; src: local("DejaVu Sans"), local("Liberation Sans"), local("Arial"); ascent-override: 0%; descent-override: 0%; line-gap-override: 0% }
</style>`

// magenta counts the pixels that have any of it.
func magenta(img *image.RGBA) int {
	n := 0
	for y := range img.Rect.Dy() {
		row := img.Pix[y*img.Stride:][:4*img.Rect.Dx()]
		for i := 0; i < len(row); i += 4 {
			if green := int(row[i+1]) + 16; int(row[i]) > green && int(row[i+2]) > green {
				n++
			}
		}
	}
	return n
}

// TestPictureCoversWhatStylesDraw holds that no pixel of a secret is left where the page's styles draw it besides its
// place, or bring out what is masked.
func TestPictureCoversWhatStylesDraw(t *testing.T) {
	cells := map[string]string{
		"shadow":           `<span class=shadow>sesame 4711</span>`,
		"shadow above":     `<div class=shadow><div><p style="margin:0">my <b>sesame</b> 4711</p></div></div>`,
		"shadow, no box":   `<div><div class=shadow style="display:contents">sesame 4711</div></div>`,
		"shadow, blurred":  `<span style="font-weight:bold;text-shadow:20px 50px 9px #f0f,20px 50px 9px #f0f,20px 50px 9px #f0f">sesame 4711</span>`,
		"shadow, zoomed":   `<div style="zoom:1.5"><span style="text-shadow:0 50px 0 #f0f">sesame 4711</span></div>`,
		"shadow, scaled":   `<div style="transform:scale(1.4);transform-origin:0 0"><span style="text-shadow:0 50px 0 #f0f">sesame 4711</span></div>`,
		"shadow, grown":    `<div style="scale:1 2;transform-origin:0 0"><span style="text-shadow:0 40px 0 #f0f">sesame 4711</span></div>`,
		"shadow, turned":   `<span style="display:inline-block;transform:rotate(20deg);text-shadow:0 50px 0 #f0f">sesame 4711</span>`,
		"area":             `<textarea class=shadow style="height:100px;width:150px;border:0;color:#fff;resize:none">sesame 4711</textarea>`,
		"area, overflown":  `<div contenteditable class=shadow>sesame 4711</div>`,
		"drop":             `<input class=drop type=password value=xyz style="background:none;color:#f0f">`,
		"drop above":       `<div class=drop><div><input type=password value=xyz></div></div>`,
		"drop, twice":      `<div style="filter:drop-shadow(0 30px 0 #f0f)"><div style="filter:drop-shadow(0 30px 0 #f0f)"><input type=password value=xyz style="width:80px"></div></div>`,
		"drop, slot":       `<div id=shut><input type=password value=xyz></div><script>shut.attachShadow({mode:'closed'}).innerHTML = '<div style="filter:drop-shadow(0 60px 0 #f0f)"><slot></slot></div>'</script>`,
		"drop, frame":      `<div class=drop><iframe style="border:0;width:150px;height:40px;background:#fff" srcdoc="<body style='margin:0'><input type=password>"></iframe></div>`,
		"blur":             `<input type=password value=xyz style="margin:50px;width:80px;background:#f0f;filter:blur(6px)">`,
		"stroke":           `<span style="-webkit-text-stroke:10px #f0f;margin:40px">sesame 4711</span>`,
		"fill":             `<input type=password value=xyz style="-webkit-text-fill-color:#f0f;font-size:40px;width:150px">`,
		"unmasked":         `<input type=password value=xyz style="-webkit-text-security:none!important;color:#f0f;font-size:40px;width:150px">`,
		"clip":             `<div style="background:#f0f;-webkit-background-clip:text;color:transparent;font-size:40px">sesame 4711</div>`,
		"caret":            `<input type=password value=xyz style="caret-color:#f0f;background:#f0f;width:4px">`,
		"selection":        `<span class=selected id=sel>sesame 4711</span>`,
		"placeholder":      `<style>.held::placeholder { color: #f0f; text-shadow: 0 12px #f0f; -webkit-text-stroke: 2px #f0f; overflow: visible }</style><input class=held placeholder="sesame 4711" style="font-size:30px;overflow:visible!important">`,
		"list":             `<select style="text-shadow:0 60px #f0f;color:#f0f;overflow:visible;appearance:none"><option>sesame 4711</select>`,
		"drawn by address": `<img style="background:#f0f" width=90 height=30 src="/text?sesame%204711">`,
		"first line":       `<div class=line><span>sesame 4711</span></div>`,
		"first letter":     `<div class=letter>sesame 4711</div>`,
		"generated":        `<span class=after></span>`,
		"backdrop":         `<input type=password value=xyz style="background:#f0f;position:absolute;width:100px"><div style="backdrop-filter:blur(3px);position:absolute;width:150px;height:90px"></div>`,
		"svg":              `<svg width=190 height=140><text y=20 style="filter:drop-shadow(0 60px 0 #f0f);fill:#fff">sesame 4711</text></svg>`,
		"svg, scaled":      `<svg width=190 height=140 viewBox="0 0 95 70"><text y=20 fill=#f0f>sesame 4711</text></svg>`,
		"columns":          `<div style="columns:2;width:180px;height:60px;font-size:40px;column-fill:auto;color:#f0f"><input style="width:60px" type=password><span>sesame 4711</span></div>`,
		"no line height":   `<div style="line-height:0;margin-top:60px;font-size:40px;color:#f0f">sesame 4711</div>`,
		"overflowing text": `<div style="width:1px;height:1px;white-space:nowrap;font-size:30px;color:#f0f">sesame 4711</div>`,
		"editor, spilling": `<div contenteditable style="height:2px;color:#f0f" id=edit>sesame 4711</div>`,
	}
	names := slices.Sorted(maps.Keys(cells))
	var html strings.Builder
	html.WriteString(elsewhereStyle + `<div style="height:10px;background:#0f0"></div>`)
	for _, name := range names {
		html.WriteString("<div class=cell>" + cells[name] + "</div>\n")
	}
	html.WriteString(`<script>
getSelection().selectAllChildren(sel);
const show = (n) => { document.body.style.background = n % 2 ? '#fff' : '#fefefe'; document.querySelectorAll('.cell').forEach((c, i) => c.classList.toggle('shown', i === n)); return n };
</script>`)
	w := openSmall(t, html.String(), secretOptions())
	for i, name := range names { // one at a time: what covers one must not cover another
		w.js(fmt.Sprintf("show(%d)", i))
		eventually(t, name+" shows its secret", func() bool { return magenta(w.raw()) > 0 })
		shot, err := w.Picture(testContext(t))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		img := decodePNG(t, shot.PNG)
		if n := magenta(img); n > 0 {
			t.Errorf("%s: %d pixels of the secret are in the picture", name, n)
		}
		if n := pixels(img, 0x00ff00); n == 0 {
			t.Errorf("%s: what is harmless is covered, too", name)
		}
	}
}

func TestPictureCoversWhatIsHighlighted(t *testing.T) {
	w := openSmall(t, elsewhereStyle+`<span class=marked id=mark>sesame 4711</span><script>
const range = new Range();
range.selectNodeContents(mark);
CSS.highlights.set('mine', new Highlight(range));
</script>`, secretOptions())
	if magenta(w.raw()) == 0 {
		t.Fatal("the highlight is not shown")
	}
	if _, img := w.picture(); magenta(img) > 0 {
		t.Errorf("%d pixels of the secret are in the picture", magenta(img))
	}
}

// Where it is not known in what place a secret is drawn again, there is no picture; where no secret is, there is one.
func TestNoPictureOfWhatIsDrawnElsewhere(t *testing.T) {
	pages := map[string]string{
		"reflection":    `<div style="-webkit-box-reflect:below 20px">%s</div>`,
		"SVG filter":    `<svg width=0 height=0><filter id=f><feOffset dy=90 /></filter></svg><div style="filter:url(#f)">%s</div>`,
		"pattern":       `<svg width=400 height=200><pattern id=p width=200 height=40 patternUnits=userSpaceOnUse><text y=20>%s</text></pattern><rect width=400 height=200 fill=url(#p) /></svg>`,
		"mask":          `<svg width=400 height=200><mask id=m><text y=20 fill=#fff>%s</text></mask><rect width=400 height=200 mask=url(#m) /></svg>`,
		"feImage":       `<svg width=400 height=200><filter id=f><feImage href=#t /></filter><text id=t y=20>%s</text><rect width=400 height=200 filter=url(#f) /></svg>`,
		"scaled by SVG": `<svg width=400 height=200 viewBox="0 0 40 20"><foreignObject width=40 height=20><div style="text-shadow:0 5px #f0f">%s</div></foreignObject></svg>`,
		"used by SVG":   `<svg width=400 height=200><defs><text id=t y=20 fill=#f0f>%s</text></defs><use href=#t y=70 /></svg>`,
		"flat font":     `<span style="font:40px flat">%s</span>`,
		"details":       `<style>.own::details-content { filter: drop-shadow(0 60px #f0f) }</style><details class=own open><summary></summary>%s</details>`,
		"columns":       `<div style="columns:2">%s</div>`,
		"perspective":   `<div style="perspective:100px"><div style="rotate:x 40deg;text-shadow:0 30px #f0f">%s</div></div>`,
	}
	w := openSmall(t, "<p>", secretOptions())
	for name, html := range pages {
		w.serve("/", elsewhereStyle+strings.ReplaceAll(html, "%s", "sesame 4711"))
		w.visit("/")
		if _, err := w.Picture(testContext(t)); !errors.Is(err, errElsewhere) {
			t.Errorf("%s: the picture of a secret fails with %v", name, err)
		}
		w.serve("/", elsewhereStyle+strings.ReplaceAll(html, "%s", "harmless")+"<input type=password>")
		w.visit("/")
		if shot, err := w.Picture(testContext(t)); err != nil || shot.Covered != 1 {
			t.Errorf("%s: the picture of a password beside it fails with %v", name, err)
		}
	}
}

// While the whole view is in a transition, its old and its new picture are drawn wherever the transition has them.
func TestNoPictureInATransitionOfTheView(t *testing.T) {
	w := openSmall(t, elsewhereStyle+`<style>::view-transition-group(*), ::view-transition-old(*), ::view-transition-new(*) { animation-duration: 60s }</style><p id=p>sesame 4711</p>`, secretOptions())
	w.js(`(window.going = document.startViewTransition(() => { p.textContent = 'sesame 4711.' }), 0)`)
	eventually(t, "the transition goes on", func() bool { return w.js("document.getAnimations().length > 0") == "true" })
	if _, err := w.Picture(testContext(t)); !errors.Is(err, errElsewhere) {
		t.Errorf("the picture of a secret fails with %v", err)
	}
	w.js(`going.skipTransition()`)
	eventually(t, "it is over", func() bool { return w.js("document.getAnimations().length") == "0" })
	if shot, err := w.Picture(testContext(t)); err != nil || shot.Covered != 1 {
		t.Errorf("afterwards it fails with %v", err)
	}
}

func TestLengths(t *testing.T) {
	for style, want := range map[string][]float64{
		"none": nil,
		"rgb(255, 0, 255) 1px -60px 4px, rgba(0, 0, 0, 0.5) 0px 2px 0px": {72, 2},
		"blur(5px) drop-shadow(rgb(0, 0, 0) 3px 4px 2px)":                {15, 10},
		"brightness(0.4) hue-rotate(90deg)":                              nil,
		"24px":                                                           {72},
		"rgb(0, 0, 0) 0px 1e+06px 0px":                                   {1e6},
	} {
		if got := lengths(style); !slices.Equal(got, want) {
			t.Errorf("%s reaches %v, not %v", style, got, want)
		}
	}
	for style, want := range map[string]float64{
		"none": 1, "normal": 1, "": 1, "1.5": 1.5, "1 2": 2, "0.5": 1, "matrix(1, 0, 0, 1, 300, -20)": math.Sqrt2, "matrix(0, 3, -4, 0, 0, 0)": 5,
		"matrix3d(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 30, 1)": math.Inf(1), "1 1 2": 2,
	} {
		if got := scaleOf(style); got != want {
			t.Errorf("%s grows by %v, not %v", style, got, want)
		}
	}
}
