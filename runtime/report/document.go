package report

import (
	"fmt"

	"github.com/jevrun/jevrun/runtime/replay"
)

// Document is what a report says. As JSON it is the document of `run --json`, `replay --json`, `report --json` and of
// report files that end in .json; every other format is made of its suites.
type Document struct {
	Version int              `json:"version"`           // of this document, 1
	Tool    string           `json:"tool"`              // program that wrote it: name/version
	Runs    []*Run           `json:"runs,omitempty"`    // what runs did, as their traces tell it
	Replays []*replay.Result `json:"replays,omitempty"` // what replays found

	NotReplayed []Left `json:"not_replayed,omitempty"` // traces that a replay was asked for and did not start

	Calibrations []*Calibration `json:"calibrations,omitempty"` // how sure deciders were, and how often right

	places map[string]map[int]Place // of the steps of a trace, by their position
}

// Left is a trace that was not replayed, because another one had failed or the replay ended before.
type Left struct {
	Trace string `json:"trace"` // path
	Flow  string `json:"flow"`  // that it records
}

// Of is a document about runs, by the program tool.
func Of(tool string, runs ...*Run) *Document {
	return &Document{Version: Version, Tool: tool, Runs: runs}
}

// OfReplays is a document about replays, by the program tool.
func OfReplays(tool string, replays ...*replay.Result) *Document {
	return &Document{Version: Version, Tool: tool, Replays: replays}
}

// OfCalibrations is a document about deciders, by the program tool.
func OfCalibrations(tool string, calibrations ...*Calibration) *Document {
	return &Document{Version: Version, Tool: tool, Calibrations: calibrations}
}

// Locate says on which lines the steps of the trace at path stand, for those whose flow file is not to be had.
func (d *Document) Locate(path string, places map[int]Place) {
	if d.places == nil {
		d.places = map[string]map[int]Place{}
	}
	d.places[path] = places
}

// Suites are the traces of the document in its order, with mask on every word of them.
func (d *Document) Suites(mask func(string) string) []*Suite {
	var out []*Suite
	for _, r := range d.Runs {
		out = append(out, r.suite())
	}
	for _, r := range d.Replays {
		out = append(out, replaySuite(r))
	}
	for _, l := range d.NotReplayed {
		out = append(out, l.suite())
	}
	for i, s := range out {
		for j, c := range s.Cases {
			c.ID = fmt.Sprintf("t%d-s%d", i+1, j+1)
			if at, ok := d.places[s.Trace][c.Number]; ok && c.Number > 0 && c.Place.File == "" {
				c.Place = at
			}
		}
		if mask != nil {
			masked(s, mask)
		}
	}
	return out
}

// Count counts the cases of suites.
func Count(suites []*Suite) Counts {
	var n Counts
	for _, s := range suites {
		n.add(s)
	}
	return n
}
