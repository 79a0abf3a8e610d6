package replay

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jevrun/jevrun/runtime/page"
	"github.com/jevrun/jevrun/runtime/trace"
)

// This file names elements and places as people do. Fingerprints are for machines.

// String is the element as people call it: its role and, in quotes, its name.
func (e Element) String() string { return fmt.Sprintf("%s %q", e.Role, e.Name) }

// called is a candidate as people call it.
func called(c *trace.Candidate) string { return element(c, 0).String() }

// remembered is a recorded candidate as people find it again in their memory: with what it stood under.
func remembered(c *trace.Candidate) string {
	if text(c.Scope) == "" {
		return called(c)
	}
	return fmt.Sprintf("%s (recorded under %q)", called(c), *c.Scope)
}

// whereabouts says where elements are that are not in their region: three places at most.
func (r *replayer) whereabouts(list []page.Missing) string {
	var at []string
	for _, m := range list {
		place := "outside of any region with a name"
		if m.In != "" {
			place = fmt.Sprintf("in %q", m.In)
		}
		if m.Frame != 0 {
			place += " of " + r.frame(m.Frame)
		}
		if !slices.Contains(at, place) {
			at = append(at, place)
		}
	}
	if more := len(at) - maxPlaces; more > 0 {
		at = append(at[:maxPlaces], fmt.Sprintf("in %d other places", more))
	}
	return strings.Join(at, " and ")
}

// maxPlaces is how many places of an element a reason names.
const maxPlaces = 3

// frame is a frame of today's page as people may know it: its number, and its name or else its address.
func (r *replayer) frame(index int) string {
	name, address := r.page.FrameName(index)
	switch {
	case index == 0:
	case name != "":
		return fmt.Sprintf("frame %d, called %q", index, name)
	case address != "":
		return fmt.Sprintf("frame %d, %s", index, trace.PortableURL(r.dir, address))
	}
	return frameNumber(index)
}

// frameNumber is a frame of which no more is known, as in a recording.
func frameNumber(index int) string {
	if index == 0 {
		return "the main frame"
	}
	return fmt.Sprintf("frame %d", index)
}
