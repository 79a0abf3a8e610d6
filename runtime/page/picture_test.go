package page

import (
	"bytes"
	"encoding/json"
	"errors"
	"image"
	"image/png"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-rod/rod/lib/proto"

	"github.com/jevrun/jevrun/runtime/cdp"
	"github.com/jevrun/jevrun/runtime/taint"
	"github.com/jevrun/jevrun/stdlib/action"
)

// Everything that must not be seen is drawn in pure magenta: in a picture, no pixel of it may be left.
const pictureStyle = `<!doctype html><meta charset=utf-8><style>
body { margin: 8px; background: #fff; color: #000; font: 16px sans-serif; }
.secret, input.secret::placeholder { color: #f0f; background: #f0f; border-color: #f0f; }
.pseudo::before { content: 'see sesame 4711 here'; color: #f0f; background: #f0f; }
</style>`

const secretText = "sesame 4711"

// openSmall is openWith in a viewport that pictures are quickly made of.
func openSmall(t *testing.T, html string, o Options) *world {
	t.Helper()
	w := openWith(t, html, o)
	ok(t, w.tab.SetViewport(testContext(t), 640, 480))
	return w
}

func (w *world) picture() (*Picture, *image.RGBA) {
	w.t.Helper()
	shot, err := w.Picture(testContext(w.t))
	if err != nil {
		w.t.Fatal(err)
	}
	return shot, decodePNG(w.t, shot.PNG)
}

// pixels counts the pixels of a color, 0xRRGGBB, with some room for the edges of letters.
func pixels(img *image.RGBA, rgb uint32) int {
	near := func(a byte, b uint32) bool { d := int(a) - int(b&0xff); return d < 48 && d > -48 }
	n := 0
	for y := range img.Rect.Dy() {
		row := img.Pix[y*img.Stride:][:4*img.Rect.Dx()]
		for i := 0; i < len(row); i += 4 {
			if near(row[i], rgb>>16) && near(row[i+1], rgb>>8) && near(row[i+2], rgb) {
				n++
			}
		}
	}
	return n
}

func secretOptions() Options {
	known := &taint.Registry{}
	known.Add("CODE", secretText)
	return Options{Mask: known.Mask, MaskCut: known.MaskCut}
}

// TestPictureCoversWhatMustNotBeSeen holds that no pixel of a secret is left, wherever a page can show one.
func TestPictureCoversWhatMustNotBeSeen(t *testing.T) {
	cells := map[string]string{
		"password":         `<input type=password class=secret value=x>`,
		"password in caps": `<input type=PASSWORD class=secret>`,
		"value":            `<input class=secret value="my sesame 4711">`,
		"text area":        `<textarea class=secret>sesame 4711</textarea>`,
		"text":             `<p><span class=secret>You typed SESAME 4711.</span></p>`,
		"in pieces":        `<p><b class=secret>ses</b><i class=secret>ame 47</i><u class=secret>11</u></p>`,
		"over lines":       `<div><span class=secret>sesame</span></div><div><span class=secret>4711</span></div>`,
		"styled":           `<span class=secret style="text-transform:uppercase;display:inline-block">sesame 4711</span>`,
		"placeholder":      `<input class=secret placeholder="like sesame 4711">`,
		"generated":        `<span class=pseudo></span>`,
		"button":           `<input type=button class=secret value="sesame 4711">`,
		"list":             `<select class=secret><option>sesame 4711</select>`,
		"open root":        `<div id=open></div><script>document.getElementById('open').attachShadow({mode:'open'}).innerHTML = '<span style="color:#f0f;background:#f0f">sesame 4711</span>'</script>`,
		"closed root":      `<div id=shut></div><script>shut.attachShadow({mode:'closed'}).innerHTML = '<input type=password style="background:#f0f">'</script>`,
		"frame":            `<iframe srcdoc="<body style='background:#f0f'><input type=password>"></iframe>`,
		"frame in a frame": `<iframe srcdoc="<iframe srcdoc='<body style=background:#f0f><input type=password>'></iframe>"></iframe>`,
		"other site":       `<iframe src="{other}/inner"></iframe>`,
		"scrolled box":     `<div id=s style="height:100px;overflow:auto"><div style="height:300px"></div><input type=password class=secret><div style="height:300px"></div></div><script>s.scrollTop = 260</script>`,
		"zoomed":           `<div style="zoom:1.7"><input type=password class=secret size=5></div>`,
		"zoomed frame":     `<div style="zoom:1.5"><iframe style="width:120px;height:60px" srcdoc="<body style='background:#f0f;zoom:.8'><input type=password>"></iframe></div>`,
		"zoomed scrolled":  `<div style="zoom:1.3;height:90px;overflow:auto" id=zs><div style="height:300px"></div><input type=password class=secret size=5><div style="height:300px"></div></div><script>zs.scrollTop = 250</script>`,
		"editor":           `<div contenteditable>see <b class=secret>ses</b><span class=secret>ame 4711</span></div>`,
		"turned":           `<input type=password class=secret style="transform:translate(20px,30px) rotate(30deg) scale(1.2)">`,
	}
	names := slices.Sorted(maps.Keys(cells))
	var html strings.Builder
	html.WriteString(pictureStyle + `<style>.cell { float: left; width: 200px; height: 165px; overflow: hidden } iframe { width: 200px; height: 120px }</style><p style="background:#0f0;color:#0f0">seen</p>`)
	for _, name := range names {
		html.WriteString("<div class=cell>" + cells[name] + "</div>\n")
	}
	w := openWith(t, "", secretOptions())
	w.serve("/inner", `<!doctype html><body style="background:#f0f"><input type=password>`)
	w.serve("/", html.String())
	w.visit("/")
	var corners [][2]float64
	if err := json.Unmarshal([]byte(w.js(`JSON.stringify([...document.querySelectorAll('.cell')].map((c) => [c.getBoundingClientRect().x, c.getBoundingClientRect().y]))`)), &corners); err != nil {
		t.Fatal(err)
	}
	cell := func(img *image.RGBA, i int) int {
		x, y := int(corners[i][0]), int(corners[i][1])
		return pixels(img.SubImage(image.Rect(x, y, x+200, y+165)).(*image.RGBA), 0xff00ff)
	}
	var raw *image.RGBA
	missing := ""
	for end := time.Now().Add(10 * time.Second); ; {
		raw, missing = w.raw(), ""
		for i, name := range names {
			if cell(raw, i) == 0 {
				missing = name
			}
		}
		if missing == "" {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("the page does not show the secret of %q, so this tests nothing", missing)
		}
	}
	shot, img := w.picture()
	for i, name := range names {
		if n := cell(img, i); n > 0 {
			t.Errorf("%s: %d pixels of the secret are in the picture", name, n)
		}
	}
	if pixels(img, 0xff00ff) > 0 {
		t.Error("a secret is seen between the cells")
	}
	if pixels(img, 0x00ff00) == 0 || shot.Covered > 40 {
		t.Errorf("more than the secrets is covered: %d places", shot.Covered)
	}
	if img.Bounds().Dx() != shot.Width || img.Bounds().Dy() != shot.Height {
		t.Errorf("the picture is %v, not %d by %d", img.Bounds(), shot.Width, shot.Height)
	}
}

