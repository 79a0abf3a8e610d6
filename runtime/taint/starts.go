package taint

import (
	"regexp/syntax"
	"unicode"
	"unicode/utf8"
)

// starts are the pairs of bytes that a match of an expression can begin with, a bit for each second byte. Most of a
// text begins with none of them, and looking that up costs a hundredth of what the expression costs.
type starts [256][4]uint64

// startsOf reads the starts of an expression, which matches no empty text, from its program. They may hold pairs that
// no match begins with, but they lack none. Like regexp.MustCompile it panics where expr is no expression.
func startsOf(expr string) *starts {
	parsed, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		panic(err)
	}
	program, err := syntax.Compile(parsed.Simplify())
	if err != nil {
		panic(err)
	}
	var s starts
	first, _ := reach(program, uint32(program.Start))
	for _, inst := range first {
		second, ends := reach(program, inst.Out)
		var follows [4]uint64
		if ends {
			follows = [4]uint64{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}
		}
		for _, next := range second {
			for b, can := range leads(next) {
				if can {
					follows[b/64] |= 1 << (b % 64)
				}
			}
		}
		for b, can := range leads(inst) {
			switch {
			case !can:
			case b >= utf8.RuneSelf: // its second byte is one more of the same character
				s[b] = [4]uint64{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}
			default:
				for i := range follows {
					s[b][i] |= follows[i]
				}
			}
		}
	}
	return &s
}

// reach are the instructions that read a character and come next from pc on, and whether a match can end before any.
func reach(program *syntax.Prog, pc uint32) (reading []*syntax.Inst, ends bool) {
	seen := make(map[uint32]bool)
	var walk func(uint32)
	walk = func(pc uint32) {
		if seen[pc] {
			return
		}
		seen[pc] = true
		inst := &program.Inst[pc]
		switch inst.Op {
		case syntax.InstMatch:
			ends = true
		case syntax.InstAlt, syntax.InstAltMatch:
			walk(inst.Out)
			walk(inst.Arg)
		case syntax.InstCapture, syntax.InstEmptyWidth, syntax.InstNop:
			walk(inst.Out)
		case syntax.InstRune, syntax.InstRune1, syntax.InstRuneAny, syntax.InstRuneAnyNotNL:
			reading = append(reading, inst)
		}
	}
	walk(pc)
	return reading, ends
}

// leads tells for each byte whether a character that inst reads can begin with it.
func leads(inst *syntax.Inst) (can [256]bool) {
	for b := rune(0); b < utf8.RuneSelf; b++ {
		can[b] = inst.MatchRune(b)
	}
	mark := func(from, to rune) {
		if to < utf8.RuneSelf {
			return
		}
		first := utf8.AppendRune(nil, max(from, utf8.RuneSelf))[0]
		last := utf8.AppendRune(nil, to)[0]
		if from <= utf8.RuneError && utf8.RuneError <= to { // what a byte that is no UTF-8 is read as
			first, last = utf8.RuneSelf, 0xff
		}
		for b := int(first); b <= int(last); b++ {
			can[b] = true
		}
	}
	switch {
	case inst.Op == syntax.InstRuneAny || inst.Op == syntax.InstRuneAnyNotNL:
		mark(0, unicode.MaxRune)
	case len(inst.Rune) == 1:
		r := inst.Rune[0]
		mark(r, r)
		for folded := unicode.SimpleFold(r); folded != r; folded = unicode.SimpleFold(folded) {
			mark(folded, folded)
		}
	default:
		for i := 0; i+1 < len(inst.Rune); i += 2 {
			mark(inst.Rune[i], inst.Rune[i+1])
		}
	}
	return can
}

// next is the first place in text from i on where a match can begin, len(s) where there is none.
func (s *starts) next(text string, i int) int {
	for ; i+1 < len(text); i++ {
		second := text[i+1]
		if s[text[i]][second/64]&(1<<(second%64)) != 0 {
			return i
		}
	}
	return i // a last byte can be the beginning of a match of its own
}
