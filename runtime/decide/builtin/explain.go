package builtin

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jevrun/jevrun/runtime/decide"
)

// explained is how many options an explanation shows.
const explained = 3

// Contribution is what one feature adds to or takes from the logit of an option.
type Contribution struct {
	Feature string  // in words
	Value   float64 // of the feature, most of them 0 to 1
	Adds    float64 // to the logit
}

// Explanation says why an option has its probability. None is explained by what the page as a whole says.
type Explanation struct {
	Label, Name   string
	Probability   float64
	Logit         float64
	Contributions []Contribution // the largest first, whatever their sign; zeros are left out
}

// Explain answers the first question of a request and tells what spoke for and against its three most probable
// options. The request must be one that Decide answers.
func (d *Decider) Explain(req decide.Request) ([]Explanation, error) {
	state, err := stateOf(req)
	if err != nil {
		return nil, err
	}
	if len(req.Questions) == 0 {
		return nil, errors.New("the request asks nothing")
	}
	q := req.Questions[0]
	elements, labels, err := elementsOf(q)
	if err != nil {
		return nil, fmt.Errorf("question %q: %w", q.ID, err)
	}
	p := d.pages.Get().(*page)
	defer d.pages.Put(p)
	p.scoreWith(state, elements, candidateWeights[:], noneWeights[:])
	logits := p.logits
	ps := roundTo4(softmax(logits))
	order := make([]int, len(ps))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(ps[b], ps[a]) })
	var out []Explanation
	for _, i := range order[:min(explained, len(order))] {
		x := Explanation{Label: labels[i], Probability: ps[i], Logit: logits[i]}
		switch {
		case i < len(elements) && len(p.features) == len(elements):
			x.Name = elements[i].Role + " " + elements[i].Name
			for k, v := range p.features[i] {
				x.add(featureNames[k], v, candidateWeights[k])
			}
			if elements[i].Disabled {
				x.add("disabled", 1, -disabledPenalty)
			}
		case i == len(elements) && len(p.features) == len(elements):
			for k, v := range noneRow(p.features) {
				x.add(noneName(k), v, noneWeights[k])
			}
		}
		slices.SortStableFunc(x.Contributions, func(a, b Contribution) int { return cmp.Compare(b.Adds*b.Adds, a.Adds*a.Adds) })
		out = append(out, x)
	}
	return out, nil
}

func (x *Explanation) add(feature string, value, weight float64) {
	if adds := float64(value * weight); adds != 0 {
		x.Contributions = append(x.Contributions, Contribution{feature, value, adds})
	}
}

// String is one line for the option and one for each contribution.
func (x Explanation) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%.4f %s %s\n", x.Probability, x.Label, x.Name)
	for _, c := range x.Contributions {
		fmt.Fprintf(&b, "  %+6.2f  %s (%.2f)\n", c.Adds, c.Feature, c.Value)
	}
	return b.String()
}

func noneName(k int) string {
	switch {
	case k == 0:
		return "constant"
	case k <= len(noneFeatures):
		return "most on the page: " + featureNames[noneFeatures[k-1]]
	case k == numNone-3:
		return "least on the page: " + featureNames[fLeft]
	case k == numNone-2:
		return "least on the page: " + featureNames[fUnsaid]
	}
	return "logarithm of the number of elements"
}
