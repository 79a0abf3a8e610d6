//go:build conformance

package page

import (
	"encoding/json"
	"os"
	"testing"
)

// labeled is an element of a page that nobody here wrote, and whether a person could operate it: judged by hand
// from a picture of the page and its document before the extractor was tuned on them. What only wraps a control
// and does the same as that is not operable by itself.
type labeled struct {
	Page     string `json:"page"`
	Path     string `json:"path"` // as pathOf writes it
	Role     string `json:"role"` // for the reader
	Name     string `json:"name"` // for the reader
	Operable bool   `json:"operable"`
	Late     bool   `json:"late"` // labeled after the tuning began, for it was not looked at before: it counts for nothing
}

// TestPrecision holds the candidates of real pages against the labels.
func TestPrecision(t *testing.T) {
	text, err := os.ReadFile("testdata/operable.json")
	ok(t, err)
	var labels []labeled
	ok(t, json.Unmarshal(text, &labels))
	byPage := map[string]map[string]labeled{}
	for _, l := range labels {
		if byPage[l.Page] == nil {
			byPage[l.Page] = map[string]labeled{}
		}
		byPage[l.Page][l.Path] = l
	}
	server := realServer(t)
	right, wrong, unknown, missed := 0, 0, 0, 0
	for _, p := range realPages {
		known := byPage[p.name]
		if known == nil {
			continue
		}
		w := open(t, "")
		show(t, w, server, p.path, p.ready, p.then)
		found := map[string]bool{}
		for _, c := range w.everything() {
			if c.Frame != 0 {
				continue
			}
			found[c.path] = true
			switch l, there := known[c.path]; {
			case !there:
				unknown++
				t.Logf("%s: %s at %s has no label", p.name, c.FP, c.path)
			case l.Late:
			case l.Operable:
				right++
			default:
				wrong++
				t.Logf("%s: %s at %s is nothing to operate", p.name, c.FP, c.path)
			}
		}
		for path, l := range known {
			if l.Operable && !l.Late && !found[path] {
				missed++
				t.Logf("%s: %s %q at %s is missed", p.name, l.Role, l.Name, path)
			}
		}
	}
	precision := float64(right) / float64(right+wrong)
	t.Logf("%d candidates are operable, %d are not, %d have no label: precision %.2f %%; %d operable elements are missed", right, wrong, unknown, 100*precision, missed)
	if right+wrong < 300 {
		t.Errorf("%d labeled candidates, want at least 300", right+wrong)
	}
	if precision < 0.97 {
		t.Errorf("precision %.2f %%, want at least 97 %%", 100*precision)
	}
	if unknown*20 > right+wrong {
		t.Errorf("%d candidates have no label", unknown)
	}
}
