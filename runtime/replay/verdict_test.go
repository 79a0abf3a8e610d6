package replay

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/jevrun/jevrun/runtime/trace"
)

func list(fps ...string) []trace.Candidate {
	out := make([]trace.Candidate, len(fps))
	for i, fp := range fps {
		frame := 0
		if f, rest, ok := strings.Cut(fp, "@"); ok {
			fp, frame = rest, int(f[0]-'0')
		}
		out[i] = trace.Candidate{CID: "f0:c" + string(rune('a'+i)), Role: "button", Name: fp, FP: fp, Frame: frame}
	}
	return out
}

func TestResolve(t *testing.T) {
	choice := func(s string) *string { return &s }
	for name, c := range map[string]struct {
		then, now []trace.Candidate
		choice    *string
		reranked  bool
		want      Verdict
		identical bool
		drift     Drift
		says      string
	}{
		"same place":             {list("a", "b"), list("a", "b"), choice("f0:cb"), false, OK, true, Drift{}, ""},
		"gone":                   {list("a", "b"), list("a", "c"), choice("f0:cb"), false, Changed, false, Drift{1, 1}, `no element is button "b"`},
		"twice":                  {list("a", "b"), list("a", "b", "b"), choice("f0:cb"), false, Ambiguous, false, Drift{1, 0}, `2 elements are button "b"`},
		"elsewhere":              {list("a", "b"), list("b", "a"), choice("f0:cb"), false, Moved, true, Drift{}, "position 1, recorded at 2"},
		"elsewhere, re-ranked":   {list("a", "b"), list("b", "a"), choice("f0:cb"), true, OK, true, Drift{}, "re-ranked"},
		"re-ranked, other set":   {list("a", "b"), list("b", "c", "a"), choice("f0:cb"), true, Moved, false, Drift{1, 0}, "position"},
		"none":                   {list("a"), list("x"), choice("none"), false, OK, false, Drift{1, 1}, "took no element"},
		"no choice":              {list("a"), list("a"), nil, false, OK, true, Drift{}, "took no element"},
		"choice not listed":      {list("a"), list("a"), choice("f9:c9"), false, Error, true, Drift{}, "contradicts itself"},
		"same name, other frame": {list("a", "b", "1@b"), list("a", "b", "1@b"), choice("f0:cb"), false, OK, true, Drift{}, ""},
		"in another frame now":   {list("a", "b"), list("a", "1@b"), choice("f0:cb"), false, Moved, true, Drift{}, "position 2"},
	} {
		t.Run(name, func(t *testing.T) {
			rec := &trace.Step{Candidates: c.then, Decision: trace.Decision{Choice: c.choice}}
			got := resolve(rec, c.now, fingerprint, c.reranked)
			if got.verdict != c.want || got.identical != c.identical || got.drift != c.drift || !strings.Contains(got.reason, c.says) {
				t.Errorf("got %+v", got)
			}
			if got.moved != (got.verdict == Moved) {
				t.Errorf("moved = %v with verdict %s", got.moved, got.verdict)
			}
		})
	}
}

// An unchanged page is always ok, and drift is zero exactly when both sides hold the same fingerprints.
func TestResolveProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		fps := rapid.SliceOfNDistinct(rapid.StringMatching(`[a-f]{1,3}`), 1, 12, rapid.ID[string]).Draw(t, "fps")
		then := list(fps...)
		at := rapid.IntRange(0, len(then)-1).Draw(t, "at")
		rec := &trace.Step{Candidates: then, Decision: trace.Decision{Choice: &then[at].CID}}
		if r := resolve(rec, list(fps...), fingerprint, false); r.verdict != OK || !r.identical {
			t.Fatalf("unchanged page: %+v", r)
		}
		shuffled := list(rapid.Permutation(fps).Draw(t, "shuffled")...)
		if r := resolve(rec, shuffled, fingerprint, false); r.verdict.Fails() || !r.identical {
			t.Fatalf("re-ordered page: %+v", r)
		}
		if r := resolve(rec, shuffled, fingerprint, true); r.verdict != OK {
			t.Fatalf("re-ordered page under another ordering: %+v", r)
		}
		without := append(list(fps[:at]...), list(fps[at+1:]...)...)
		if r := resolve(rec, without, fingerprint, true); r.verdict != Changed || r.drift.Missing != 1 {
			t.Fatalf("element removed: %+v", r)
		}
	})
}
