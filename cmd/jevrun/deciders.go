package main

import (
	"fmt"
	"os"
	"reflect"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/jevrun/jevrun/lang"
	"github.com/jevrun/jevrun/lang/nearest"
	"github.com/jevrun/jevrun/runtime/decide"
	"github.com/jevrun/jevrun/runtime/decide/budget"
	"github.com/jevrun/jevrun/runtime/decide/builtin"
	"github.com/jevrun/jevrun/runtime/decide/cache"
	"github.com/jevrun/jevrun/runtime/decide/fallback"
	"github.com/jevrun/jevrun/runtime/decide/recorded"
	"github.com/jevrun/jevrun/runtime/decide/redact"
	"github.com/jevrun/jevrun/runtime/decide/script"
	"github.com/jevrun/jevrun/runtime/decide/systemone"
	"github.com/jevrun/jevrun/runtime/engine"
)

// deciders opens who decides, each once for all flows of a command: a warm connection and a budget are shared.
type deciders struct {
	ui    *ui
	flags *deciderFlags
	open  map[string]*openDecider // by name; the environment's under deciderSystemOne

	explainer *explainer // nil unless --explain; the embedded decider then
}

// openDecider is a decider with what it was made from.
type openDecider struct {
	decide.Decider
	made  lang.Decider
	close func()
}

func newDeciders(u *ui, f *deciderFlags) *deciders {
	d := &deciders{ui: u, flags: f, open: map[string]*openDecider{}}
	if f.explain {
		d.explainer = &explainer{Decider: builtin.New()}
	}
	return d
}

// embedded is the decider of the program itself.
func (d *deciders) embedded() decide.Decider {
	if d.explainer != nil {
		return d.explainer
	}
	return builtin.New()
}

// close ends the connections.
func (d *deciders) close() {
	for _, o := range d.open {
		o.close()
	}
}

// of is who decides in a flow or goal: what the command line says, or else the block itself, or else the module,
// or else the embedded decider. own is the block's, nil when it says nothing.
func (d *deciders) of(p *lang.Program, own *lang.Decider) (decide.Decider, error) {
	name := d.flags.name
	if kind, file, ok := strings.Cut(name, ":"); ok {
		return fromFile(kind, file)
	}
	switch name {
	case deciderBuiltin:
		return d.embedded(), nil
	case deciderSystemOne:
		return d.model(lang.Decider{Name: deciderSystemOne})
	case "":
		if own == nil {
			own = p.Decider
		}
	default:
		if own = named(p, name); own == nil {
			return nil, failed(exitWrong, "%w", unknownDecider(p, name))
		}
	}
	switch {
	case own != nil:
		return d.model(*own)
	case d.flags.model != "":
		return d.model(lang.Decider{Name: deciderSystemOne})
	}
	return d.embedded(), nil
}

// ofAll is who decides in each of the plans, before a browser starts for them.
func (d *deciders) ofAll(plans []*engine.Plan) ([]decide.Decider, error) {
	var out []decide.Decider
	explains := false
	for _, plan := range plans {
		who, err := d.of(plan.Program, plan.Flow.Decider)
		if err != nil {
			return nil, err
		}
		out = append(out, who)
		explains = explains || strings.Contains(who.ID(), builtin.ID)
	}
	if d.explainer != nil && !explains {
		d.ui.Sayf("--explain: only %s, the embedded decider, can explain itself, and it decides nothing here", builtin.ID)
	}
	return out, nil
}

// fromFile is a decider of a file. It begins anew for each flow.
func fromFile(kind, file string) (decide.Decider, error) {
	switch kind {
	case deciderScript:
		s, err := script.Load(file)
		if err != nil {
			return nil, failed(exitWrong, "--decider %s:%s: %w", kind, file, err)
		}
		return s, nil
	default:
		r, err := recorded.Load(file)
		if err != nil {
			return nil, failed(exitWrong, "--decider %s:%s: %w", kind, file, err)
		}
		return r.Decider(), nil
	}
}

func named(p *lang.Program, name string) *lang.Decider {
	for _, d := range p.Deciders {
		if d.Name == name {
			return d
		}
	}
	return nil
}

