package systemone

import (
	"regexp"

	"github.com/jevrun/jevrun/runtime/trace"
)

// prices are in US dollars per million input tokens; output is free. A model that is not listed has no known price.
var prices = []struct {
	model *regexp.Regexp // of the name that the server answers with
	input float64
}{
	{regexp.MustCompile(`^(typesafe/)?jev-1\.13(\.\d+)?(-\d{8})?$`), 0.042},
}

// priceOf is the cost of a call by the table, nil when the price or the tokens are unknown.
func priceOf(model string, usage *trace.Usage) *float64 {
	if usage == nil {
		return nil
	}
	for _, p := range prices {
		if p.model.MatchString(model) {
			return cost(p.input, usage)
		}
	}
	return nil
}

// cost is what input tokens cost at a price for a million.
func cost(price float64, usage *trace.Usage) *float64 {
	c := price * float64(usage.InputTokens) / 1e6
	return &c
}
