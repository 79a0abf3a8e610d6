// Package evidence is what is kept of a page where a step failed: a picture without what must not be seen, and the
// lines of its console. It is for people alone; nothing here enters a decision or a verdict.
package evidence

import (
	"context"
	"time"

	"github.com/jevrun/jevrun/runtime/page"
	"github.com/jevrun/jevrun/runtime/trace"
)

// patience is how long a page is given to be photographed: it may be what made the step fail.
const patience = 5 * time.Second

// Evidence is what a failing step left.
type Evidence struct {
	Picture string `json:"picture,omitempty"` // file of the picture beside the index, "" where it lies in no folder
	Without string `json:"without,omitempty"` // why there is no picture
	Console []Line `json:"console"`           // the last lines of the page's console, at most 50, oldest first

	// PNG is the picture itself, nil when there is none.
	PNG []byte `json:"-"`
}

// Line is a line of a page's console.
type Line struct {
	Level string `json:"level"`          // debug, log, info, warning, error
	Text  string `json:"text"`           // at most 500 characters
	URL   string `json:"url,omitempty"`  // of the script or resource that it is about
	Line  int    `json:"line,omitempty"` // in that script, from 1
}

// Take looks at the page as it is. It never fails: what could not be had is said in the evidence. mask replaces
// secrets in what errors quote; the page masks its own texts. Files below dir, the folder of the trace, are named
// relative to it.
func Take(ctx context.Context, p *page.Page, mask func(string) string, dir string) *Evidence {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	e := &Evidence{Console: []Line{}}
	lines, err := p.Console(ctx) // first: a picture of a page in motion may take all the time there is
	for _, l := range lines {
		l.URL = trace.PortableURL(dir, l.URL)
		e.Console = append(e.Console, Line(l))
	}
	if err != nil && len(lines) == 0 {
		e.Console = append(e.Console, Line{Level: "error", Text: mask("the console could not be read: " + err.Error())})
	}
	picture, err := p.Picture(ctx)
	if err != nil {
		e.Without = mask(err.Error())
		return e
	}
	e.PNG = picture.PNG
	return e
}
