package lang

import (
	"slices"
	"strconv"
	"time"

	"github.com/jevrun/jevrun/lang/predicate"
)

// since is the version that the first blocks came with.
const since = "0.1"

// The bounds of numbers and texts in a flow.
const (
	MaxCandidates = 254 // the decision interface takes 255 options, and none is one of them
	MaxAttempts   = 10
	MaxSteps      = 100  // of a goal
	MaxPhrase     = 500  // characters of an intent, a region or a task
	MaxName       = 64   // characters of a flow's or goal's name
	MaxLimit      = 1000 // of a jump
	MaxPrice      = 1000 // US dollars for a million tokens
	MaxCalls      = 1e6  // of a budget
	MaxSpend      = 1e12 // tokens of a budget
	MaxUSD        = 1e6  // of a budget
)

// What holds for a flow and its steps where they say nothing.
const (
	DefaultMaxCandidates = 120
	DefaultTimeout       = 10 * time.Second // of a step
	DefaultLoad          = 30 * time.Second // of a page that is opened, in place of DefaultTimeout
	DefaultSettle        = 3 * time.Second
)

// FallbackBuiltin is the word for the embedded decider.
const FallbackBuiltin = "builtin"

// What a Named may name.
const (
	refStep    = "step"
	refDecider = "decider"
)

// table is the language: every block and attribute, once. Decoding, the reference manual and the JSON Schema
// read it. The attributes that only one type of step has come from Options.Steps.
var table = &Block{
	Blocks: []*Block{
		{
			Name: "jevrun", Single: true, Since: since,
			Doc: "What the module needs of jevrun itself.",
			Attrs: []Attr{
				{Name: "required_version", Type: String, Since: since, Doc: "Versions of jevrun that may run the module: comparisons joined by commas, such as \">= 0.1, < 0.3\" or \"~> 0.1\"."},
				deciderAttr("Who decides in the module, where a flow or goal says nothing and the command line neither: decider.<name>."),
			},
		},
		{
			Name: "variable", Labels: []string{"name"}, Since: since,
			Doc: "A value that the caller may set with --var name=…, --var-file or JEVRUN_VAR_name. Expressions read it as var.<name>.",
			Attrs: []Attr{
				{Name: "type", Type: TypeExpr, Default: "the type of the default, else string", Since: since, Doc: "The type of the value: string, number, bool, list(string), map(number), object({ … }) and so on."},
				{Name: "default", Type: Any, Since: since, Doc: "The value when nobody sets one; without it the variable must be set."},
				{Name: "description", Type: String, Since: since, Doc: "What the variable is for."},
			},
			Blocks: []*Block{{
				Name: "validation", Since: since,
				Doc: "A condition that the value must meet.",
				Attrs: []Attr{
					{Name: "condition", Type: Any, Required: true, Since: since, Doc: "An expression over var.<name> that is true for good values."},
					{Name: "error_message", Type: String, Required: true, Since: since, Doc: "What to say about a bad value."},
				},
			}},
		},
		{
			Name: "locals", Since: since,
			Doc: "Named expressions, one attribute each, in any order. Expressions read them as local.<name>.",
		},
		{
			Name: "secret", Labels: []string{"name"}, Since: since,
			Doc: "A value from the environment that no trace, report or log may show; the only door to the environment. A step's value may be secret.<name>, alone.",
			Attrs: []Attr{
				{Name: "env", Type: String, Required: true, Since: since, Check: checkEnv, Pattern: envPattern, Doc: "Name of the environment variable that holds the value."},
			},
		},
		deciderBlock,
		gatesBlock,
		dialogsBlock,
		{
			Name: "flow", Labels: []string{"name"}, Since: since,
			Doc: "A list of steps that run in order on one page. The name also names the trace.",
			Attrs: []Attr{
				{Name: "start", Type: String, Since: since, Doc: "Address or file of the first page; a path is relative to the module's folder. May be left out when the first step opens a page."},
				{Name: "max_candidates", Type: Number, Integer: true, Min: 1, Max: MaxCandidates, Default: strconv.Itoa(DefaultMaxCandidates), Since: since, Doc: "How many elements a decision may choose from."},
				{Name: "timeout", Type: Duration, Default: DefaultTimeout.String() + "; " + DefaultLoad.String() + " to open a page", Since: since, Doc: "The longest that one step may take, where the step says nothing, and the start page."},
				{Name: "settle", Type: Duration, Default: DefaultSettle.String(), Since: since, Doc: "The longest that a step waits for the page to come to rest, where the step says nothing."},
				deciderAttr("Who decides in this flow, in place of the module's: decider.<name>."),
			},
			Blocks: []*Block{gatesBlock, dialogsBlock, stepBlock},
		},
		{
			Name: "goal", Labels: []string{"name"}, Since: since,
			Doc: "A task that is pursued step by step, each step decided on the spot.",
			Attrs: []Attr{
				{Name: "task", Type: String, Required: true, Since: since, Check: checkPhrase, Doc: "What to achieve, in words."},
				{Name: "start", Type: String, Required: true, Since: since, Doc: "Address or file of the first page."},
				{Name: "context", Type: TextMap, Since: since, Doc: "Texts that may be typed, by name; a secret may stand alone as one."},
				{Name: "success", Type: String, Check: CheckSelector, Since: since, Doc: "CSS selector of what is visible when the goal is reached."},
				{Name: "max_steps", Type: Number, Integer: true, Min: 1, Max: MaxSteps, Default: "8", Since: since, Doc: "How many steps may be taken."},
				deciderAttr("Who decides, in place of the module's: decider.<name>."),
			},
			Blocks: []*Block{gatesBlock},
		},
	},
}

