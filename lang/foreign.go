package lang

import "strings"

// Where a name stands that is none of a block or an attribute.
const (
	stepTypes = "step type"
	functions = "function"
)

// foreign are names that people bring along from other tools, with what is written here instead. A name that the block
// has is never looked up.
var foreign = []struct {
	names []string // in lower case, without _ and -
	in    []string // blocks: step, flow; "" for the top of a file; stepTypes and functions for names of those
	hint  string
}{
	{[]string{"retries", "retry", "attempts", "maxattempts", "repeat"}, []string{"step"}, "Write retry { attempts = 3 }: it tries again where nothing was sent."},
	{[]string{"retries", "retry", "attempts"}, []string{"flow", ""}, "A step is retried: write retry { attempts = 3 } into it. A replay has --retries."},
	{[]string{"wait", "sleep", "delay", "pause", "waitms", "waitfortimeout", "slowmo"}, []string{"step", "flow", stepTypes}, "Nothing waits for a fixed time: each step waits until its page has come to rest (settle = \"5s\" bounds that). Wait for something with step \"wait_for\" \"name\" { text = \"…\" }."},
	{[]string{"waitfor", "waituntil", "waitforselector", "until"}, []string{"step"}, "Write a step of its own: step \"wait_for\" \"name\" { text = \"…\" }, or selector, or that."},
	{[]string{"xpath", "css", "locator", "target", "selector", "element", "id", "testid", "label", "button", "field"}, []string{"step"}, "An element is chosen by what the step intends: say it in intent, and the region in within. expect = \"#save\" says which one is right, as a CSS selector."},
	{[]string{"url", "baseurl", "startpage", "starturl", "open", "visit"}, []string{"flow"}, "Write start = \"http://…\" for the first page; step \"goto\" \"name\" { url = \"…\" } opens another one."},
	{[]string{"if", "condition", "only", "skip", "skipif"}, []string{"step"}, "Write when = \"page.text contains 'Sign in'\": the step is skipped where it does not hold."},
	{[]string{"assert", "expecttext", "verify", "check", "expectation"}, []string{"step", "flow"}, "Write a step of its own: step \"assert\" \"name\" { that = \"page.text contains 'Saved'\" }."},
	{[]string{"text", "input", "type", "keys", "fill"}, []string{"step"}, "What is typed is the value of a fill step: step \"fill\" \"name\" { intent = \"…\", value = \"…\" }, one line each."},
	{[]string{"onerror", "onfailure", "onfail", "onfailed", "onreview", "onblocked", "onskipped", "ondone", "ondialog", "catch", "continueonerror", "optional"}, []string{"step"}, "Write on \"failed\" { then = \"continue\" }, or goto = step.name; the events are done, skipped, review, blocked and failed."},
	{[]string{"count", "loop", "times", "while"}, []string{"step"}, "Steps repeat by a jump backward: on \"done\" { … } with goto = step.name and limit = 3 in it."},
	{[]string{"steps", "actions", "tests"}, []string{"flow"}, "Each step is a block of its own: step \"click\" \"name\" { intent = \"…\" }."},
	{[]string{"test", "scenario", "suite", "describe"}, []string{""}, "Write flow \"name\" { … }."},
	{[]string{"terraform"}, []string{""}, "Write jevrun { required_version = \">= 0.1\" } for the versions that may run the module."},
	{[]string{"type", "typetext", "input", "enter", "write", "sendkeys", "presssequentially"}, []string{stepTypes}, "Text is typed by a fill step: step \"fill\" \"name\" with intent and value."},
	{[]string{"tap", "dblclick", "doubleclick", "submit", "clickon"}, []string{stepTypes}, "Write step \"click\" \"name\" { intent = \"…\" }; a form is sent by its button, or by a press step with key = \"Enter\"."},
	{[]string{"uncheck", "tick", "toggle"}, []string{stepTypes}, "Write a check step; on = false in it clears the box."},
	{[]string{"selectoption", "choose", "pick"}, []string{stepTypes}, "Write a select step: value is the label or value of the option."},
	{[]string{"visit", "open", "navigate", "url"}, []string{stepTypes}, "Write step \"goto\" \"name\" { url = \"http://…\" }; the first page is the start of the flow."},
	{[]string{"expect", "verify", "should", "asserttext", "assertvisible"}, []string{stepTypes}, "Write step \"assert\" \"name\" { that = \"page.text contains 'Saved'\" }, or selector."},
	{[]string{"waituntil", "waitforselector", "waitfortext"}, []string{stepTypes}, "Write step \"wait_for\" \"name\" { text = \"…\" }, or selector, or that."},
	{[]string{"scroll", "scrollto", "scrollintoview"}, []string{stepTypes}, "Nothing has to be scrolled: a step that acts brings its element into view itself."},
	{[]string{"upload", "uploadfile", "setinputfiles", "attach", "file"}, []string{stepTypes}, "No step hands a file to the page in this version."},
	{[]string{"env", "getenv", "environment"}, []string{functions}, "A secret comes in by secret \"password\" { env = \"DEMO_PASSWORD\" }; anything else by variable \"name\" { … } and JEVRUN_VAR_name."},
	{[]string{"env", "environment", "secrets", "password"}, []string{"", "flow", "step"}, "Write secret \"password\" { env = \"DEMO_PASSWORD\" } at the top of a file, and value = secret.password."},
	{[]string{"viewport", "headless", "browser", "device"}, []string{"flow", ""}, "It is no part of a flow in this version; --headed shows the browser."},
}

// foreign is what is written here instead of a name that another tool has, "" for a name that none of these has.
func (b *Block) foreign(name string) string { return foreignIn(b.Name, name) }

// foreignIn is foreign for the name of a block, stepTypes or functions.
func foreignIn(place, name string) string {
	folded := strings.ToLower(strings.NewReplacer("_", "", "-", "").Replace(name))
	for _, f := range foreign {
		for _, known := range f.names {
			if known != folded {
				continue
			}
			for _, in := range f.in {
				if in == place {
					return f.hint
				}
			}
		}
	}
	return ""
}
