package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/jevrun/jevrun/runtime/trace"
)

// Calibration compares how sure a decider was with how often it was right, over the decisions of traces whose
// steps declare what they expect. Numbers of different deciders and models are different scales, so each has its own.
type Calibration struct {
	Decider string `json:"decider"` // as requested: the header's model
	Model   string `json:"model"`   // that answered
	Scored  int    `json:"scored"`  // decisions whose step declared what it expects
	Right   int    `json:"right"`
	// ECE is the expected calibration error: how far probability and share of right decisions are apart, on average
	// over the bins by their sizes. 0 is perfect.
	ECE  float64 `json:"ece"`
	Bins []Bin   `json:"bins"` // those that hold a decision
	Bars []Bar   `json:"bars"` // what would happen at other bars
}

// Bin is the decisions whose choice had a probability of From up to To, To itself only in the last one.
type Bin struct {
	From  float64 `json:"from"`
	To    float64 `json:"to"`
	N     int     `json:"n"`
	P     float64 `json:"p"`     // mean probability of the choice
	Right float64 `json:"right"` // share of right decisions
}

// Bar is what a confidence bar lets through: elements that were chosen with at least that probability. What else
// the gate looks at (risk, rules, a shortened list) is left aside.
type Bar struct {
	Bar   float64 `json:"bar"`
	Acted int     `json:"acted"` // decisions that choose an element at or above the bar
	Right int     `json:"right"` // of these
	// Wrong counts the wrong clicks; WrongNone, those of them where no element would have been right.
	Wrong     int `json:"wrong"`
	WrongNone int `json:"wrong_none"`
}

// bars are tried in this order; the default one is among them.
var bars = []float64{0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99}

const bins = 10

// Calibrator gathers the scored decisions of traces.
type Calibrator struct {
	decider string
	all     map[[2]string][]scored
	order   [][2]string
}

type scored struct {
	p       float64
	right   bool
	element bool // one was chosen
	none    bool // none would have been right
}

// NewCalibrator starts with no decision.
func NewCalibrator() *Calibrator { return &Calibrator{all: map[[2]string][]scored{}} }

// Add takes the next record of a trace, its header first. A decision that failed is no decision.
func (c *Calibrator) Add(rec trace.Record) {
	switch rec := rec.(type) {
	case *trace.Run:
		c.decider = rec.Model
	case *trace.Step:
		d := rec.Decision
		if rec.Play || rec.Result.Correct == nil || d.Choice == nil || d.Error != nil {
			return
		}
		p, ok := d.Probabilities[*d.Choice]
		if !ok {
			return
		}
		key := [2]string{c.decider, ""}
		if d.Model != nil {
			key[1] = *d.Model
		}
		if c.all[key] == nil {
			c.order = append(c.order, key)
		}
		c.all[key] = append(c.all[key], scored{
			p: p, right: *rec.Result.Correct, element: *d.Choice != trace.None,
			none: rec.ExpectedCID != nil && *rec.ExpectedCID == trace.None,
		})
	}
}

// Calibrations are the results, a decider and model each, by their names.
func (c *Calibrator) Calibrations() []*Calibration {
	keys := slices.Clone(c.order)
	slices.SortFunc(keys, func(a, b [2]string) int { return slices.Compare(a[:], b[:]) })
	var out []*Calibration
	for _, key := range keys {
		out = append(out, calibrate(key[0], key[1], c.all[key]))
	}
	return out
}

func calibrate(decider, model string, all []scored) *Calibration {
	c := &Calibration{Decider: decider, Model: model, Scored: len(all)}
	var sums [bins]Bin
	for _, s := range all {
		b := &sums[min(int(s.p*bins), bins-1)]
		b.N++
		b.P += s.p
		if s.right {
			b.Right++
			c.Right++
		}
	}
	for i, b := range sums {
		if b.N == 0 {
			continue
		}
		n := float64(b.N)
		c.ECE += math.Abs(b.Right-b.P) / float64(len(all))
		c.Bins = append(c.Bins, Bin{From: float64(i) / bins, To: float64(i+1) / bins, N: b.N, P: four(b.P / n), Right: four(b.Right / n)})
	}
	c.ECE = four(c.ECE)
	for _, at := range bars {
		bar := Bar{Bar: at}
		for _, s := range all {
			if !s.element || s.p < at {
				continue
			}
			bar.Acted++
			switch {
			case s.right:
				bar.Right++
			case s.none:
				bar.Wrong++
				bar.WrongNone++
			default:
				bar.Wrong++
			}
		}
		c.Bars = append(c.Bars, bar)
	}
	return c
}

func four(x float64) float64 { return math.Round(x*1e4) / 1e4 }

// markdown writes the tables and the curve. They read as plain text too.
func (c *Calibration) markdown(b *strings.Builder) {
	title := code(c.Decider)
	if c.Model != "" && c.Model != c.Decider {
		title += ", answered by " + code(c.Model)
	}
	fmt.Fprintf(b, "# Calibration of %s\n\n%s, %d right (%.3f). Expected calibration error %.3f.\n\n",
		title, counted(c.Scored, "scored decision"), c.Right, float64(c.Right)/float64(c.Scored), c.ECE)
	b.WriteString("| p of the choice | decisions | mean p | right |\n|---|---:|---:|---:|\n")
	for _, bin := range c.Bins {
		fmt.Fprintf(b, "| %.1f to %.1f      | %9d | %6.3f | %5.3f |\n", bin.From, bin.To, bin.N, bin.P, bin.Right)
	}
	b.WriteString("\n```text\n" + c.curve() + "```\n\n")
	b.WriteString("| bar  | acted | share | right | wrong clicks | where none was right |\n|---:|---:|---:|---:|---:|---:|\n")
	for _, bar := range c.Bars {
		right := "    –"
		if bar.Acted > 0 {
			right = fmt.Sprintf("%5.3f", float64(bar.Right)/float64(bar.Acted))
		}
		fmt.Fprintf(b, "| %4.2f | %5d | %5.3f | %s | %12d | %20d |\n", bar.Bar, bar.Acted, float64(bar.Acted)/float64(c.Scored), right, bar.Wrong, bar.WrongNone)
	}
	b.WriteString("\n")
}

// curve draws the share of right decisions over the probability: a point for each bin, and the diagonal on which a
// decider lies that is as often right as it says.
func (c *Calibration) curve() string {
	const height, width = 10, 4 // rows; columns of a bin
	var grid [height + 1][bins * width]rune
	for y := range grid {
		for x := range grid[y] {
			grid[y][x] = ' '
		}
	}
	for x := range bins * width {
		grid[int(math.Round((float64(x)+0.5)/(bins*width)*height))][x] = '·'
	}
	for _, bin := range c.Bins {
		x := min(int(bin.P*bins*width), bins*width-1)
		grid[int(math.Round(bin.Right*height))][x] = '●'
	}
	var b strings.Builder
	b.WriteString("right\n")
	for y := height; y >= 0; y-- {
		fmt.Fprintf(&b, "%.1f |%s\n", float64(y)/height, strings.TrimRight(string(grid[y][:]), " "))
	}
	b.WriteString("    +" + strings.Repeat("-", bins*width) + "\n     0.0" + strings.Repeat(" ", bins*width-7) + "1.0 p\n")
	return b.String()
}