// deciderAttr is the reference to who decides, as several blocks have it.
func deciderAttr(doc string) Attr {
	return Attr{Name: "decider", Type: Named, Refers: refDecider, Default: "the embedded decider", Since: since, Doc: doc}
}

var deciderBlock = &Block{
	Name: "decider", Labels: []string{"name"}, Since: since,
	Doc: "A decision model that speaks System One, by its address. It is asked where a flow, a goal or the jevrun block refers to it as decider.<name>, or --decider names it.",
	Attrs: []Attr{
		{Name: "model", Type: String, Default: "the server's", Since: since, Doc: "The model to ask, as its maker calls it."},
		{Name: "base_url", Type: String, Default: "TYPESAFE_BASE_URL, or https://api.typesafe.ai", Since: since, Doc: "Address of the server: its root, its /v1 or the full path."},
		{Name: "key", Type: Text, Default: "TYPESAFE_API_KEY, where base_url is not written", Since: since, Doc: "The API key, as secret.<name>. The key of the environment goes to the address of the environment only; a server on this machine or in a private network needs none."},
		{Name: "timeout", Type: Duration, Default: "10s", Since: since, Doc: "The longest wait for one answer. With the attempts after a failure a decision takes at most three times as long."},
		{Name: "price", Type: Number, Min: 0, Max: MaxPrice, Since: since, Doc: "US dollars for a million input tokens, where neither the server nor jevrun knows the price."},
		{Name: "cache", Type: String, Since: since, Doc: "Folder, relative to the module's, that keeps the answers: the same question to the same model is not asked twice."},
		{Name: "fallback", Type: Enum, Enum: []string{FallbackBuiltin}, Since: since, Doc: "Who decides when the model cannot be asked, or its budget is spent: the embedded decider. Each run says so. Without it such a decision blocks its step."},
	},
	Blocks: []*Block{{
		Name: "budget", Single: true, Since: since,
		Doc: "What one run may spend on the decider. What is spent ends the asking, not the run; answers from the cache cost nothing.",
		Attrs: []Attr{
			{Name: "calls", Type: Number, Integer: true, Min: 1, Max: MaxCalls, Since: since, Doc: "Calls, failed ones included."},
			{Name: "tokens", Type: Number, Integer: true, Min: 1, Max: MaxSpend, Since: since, Doc: "Tokens, in and out."},
			{Name: "usd", Type: Number, Min: 0, Max: MaxUSD, Since: since, Doc: "US dollars, more than 0. A call whose price is unknown is the last one."},
		},
	}},
}

