package page

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/go-rod/rod/lib/proto"

	"github.com/jevrun/jevrun/stdlib/action"
)

// key is a key of a US keyboard.
type key struct {
	key  string // DOM key
	code string // DOM code
	vk   int    // Windows virtual key code
	text string // what it types, "" for nothing
}

// keystroke is a key with the modifiers that are held down for it.
type keystroke struct {
	key
	held []key
}

// The bits of modifiers in the protocol.
var modifierBits = map[string]int{"Alt": 1, "Control": 2, "Meta": 4, "Shift": 8}

var modifiers = map[string]key{
	"Alt":     {"Alt", "AltLeft", 18, ""},
	"Control": {"Control", "ControlLeft", 17, ""},
	"Meta":    {"Meta", "MetaLeft", 91, ""},
	"Shift":   {"Shift", "ShiftLeft", 16, ""},
}

// keys are the named keys.
var keys = map[string]key{
	"Enter": {"Enter", "Enter", 13, "\r"}, "Tab": {"Tab", "Tab", 9, ""}, "Backspace": {"Backspace", "Backspace", 8, ""},
	"Delete": {"Delete", "Delete", 46, ""}, "Escape": {"Escape", "Escape", 27, ""}, "Space": {" ", "Space", 32, " "},
	"ArrowLeft": {"ArrowLeft", "ArrowLeft", 37, ""}, "ArrowUp": {"ArrowUp", "ArrowUp", 38, ""},
	"ArrowRight": {"ArrowRight", "ArrowRight", 39, ""}, "ArrowDown": {"ArrowDown", "ArrowDown", 40, ""},
	"Home": {"Home", "Home", 36, ""}, "End": {"End", "End", 35, ""}, "PageUp": {"PageUp", "PageUp", 33, ""},
	"PageDown": {"PageDown", "PageDown", 34, ""}, "Insert": {"Insert", "Insert", 45, ""},
	"F1": {"F1", "F1", 112, ""}, "F2": {"F2", "F2", 113, ""}, "F3": {"F3", "F3", 114, ""}, "F4": {"F4", "F4", 115, ""},
	"F5": {"F5", "F5", 116, ""}, "F6": {"F6", "F6", 117, ""}, "F7": {"F7", "F7", 118, ""}, "F8": {"F8", "F8", 119, ""},
	"F9": {"F9", "F9", 120, ""}, "F10": {"F10", "F10", 121, ""}, "F11": {"F11", "F11", 122, ""}, "F12": {"F12", "F12", 123, ""},
	"ContextMenu": {"ContextMenu", "ContextMenu", 93, ""},
}

// punctuation maps what a US keyboard types outside letters and digits to code, virtual key and the unshifted character.
var punctuation = map[rune]struct {
	code string
	vk   int
	base rune
}{
	'-': {"Minus", 189, '-'}, '_': {"Minus", 189, '-'}, '=': {"Equal", 187, '='}, '+': {"Equal", 187, '='},
	'[': {"BracketLeft", 219, '['}, '{': {"BracketLeft", 219, '['}, ']': {"BracketRight", 221, ']'}, '}': {"BracketRight", 221, ']'},
	'\\': {"Backslash", 220, '\\'}, '|': {"Backslash", 220, '\\'}, ';': {"Semicolon", 186, ';'}, ':': {"Semicolon", 186, ';'},
	'\'': {"Quote", 222, '\''}, '"': {"Quote", 222, '\''}, ',': {"Comma", 188, ','}, '<': {"Comma", 188, ','},
	'.': {"Period", 190, '.'}, '>': {"Period", 190, '.'}, '/': {"Slash", 191, '/'}, '?': {"Slash", 191, '/'},
	'`': {"Backquote", 192, '`'}, '~': {"Backquote", 192, '`'},
	'!': {"Digit1", 49, '1'}, '@': {"Digit2", 50, '2'}, '#': {"Digit3", 51, '3'}, '$': {"Digit4", 52, '4'}, '%': {"Digit5", 53, '5'},
	'^': {"Digit6", 54, '6'}, '&': {"Digit7", 55, '7'}, '*': {"Digit8", 56, '8'}, '(': {"Digit9", 57, '9'}, ')': {"Digit0", 48, '0'},
}

// parseKey reads a key as the language spells it: Enter, a, Control+A, Shift+Tab, Control++.
func parseKey(text string) (keystroke, error) {
	held, name, err := action.ParseKey(text)
	if err != nil {
		return keystroke{}, fmt.Errorf("key %q: %w", text, err)
	}
	stroke := keystroke{key: oneKey(name)}
	for _, m := range held {
		stroke.held = append(stroke.held, modifiers[m])
	}
	return stroke, nil
}

func oneKey(name string) key {
	if k, ok := keys[name]; ok {
		return k
	}
	r, _ := utf8.DecodeRuneInString(name)
	if r == ' ' {
		return keys["Space"]
	}
	switch {
	case r >= 'a' && r <= 'z':
		return key{name, "Key" + strings.ToUpper(name), int(r - 'a' + 'A'), name}
	case r >= 'A' && r <= 'Z':
		return key{name, "Key" + name, int(r), name}
	case r >= '0' && r <= '9':
		return key{name, "Digit" + name, int(r), name}
	}
	if p, ok := punctuation[r]; ok {
		return key{name, p.code, p.vk, name}
	}
	return key{key: name, text: name}
}

// events are the protocol events of a keystroke: modifiers down, key down and up, modifiers up.
func (s keystroke) events() []proto.InputDispatchKeyEvent {
	var out []proto.InputDispatchKeyEvent
	bits := 0
	for _, m := range s.held {
		bits |= modifierBits[m.key]
		out = append(out, m.event(proto.InputDispatchKeyEventTypeRawKeyDown, bits, ""))
	}
	text := s.text
	if bits&^modifierBits["Shift"] != 0 {
		text = "" // Control+A is a command, not an A
	}
	k := s.key
	if bits&modifierBits["Shift"] != 0 && len(k.key) == 1 && k.key[0] >= 'a' && k.key[0] <= 'z' {
		k.key = strings.ToUpper(k.key)
		if text != "" {
			text = k.key
		}
	}
	down := proto.InputDispatchKeyEventTypeRawKeyDown
	if text != "" {
		down = proto.InputDispatchKeyEventTypeKeyDown
	}
	event := k.event(down, bits, text)
	if bits == modifierBits["Control"] || bits == modifierBits["Meta"] {
		if command, ok := editCommands[strings.ToLower(k.key)]; ok {
			event.Commands = []string{command}
		}
	}
	out = append(out, event, k.event(proto.InputDispatchKeyEventTypeKeyUp, bits, ""))
	for i := len(s.held) - 1; i >= 0; i-- {
		bits &^= modifierBits[s.held[i].key]
		out = append(out, s.held[i].event(proto.InputDispatchKeyEventTypeKeyUp, bits, ""))
	}
	return out
}

// editCommands are what a browser window does itself on these keys, with Control or Meta.
var editCommands = map[string]string{"a": "selectAll", "c": "copy", "x": "cut", "v": "paste", "z": "undo", "y": "redo"}

func (k key) event(kind proto.InputDispatchKeyEventType, bits int, text string) proto.InputDispatchKeyEvent {
	return proto.InputDispatchKeyEvent{
		Type: kind, Modifiers: bits, Key: k.key, Code: k.code, Text: text, UnmodifiedText: text,
		WindowsVirtualKeyCode: k.vk, NativeVirtualKeyCode: k.vk,
	}
}
