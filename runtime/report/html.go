package report

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"math"
	"time"
)

//go:embed page
var pageFiles embed.FS

// htmlPage is what the template of the HTML report is given.
type htmlPage struct {
	Policy   string // of content security: nothing may be loaded, and only our own script runs
	Style    template.CSS
	Script   template.JS
	Tool     string
	Headline string
	Kinds    []string
	Counts   Counts
	Suites   []*Suite
}

var pageTemplate = template.Must(template.New("report.html").Funcs(template.FuncMap{
	"duration": durationText,
	"percent":  func(p float64) string { return fmt.Sprintf("%.1f", 100*math.Max(0, math.Min(1, p))) },
	"inc":      func(i int) int { return i + 1 },
	"picture": func(png []byte) template.URL {
		return template.URL("data:image/png;base64," + base64.StdEncoding.EncodeToString(png))
	},
}).ParseFS(pageFiles, "page/report.html"))

// HTML is the document as one file that needs nothing else: no network, no server. What pages and flows call
// themselves is text in it and nothing more.
func (d *Document) HTML(mask func(string) string) ([]byte, error) {
	style, err := pageFiles.ReadFile("page/report.css")
	if err != nil {
		return nil, err
	}
	script, err := pageFiles.ReadFile("page/report.js")
	if err != nil {
		return nil, err
	}
	p := htmlPage{Style: template.CSS(style), Script: template.JS(script), Tool: d.Tool, Suites: d.Suites(mask)}
	p.Policy = "default-src 'none'; img-src data:; style-src '" + hashOf(style) + "'; script-src '" + hashOf(script) + "'; base-uri 'none'; form-action 'none'"
	p.Headline, p.Counts = Headline(p.Suites), Count(p.Suites)
	for _, s := range p.Suites {
		longest := 0.0
		for _, c := range s.Cases {
			longest = math.Max(longest, c.TookMS)
		}
		for _, c := range s.Cases {
			if longest > 0 {
				c.Share = fmt.Sprintf("%.1f", 100*c.TookMS/longest)
			}
		}
		if whole := s.whole(); whole != nil {
			s.Cases = append(s.Cases, whole)
		}
	}
	p.Kinds = append(p.Kinds, counted(p.Counts.Cases, "step"))
	if took := total(p.Suites); took > 0 {
		p.Kinds = append(p.Kinds, durationText(took))
	}
	var b bytes.Buffer
	if err := pageTemplate.Execute(&b, p); err != nil {
		return nil, fmt.Errorf("cannot write the HTML report: %w", err)
	}
	return []byte(Plain(b.String())), nil
}

func total(suites []*Suite) float64 {
	sum := 0.0
	for _, s := range suites {
		sum += s.TookMS
	}
	return sum
}

func hashOf(text []byte) string {
	sum := sha256.Sum256(text)
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// Open tells whether a page shows the suite unfolded: when something in it is not well.
func (s *Suite) Open() bool { return s.Outcome != Passed || s.Flaky }

// Bad tells whether a case is not well: it failed, or a person is needed.
func (c *Case) Bad() bool { return c.Outcome.Bad() || c.Outcome == Review || c.Flaky }

// durationText is a length of time for people: 0.4 ms, 12 ms, 3.4 s, 2m5s.
func durationText(ms float64) string {
	switch d := time.Duration(ms * float64(time.Millisecond)); {
	case d < 10*time.Millisecond:
		return fmt.Sprintf("%.1f ms", ms)
	case d < time.Second:
		return fmt.Sprintf("%.0f ms", ms)
	case d < time.Minute:
		return fmt.Sprintf("%.1f s", d.Seconds())
	default:
		return d.Round(time.Second).String()
	}
}