var gatesBlock = &Block{
	Name: "gates", Single: true, Since: since,
	Doc: "When a decision may be acted on unattended. In a module it holds for all of it; in a flow or goal each attribute that is set overrides the module's.",
	Attrs: []Attr{
		{Name: "min_confidence", Type: Number, Min: 0, Max: 1, Default: "0.9", Since: since, Doc: "A decision below this needs a review."},
		{Name: "loop_min_confidence", Type: Number, Min: 0, Max: 1, Default: "0.5", Since: since, Doc: "The same for the decisions of a goal."},
		{Name: "caller_floor", Type: Number, Min: 0, Max: 1, Default: "0.3", Since: since, Doc: "How low a caller (a flag, an agent) may set the bar."},
		{Name: "truncated", Type: Enum, Enum: []string{"warn", "review"}, Default: "warn", Since: since, Doc: "What to do when the page has more elements than the decision may choose from."},
		{Name: "risky", Type: RegexpList, Since: since, Doc: "Regular expressions (RE2) of what needs a review; replaces the built-in list."},
		{Name: "risky_extra", Type: RegexpList, Since: since, Doc: "Regular expressions (RE2) on top of the list."},
	},
	Blocks: []*Block{
		{
			Name: "intent", Labels: []string{"pattern"}, Since: since,
			Doc: "A bar for the intents that a pattern matches: * stands for any text, ? for one character, [abc] for one of them; case does not count, and the longest matching pattern wins.",
			Attrs: []Attr{
				{Name: "min_confidence", Type: Number, Required: true, Min: 0, Max: 1, Since: since, Doc: "A decision for such an intent below this needs a review."},
			},
		},
		{
			Name: "rule", Labels: []string{"name"}, Since: since,
			Doc: "Tightens the verdict when a condition holds; a rule never loosens it.",
			Attrs: []Attr{
				{Name: "when", Type: Condition, Scope: predicate.OnGate, Required: true, Since: since, Doc: "The condition on the page and the chosen element."},
				{Name: "verdict", Type: Enum, Enum: []string{"review", "blocked"}, Required: true, Since: since, Doc: "The verdict when it holds."},
			},
		},
	},
}

var dialogsBlock = &Block{
	Name: "dialogs", Single: true, Since: since,
	Doc: "How dialogs of the page (alert, confirm, prompt, leaving) are answered.",
	Attrs: []Attr{
		{Name: "default", Type: Enum, Enum: []string{"dismiss", "accept"}, Default: "dismiss", Since: since, Doc: "The answer when no rule matches."},
	},
	Blocks: []*Block{{
		Name: "rule", Labels: []string{"name"}, Since: since,
		Doc: "Answers the dialogs whose message matches; the first matching rule wins.",
		Attrs: []Attr{
			{Name: "match", Type: Regexp, Required: true, Since: since, Doc: "Regular expression (RE2) over the message."},
			{Name: "action", Type: Enum, Enum: []string{"accept", "dismiss"}, Required: true, Since: since, Doc: "The answer."},
			{Name: "text", Type: String, Since: since, Doc: "What to type into a prompt that is accepted."},
		},
	}},
}

