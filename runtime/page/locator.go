package page

import "strings"

// locatorRoles are the roles that a role selector is written for; others are found by their text.
var locatorRoles = map[string]bool{
	"button": true, "link": true, "tab": true, "menuitem": true, "menuitemcheckbox": true, "menuitemradio": true,
	"checkbox": true, "radio": true, "switch": true, "textbox": true, "searchbox": true, "combobox": true,
	"listbox": true, "option": true, "slider": true, "spinbutton": true, "treeitem": true, "img": true, "heading": true,
}

// Locator is a candidate in Playwright's selector syntax: role=button[name="Sign in"], or text="Sign in" for a
// role that has no such selector.
func Locator(role, name string) string {
	quoted := `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(name) + `"`
	if locatorRoles[role] {
		return "role=" + role + "[name=" + quoted + "]"
	}
	return "text=" + quoted
}
