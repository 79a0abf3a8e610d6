package action

import (
	"context"
	"slices"
	"strings"

	"github.com/jevrun/jevrun/lang"
)

const since = "0.1"

// registry is the list, in the order of the manual. Run is nil for Claims, which only look at the page: the
// engine checks them. The engine also evaluates wait_for's `that`, again and again until it holds, because a
// condition needs the facts that the engine gathers; wait_for's Run does the other two.
var registry = []*Action{
	{
		StepType: lang.StepType{Name: "click", Intent: true, Since: since, Doc: "Clicks the element."},
		Kind:     Decides,
		Run: func(ctx context.Context, p Page, call Call) error {
			return p.Click(ctx, call.Target)
		},
	},
	{
		StepType: lang.StepType{Name: "fill", Intent: true, Since: since, Doc: "Replaces the text of a field.", Attrs: []lang.Attr{
			{Name: "value", Type: lang.Text, Required: true, Since: since, Doc: "The text, or a secret alone; an empty text clears the field."},
		}},
		Kind: Decides,
		Run: func(ctx context.Context, p Page, call Call) error {
			return p.Fill(ctx, call.Target, call.Text)
		},
	},
	{
		StepType: lang.StepType{Name: "select", Intent: true, Since: since, Doc: "Picks an option of a list, a native one or one that is made of other elements.", Attrs: []lang.Attr{
			{Name: "value", Type: lang.Text, Required: true, Since: since, Doc: "Label or value of the option."},
		}},
		Kind: Decides,
		Run: func(ctx context.Context, p Page, call Call) error {
			return p.Select(ctx, call.Target, call.Text)
		},
	},
	{
		StepType: lang.StepType{Name: "check", Intent: true, Since: since, Doc: "Ticks or clears a checkbox, radio button or switch.", Attrs: []lang.Attr{
			{Name: "on", Type: lang.Bool, Default: "true", Since: since, Doc: "Whether it is to be ticked; false clears it."},
		}},
		Kind: Decides,
		Run: func(ctx context.Context, p Page, call Call) error {
			on, set := call.Args["on"].(bool)
			return p.Check(ctx, call.Target, on || !set)
		},
	},
	{
		StepType: lang.StepType{Name: "hover", Intent: true, Since: since, Doc: "Moves the pointer onto the element."},
		Kind:     Decides,
		Run: func(ctx context.Context, p Page, call Call) error {
			return p.Hover(ctx, call.Target)
		},
	},
	{
		StepType: lang.StepType{Name: "press", Intent: true, Since: since, Doc: "Presses a key on the element.", Attrs: []lang.Attr{
			{Name: "key", Type: lang.String, Required: true, Since: since, Check: checkKey, Doc: "The key: a character, or a name such as Enter, Tab, Escape or ArrowLeft; modifiers go before it, as in Control+A."},
		}},
		Kind: Decides,
		Run: func(ctx context.Context, p Page, call Call) error {
			key, _ := call.Args["key"].(string)
			return p.Press(ctx, call.Target, key)
		},
	},
	{
		StepType: lang.StepType{Name: "drag", Intent: true, Since: since, Doc: "Drags the element to another part of the page and drops it there.", Attrs: []lang.Attr{
			{Name: "to", Type: lang.String, Required: true, Since: since, Check: checkPlace, Doc: "Where it is dropped: the whole name of an element, of a list, of a row or of a region as in within, in the same frame. A section is named by its heading."},
		}},
		Kind: Decides,
		Run: func(ctx context.Context, p Page, call Call) error {
			to, _ := call.Args["to"].(string)
			return p.Drag(ctx, call.Target, to)
		},
	},
	{
		StepType: lang.StepType{Name: "none", Intent: true, Since: since, Doc: "Takes the decision and does nothing with it; what it found is in the trace."},
		Kind:     Decides,
		Run:      func(context.Context, Page, Call) error { return nil },
	},
	{
		StepType: lang.StepType{Name: "goto", Opens: true, Since: since, Doc: "Opens a page.", Attrs: []lang.Attr{
			{Name: "url", Type: lang.String, Required: true, Since: since, Doc: "The address, or a file; a path is relative to the module's folder."},
		}},
		Kind: Direct,
		Run: func(ctx context.Context, p Page, call Call) error {
			url, _ := call.Args["url"].(string)
			return p.Goto(ctx, url)
		},
	},
	{
		StepType: lang.StepType{Name: "assert", OneOf: []string{"that", "selector"}, Since: since, Doc: "Claims something about the page; the step fails when it does not hold.", Attrs: []lang.Attr{
			{Name: "that", Type: lang.Condition, Since: since, Doc: "The condition that must hold."},
			{Name: "selector", Type: lang.String, Check: lang.CheckSelector, Since: since, Doc: "CSS selector of an element that must be visible."},
		}},
		Kind: Claims,
	},
	{
		StepType: lang.StepType{Name: "wait_for", OneOf: []string{"text", "selector", "that"}, Since: since, Doc: "Waits until the page shows something; the step fails when its timeout runs out.", Attrs: []lang.Attr{
			{Name: "text", Type: lang.String, Since: since, Doc: "Text that must be visible."},
			{Name: "selector", Type: lang.String, Check: lang.CheckSelector, Since: since, Doc: "CSS selector of an element that must be visible."},
			{Name: "that", Type: lang.Condition, Since: since, Doc: "A condition that must hold."},
		}},
		Kind: Direct,
		Run: func(ctx context.Context, p Page, call Call) error {
			text, _ := call.Args["text"].(string)
			selector, _ := call.Args["selector"].(string)
			return p.WaitFor(ctx, Condition{Text: text, Selector: selector})
		},
	},
	{
		StepType: lang.StepType{Name: "screenshot", Since: since, Doc: "Saves a picture of the page. Fields for passwords, fields that a secret was typed into and texts that hold a secret are painted over.", Attrs: []lang.Attr{
			{Name: "path", Type: lang.String, Required: true, Since: since, Check: checkFile(".png"), Pattern: `\.png$`, Doc: "The file, *.png, below the folder of the trace."},
			{Name: "full_page", Type: lang.Bool, Default: "false", Since: since, Doc: "Whether to take the whole page and not only what is in view."},
		}},
		Kind: Direct,
		Run: func(ctx context.Context, p Page, call Call) error {
			file, _ := call.Args["path"].(string)
			full, _ := call.Args["full_page"].(bool)
			return p.Screenshot(ctx, file, full)
		},
	},
	{
		StepType: lang.StepType{Name: "outline", Since: since, Doc: "Saves what the page shows as text: headings, landmarks, texts and controls, each with what it lies in.", Attrs: []lang.Attr{
			{Name: "path", Type: lang.String, Required: true, Since: since, Check: checkFile(".outline.txt"), Pattern: `\.outline\.txt$`, Doc: "The file, *.outline.txt, below the folder of the trace."},
			{Name: "selector", Type: lang.String, Check: lang.CheckSelector, Since: since, Doc: "CSS selector of the elements to outline, instead of the whole page."},
		}},
		Kind: Direct,
		Run:  saves(Page.SaveOutline),
	},
	{
		StepType: lang.StepType{Name: "styles", Since: since, Doc: "Saves how elements are drawn, as JSON: their boxes, colors, fonts, spacing and layout, with lengths in whole pixels.", Attrs: []lang.Attr{
			{Name: "path", Type: lang.String, Required: true, Since: since, Check: checkFile(".styles.json"), Pattern: `\.styles\.json$`, Doc: "The file, *.styles.json, below the folder of the trace."},
			{Name: "selector", Type: lang.String, Check: lang.CheckSelector, Since: since, Doc: "CSS selector of the elements, instead of all that could be operated."},
		}},
		Kind: Direct,
		Run:  saves(Page.SaveStyles),
	},
}

// checkPlace: what is called nothing cannot be found.
func checkPlace(name string) error {
	if strings.TrimSpace(name) == "" {
		return &lang.Misuse{Msg: "the place has no name"}
	}
	return nil
}

// saves runs what writes a file about the elements that a selector matches.
func saves(write func(p Page, ctx context.Context, file, selector string) error) func(context.Context, Page, Call) error {
	return func(ctx context.Context, p Page, call Call) error {
		file, _ := call.Args["path"].(string)
		selector, _ := call.Args["selector"].(string)
		return write(p, ctx, file, selector)
	}
}

// Registry is every action, in the order of the manual. The entries must not be changed.
func Registry() []*Action { return slices.Clone(registry) }

// Lookup finds an action by its name.
func Lookup(name string) (*Action, bool) {
	for _, a := range registry {
		if a.Name == name {
			return a, true
		}
	}
	return nil, false
}

// StepTypes is the registry as the language sees it, for lang.Options.Steps.
func StepTypes() []lang.StepType {
	out := make([]lang.StepType, len(registry))
	for i, a := range registry {
		out[i] = a.StepType
	}
	return out
}
