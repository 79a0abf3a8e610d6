package page

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/jevrun/jevrun/lang"
	"github.com/jevrun/jevrun/runtime/trace"
)

// roleRank sorts what takes input before what starts something, that before links, and links before the rest.
// It is version 2 of the ordering (trace.OrderSpec); changing it needs a new version.
func roleRank(role string) int {
	switch role {
	case "textbox", "searchbox", "combobox", "spinbutton", "checkbox", "radio", "switch":
		return 0
	case "button", "tab", "menuitem", "menuitemcheckbox", "menuitemradio":
		return 1
	case "link":
		return 2
	}
	return 3
}

// placed is a candidate with its position in the document order of its frame.
type placed struct {
	Candidate
	at int
}

// shortlist orders candidates of any number of frames and keeps at most limit of them: in the viewport first,
// then by rank of role, frame and document order. It numbers what it keeps within each frame.
func shortlist(all []placed, limit int) []Candidate {
	slices.SortStableFunc(all, func(a, b placed) int {
		if a.InViewport != b.InViewport {
			if a.InViewport {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(roleRank(a.Role), roleRank(b.Role)), cmp.Compare(a.Frame, b.Frame), cmp.Compare(a.at, b.at))
	})
	all = all[:min(limit, len(all))]
	next := map[int]int{}
	kept := make([]Candidate, len(all))
	for i, c := range all {
		c.Rank = next[c.Frame]
		next[c.Frame]++
		c.CID = fmt.Sprintf("f%d:c%d", c.Frame, c.Rank+1)
		kept[i] = c.Candidate
	}
	return kept
}

// limitOf is the cap of a shortlist: the language's default for 0, and never more than a trace may hold.
func limitOf(asked int) int {
	if asked <= 0 {
		asked = lang.DefaultMaxCandidates
	}
	return min(asked, trace.MaxCandidates)
}
