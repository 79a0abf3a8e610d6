package replay

import (
	"slices"
	"strings"

	"github.com/jevrun/jevrun/runtime/trace"
)

const (
	maxNear   = 3    // how many nearest elements a step lists
	maxFound  = 10   // how many elements of one fingerprint a step lists
	successor = 0.55 // similarity from which a new element is taken for what became of the recorded one
	listed    = 0.3  // similarity below which an element is not worth listing
)

// The weights of what two elements may share. What neither has does not count. The name weighs most; the place
// between the same neighbors, the target of a link and the role come next.
const (
	weighName   = 4
	weighRole   = 2
	weighSlot   = 2
	weighHref   = 2
	weighScope  = 1
	weighTag    = 1
	weighHolder = 1 // placeholder
	weighFrame  = 1
)

// nearest lists the elements of now that were not there when the trace was recorded and that the recorded element
// may have become, the most similar first. An element that the recording had as well is not what became of
// another one.
func nearest(then, now []trace.Candidate, was *trace.Candidate, at int, identity identity) []Near {
	count := make(map[string]int, len(then))
	for i := range then {
		count[identity(&then[i])]++
	}
	from, to, alone := slot(then, now, at, identity)
	var out []Near
	heir, heirs := 0, 0 // the last one of out that leads where the recorded one led, and how many do
	for i := range now {
		c := &now[i]
		if id := identity(c); count[id] > 0 {
			count[id]--
			continue
		}
		n := Near{Element: element(c, i), Similarity: similarity(was, c, from < i && i < to), Differs: differs(was, c)}
		n.New = true
		if n.Similarity < listed {
			continue
		}
		n.succeeds = n.Similarity >= successor || trace.Fingerprint("", n.Name) == trace.Fingerprint("", was.Name) ||
			alone && from < i && i < to && c.Role == was.Role
		if c.Role == was.Role && leads(was) && text(c.Href) == text(was.Href) {
			heir, heirs = len(out), heirs+1
		}
		out = append(out, n)
	}
	if heirs == 1 {
		out[heir].succeeds = true
	}
	slices.SortStableFunc(out, func(a, b Near) int {
		switch {
		case a.Similarity > b.Similarity:
			return -1
		case a.Similarity < b.Similarity:
			return 1
		}
		return 0
	})
	return out[:min(len(out), maxNear)]
}

// leads reports whether a link has an address that tells it from others.
func leads(c *trace.Candidate) bool {
	href := text(c.Href)
	return href != "" && href != "#" && !strings.HasPrefix(strings.ToLower(href), "javascript:")
}

// slotReach is how far away a neighbor may have stood that says where an element was.
const slotReach = 5

// slot is where the recorded element would stand now: behind the nearest element before it and before the nearest
// one behind it that are still there, each only once. Without any such neighbor it would stand nowhere: from and
// to leave no place between them. alone says that its very neighbors are still there, with one place between them.
func slot(then, now []trace.Candidate, at int, identity identity) (from, to int, alone bool) {
	place := make(map[string]int, len(now))
	for i := range now {
		id := identity(&now[i])
		if _, twice := place[id]; twice {
			place[id] = -1
			continue
		}
		place[id] = i
	}
	known := func(i int) bool {
		p, ok := place[identity(&then[i])]
		return ok && p >= 0 && then[i].Frame == now[p].Frame
	}
	from, to = -1, len(now)
	anchored := false
	for i := at - 1; i >= max(0, at-slotReach); i-- {
		if known(i) {
			from, anchored = place[identity(&then[i])], true
			break
		}
	}
	for i := at + 1; i < min(len(then), at+1+slotReach); i++ {
		if known(i) {
			to, anchored = place[identity(&then[i])], true
			break
		}
	}
	if !anchored {
		return 0, 0, false
	}
	alone = to-from == 2 && at > 0 && at+1 < len(then) && known(at-1) && known(at+1)
	return from, to, alone
}

// similarity compares two elements, from 0 to 1; 1 is the same in everything that the trace knows.
func similarity(was, is *trace.Candidate, inSlot bool) float64 {
	var sum, of float64
	add := func(weight, value float64) { sum, of = sum+weight*value, of+weight }
	add(weighName, likeness(was.Name, is.Name))
	add(weighRole, same(was.Role == is.Role))
	add(weighSlot, same(inSlot))
	add(weighFrame, same(was.Frame == is.Frame))
	add(weighTag, same(was.Tag == is.Tag && text(was.Type) == text(is.Type)))
	for _, p := range []struct {
		weight   float64
		was, now *string
	}{{weighHref, was.Href, is.Href}, {weighScope, was.Scope, is.Scope}, {weighHolder, was.Placeholder, is.Placeholder}} {
		if p.was != nil || p.now != nil {
			add(p.weight, same(text(p.was) == text(p.now)))
		}
	}
	return sum / of
}

func same(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// differs names what of two elements is not the same.
func differs(was, is *trace.Candidate) []string {
	out := []string{}
	for _, d := range []struct {
		name string
		not  bool
	}{
		{"role", was.Role != is.Role}, {"name", was.Name != is.Name}, {"frame", was.Frame != is.Frame}, {"tag", was.Tag != is.Tag},
		{"type", text(was.Type) != text(is.Type)}, {"href", text(was.Href) != text(is.Href)},
		{"placeholder", text(was.Placeholder) != text(is.Placeholder)}, {"scope", text(was.Scope) != text(is.Scope)},
		{"disabled", was.Disabled != is.Disabled},
	} {
		if d.not {
			out = append(out, d.name)
		}
	}
	return out
}

// likeness compares two names without regard to case, from 0 to 1: by shared words or by the letters that would
// have to be changed, whichever finds them more alike.
func likeness(a, b string) float64 {
	a, b = trace.Fingerprint("", a), trace.Fingerprint("", b)
	if a == b {
		return 1
	}
	wa, wb := strings.Fields(a[1:]), strings.Fields(b[1:])
	shared := 0
	left := slices.Clone(wb)
	for _, w := range wa {
		if i := slices.Index(left, w); i >= 0 {
			shared++
			left = slices.Delete(left, i, i+1)
		}
	}
	words := 2 * float64(shared) / float64(max(1, len(wa)+len(wb)))
	ra, rb := []rune(a[1:]), []rune(b[1:])
	return max(words, 1-float64(distance(ra, rb))/float64(max(1, len(ra), len(rb))))
}

// distance is the number of letters that have to be added, taken away or replaced to turn a into b (Levenshtein).
func distance(a, b []rune) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j := range b {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j+1]+1, row[j]+1)
		}
	}
	return row[len(b)]
}
