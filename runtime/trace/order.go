package trace

import (
	"strconv"
	"strings"
)

// OwnTool is the prefix of the header's tool field in traces that jevrun wrote. Such traces are held to the
// strict rules of SPEC.md: every field is there, and the last record is run_end.
const OwnTool = "jevrun/"

// OrderSpecOf is the version of the shortlist ordering that a trace was recorded with, and whether it is known.
// The header field wins; without it the tool's version tells. An unknown ordering never excuses movement.
func OrderSpecOf(run *Run) (version int, known bool) {
	if run == nil {
		return 0, false
	}
	if run.OrderSpec != nil {
		return *run.OrderSpec, true
	}
	name, release, _ := strings.Cut(run.Tool, "/")
	switch name {
	case "jevrun":
		return OrderSpec, true
	case "jevnav":
		v, ok := parseVersion(release)
		switch {
		case !ok:
			return 0, false
		case v.less(version3{0, 1, 1}):
			return 0, true
		case v.less(version3{0, 1, 5}):
			return 1, true
		default:
			return 2, true
		}
	}
	return 0, false
}

type version3 [3]int

func (v version3) less(w version3) bool {
	for i := range v {
		if v[i] != w[i] {
			return v[i] < w[i]
		}
	}
	return false
}

// parseVersion reads major.minor.patch; a suffix after "-", "+" or a further dot is ignored.
func parseVersion(s string) (v version3, ok bool) {
	s, _, _ = strings.Cut(s, "+")
	s, _, _ = strings.Cut(s, "-")
	parts := strings.SplitN(s, ".", 4)
	if len(parts) < 3 {
		return v, false
	}
	for i := range v {
		n, err := strconv.ParseUint(parts[i], 10, 31)
		if err != nil {
			return v, false
		}
		v[i] = int(n)
	}
	return v, true
}
