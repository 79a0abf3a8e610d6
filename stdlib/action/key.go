package action

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/jevrun/jevrun/lang"
	"github.com/jevrun/jevrun/lang/nearest"
)

// KeyNames are the keys that have a name; any other key is the character that it types. The names are those
// of KeyboardEvent.key, and Space.
var KeyNames = []string{
	"Enter", "Tab", "Escape", "Backspace", "Delete", "Insert", "Space", "Home", "End", "PageUp", "PageDown",
	"ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "ContextMenu",
	"F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8", "F9", "F10", "F11", "F12",
}

// Modifiers are the keys that are held while another is pressed.
var Modifiers = []string{"Control", "Shift", "Alt", "Meta"}

// otherNames are names that people know from elsewhere.
var otherNames = map[string]string{
	"Return": "Enter", "Esc": "Escape", "Del": "Delete", "Spacebar": "Space", "Left": "ArrowLeft", "Right": "ArrowRight",
	"Up": "ArrowUp", "Down": "ArrowDown", "Ctrl": "Control", "Cmd": "Meta", "Command": "Meta", "Option": "Alt", "Win": "Meta",
}

// ParseKey reads a key with its modifiers: Enter, a, Control+A, Control+Shift+ArrowLeft, Control++. The
// modifiers come back in the order of Modifiers. The error is a *lang.Misuse.
func ParseKey(text string) (modifiers []string, key string, err error) {
	parts := strings.Split(text, "+")
	if text == "+" || strings.HasSuffix(text, "++") {
		parts = append(strings.Split(strings.TrimSuffix(strings.TrimSuffix(text, "+"), "+"), "+"), "+")
		if text == "+" {
			parts = []string{"+"}
		}
	}
	key = parts[len(parts)-1]
	held := parts[:len(parts)-1]
	for i, m := range held {
		switch {
		case !slices.Contains(Modifiers, m):
			return nil, "", misuse(text, m, Modifiers, fmt.Sprintf("%q is not a modifier; they are %s", m, strings.Join(Modifiers, ", ")))
		case slices.Contains(held[:i], m):
			return nil, "", &lang.Misuse{Msg: fmt.Sprintf("%s is there twice", m)}
		}
	}
	for _, m := range Modifiers {
		if slices.Contains(held, m) {
			modifiers = append(modifiers, m)
		}
	}
	r, n := utf8.DecodeRuneInString(key)
	switch {
	case key == "":
		return nil, "", &lang.Misuse{Msg: "the key is missing"}
	case slices.Contains(KeyNames, key), n == len(key) && r != utf8.RuneError && (r == ' ' || unicode.IsGraphic(r) && !unicode.IsSpace(r)):
		return modifiers, key, nil
	case slices.Contains(Modifiers, key):
		return nil, "", &lang.Misuse{Msg: fmt.Sprintf("%s is held while another key is pressed; name that key too", key)}
	}
	return nil, "", misuse(text, key, KeyNames, fmt.Sprintf("no key %q is known; it is one character, or one of %s", key, strings.Join(KeyNames, ", ")))
}

// misuse suggests text with part replaced by what was most likely meant.
func misuse(text, part string, known []string, message string) error {
	better := otherNames[part]
	if better == "" {
		better = nearest.Word(part, known)
	}
	if better != "" {
		better = strings.Replace(text, part, better, 1)
	}
	return &lang.Misuse{Msg: message, Suggestion: better}
}

func checkKey(text string) error {
	_, _, err := ParseKey(text)
	return err
}
