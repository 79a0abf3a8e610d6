package page

import (
	"context"
	"strings"

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
		text, _, _ := strings.Cut(p.mask(l.Text), "\n    at ") // its stack; a secret may have lines of its own
		lines[i].Text, lines[i].URL = cut(text, maxConsoleText), cut(p.mask(l.URL), maxConsoleText)
	}
	return lines, err
}
