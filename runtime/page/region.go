package page

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jevrun/jevrun/runtime/trace"
)

// RegionError says that no region of the page (row, list item, fieldset, dialog, form, landmark or heading
// section) is named by the text of a within.
type RegionError struct {
	Within  string
	Nearest []string // names of the regions that come closest, at most 3
}

// Error names the text and the nearest regions.
func (e *RegionError) Error() string {
	if len(e.Nearest) == 0 {
		return fmt.Sprintf("no row, list item, fieldset, dialog, form, landmark or heading section is named %q; the page has none with a name", e.Within)
	}
	quoted := make([]string, len(e.Nearest))
	for i, n := range e.Nearest {
		quoted[i] = fmt.Sprintf("%q", n)
	}
	return fmt.Sprintf("no row, list item, fieldset, dialog, form, landmark or heading section is named %q; the nearest are %s", e.Within, strings.Join(quoted, ", "))
}

func (p *Page) regionError(within string, names []string) *RegionError {
	return &RegionError{Within: within, Nearest: p.nearest(within, names, 3)}
}

// nearest are at most n of the names: those that share most pairs of letters with the text, masked.
func (p *Page) nearest(text string, names []string, n int) []string {
	wanted := pairs(text)
	type scored struct {
		name  string
		score float64
	}
	var list []scored
	seen := map[string]bool{}
	for _, n := range names {
		n = cut(trace.CollapseSpace(p.mask(n)), 60)
		if n == "" || seen[n] {
			continue
		}
		seen[n] = true
		list = append(list, scored{n, overlap(wanted, pairs(n))})
	}
	slices.SortStableFunc(list, func(a, b scored) int {
		switch {
		case a.score > b.score:
			return -1
		case a.score < b.score:
			return 1
		}
		return 0
	})
	var out []string
	for _, s := range list[:min(n, len(list))] {
		out = append(out, s.name)
	}
	return out
}

func pairs(s string) map[string]int {
	out := map[string]int{}
	r := []rune(strings.ToLower(s))
	for i := 0; i+1 < len(r); i++ {
		out[string(r[i:i+2])]++
	}
	return out
}

// overlap is the share of pairs that two texts have in common, 0 to 1.
func overlap(a, b map[string]int) float64 {
	common, total := 0, 0
	for pair, n := range a {
		common += min(n, b[pair])
		total += n
	}
	for _, n := range b {
		total += n
	}
	if total == 0 {
		return 0
	}
	return 2 * float64(common) / float64(total)
}
