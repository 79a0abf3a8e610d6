package page

import (
	"fmt"
	"sort"
	"testing"

	"pgregory.net/rapid"
)

// drawPlaced makes candidates as frames answer them: a document order for each frame.
func drawPlaced(t *rapid.T) []placed {
	roles := []string{"textbox", "switch", "button", "tab", "menuitemradio", "link", "option", "slider", "treeitem"}
	frames := rapid.IntRange(1, 4).Draw(t, "frames")
	var all []placed
	for f := range frames {
		for at := range rapid.IntRange(0, 40).Draw(t, "elements") {
			var c placed
			c.Role = rapid.SampledFrom(roles).Draw(t, "role")
			c.Name = rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "name")
			c.InViewport = rapid.Bool().Draw(t, "near")
			c.Frame, c.at = f, at
			c.Node = int64(1000*f + at)
			all = append(all, c)
		}
	}
	return rapid.Permutation(all).Draw(t, "order of arrival")
}

func TestShortlistProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := drawPlaced(t)
		at := map[int64]int{}
		for _, c := range all {
			at[c.Node] = c.at
		}
		limit := rapid.IntRange(1, 60).Draw(t, "limit")
		kept := shortlist(append([]placed{}, all...), limit)
		if len(kept) != min(limit, len(all)) {
			t.Fatalf("kept %d of %d, limit %d", len(kept), len(all), limit)
		}
		// The order is total and as it is said; what is left out sorts after what is kept.
		key := func(c Candidate) [4]int {
			far := 1
			if c.InViewport {
				far = 0
			}
			return [4]int{far, roleRank(c.Role), c.Frame, at[c.Node]}
		}
		less := func(a, b [4]int) bool {
			for i := range a {
				if a[i] != b[i] {
					return a[i] < b[i]
				}
			}
			return false
		}
		if !sort.SliceIsSorted(kept, func(i, j int) bool { return less(key(kept[i]), key(kept[j])) }) {
			t.Fatalf("not in order: %v", kept)
		}
		in := map[int64]bool{}
		cids := map[string]bool{}
		next := map[int]int{}
		for _, c := range kept {
			in[c.Node] = true
			if cids[c.CID] {
				t.Fatalf("cid %s twice", c.CID)
			}
			cids[c.CID] = true
			if c.Rank != next[c.Frame] || c.CID != fmt.Sprintf("f%d:c%d", c.Frame, c.Rank+1) {
				t.Fatalf("%s has rank %d in frame %d, want %d", c.CID, c.Rank, c.Frame, next[c.Frame])
			}
			next[c.Frame]++
		}
		for _, c := range all {
			if !in[c.Node] && len(kept) > 0 && less(key(c.Candidate), key(kept[len(kept)-1])) {
				t.Fatalf("%d was left out before its turn", c.Node)
			}
		}
		// The order of arrival does not matter.
		again := shortlist(rapid.Permutation(all).Draw(t, "another order of arrival"), limit)
		for i := range kept {
			if kept[i] != again[i] {
				t.Fatalf("position %d depends on the order of arrival", i)
			}
		}
	})
}

func TestLimitOf(t *testing.T) {
	for asked, want := range map[int]int{0: 120, -1: 120, 1: 1, 254: 254, 255: 254, 9999: 254} {
		if got := limitOf(asked); got != want {
			t.Errorf("limitOf(%d) = %d, want %d", asked, got, want)
		}
	}
}

func TestLocator(t *testing.T) {
	for _, c := range []struct{ role, name, want string }{
		{"button", "Sign in", `role=button[name="Sign in"]`},
		{"link", `say "hi" \ bye`, `role=link[name="say \"hi\" \\ bye"]`},
		{"listitem", "Row", `text="Row"`},
		{"treeitem", "src", `role=treeitem[name="src"]`},
	} {
		if got := Locator(c.role, c.name); got != c.want {
			t.Errorf("Locator(%q, %q) = %s, want %s", c.role, c.name, got, c.want)
		}
	}
}

func TestCut(t *testing.T) {
	for _, c := range []struct {
		s    string
		n    int
		want string
	}{{"abc", 3, "abc"}, {"abcd", 3, "abc"}, {"äöü", 2, "äö"}, {"", 2, ""}, {"a☃b", 2, "a☃"}} {
		if got := cut(c.s, c.n); got != c.want {
			t.Errorf("cut(%q, %d) = %q, want %q", c.s, c.n, got, c.want)
		}
	}
}
