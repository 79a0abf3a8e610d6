package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/jevrun/jevrun/lang"
	"github.com/jevrun/jevrun/runtime/gate"
	"github.com/jevrun/jevrun/runtime/heal"
	"github.com/jevrun/jevrun/runtime/outfile"
	"github.com/jevrun/jevrun/runtime/replay"
	"github.com/jevrun/jevrun/runtime/report"
	"github.com/jevrun/jevrun/runtime/trace"
)

func newHeal(u *ui) *cobra.Command {
	var f healFlags
	cmd := &cobra.Command{
		Use:   "heal TRACE",
		Short: "Propose successors for elements that a trace does not find any more",
		Long: `Replay a trace, propose for each element that is not there any more the one that took its place, with
evidence, and write a new trace with those that a person accepted: at the terminal, or by --accept. Nothing is
written otherwise, and a replay never substitutes an element by itself. A new element that the gates
of the flow (or the built-in ones) send to a person makes its step one that replay --execute asks for by --approve.

With --flow-file, the expect of the flow's step is changed along, comments kept, where it does not match the
accepted element already.

Exit codes: 0 nothing is left to heal, 1 steps fail that nobody healed, 2 the input or the machine is wrong.`,
		Example: "  jevrun heal sign-in.trace.jsonl\n  jevrun heal sign-in.trace.jsonl --accept open_form --flow-file flows/",
		Args:    argsBetween(1, 1, "a trace"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkTimeout(cmd, f.options.Timeout); err != nil {
				return misused(cmd.CommandPath(), err)
			}
			return f.run(cmd.Context(), u, args[0])
		},
	}
	f.browser.add(cmd)
	f.load.add(cmd)
	cmd.Flags().StringSliceVar(&f.accept, "accept", nil, "`STEPS` (names or numbers) whose proposal is accepted without asking")
	cmd.Flags().StringVar(&f.out, "out", "", "write the new trace to `FILE` (default: beside the old one, as NAME.healed.trace.jsonl)")
	cmd.Flags().StringVar(&f.flowFile, "flow-file", "", "change the expect of accepted steps in the flow file or folder at `PATH`")
	cmd.Flags().StringVar(&f.options.Swap, "swap", "", "serve every step from `PAGE` (file or URL) instead of the recorded one")
	cmd.Flags().BoolVar(&f.options.Execute, "execute", false, "run again what the recorded run executed, up to the first step that fails")
	cmd.Flags().StringSliceVar(&f.options.Approve, "approve", nil, "`STEPS` that need a person and that --execute may run again")
	cmd.Flags().StringSliceVar(&f.options.AllowEnv, "allow-env", nil, "environment variables that --execute may type into pages that no server of this machine serves")
	cmd.Flags().DurationVar(&f.options.Timeout, "timeout", 0, "how long an element or an assert is waited for (default 5s)")
	return cmd
}

type healFlags struct {
	browser  browserFlags
	load     loadFlags
	options  replay.Options
	accept   []string
	out      string
	flowFile string

	sources map[string][]byte // the flow files as they were when they were loaded, by absolute path
}

