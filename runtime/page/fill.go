package page

import (
	"context"
	"errors"
	"fmt"
	"unicode"
	"unicode/utf8"

	"github.com/go-rod/rod/lib/proto"

	"github.com/jevrun/jevrun/runtime/cdp"
	"github.com/jevrun/jevrun/stdlib/action"
)

// Fill replaces what a field holds by text, as typing over the selected content does; "" empties it. Fields
// that no key can set (date, time, range, color) are set with the events of a choice. What the field holds
// afterwards must be the text, or the text as a mask writes it: with signs between its letters and digits, and
// nothing lost or moved. No error names the text: it may be a secret.
func (p *Page) Fill(ctx context.Context, t action.Target, text string) error {
	a, err := p.approach(ctx, t, fill, map[string]any{"text": text})
	if err != nil {
		return err
	}
	if a.Done {
		p.setReceived(p.describe(element{Role: a.role, Name: a.raw}))
		return p.readBack(ctx, t, a, text, false)
	}
	pasted := false
	if a.Keys {
		if pasted, err = p.replaceAll(ctx, a, text); err != nil {
			return p.unknown(a.found, "the text", err)
		}
	}
	switch {
	case pasted:
	case text != "":
		err = p.insert(ctx, text)
	case !a.Empty:
		err = p.stroke(ctx, keystroke{key: keys["Delete"]})
	default:
		return nil // it is empty, and should be
	}
	if err != nil {
		return p.unknown(a.found, "the text", err)
	}
	r, err := p.askReceipt(ctx, a, "fill")
	switch {
	case err != nil:
		return p.unknown(a.found, "the text", err)
	case r.Seen && !r.Meant:
		return p.misdirected(a, "the text", r)
	}
	return p.readBack(ctx, t, a, text, pasted)
}

// replaceAll selects the content of an editor that draws it by itself, by its keys, and offers it the text as a paste. It
// reports whether the editor took that.
func (p *Page) replaceAll(ctx context.Context, a *aim, text string) (pasted bool, err error) {
	if err := p.stroke(ctx, selectAll); err != nil || text == "" {
		return false, err
	}
	var said struct {
		Done bool `json:"done"`
	}
	err = p.ask(ctx, a.frame, "paste", map[string]any{"node": a.node, "text": text}, &said)
	return said.Done, err
}

// selectAll is the keystroke for all of the content, for an editor that draws it by itself.
var selectAll = keystroke{key: oneKey("a"), held: []key{modifiers["Control"]}}

// insert types a text in one piece, between the press and the release of the key of its last character: some fields
// suggest something only when they see a key. The key types nothing itself, so that what the page does about it
// loses no character.
func (p *Page) insert(ctx context.Context, text string) error {
	s := p.session()
	last, _ := utf8.DecodeLastRuneInString(text)
	if last == utf8.RuneError || !unicode.IsGraphic(last) || unicode.IsSpace(last) {
		_, err := s.Send(proto.InputInsertText{Text: text}).Wait(ctx)
		return err
	}
	k := oneKey(string(last))
	return waitAll(ctx, []*cdp.Pending{
		s.Send(k.event(proto.InputDispatchKeyEventTypeRawKeyDown, 0, "")),
		s.Send(proto.InputInsertText{Text: text}),
		s.Send(k.event(proto.InputDispatchKeyEventTypeKeyUp, 0, "")),
	})
}

// waitAll waits for all answers and returns the first error.
func waitAll(ctx context.Context, sent []*cdp.Pending) error {
	for _, pending := range sent {
		if _, err := pending.Wait(ctx); err != nil {
			return err
		}
	}
	return nil
}

// readBack compares what the field holds with the text, two painted frames later.
func (p *Page) readBack(ctx context.Context, t action.Target, a *aim, text string, pasted bool) error {
	var now struct {
		outcome
		Same   bool `json:"same"`
		Masked bool `json:"masked"`
		Unread bool `json:"unread"`
		Length int  `json:"length"`
		Limit  int  `json:"limit"`
	}
	if err := p.become(ctx, t, a, "the text", "held", map[string]any{"text": text, "pasted": pasted, "ms": slice.Milliseconds()}, &now); err != nil {
		return err
	}
	switch {
	case now.Same || now.Masked:
		return nil
	case now.Unread:
		return p.unknown(a.found, "the text", errors.New("what it draws cannot be read as text"))
	}
	detail := fmt.Sprintf("%s holds %d characters that are not the text of %d that was typed", a.found, now.Length, len([]rune(text)))
	if now.Limit > 0 && now.Limit < len([]rune(text)) {
		detail += fmt.Sprintf("; it takes %d at most", now.Limit)
	} else {
		detail += "; the page changed or refused it"
	}
	return &action.Error{Kind: action.NoEffect, Sent: true, Wait: a.waited, Detail: detail}
}

// Select chooses an option of a native list by its label, or by its value when no label fits. A list that is made of
// other elements (a combobox or listbox by its role) is opened by a click where it is closed, and the one option of
// that name is clicked.
func (p *Page) Select(ctx context.Context, t action.Target, option string) error {
	a, err := p.approach(ctx, t, choose, map[string]any{"option": option})
	if err != nil {
		return err
	}
	if a.Custom {
		return p.pick(ctx, t, a, option)
	}
	p.setReceived(p.describe(element{Role: a.role, Name: a.raw}))
	var now struct {
		Attached bool `json:"attached"`
		Same     bool `json:"same"`
	}
	err = p.ask(ctx, a.frame, "chosen", map[string]any{"node": a.node, "option": a.Option}, &now)
	switch {
	case passing(err):
		return nil // a list that navigates: the choice was made before the page went away
	case err != nil:
		return p.unknown(a.found, "the choice", err)
	case !now.Attached:
		return p.unknown(a.found, "the choice", fmt.Errorf("the page drew the list anew"))
	case !now.Same:
		return &action.Error{Kind: action.NoEffect, Sent: true, Wait: a.waited, Detail: fmt.Sprintf("%s does not hold the option that was chosen; the page changed it back", a.found)}
	}
	return nil
}
