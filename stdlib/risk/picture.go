package risk

// pictures are signs that stand for an action where they are all that a button says.
var pictures = map[rune]string{
	'\U0001f5d1': remove, // wastebasket
	'\U0001f6ae': remove, // litter in bin
	'\u267b':     remove, // recycling
	'\U0001f4b3': pay,    // credit card
	'\U0001f4b8': pay,    // money with wings
	'\U0001f4b0': pay,    // money bag
	'\U0001f4b5': pay,    // banknote with dollar sign
	'\U0001f4b6': pay,    // banknote with euro sign
	'\U0001f4b1': transfer,
	'\U0001f4e4': send,    // outbox tray
	'\U0001f4e8': send,    // incoming envelope, as senders use it
	'\U0001f4e9': send,    // envelope with arrow
	'\U0001f4e2': publish, // loudspeaker
	'\U0001f4e3': publish, // megaphone
}

// readPictures finds what a button says that says nothing else. Like a bare word, it means what the intent says.
func readPictures(text string, r *reading) {
	if !symbolsOnly(text) {
		return
	}
	for _, sign := range text {
		meaning, ok := pictures[sign]
		if !ok {
			continue
		}
		for i := range english.acts {
			if english.acts[i].meaning == meaning {
				r.add(found{lang: &english, act: &english.acts[i], bare: true})
			}
		}
	}
}