func (f *healFlags) run(ctx context.Context, u *ui, path string) error {
	var err error
	if f.options.Dir, err = os.Getwd(); err != nil {
		return failed(exitWrong, "cannot tell the working directory: %w", err)
	}
	if _, err := replay.Check(path, f.options); err != nil {
		return failed(exitWrong, "%w", err)
	}
	var program *lang.Program
	flow := ""
	expect := func(step *trace.Step) string {
		selector, _, _ := lang.Expects(program, flow, step.Name)
		return selector
	}
	if f.flowFile != "" {
		if program, err = f.load.mustLoad(u, f.flowFile); err != nil {
			return err
		}
		if err := f.remember(program); err != nil {
			return failed(exitWrong, "%w", err)
		}
		head, err := headOf(path)
		if err != nil {
			return failed(exitWrong, "%w", err)
		}
		flow = head.Flow
		if program.Flow(flow) == nil {
			return failed(exitWrong, "%s was recorded from flow %q, which is not in %s", path, flow, f.flowFile)
		}
	} else {
		expect = nil
	}
	rules, judged, err := f.rules(path, program, flow)
	if err != nil {
		return failed(exitWrong, "%w", err)
	}
	b, err := f.browser.launch(ctx)
	if err != nil {
		return err
	}
	defer b.Close()
	f.options.LookupEnv, f.options.Taint = os.LookupEnv, u.taint
	plan, err := heal.Propose(ctx, b, path, f.options, rules, expect)
	if err != nil {
		return failed(exitWrong, "%w", err)
	}
	for _, step := range f.accept {
		if plan.Result.OK() && !slices.ContainsFunc(plan.Result.Results, func(s replay.Step) bool { return called(s, step) }) {
			return failed(exitWrong, "--accept: %s has no step %q", path, step)
		}
	}
	if plan.Result.OK() {
		u.Printf("%s: nothing to heal\n", path)
		return nil
	}
	for _, step := range f.accept {
		if !slices.ContainsFunc(plan.Proposals, func(p *heal.Proposal) bool { return called(p.Result, step) }) {
			return failed(exitWrong, "--accept: there is no proposal for step %q", step)
		}
	}
	var accepted []*heal.Proposal
	answers := newAnswers(u)
	if len(plan.Proposals) > 0 {
		u.Printf("judged by %s\n", report.Plain(judged))
	}
	for _, p := range plan.Proposals {
		u.showProposal(p)
		if slices.ContainsFunc(f.accept, func(step string) bool { return called(p.Result, step) }) || len(f.accept) == 0 && answers.yes(ctx) {
			accepted = append(accepted, p)
		}
	}
	for _, s := range plan.Unhealed {
		if s.Kind == replay.NeedsExecute {
			s.Advice = "heal with --execute"
		}
		u.Line(report.ReplayLine(s))
	}
	if len(accepted) == 0 {
		if len(plan.Proposals) > 0 {
			u.Sayf("nothing was accepted, and nothing written; --accept STEP accepts a proposal")
		}
		return exitWith(exitFailed)
	}
	out := f.out
	if out == "" {
		out = strings.TrimSuffix(path, ".trace.jsonl") + ".healed.trace.jsonl"
	}
	edited, err := f.edits(program, flow, accepted)
	if err != nil {
		return failed(exitWrong, "%w", err)
	}
	for file := range edited {
		if sameFile(file, out) {
			return failed(exitWrong, "--out: %s is the flow file; name another file for the trace", out)
		}
	}
	if err := plan.Write(out, accepted, person(), time.Now()); err != nil {
		return failed(exitWrong, "cannot write the healed trace: %w", err)
	}
	u.Printf("wrote %s: %d of %d proposals accepted; replay it, and put it in place of %s when it is right\n", out, len(accepted), len(plan.Proposals), path)
	for _, file := range slices.Sorted(maps.Keys(edited)) {
		if err := outfile.Rewrite(file, edited[file]); err != nil {
			return failed(exitWrong, "cannot write the flow file: %w", err)
		}
		u.Printf("changed %s: what its steps expect\n", file)
	}
	if program != nil {
		for _, p := range accepted {
			if _, _, ok := lang.Expects(program, flow, p.Result.Name); !ok {
				u.Printf("step %q of the flow stays as it is: it has no expect; see whether its intent still says what the page says\n", p.Result.Name)
			}
		}
	}
	if len(plan.Unhealed) > 0 || len(accepted) < len(plan.Proposals) {
		return exitWith(exitFailed)
	}
	return nil
}

// rules are the gates that judge the successors, and whose they are, in words: those of the flow in the file that was
// named, or that the trace names and that is still there, or else the built-in ones.
func (f *healFlags) rules(path string, program *lang.Program, flow string) (heal.Rules, string, error) {
	if program == nil {
		head, err := headOf(path)
		if err != nil {
			return heal.Rules{}, "", err
		}
		flow = head.Flow
		file, _, ok := trace.ResolveSource(filepath.Dir(path), head.Source)
		if !ok {
			return heal.Rules{}, "the built-in gates: the trace names no flow file, and --flow-file does not", nil
		}
		for _, module := range []string{filepath.Dir(file), file} { // gates may stand in another file of the folder
			p, diags, err := f.load.load(module)
			if err == nil && !diags.HasErrors() && p != nil && p.Flow(flow) != nil {
				program = p
				break
			}
		}
		if program == nil {
			return heal.Rules{}, fmt.Sprintf("the built-in gates: flow %q cannot be loaded from %s; name its file with --flow-file, and its variables with --var", flow, file), nil
		}
	}
	policy, err := gate.NewPolicy(program.Gates, program.Flow(flow).Gates)
	if err != nil {
		return heal.Rules{}, "", fmt.Errorf("the gates of flow %q: %w", flow, err)
	}
	return heal.Rules{Policy: policy, Vars: program.Vars()}, fmt.Sprintf("the gates of flow %q in %s", flow, whereIs(program)), nil
}

