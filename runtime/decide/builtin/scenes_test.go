package builtin

import (
	"fmt"
	"testing"

	"github.com/jevrun/jevrun/runtime/decide"
	"github.com/jevrun/jevrun/runtime/trace"
)

// scene is a page as a flow meets it: role|name|scope|href lines.
type scene []trace.Candidate

func str(s string) *string { return &s }

func el(role, name string, more ...string) trace.Candidate {
	c := trace.Candidate{Role: role, Name: name}
	if len(more) > 0 && more[0] != "" {
		c.Scope = str(more[0])
	}
	if len(more) > 1 {
		c.Href = str(more[1])
	}
	return c
}

func (s scene) ask(t testing.TB, action, intent string) decide.Answer {
	t.Helper()
	list := make([]trace.Candidate, len(s))
	for i, c := range s {
		c.CID = fmt.Sprintf("f0:c%d", i+1)
		list[i] = c
	}
	resp, err := decide.Ask(t.Context(), New(), decide.TargetRequest(decide.Target{Intent: intent, Action: action, Total: len(s), Candidates: list}))
	if err != nil {
		t.Fatal(err)
	}
	return resp.Answers[decide.TargetQuestion]
}

// nameOf is the choice in words.
func (s scene) nameOf(choice string) string {
	for i, c := range s {
		if choice == fmt.Sprintf("f0:c%d", i+1) {
			name := c.Role + " " + c.Name
			if c.Scope != nil {
				name += " in " + *c.Scope
			}
			return name
		}
	}
	return choice
}

var (
	login = scene{
		el("textbox", "Email", "Sign in"), el("textbox", "Password", "Sign in"), el("checkbox", "Remember me", "Sign in"), el("button", "Sign in", "Sign in"),
		el("link", "Create account", "Sign in", "/register"), el("link", "Forgot password?", "Sign in", "/reset"),
	}
	tasks = scene{
		el("searchbox", "Filter tasks", "Tasks"), el("button", "New task", "Tasks"),
		el("button", "Archive", "Renew TLS certificate"), el("button", "Delete", "Renew TLS certificate"), el("button", "Edit", "Renew TLS certificate"),
		el("button", "Archive", "Rotate logs"), el("button", "Delete", "Rotate logs"), el("button", "Edit", "Rotate logs"),
		el("link", "Settings", "navigation", "/settings"), el("link", "Billing", "navigation", "/billing"), el("button", "Sign out", "navigation"),
	}
	settings = scene{
		el("textbox", "Display name", "Profile"), el("button", "Save", "Profile"), el("textbox", "Billing email", "Billing"), el("button", "Save", "Billing"),
		el("combobox", "Time zone", "Profile"), el("switch", "Email notifications", "Notifications"), el("switch", "SMS notifications", "Notifications"),
		el("checkbox", "Weekly report", "Notifications"), el("button", "Discard changes", "Profile"), el("button", "Delete account", "Danger zone"),
	}
	payment = scene{
		el("textbox", "Card number", "Payment"), el("textbox", "Expiry date", "Payment"), el("textbox", "Security code", "Payment"), el("spinbutton", "Amount", "Payment"),
		el("button", "Pay now", "Payment"), el("button", "Cancel", "Payment"),
	}
	docs = scene{
		el("textbox", "Quick search", "Navigation"), el("button", "Go", "Navigation"), el("link", "index", "Navigation", "genindex.html"), el("link", "modules", "Navigation", "py-modindex.html"),
		el("link", "Python", "Navigation", "https://www.python.org/"), el("link", "3.11.2 Documentation", "Navigation", "#"),
		el("link", "What's new in Python 3.11?", "Python documentation", "whatsnew/3.11.html"), el("link", "Tutorial", "Python documentation", "tutorial/index.html"),
		el("link", "Library Reference", "Python documentation", "library/index.html"), el("link", "Language Reference", "Python documentation", "reference/index.html"),
		el("link", "Python Setup and Usage", "Python documentation", "using/index.html"), el("link", "Python HOWTOs", "Python documentation", "howto/index.html"),
		el("link", "Installing Python Modules", "Python documentation", "installing/index.html"), el("link", "Distributing Python Modules", "Python documentation", "distributing/index.html"),
		el("link", "Extending and Embedding", "Python documentation", "extending/index.html"), el("link", "Python/C API", "Python documentation", "c-api/index.html"),
		el("link", "FAQs", "Python documentation", "faq/index.html"), el("link", "Global Module Index", "Indices and tables", "py-modindex.html"),
		el("link", "General Index", "Indices and tables", "genindex.html"), el("link", "Glossary", "Indices and tables", "glossary.html"), el("link", "Search page", "Indices and tables", "search.html"),
		el("link", "Complete Table of Contents", "Indices and tables", "contents.html"), el("link", "Reporting bugs", "Meta information", "bugs.html"), el("link", "Contributing to Docs", "Meta information", "https://devguide.python.org/"),
		el("link", "About the documentation", "Meta information", "about.html"), el("link", "History and License of Python", "Meta information", "license.html"), el("link", "Copyright", "Meta information", "copyright.html"),
	}
	swagger = scene{
		el("combobox", "Servers", "Servers"), el("button", "Authorize", "Pet store"),
		el("link", "pet", "pet", "#/pet"), el("button", "Collapse operation", "pet"),
		el("button", "GET /pet/{petId} Find pet by ID", "pet"), el("button", "POST /pet Add a new pet to the store", "pet"), el("button", "DELETE /pet/{petId} Deletes a pet", "pet"),
		el("button", "GET /store/inventory Returns pet inventories by status", "store"), el("button", "Cancel", "Find pet by ID"),
		el("textbox", "petId", "Find pet by ID"), el("button", "Execute", "Find pet by ID"), el("button", "Clear", "Find pet by ID"), el("combobox", "Media Type", "Find pet by ID"),
	}
	swaggerClosed = scene{
		el("combobox", "Servers", "Servers"), el("button", "Authorize", "Pet store"), el("button", "get /pet/{petId}", "pet"), el("button", "Try it out", "Find pet by ID"), el("button", "post /pet", "pet"),
		el("button", "delete /pet/{petId}", "pet"),
	}
	nodered = scene{
		el("button", "Deploy"), el("link", "Deploy", "", "#"), el("button", "Main menu"), el("textbox", "filter nodes"), el("button", "Add flow"), el("button", "List flows"), el("tab", "Flow 1"),
		el("link", "Import", "", "#"), el("link", "Export", "", "#"), el("link", "Search flows", "", "#"), el("link", "Configuration nodes", "", "#"), el("link", "Keyboard shortcuts", "", "#"), el("link", "Settings", "", "#"), el("link", "Manage palette", "", "#"),
		el("button", "inject"), el("button", "debug"), el("button", "complete"), el("button", "catch"), el("button", "function"), el("button", "switch"), el("button", "change"), el("button", "template"), el("button", "delay"), el("button", "trigger"),
	}
)

