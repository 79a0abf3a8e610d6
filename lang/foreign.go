package lang

import "strings"

// foreign are names that people bring along from other tools, with what is written here instead. A name that the block
// has is never looked up.
var foreign = []struct {
	names []string // in lower case, without _ and -
	in    []string // blocks: step, flow; "" for the top of a file
	hint  string
}{
	{[]string{"retries", "retry", "attempts", "maxattempts", "repeat"}, []string{"step"}, "Write retry { attempts = 3 }: it tries again where nothing was sent."},
	{[]string{"retries", "retry", "attempts"}, []string{"flow", ""}, "A step is retried: write retry { attempts = 3 } into it. A replay has --retries."},
	{[]string{"wait", "sleep", "delay", "pause", "waitms", "waitfortimeout", "slowmo"}, []string{"step", "flow"}, "Nothing waits for a fixed time: each step waits until its page has come to rest (settle = \"5s\" bounds that). Wait for something with step \"wait_for\" \"name\" { text = \"…\" }."},
	{[]string{"waitfor", "waituntil", "waitforselector", "until"}, []string{"step"}, "Write a step of its own: step \"wait_for\" \"name\" { text = \"…\" }, or selector, or that."},
	{[]string{"xpath", "css", "locator", "target", "selector", "element", "id", "testid", "label", "button", "field"}, []string{"step"}, "An element is chosen by what the step intends: say it in intent, and the region in within. expect = \"#save\" says which one is right, as a CSS selector."},
	{[]string{"url", "baseurl", "startpage", "starturl", "open", "visit"}, []string{"flow"}, "Write start = \"http://…\" for the first page; step \"goto\" \"name\" { url = \"…\" } opens another one."},
	{[]string{"if", "condition", "only", "skip", "skipif"}, []string{"step"}, "Write when = \"page.text contains 'Sign in'\": the step is skipped where it does not hold."},
	{[]string{"assert", "expecttext", "verify", "check", "expectation"}, []string{"step", "flow"}, "Write a step of its own: step \"assert\" \"name\" { that = \"page.text contains 'Saved'\" }."},
	{[]string{"text", "input", "type", "keys", "fill"}, []string{"step"}, "What is typed is the value of a fill step: step \"fill\" \"name\" { intent = \"…\", value = \"…\" }, one line each."},
	{[]string{"onerror", "onfailure", "onfail", "catch", "continueonerror", "optional"}, []string{"step"}, "Write on \"failed\" { then = \"continue\" }, or goto = step.name; the events are done, skipped, review, blocked and failed."},
	{[]string{"steps", "actions", "tests"}, []string{"flow"}, "Each step is a block of its own: step \"click\" \"name\" { intent = \"…\" }."},
	{[]string{"test", "scenario", "suite", "describe"}, []string{""}, "Write flow \"name\" { … }."},
	{[]string{"env", "environment", "secrets", "password"}, []string{"", "flow", "step"}, "Write secret \"password\" { env = \"DEMO_PASSWORD\" } at the top of a file, and value = secret.password."},
	{[]string{"viewport", "headless", "browser", "device"}, []string{"flow", ""}, "It is no part of a flow in this version; --headed shows the browser."},
}

// foreign is what is written here instead of a name that another tool has, "" for a name that none of these has.
func (b *Block) foreign(name string) string {
	folded := strings.ToLower(strings.NewReplacer("_", "", "-", "").Replace(name))
	for _, f := range foreign {
		for _, known := range f.names {
			if known != folded {
				continue
			}
			for _, in := range f.in {
				if in == b.Name {
					return f.hint
				}
			}
		}
	}
	return ""
}