// remember keeps the flow files as they are: somebody may edit them while another one thinks about a proposal.
func (f *healFlags) remember(program *lang.Program) error {
	f.sources = map[string][]byte{}
	for _, file := range program.Files {
		src, err := os.ReadFile(file)
		if err != nil {
			return fmt.Errorf("the flow file cannot be read: %w", err)
		}
		f.sources[file] = src
	}
	return nil
}

// sameFile reports whether two paths name one file that is there.
func sameFile(a, b string) bool {
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(infoA, infoB)
}

// edits are the flow files with what the accepted steps expect now, by path. Nothing is written here.
func (f *healFlags) edits(program *lang.Program, flow string, accepted []*heal.Proposal) (map[string][]byte, error) {
	out := map[string][]byte{}
	if program == nil {
		return out, nil
	}
	for _, p := range accepted {
		_, file, ok := lang.Expects(program, flow, p.Result.Name)
		if !ok || p.Expected {
			continue
		}
		if p.Selector == "" {
			return nil, fmt.Errorf("no selector matches the new element of step %q alone; change its expect in %s by hand", p.Result.Name, file)
		}
		src := out[file]
		if src == nil {
			var err error
			if src, err = os.ReadFile(file); err != nil {
				return nil, fmt.Errorf("the flow file cannot be read: %w", err)
			}
			if abs, err := filepath.Abs(file); err != nil || !bytes.Equal(src, f.sources[abs]) {
				return nil, fmt.Errorf("%s was changed since it was read, and nothing is written; heal again", file)
			}
		}
		text, err := lang.SetExpect(src, file, flow, p.Result.Name, p.Selector)
		if err != nil {
			return nil, err
		}
		if !bytes.Equal(text, src) {
			out[file] = text
		}
	}
	return out, nil
}

func called(s replay.Step, step string) bool {
	return step == s.Name || step == strconv.Itoa(s.Step)
}

// headOf is the header of a trace.
func headOf(path string) (*trace.Run, error) {
	reader, err := trace.Open(path)
	if err != nil {
		return nil, err
	}
	defer reader.Close()
	if _, _, err := reader.Next(); err != nil {
		return nil, err
	}
	return reader.Header(), nil
}

// showProposal prints what is recorded, what is there now, and what speaks for it.
func (u *ui) showProposal(p *heal.Proposal) {
	s := p.Result
	u.Printf("%s %2d %s [%s]\n", report.MarkAsk, s.Step, report.Plain(s.Intent), s.Kind)
	u.Printf("     recorded  %s\n", report.Plain(report.Element(s.Recorded.Role, s.Recorded.Name)))
	u.Printf("     now       %s\n", report.Plain(report.Element(p.Successor.Role, p.Successor.Name)))
	u.Printf("     evidence  %s\n", report.Plain(p.Evidence()))
	verdict := p.Gate.Verdict
	if p.Gate.Reason != "" {
		verdict += ": " + p.Gate.Reason
	}
	u.Printf("     gate      %s\n", report.Plain(verdict))
	if p.Selector != "" {
		u.Printf("     selector  %s\n", report.Plain(p.Selector))
	}
	for _, n := range s.Nearest[1:] {
		u.Printf("     or else   %s (%.2f)\n", report.Plain(report.Element(n.Role, n.Name)), n.Similarity)
	}
}

// answers are what the person at the terminal says; nobody there says no.
type answers struct {
	ui    *ui
	lines *bufio.Scanner
}

func newAnswers(u *ui) *answers {
	a := &answers{ui: u}
	if newReviewer(u) != nil {
		a.lines = bufio.NewScanner(u.in)
	}
	return a
}

// yes asks whether a proposal is accepted. Everything but a clear yes is a no.
func (a *answers) yes(ctx context.Context) bool {
	if a.lines == nil || ctx.Err() != nil {
		return false
	}
	fmt.Fprint(a.ui.err, "Is it the same element? y or n: ")
	if !a.lines.Scan() {
		return false
	}
	switch strings.ToLower(strings.TrimSpace(a.lines.Text())) {
	case "y", "yes":
		return true
	}
	return false
}