// What people write first passes a gate of 0.9.
var easy = []struct {
	scene          scene
	action, intent string
	want           string
}{
	{login, "click", "Sign in to the existing account", "button Sign in in Sign in"},
	{login, "click", "Sign in", "button Sign in in Sign in"},
	{login, "click", "Log in", "button Sign in in Sign in"},
	{login, "fill", "Type the password", "textbox Password in Sign in"},
	{login, "fill", "Type the email address", "textbox Email in Sign in"},
	{login, "fill", "Enter the email", "textbox Email in Sign in"},
	{login, "check", "Tick remember me", "checkbox Remember me in Sign in"},
	{login, "click", "Create a new account", "link Create account in Sign in"},
	{login, "click", "Open the forgot password page", "link Forgot password? in Sign in"},
	{tasks, "click", "Archive the task Renew TLS certificate", "button Archive in Renew TLS certificate"},
	{tasks, "click", "Archive \"Rotate logs\"", "button Archive in Rotate logs"},
	{tasks, "click", "Edit the task Rotate logs", "button Edit in Rotate logs"},
	{tasks, "click", "Delete Renew TLS certificate", "button Delete in Renew TLS certificate"},
	{tasks, "click", "Add a new task", "button New task in Tasks"},
	{tasks, "click", "Open the settings", "link Settings in navigation"},
	{tasks, "click", "Open billing", "link Billing in navigation"},
	{tasks, "click", "Sign out", "button Sign out in navigation"},
	{tasks, "click", "Log out", "button Sign out in navigation"},
	{tasks, "fill", "Filter the tasks", "searchbox Filter tasks in Tasks"},
	{settings, "fill", "Type the display name", "textbox Display name in Profile"},
	{settings, "fill", "Type the billing email", "textbox Billing email in Billing"},
	{settings, "click", "Save the profile", "button Save in Profile"},
	{settings, "click", "Save the billing form", "button Save in Billing"},
	{settings, "select", "Choose the time zone", "combobox Time zone in Profile"},
	{settings, "check", "Turn on email notifications", "switch Email notifications in Notifications"},
	{settings, "check", "Tick the weekly report", "checkbox Weekly report in Notifications"},
	{settings, "click", "Discard the changes", "button Discard changes in Profile"},
	{settings, "click", "Delete the account", "button Delete account in Danger zone"},
	{payment, "fill", "Type the card number", "textbox Card number in Payment"},
	{payment, "fill", "Enter the amount", "spinbutton Amount in Payment"},
	{payment, "fill", "Type the payment amount", "spinbutton Amount in Payment"},
	{payment, "click", "Pay now", "button Pay now in Payment"},
	{payment, "click", "Cancel the payment", "button Cancel in Payment"},
	{docs, "click", "Open the Library Reference", "link Library Reference in Python documentation"},
	{docs, "click", "Open the tutorial", "link Tutorial in Python documentation"},
	{docs, "click", "Go to the language reference", "link Language Reference in Python documentation"},
	{docs, "click", "Open the glossary", "link Glossary in Indices and tables"},
	{docs, "click", "Open the general index", "link General Index in Indices and tables"},
	{docs, "click", "Open the global module index", "link Global Module Index in Indices and tables"},
	{docs, "fill", "Search the documentation", "textbox Quick search in Navigation"},
	{docs, "fill", "Type into the quick search", "textbox Quick search in Navigation"},
	{docs, "press", "Run the quick search", "textbox Quick search in Navigation"},
	{docs, "click", "Read about reporting bugs", "link Reporting bugs in Meta information"},
	{swagger, "click", "Execute the request", "button Execute in Find pet by ID"},
	{swagger, "fill", "Type the pet ID", "textbox petId in Find pet by ID"},
	{swagger, "click", "Open the operation Find pet by ID", "button GET /pet/{petId} Find pet by ID in pet"},
	{swagger, "click", "Open the operation Add a new pet to the store", "button POST /pet Add a new pet to the store in pet"},
	{swagger, "select", "Choose the media type", "combobox Media Type in Find pet by ID"},
	{swaggerClosed, "click", "Try it out", "button Try it out in Find pet by ID"},
	{nodered, "click", "Open the main menu", "button Main menu"},
	{nodered, "click", "Open the keyboard shortcuts", "link Keyboard shortcuts"},
	{nodered, "click", "Open the import dialog", "link Import"},
	{nodered, "fill", "Filter the nodes", "textbox filter nodes"},
	{nodered, "click", "Add a flow", "button Add flow"},
	{nodered, "click", "Open the settings", "link Settings"},
	{nodered, "click", "Manage the palette", "link Manage palette"},
}

