package report

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/jevrun/jevrun/runtime/trace"
)

// TestCalibrationsAddUp: whatever was decided, bins and bars count every decision once, and a higher bar never lets
// more through.
func TestCalibrationsAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := NewCalibrator()
		c.Add(&trace.Run{Model: "m"})
		n, right, elements := 0, 0, 0
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			p := rapid.Float64Range(0, 1).Draw(t, "p")
			correct := rapid.Bool().Draw(t, "right")
			choice := rapid.SampledFrom([]string{"f0:c1", trace.None}).Draw(t, "choice")
			step := &trace.Step{
				Decision: trace.Decision{Choice: &choice, Probabilities: map[string]float64{choice: p}},
				Result:   trace.Result{Correct: &correct},
			}
			c.Add(step)
			n++
			if correct {
				right++
			}
			if choice != trace.None && p >= 0.3 {
				elements++
			}
		}
		got := c.Calibrations()[0]
		if got.Scored != n || got.Right != right {
			t.Fatalf("%d of %d right, not %d of %d", got.Right, got.Scored, right, n)
		}
		inBins, rightInBins := 0, 0.0
		for _, b := range got.Bins {
			inBins += b.N
			rightInBins += b.Right * float64(b.N)
			if b.P < b.From-1e-4 || b.P > b.To+1e-4 {
				t.Fatalf("a mean of %v lies in %v to %v", b.P, b.From, b.To)
			}
		}
		if inBins != n || math.Abs(rightInBins-float64(right)) > 0.01*float64(n) {
			t.Fatalf("the bins hold %d decisions, %v right", inBins, rightInBins)
		}
		if got.ECE < 0 || got.ECE > 1 || got.Bars[0].Acted != elements {
			t.Fatalf("an error of %v, %d acted on of %d", got.ECE, got.Bars[0].Acted, elements)
		}
		for i, b := range got.Bars {
			if b.Right+b.Wrong != b.Acted || b.WrongNone > b.Wrong || i > 0 && b.Acted > got.Bars[i-1].Acted {
				t.Fatalf("bars do not add up: %+v", got.Bars)
			}
		}
	})
}
