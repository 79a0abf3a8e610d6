package lang

import (
	"fmt"
	"path/filepath"
	"time"

	"github.com/hashicorp/hcl/v2"

	"github.com/jevrun/jevrun/lang/nearest"
)

// Decider is a decision model by its address. Empty fields take the defaults of who asks it.
type Decider struct {
	Name     string
	Model    string
	BaseURL  string
	Key      *Secret       // nil for the key of the environment, which goes to the environment's address only
	Timeout  time.Duration // of one answer; 0 when unset
	Price    *float64      // US dollars for a million input tokens; nil when unset
	Cache    string        // absolute folder; "" for none
	Budget   Budget
	Fallback string // FallbackBuiltin, or "" for nobody
	Range    hcl.Range
}

// Budget is what may be spent on a decider in one run; 0 means no limit.
type Budget struct {
	Calls  int
	Tokens int
	USD    float64
}

// reservedDeciders are the names that --decider has a meaning of its own for.
var reservedDeciders = map[string]string{
	"builtin":   "the embedded decider",
	"systemone": "the model that the environment leads to",
}

func checkDecider(name string) error {
	if what, ok := reservedDeciders[name]; ok {
		return &Misuse{Msg: fmt.Sprintf("--decider %s means %s", name, what)}
	}
	return checkIdentifier(name)
}

func (l *loader) decodeDeciders(blocks []*hcl.Block) []*Decider {
	var out []*Decider
	unique := l.unique("decider", checkDecider)
	for _, b := range blocks {
		fresh := unique(b)
		if d := l.decodeDecider(b); fresh {
			out = append(out, d)
		}
	}
	return out
}

func (l *loader) decodeDecider(b *hcl.Block) *Decider {
	c := l.open(b, deciderBlock)
	vals := l.values(c)
	d := &Decider{Name: b.Labels[0], Range: c.at}
	d.Model, _ = vals["model"].(string)
	d.BaseURL, _ = vals["base_url"].(string)
	d.Timeout, _ = vals["timeout"].(time.Duration)
	d.Fallback, _ = vals["fallback"].(string)
	if key, ok := vals["key"].(Value); ok {
		if d.Key = key.Secret; d.Key == nil {
			e := c.attrs["key"].Expr
			l.errorf(e.Range(), fmt.Sprintf("Write %s, and declare the secret with the variable that holds the key.", written(e, "key", "secret.<name>")), "key takes a secret: a key has no place in a file")
		}
	}
	if price, ok := vals["price"].(float64); ok {
		d.Price = &price
	}
	if folder, ok := vals["cache"].(string); ok {
		if d.Cache = folder; !filepath.IsAbs(folder) {
			d.Cache = filepath.Join(l.dir, folder)
		}
	}
	for _, child := range c.blocks {
		d.Budget = l.decodeBudget(child)
	}
	return d
}

func (l *loader) decodeBudget(b *hcl.Block) Budget {
	c := l.open(b, deciderBlock.block("budget"))
	vals := l.values(c)
	calls, _ := vals["calls"].(float64)
	tokens, _ := vals["tokens"].(float64)
	usd, _ := vals["usd"].(float64)
	if a := c.attrs["usd"]; a != nil && usd == 0 && vals["usd"] != nil {
		l.errorf(a.Expr.Range(), "To spend nothing, refer to no decider: the embedded one costs nothing.", "a budget of 0 dollars allows no call")
	}
	return Budget{Calls: int(calls), Tokens: int(tokens), USD: usd}
}

// deciderOf is the decider that a block refers to, nil when it refers to none.
func (l *loader) deciderOf(vals map[string]any, all []*Decider) *Decider {
	r, ok := vals["decider"].(reference)
	if !ok {
		return nil
	}
	var names []string
	for _, d := range all {
		if d.Name == r.name {
			return d
		}
		names = append(names, d.Name)
	}
	suggestion := nearest.Word(r.name, names)
	if suggestion != "" {
		suggestion = refDecider + "." + suggestion
	}
	detail := fmt.Sprintf("Write decider %q { base_url = \"…\" }.", r.name)
	if len(names) > 0 {
		detail = fmt.Sprintf("Deciders of the module: %s.", listing(names))
	}
	l.suggest(r.at, suggestion, detail, "the module has no decider %q", r.name)
	return nil
}
