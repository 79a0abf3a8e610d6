package lang

import (
	"fmt"
	"strconv"
	"strings"
)

// versionFits tells whether a version meets a constraint: comparisons (= != > >= < <= ~>) joined by commas.
// ~> a.b.c allows a later c, ~> a.b a later b. What follows a - or + in the version is not compared, so that
// a build on the way to a version counts as that version. An empty version meets every constraint that can be
// read.
func versionFits(version, constraint string) (bool, error) {
	fits := true
	for part := range strings.SplitSeq(constraint, ",") {
		part = strings.TrimSpace(part)
		digits := strings.IndexAny(part, "0123456789v")
		if digits < 0 {
			return false, fmt.Errorf("%q holds no version", part)
		}
		op := strings.TrimSpace(part[:digits])
		want, err := parseVersion(part[digits:])
		if err != nil {
			return false, err
		}
		if version == "" {
			continue
		}
		have, err := parseVersion(version)
		if err != nil {
			return false, err
		}
		c := compare(have, want)
		ok := false
		switch op {
		case "", "=", "==":
			ok = c == 0
		case "!=":
			ok = c != 0
		case ">":
			ok = c > 0
		case ">=":
			ok = c >= 0
		case "<":
			ok = c < 0
		case "<=":
			ok = c <= 0
		case "~>":
			ok = c >= 0
			for i := 0; i < len(want)-1; i++ {
				ok = ok && at(have, i) == want[i]
			}
		default:
			return false, fmt.Errorf("%q is not a comparison", op)
		}
		fits = fits && ok
	}
	return fits, nil
}

// parseVersion reads the numbers of a version, one to three of them.
func parseVersion(s string) ([]int, error) {
	core, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(s), "v"), "-")
	core, _, _ = strings.Cut(core, "+")
	var out []int
	for part := range strings.SplitSeq(core, ".") {
		n, err := strconv.Atoi(part)
		if err != nil || n < 0 || len(out) == 3 {
			return nil, fmt.Errorf("%q is not a version", s)
		}
		out = append(out, n)
	}
	return out, nil
}

func at(v []int, i int) int {
	if i < len(v) {
		return v[i]
	}
	return 0
}

func compare(a, b []int) int {
	for i := range 3 {
		if d := at(a, i) - at(b, i); d != 0 {
			return d
		}
	}
	return 0
}
