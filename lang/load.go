package lang

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync/atomic"
	"time"

	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"

	"github.com/jevrun/jevrun/lang/predicate"
)

// EvalDeadline bounds the evaluation of a module.
const EvalDeadline = 10 * time.Second

// Options are what a module is loaded with.
type Options struct {
	Steps     []StepType                   // the step types of the action registry
	Functions map[string]function.Function // what expressions may call
	Vars      []string                     // name=value from the command line; the last one of a name wins
	VarFiles  []string                     // files of name = value; later files win
	LookupEnv func(string) (string, bool)  // reads JEVRUN_VAR_<name>; nil reads none
	Version   string                       // of jevrun, for required_version; empty checks nothing
	deadline  time.Duration                // of the evaluation; EvalDeadline when 0
	onEval    func(context.Context)        // testing hook
}

// Load reads the module at path (a file, or a folder of which all *.hcl and *.hcl.json are one module),
// evaluates every expression and checks everything that can be known before a browser starts. Secrets are
// not read. The program is nil when the diagnostics hold an error. Ranges in the program name files as path
// does; Dir and Files are absolute.
func Load(path string, o Options) (*Program, Diagnostics) {
	names, problem := list(path)
	if problem != nil {
		return nil, Diagnostics{problem}
	}
	l := &loader{options: o, sources: map[string]*source{}, steps: map[string]*Block{}, types: map[string]StepType{}}
	for _, name := range names {
		src, problem := read(name)
		if problem != nil {
			l.found = append(l.found, problem)
			continue
		}
		l.add(name, src)
	}
	dir, err := ModuleDir(path)
	if err != nil {
		return nil, Diagnostics{{Severity: Error, Summary: err.Error()}}
	}
	l.dir = dir
	return l.load()
}

// LoadSource is Load for one file that is in memory, as an editor holds it. Name is what diagnostics show;
// its ending decides the syntax.
func LoadSource(name string, src []byte, o Options) (*Program, Diagnostics) {
	l := &loader{options: o, sources: map[string]*source{}, steps: map[string]*Block{}, types: map[string]StepType{}}
	l.add(name, src)
	if abs, err := filepath.Abs(name); err == nil {
		l.dir = filepath.Dir(abs)
	}
	return l.load()
}

// loader turns the files of one module into a program.
type loader struct {
	options Options
	dir     string
	order   []*source
	sources map[string]*source // not changed once the evaluation has begun
	found   Diagnostics

	varFiles []*source

	steps map[string]*Block // the step block of each type
	types map[string]StepType

	variables map[string]*variable
	locals    map[string]*local
	secrets   map[string]*Secret
	scope     *hcl.EvalContext // var, local, secret and the functions
	onPage    *predicate.Compiler
	onGate    *predicate.Compiler

	current atomic.Pointer[hcl.Range] // what is being evaluated, for the message when time runs out
}

func (l *loader) add(name string, src []byte) {
	abs, err := filepath.Abs(name)
	if err != nil {
		abs = name
	}
	file, ds := parse(name, src)
	s := &source{name: name, path: abs, src: src, json: isJSON(name), file: file}
	l.order = append(l.order, s)
	l.sources[name] = s
	l.found = append(l.found, ds...)
}