func unknownDecider(p *lang.Program, name string) error {
	words := []string{deciderBuiltin, deciderSystemOne}
	for _, d := range p.Deciders {
		words = append(words, d.Name)
	}
	if near := nearest.Word(name, words); near != "" {
		return fmt.Errorf("--decider is %q; did you mean %q?", name, near)
	}
	return fmt.Errorf("--decider is %q; it can be %s, %s:FILE or %s:TRACE", name, strings.Join(words, ", "), deciderScript, deciderRecorded)
}

// model is a hosted model as a block describes it. One that was opened from the same words stays open.
func (d *deciders) model(block lang.Decider) (decide.Decider, error) {
	block.Range = hcl.Range{} // the same words elsewhere in the file are the same decider
	if o := d.open[block.Name]; o != nil {
		if reflect.DeepEqual(o.made, block) {
			return o, nil
		}
		o.close()
		delete(d.open, block.Name)
	}
	client, err := d.client(block, d.logged)
	if err != nil {
		return nil, err
	}
	chain, err := d.chain(client, block)
	if err != nil {
		client.Close()
		return nil, failed(exitWrong, "%w", err)
	}
	o := &openDecider{chain, block, client.Close}
	d.open[block.Name] = o
	return o, nil
}

// chain puts around a client what its block asks for. A request is masked before anything else sees it, so that
// neither the cache nor the model gets a secret; the budget counts what is really asked.
func (d *deciders) chain(client *systemone.Client, block lang.Decider) (decide.Decider, error) {
	var chain decide.Decider = client
	if b := block.Budget; b != (lang.Budget{}) {
		limits, err := budget.New(budget.Limits{Calls: b.Calls, Tokens: b.Tokens, USD: b.USD})
		if err != nil {
			return nil, err
		}
		chain = limits.Limit(chain)
	}
	if block.Cache != "" {
		var err error
		chain, err = cache.New(chain, cache.Options{
			Dir: block.Cache, Source: client.Endpoint(),
			OnError: func(err error) { d.ui.log.Warn().Err(err).Str("decider", block.Name).Msg("cache") },
		})
		if err != nil {
			return nil, fmt.Errorf("decider %q: %w", block.Name, err)
		}
	}
	chain = redact.New(chain, d.ui.taint.Mask)
	if block.Fallback == lang.FallbackBuiltin {
		chain = fallback.New(chain, d.embedded())
	}
	return chain, nil
}

func (d *deciders) logged(c systemone.Call) {
	d.ui.log.Info().Str("request", c.RequestID).Int("status", c.Status).Int("attempts", c.Attempts).
		Int("bytes", c.Sent).Dur("ms", c.Duration).AnErr("error", c.Err).Msg("asked the decision model")
}

// client is who is asked: by the block where it says something, by the environment where it does not.
func (d *deciders) client(block lang.Decider, onCall func(systemone.Call)) (*systemone.Client, error) {
	home, _ := os.UserHomeDir() // without one there is no key file
	config := systemone.FromEnvironment(os.Getenv, home)
	if block.BaseURL != "" {
		config = config.At(block.BaseURL)
		config.Model = "" // the environment's is a model of the environment's server
	}
	if block.Model != "" {
		config.Model = block.Model
	}
	if d.flags.model != "" {
		config.Model = d.flags.model
	}
	if s := block.Key; s != nil {
		key, ok := os.LookupEnv(s.Env)
		if !ok {
			return nil, failed(exitWrong, "set the environment variable %s (secret.%s, %s:%d); it is the key of decider %q", s.Env, s.Name, s.Range.Filename, s.Range.Start.Line, block.Name)
		}
		d.ui.taint.Add(s.Env, key)
		config.Key, config.KeyFrom = systemone.Key(key), s.Env
	}
	client, err := systemone.New(config, systemone.Options{
		Tool: tool(), OnCall: onCall, Price: block.Price, AttemptTimeout: block.Timeout, TotalTimeout: 3 * block.Timeout,
	})
	if err != nil {
		return nil, failed(exitWrong, "the decision model cannot be asked: %w", err)
	}
	client.RegisterKey(d.ui.taint.Add)
	return client, nil
}