// Where the page is scrolled to, places are found there.
func TestPictureOfAScrolledPage(t *testing.T) {
	w := openSmall(t, pictureStyle+`<div style="height:700px"></div><input type=password class=secret><div style="height:3000px">tall</div>
<input type=password class=secret style="position:fixed;top:40px;left:60px"><script>scrollTo(0, 600)</script>`, secretOptions())
	if w.js("scrollY") != "600" || pixels(w.raw(), 0xff00ff) == 0 {
		t.Fatal("the page is not scrolled to the secret")
	}
	if shot, img := w.picture(); pixels(img, 0xff00ff) > 0 || shot.Covered != 2 {
		t.Errorf("%d pixels of the secret are in the picture, %d places are covered", pixels(img, 0xff00ff), shot.Covered)
	}
}

// raw is the viewport as the browser draws it, to tell that a test shows what it wants hidden.
func (w *world) raw() *image.RGBA {
	w.t.Helper()
	shot, err := cdp.Call[proto.PageCaptureScreenshotResult](testContext(w.t), w.session(), proto.PageCaptureScreenshot{})
	ok(w.t, err)
	return decodePNG(w.t, shot.Data)
}

// What a step saves has the same places covered, in the viewport and far below it.
func TestScreenshotCoversWhatMustNotBeSeen(t *testing.T) {
	w := openWith(t, pictureStyle+`<input type=password class=secret><div style="height:1000px">tall</div><span class=secret>see sesame 4711 here</span>`, secretOptions())
	if pixels(w.raw(), 0xff00ff) == 0 {
		t.Fatal("the secret is not shown")
	}
	for _, full := range []bool{false, true} {
		file := filepath.Join(t.TempDir(), "page.png")
		ok(t, w.Screenshot(testContext(t), file, full))
		data, err := os.ReadFile(file)
		ok(t, err)
		img := decodePNG(t, data)
		if tall := img.Bounds().Dy() > 1000; tall != full {
			t.Errorf("full %v: %v", full, img.Bounds())
		}
		if n := pixels(img, 0xff00ff); n > 0 {
			t.Errorf("full %v: %d pixels of a secret are in the picture", full, n)
		}
	}
	if got := w.js("innerWidth + 'x' + innerHeight"); got != "1280x900" {
		t.Errorf("the viewport is %s afterwards", got)
	}
}