var stepBlock = &Block{
	Name: "step", Labels: []string{"type", "name"}, Since: since,
	Doc: "One step of the flow. The type says what is done; the name is unique in the flow, and other steps refer to it as step.<name>.",
	Attrs: []Attr{
		{Name: "intent", Type: String, Since: since, Check: checkPhrase, Doc: "What the step wants, in words; the decision is made on it. Required where a decision picks the element."},
		{Name: "within", Type: String, Decides: true, Since: since, Check: checkPhrase, Doc: "Text of the region that holds the element: a row, fieldset, dialog, landmark or the section of a heading."},
		{Name: "when", Type: Condition, Since: since, Doc: "A guard: the step is skipped when it does not hold."},
		{Name: "expect", Type: String, Decides: true, Check: CheckSelector, Since: since, Doc: "CSS selector of the element that is right, or \"none\". It scores the decision; one that is known to be wrong is not acted on, and the step fails."},
		{Name: "timeout", Type: Duration, Default: "the flow's", Since: since, Doc: "The longest that the step may take."},
		{Name: "settle", Type: Duration, Default: "the flow's", Since: since, Doc: "The longest that it waits for the page to come to rest."},
		{Name: "max_candidates", Type: Number, Decides: true, Integer: true, Min: 1, Max: MaxCandidates, Default: "the flow's", Since: since, Doc: "How many elements the decision may choose from."},
	},
	Blocks: []*Block{
		{
			Name: "on", Labels: []string{"event"}, Since: since, OneOf: []string{"then", "goto"},
			Words: []string{string(EventDone), string(EventSkipped), string(EventReview), string(EventBlocked), string(EventFailed), string(EventDialog), string(EventNoEffect)},
			Doc:   "What follows an outcome of the step: done (it did what it should), skipped (its when was false), review (a person is needed and nobody approved), blocked (no decision was possible), failed (an action error, a false assert, a wait that ran out). Two more are done where nothing is said of them: dialog (the page opened a dialog when the step acted; it was answered as dialogs says) and no_effect (the click went where it should, and nothing on the page can react to it). stop after these fails the run.",
			Attrs: []Attr{
				{Name: "then", Type: Enum, Enum: []string{"ask", "stop", "continue"}, Since: since, Doc: "ask a person (after review only), stop the flow, or continue with the next step."},
				{Name: "goto", Type: Named, Refers: refStep, Since: since, Doc: "The step to go on with: step.<name>."},
				{Name: "limit", Type: Number, Integer: true, Min: 1, Max: MaxLimit, Since: since, Doc: "How often the jump may be taken in one run; a jump backward needs one."},
			},
		},
		{
			Name: "retry", Single: true, Since: since,
			Doc: "Tries the step again when it failed before anything was sent to the page.",
			Attrs: []Attr{
				{Name: "attempts", Type: Number, Required: true, Integer: true, Min: 1, Max: MaxAttempts, Since: since, Doc: "How often to try, the first time included."},
			},
		},
	},
}

// planned are words of later versions, so that a file that is ahead of the program gets a plain answer.
var planned = map[string]string{
	"play": "block", "navigate": "block", "diff": "block", "browser": "block", "input": "block",
	"for_each": "attribute",
}

// Table is the schema of a file: its Blocks are what may stand at the top. It must not be changed. A step's
// own attributes are those of its StepType on top of the step block's.
func Table() *Block { return table }

// attr finds an attribute of the block.
func (b *Block) attr(name string) *Attr {
	for i := range b.Attrs {
		if b.Attrs[i].Name == name {
			return &b.Attrs[i]
		}
	}
	return nil
}

// block finds a block type inside the block.
func (b *Block) block(name string) *Block {
	for _, c := range b.Blocks {
		if c.Name == name {
			return c
		}
	}
	return nil
}

// forStep is the step block as it is for one type of step.
func forStep(t StepType) *Block {
	b := *stepBlock
	b.Doc, b.OneOf, b.kind = t.Doc, t.OneOf, &t
	b.Attrs = nil
	for _, a := range stepBlock.Attrs {
		if a.Decides && !t.Intent {
			continue
		}
		if a.Name == "intent" {
			a.Required = t.Intent
		}
		b.Attrs = append(b.Attrs, a)
	}
	b.Attrs = append(b.Attrs, t.Attrs...)
	return &b
}

// names lists the attributes and blocks of the block, for suggestions.
func (b *Block) names() []string {
	var out []string
	for _, a := range b.Attrs {
		out = append(out, a.Name)
	}
	for _, c := range b.Blocks {
		out = append(out, c.Name)
	}
	return slices.Compact(out)
}
