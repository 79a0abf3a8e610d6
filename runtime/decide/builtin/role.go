package builtin

// roleFit says how well an action can be done to an element of a role, 0 to 1.
func roleFit(action, role string) float64 {
	switch action {
	case "fill":
		switch role {
		case "textbox", "searchbox", "spinbutton":
			return 1
		case "combobox":
			return 0.7
		case "slider":
			return 0.4
		}
		return 0
	case "select":
		switch role {
		case "combobox", "listbox":
			return 1
		case "radio", "radiogroup", "option", "slider", "menuitem", "menuitemradio":
			return 0.4
		case "button", "tab", "textbox":
			return 0.2
		}
		return 0
	case "check":
		switch role {
		case "checkbox", "switch", "radio", "menuitemcheckbox", "menuitemradio":
			return 1
		case "button", "tab", "option":
			return 0.2
		}
		return 0
	case "press":
		switch role {
		case "textbox", "searchbox", "combobox", "spinbutton":
			return 1
		case "button", "link", "tab", "menuitem", "option", "listbox", "slider", "checkbox", "radio", "switch":
			return 0.7
		}
		return 0.4
	case "click", "hover":
		switch role {
		case "button", "link", "tab", "menuitem", "menuitemcheckbox", "menuitemradio", "option", "treeitem":
			return 1
		case "radio", "checkbox", "switch", "row", "cell", "gridcell":
			return 0.7
		case "combobox":
			return 0.3
		}
		return 0.1
	}
	return 0.5
}
