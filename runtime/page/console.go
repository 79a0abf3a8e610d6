package page

import (
	"context"

	"github.com/jevrun/jevrun/runtime/browser"
)

// Bounds of Console.
const (
	maxConsole     = 50  // lines
	maxConsoleText = 500 // characters of a line or an address
)

// Console lists the last lines that a person would see in the page's console, at most 50, oldest first. Texts and
// addresses are masked and then cut.
func (p *Page) Console(ctx context.Context) ([]browser.ConsoleLine, error) {
	lines, err := p.tab.Console(ctx)
	lines = lines[max(0, len(lines)-maxConsole):]
	for i, l := range lines {
		lines[i].Text, lines[i].URL = cut(p.mask(l.Text), maxConsoleText), cut(p.mask(l.URL), maxConsoleText)
	}
	return lines, err
}