// load evaluates under a deadline: an evaluation cannot be interrupted, so it runs beside the clock, on
// values of its own.
func (l *loader) load() (*Program, Diagnostics) {
	l.readVarFiles()
	if l.found.HasErrors() {
		return nil, l.finish(l.found)
	}
	for _, t := range l.options.Steps {
		l.types[t.Name] = t
		l.steps[t.Name] = forStep(t)
	}
	limit := l.options.deadline
	if limit == 0 {
		limit = EvalDeadline
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	watch := watchHeap(ctx)
	type answer struct {
		program *Program
		found   Diagnostics
	}
	answers := make(chan answer, 1)
	go func() {
		defer func() {
			if r := recover(); r != nil {
				answers <- answer{nil, l.stopped(fmt.Sprintf("this cannot be evaluated (%v)", r), "Write it in a simpler way; and please report it, with the file, as a bug of jevrun.")}
			}
		}()
		if l.options.onEval != nil {
			l.options.onEval(ctx)
		}
		program := l.program()
		answers <- answer{program, l.found}
	}()
	var a answer
	select {
	case a = <-answers:
	case <-ctx.Done():
		a.found = l.stopped(fmt.Sprintf("the evaluation took longer than %v", limit), "Loops in loops, or values that grow by themselves, are the usual reason; make the lists shorter.")
	case <-watch:
		a.found = l.stopped(fmt.Sprintf("the evaluation took more than %d MB of memory", MaxHeap>>20), "Values that grow by themselves are the usual reason; make the lists and texts shorter.")
	}
	found := l.finish(a.found)
	if found.HasErrors() {
		return nil, found
	}
	return a.program, found
}

// stopped is the problem of an evaluation that did not end well, at the expression that was evaluated last.
func (l *loader) stopped(summary, detail string) Diagnostics {
	d := &Diagnostic{Severity: Error, Summary: summary, Detail: detail}
	if r := l.current.Load(); r != nil {
		d.Span = span(*r)
	}
	return Diagnostics{d}
}

// finish sorts the problems and gives those that are shown their snippets.
func (l *loader) finish(ds Diagnostics) Diagnostics {
	out := ds.Sorted().capped()
	for _, d := range out {
		l.annotate(d)
	}
	return out
}

// annotate gives a problem its snippet and the blocks around it.
func (l *loader) annotate(d *Diagnostic) {
	if d.Span == nil {
		return
	}
	s := l.sources[d.Span.File]
	if s == nil {
		return
	}
	d.Snippet = snippet(s.src, d.Span)
	d.Snippet.Block = s.around(d.Span.Start.Byte)
}

func (l *loader) report(d *Diagnostic) {
	// A hostile file may hold a hundred thousand problems; nobody reads past the first hundreds.
	if len(l.found) > 100*MaxDiagnostics {
		return
	}
	l.found = append(l.found, d)
}

// errorf reports an error at r.
func (l *loader) errorf(r hcl.Range, detail, format string, args ...any) {
	l.report(&Diagnostic{Severity: Error, Summary: fmt.Sprintf(format, args...), Detail: detail, Span: span(r)})
}

// suggest reports an error at r with what was most likely meant ("" for nothing).
func (l *loader) suggest(r hcl.Range, suggestion, detail, format string, args ...any) {
	l.report(&Diagnostic{Severity: Error, Summary: fmt.Sprintf(format, args...), Detail: detail, Suggestion: suggestion, Span: span(r)})
}

func (l *loader) hcl(problems hcl.Diagnostics) {
	for _, p := range problems {
		l.report(fromHCL(p))
	}
}

// program decodes everything: first what values depend on, then what depends on values.
func (l *loader) program() *Program {
	p := &Program{Dir: l.dir, Variables: map[string]cty.Value{}, loader: l}
	var bodies []*body
	for _, s := range l.order {
		p.Files = append(p.Files, s.path)
		bodies = append(bodies, l.readBody(s.file.Body, table))
	}
	l.only(bodies)
	blocks := map[string][]*hcl.Block{}
	for _, b := range bodies {
		for _, c := range b.blocks {
			blocks[c.Type] = append(blocks[c.Type], c)
		}
	}
	if len(blocks) == 0 && len(l.found) == 0 {
		names := make([]string, len(l.order))
		for i, s := range l.order {
			names[i] = s.name
		}
		at := hcl.Range{Filename: names[0], Start: hcl.InitialPos, End: hcl.InitialPos}
		l.errorf(at, "Write flow \"name\" { … }; jevrun init writes a first one.", "there is nothing in %s: it holds no block", listing(names))
	}
	var settings map[string]any
	for _, b := range blocks["jevrun"] {
		settings = l.decodeJevrun(b)
	}
	p.Secrets = l.decodeSecrets(blocks["secret"])
	l.decodeVariables(blocks["variable"])
	l.decodeLocals(blocks["locals"])
	l.bind()
	for name, v := range l.variables {
		if v.ok {
			p.Variables[name] = v.value
		}
	}
	p.Deciders = l.decodeDeciders(blocks["decider"])
	p.Decider = l.deciderOf(settings, p.Deciders)
	for _, b := range blocks["gates"] {
		p.Gates = l.decodeGates(b)
	}
	for _, b := range blocks["dialogs"] {
		p.Dialogs = l.decodeDialogs(b)
	}
	flows := l.unique("flow", checkName)
	for _, b := range blocks["flow"] {
		if flows(b) {
			p.Flows = append(p.Flows, l.decodeFlow(b, p.Deciders))
		}
	}
	goals := l.unique("goal", checkName)
	for _, b := range blocks["goal"] {
		if goals(b) {
			p.Goals = append(p.Goals, l.decodeGoal(b, p.Deciders))
		}
	}
	return p
}

// unique returns a check that the first label of a block has not been used before.
func (l *loader) unique(kind string, check func(string) error) func(*hcl.Block) bool {
	seen := map[string]hcl.Range{}
	return func(b *hcl.Block) bool {
		name := b.Labels[len(b.Labels)-1]
		at := b.LabelRanges[len(b.LabelRanges)-1]
		if err := check(name); err != nil {
			var m *Misuse
			suggestion := ""
			if errors.As(err, &m) {
				suggestion = m.Suggestion
			}
			l.suggest(at, suggestion, "", "%q cannot be the name of a %s: %v", name, kind, err)
			return false
		}
		if before, ok := seen[name]; ok {
			l.errorf(at, fmt.Sprintf("The first one is at %s:%d; rename or merge them.", before.Filename, before.Start.Line), "the %s %q is there already", kind, name)
			return false
		}
		seen[name] = at
		return true
	}
}

// only reports the blocks that a module may have once and has in several files.
func (l *loader) only(bodies []*body) {
	first := map[string]*hcl.Block{}
	for _, b := range bodies {
		b.blocks = slices.DeleteFunc(b.blocks, func(c *hcl.Block) bool {
			if !table.block(c.Type).Single {
				return false
			}
			before := first[c.Type]
			if before == nil {
				first[c.Type] = c
				return false
			}
			l.second(c, before)
			return true
		})
	}
}

func (l *loader) second(c, before *hcl.Block) {
	l.errorf(c.TypeRange, fmt.Sprintf("The first one is at %s:%d; merge the two.", before.TypeRange.Filename, before.TypeRange.Start.Line), "a second %s block", c.Type)
}
