package page

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestWhatAFormWouldSend(t *testing.T) {
	w := openWith(t, `<form action="/account/hush-token/delete" method=post>
			<input name=action aria-label=Reason><input type=checkbox aria-label=Sure><textarea aria-label=Story></textarea>
			<button type=button>Preview</button><button>Delete <b>hush-token</b> account</button><button formaction="/keep">Keep</button>
		</form>
		<form id=far action="search?x=1"><input aria-label=Query></form><input type=image alt=Go form=far>
		<form><input aria-label=Scripted></form>
		<form method=post><input aria-label=Here></form>
		<form action="/away"><dialog open><input aria-label=Ask><button formmethod=dialog>Close</button></dialog></form>
		<input aria-label=Loose><a href="/x">Link</a>`, Options{Mask: func(s string) string { return strings.ReplaceAll(s, "hush-token", "***") }})
	got := map[string][2]string{}
	for _, c := range w.observe().Candidates {
		got[c.Name] = [2]string{strings.TrimPrefix(c.FormAction, w.url), c.Submits}
	}
	want := map[string][2]string{
		"Reason":             {"/account/***/delete", "Delete *** account"},
		"Sure":               {"/account/***/delete", "Delete *** account"},
		"Story":              {}, // Enter there is a new line
		"Preview":            {},
		"Delete *** account": {"/account/***/delete", ""},
		"Keep":               {"/keep", ""},
		"Query":              {w.path("/search?x=1"), "Go"},
		"Go":                 {w.path("/search?x=1"), ""},
		"Scripted":           {},
		"Here":               {w.path("/"), ""},
		"Ask":                {"", "Close"},
		"Close":              {},
		"Loose":              {},
		"Link":               {},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("what is sent (-want +got):\n%s", diff)
	}
}
