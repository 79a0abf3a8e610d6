package decide

import (
	"fmt"
	"testing"

	"github.com/jevrun/jevrun/runtime/trace"
)

// largeTarget is a page of n elements, every other one with a name that another has too.
func largeTarget(n int) Target {
	t := Target{Intent: "Open the settings of the project Atlas", Action: "click", URL: "https://example.com/projects?tab=all", Title: "Projects", Total: n}
	for i := range n {
		t.Candidates = append(t.Candidates, trace.Candidate{
			CID: fmt.Sprintf("f0:c%d", i+1), Role: "link", Name: fmt.Sprintf("Settings %d", i/2), Tag: "a",
			Href: str(fmt.Sprintf("/projects/%d/settings", i)), Scope: str(fmt.Sprintf("Project number %d", i)),
		})
	}
	return t
}

// BenchmarkTargetRequest builds the question of a step; wire also writes it as it goes to a hosted model.
func BenchmarkTargetRequest(b *testing.B) {
	for _, n := range []int{120, trace.MaxCandidates} {
		t := largeTarget(n)
		b.Run(fmt.Sprint("build/", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				TargetRequest(t)
			}
		})
		b.Run(fmt.Sprint("wire/", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := MarshalWire(TargetRequest(t), "model"); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