// What the page does not hold, or holds twice, must not pass a gate of 0.9 for any element.
var wrong = []struct {
	scene          scene
	action, intent string
}{
	{login, "click", "Delete the account"},
	{login, "click", "Sign out"},
	{login, "click", "Open the billing page"},
	{login, "fill", "Type the phone number"},
	{login, "fill", "Type the card number"},
	{login, "click", "Log in with GitHub"},
	{tasks, "click", "Archive the task"},
	{tasks, "click", "Delete the task Buy milk"},
	{tasks, "click", "Edit"},
	{tasks, "click", "Restore Renew TLS certificate"},
	{tasks, "click", "Open the help"},
	{tasks, "click", "Delete all tasks"},
	{settings, "click", "Save"},
	{settings, "click", "Save the notifications"},
	{settings, "click", "Delete the profile picture"},
	{settings, "check", "Turn on the daily report"},
	{settings, "fill", "Type the billing address"},
	{payment, "fill", "Type the name on the card"},
	{docs, "click", "Open the reference"},
	{docs, "click", "Open the C++ guide"},
	{docs, "click", "Sign in"},
	{docs, "click", "Delete the documentation"},
	{swagger, "click", "Open the operation Find order by ID"},
	{swagger, "fill", "Type the order ID"},
	{swagger, "click", "Update an existing pet"},
	{nodered, "click", "Open the project history"},
	{nodered, "click", "Delete the flow"},
}

func TestPlainWordingIsCertain(t *testing.T) {
	for _, c := range easy {
		a := c.scene.ask(t, c.action, c.intent)
		if got := c.scene.nameOf(a.Choice); got != c.want || a.Confidence < 0.9 {
			t.Errorf("%s %q: got %s at %.4f, want %s at 0.9", c.action, c.intent, got, a.Confidence, c.want)
		}
	}
}

func TestWrongWordingIsNotCertain(t *testing.T) {
	for _, c := range wrong {
		a := c.scene.ask(t, c.action, c.intent)
		if a.Choice != decide.None && a.Confidence >= 0.9 {
			t.Errorf("%s %q: got %s at %.4f", c.action, c.intent, c.scene.nameOf(a.Choice), a.Confidence)
		}
	}
}