// A field stays covered when the page shows what was typed in another spelling, and what is harmless is seen.
func TestPictureRemembersFields(t *testing.T) {
	w := openSmall(t, pictureStyle+`<p style="background:#0f0;color:#0f0">seen</p><label>Code <input class=secret id=c></label>
<script>c.oninput = () => setTimeout(() => c.value = c.value.split('').reverse().join('-'), 300)</script>`, secretOptions())
	if shot, img := w.picture(); shot.Covered != 0 || pixels(img, 0xff00ff) == 0 {
		t.Fatalf("an empty field is covered: %d places", shot.Covered)
	}
	if err := w.Fill(testContext(t), w.target("textbox|code"), secretText); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the page spells it otherwise", func() bool { return strings.HasPrefix(w.js("c.value"), "1-1-7-4") })
	shot, img := w.picture()
	if n := pixels(img, 0xff00ff); n > 0 || shot.Covered != 1 {
		t.Errorf("%d pixels of the field are seen, %d places covered", n, shot.Covered)
	}
	if pixels(img, 0x00ff00) == 0 {
		t.Error("the harmless text is covered too")
	}
}

// The page cannot tell that a picture was taken: nothing in it changes.
func TestPictureLeavesThePageAlone(t *testing.T) {
	w := openWith(t, pictureStyle+`<input type=password class=secret><script>
var changes = 0; new MutationObserver((l) => changes += l.length).observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
var before = document.documentElement.outerHTML, sheets = document.styleSheets.length, resized = 0;
addEventListener('resize', () => resized++);
</script>`, secretOptions())
	w.picture()
	if got := w.js(`[changes, document.documentElement.outerHTML === before || 'other', document.styleSheets.length - sheets, document.adoptedStyleSheets.length, resized].join()`); got != "0,other,0,0,0" && got != "0,true,0,0,0" {
		t.Errorf("the page saw %s", got)
	}
}

func TestPictureIsBounded(t *testing.T) {
	w := open(t, `<!doctype html><canvas id=c width=760 height=500></canvas><script>
const g = c.getContext('2d'), d = g.createImageData(760, 500);
for (let i = 0; i < d.data.length; i += 65536) crypto.getRandomValues(d.data.subarray(i, i + 65536));
for (let i = 3; i < d.data.length; i += 4) d.data[i] = 255;
g.putImageData(d, 0, 0);
</script>`)
	shot, _ := w.picture()
	if len(shot.PNG) > MaxPicture || shot.Width >= 1280 {
		t.Errorf("a picture of noise has %d bytes at %d pixels", len(shot.PNG), shot.Width)
	}
}

// A secret that is shown faster than it can be covered gives no picture, not a half covered one.
func TestPictureOfARestlessPage(t *testing.T) {
	w := openSmall(t, pictureStyle+`<input type=password class=secret style="position:absolute" id=s><script>
let x = 0; (function go() { s.style.left = (x = (x + 7) % 400) + 'px'; requestAnimationFrame(go); })();
</script>`, secretOptions())
	shot, err := w.Picture(testContext(t))
	if err == nil {
		t.Fatalf("there is a picture with %d places covered", shot.Covered)
	}
	if !strings.Contains(err.Error(), "did not hold still") {
		t.Errorf("the error is %v", err)
	}
}

func TestPictureOnAFineScreen(t *testing.T) {
	w := openWith(t, pictureStyle+`<div style="height:300px"></div><input type=password class=secret style="margin-left:200px">`, secretOptions())
	s := w.tab.Session()
	if _, err := s.Call(testContext(t), s.ID(), "Emulation.setDeviceMetricsOverride", map[string]any{"width": 450, "height": 400, "deviceScaleFactor": 2, "mobile": false}); err != nil {
		t.Fatal(err)
	}
	raw := w.raw()
	if raw.Bounds().Dx() != 900 || pixels(raw, 0xff00ff) == 0 {
		t.Fatalf("the screen is not fine: %v", raw.Bounds())
	}
	if _, img := w.picture(); pixels(img, 0xff00ff) > 0 {
		t.Errorf("%d pixels of the secret are in the picture", pixels(img, 0xff00ff))
	}
}

func decodePNG(t testing.TB, data []byte) *image.RGBA {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	opaque, is := img.(*image.RGBA)
	if !is {
		t.Fatalf("the picture is a %T: it has transparent pixels", img)
	}
	return opaque
}

// Of a page that is held up before anything of it is drawn, that is said at once and not waited for; what is drawn of one
// that is held up later is seen.
func TestAPictureOfAPageThatDoesNotGetDone(t *testing.T) {
	w := open(t, `x`)
	w.handle("/script", func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	w.serve("/head", `<head><script src="{url}/script"></script></head><p>Hello`)
	w.serve("/body", `<p>Hello</p><script src="{url}/script"></script>`)
	wantError(t, w.Goto(within(t, time.Second), w.url+w.path("/head")), action.Timeout, false)
	if _, err := w.Picture(testContext(t)); !errors.Is(err, errUndrawn) {
		t.Errorf("nothing is drawn: %v", err)
	}
	wantError(t, w.Goto(within(t, time.Second), w.url+w.path("/body")), action.Timeout, false)
	if _, err := w.Picture(testContext(t)); err != nil {
		t.Errorf("a text is drawn: %v", err)
	}
}
