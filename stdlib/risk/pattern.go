package risk

import (
	"errors"
	"regexp/syntax"
	"slices"
	"unicode/utf8"
)

// pattern is a regular expression over folded text. It is run here and not by package regexp because a word
// boundary there knows ASCII only, and no RE2 expression can say where a word of any script ends. The
// simulation is linear in the text.
type pattern struct {
	prog  *syntax.Prog
	first []*syntax.Inst // what may consume the first rune of a match
	ascii [128]bool      // the ASCII runes that first takes
	empty bool           // a match need not consume a rune
}

// maxProgram bounds what one pattern can cost for each rune of a subject, in instructions.
const maxProgram = 5000

func compile(source string) (*pattern, error) {
	re, err := syntax.Parse(source, syntax.Perl|syntax.FoldCase)
	if err != nil {
		var bad *syntax.Error
		if errors.As(err, &bad) {
			return nil, errors.New("not a regular expression: " + string(bad.Code) + " at `" + bad.Expr + "`")
		}
		return nil, err
	}
	prog, err := syntax.Compile(foldPattern(re).Simplify())
	if err != nil {
		return nil, err
	}
	if len(prog.Inst) > maxProgram {
		return nil, errors.New("its repetitions make it too large; write a shorter one")
	}
	p := &pattern{prog: prog}
	p.start(uint32(prog.Start), make([]bool, len(prog.Inst)))
	for r := range rune(len(p.ascii)) {
		p.ascii[r] = slices.ContainsFunc(p.first, func(i *syntax.Inst) bool { return i.MatchRune(r) })
	}
	return p, nil
}

// start collects how a match may begin, whatever stands around it.
func (p *pattern) start(pc uint32, seen []bool) {
	if seen[pc] {
		return
	}
	seen[pc] = true
	inst := &p.prog.Inst[pc]
	switch inst.Op {
	case syntax.InstMatch:
		p.empty = true
	case syntax.InstAlt, syntax.InstAltMatch:
		p.start(inst.Out, seen)
		p.start(inst.Arg, seen)
	case syntax.InstCapture, syntax.InstNop, syntax.InstEmptyWidth:
		p.start(inst.Out, seen)
	case syntax.InstFail:
	default:
		p.first = append(p.first, inst)
	}
}

// mayStart reports whether a match can begin before r, -1 at the end of the text.
func (p *pattern) mayStart(r rune) bool {
	switch {
	case p.empty:
		return true
	case 0 <= r && int(r) < len(p.ascii):
		return p.ascii[r]
	}
	return slices.ContainsFunc(p.first, func(i *syntax.Inst) bool { return i.MatchRune(r) })
}

// foldPattern folds the literal text of an expression as the subject is folded, and leaves its syntax alone.
func foldPattern(re *syntax.Regexp) *syntax.Regexp {
	switch re.Op {
	case syntax.OpLiteral:
		re.Rune = []rune(fold(string(re.Rune)))
		re.Flags &^= syntax.FoldCase
		if len(re.Rune) == 0 {
			re.Op = syntax.OpEmptyMatch
		}
	case syntax.OpCharClass:
		return foldClass(re)
	}
	for i, sub := range re.Sub {
		re.Sub[i] = foldPattern(sub)
	}
	return re
}

// foldClass adds what the members of a class become in folded text, for example ss for [ß]. A class of many
// ranges and a range of many runes are taken as they are: they mean a kind of character, not a spelling.
func foldClass(class *syntax.Regexp) *syntax.Regexp {
	const spelled = 8
	if len(class.Rune) > 8*spelled {
		return class
	}
	var more []string
	for i := 0; i+1 < len(class.Rune); i += 2 {
		lo, hi := class.Rune[i], class.Rune[i+1]
		if hi-lo >= spelled {
			continue
		}
		for r := lo; r <= hi; r++ {
			f := fold(string(r))
			if one, n := utf8.DecodeRuneInString(f); n == 0 || n == len(f) && holds(class.Rune, one) || slices.Contains(more, f) {
				continue
			}
			more = append(more, f)
		}
	}
	if len(more) == 0 {
		return class
	}
	alt := &syntax.Regexp{Op: syntax.OpAlternate, Sub: []*syntax.Regexp{class}}
	for _, f := range more {
		alt.Sub = append(alt.Sub, &syntax.Regexp{Op: syntax.OpLiteral, Rune: []rune(f)})
	}
	return alt
}

func holds(ranges []rune, r rune) bool {
	for i := 0; i+1 < len(ranges); i += 2 {
		if ranges[i] <= r && r <= ranges[i+1] {
			return true
		}
	}
	return false
}

// matches reports whether the pattern matches anywhere in text, which must be folded.
func (p *pattern) matches(text string) bool {
	m := machine{prog: p.prog, seen: make([]bool, len(p.prog.Inst)), before: -1}
	var advance []uint32 // where the states that consumed the last rune lead
	for i := 0; ; {
		width := 0
		m.after = -1
		if i < len(text) {
			m.after, width = utf8.DecodeRuneInString(text[i:])
		}
		m.clear()
		if p.mayStart(m.after) {
			advance = append(advance, uint32(p.prog.Start))
		}
		for _, pc := range advance {
			if m.add(pc) {
				return true
			}
		}
		if m.after < 0 {
			return false
		}
		advance = advance[:0]
		for _, pc := range m.states {
			if inst := &p.prog.Inst[pc]; inst.MatchRune(m.after) {
				advance = append(advance, inst.Out)
			}
		}
		m.before = m.after
		i += width
	}
}

// machine is the state of one simulation: the instructions that wait for a rune at the position.
type machine struct {
	prog          *syntax.Prog
	states        []uint32
	visited       []uint32
	seen          []bool // of visited
	before, after rune   // around the position, -1 at the ends
}

func (m *machine) clear() {
	for _, pc := range m.visited {
		m.seen[pc] = false
	}
	m.states, m.visited = m.states[:0], m.visited[:0]
}

// add follows pc to all instructions that wait for a rune. It reports whether it came to the end of the pattern.
func (m *machine) add(pc uint32) bool {
	if m.seen[pc] {
		return false
	}
	m.seen[pc] = true
	m.visited = append(m.visited, pc)
	inst := &m.prog.Inst[pc]
	switch inst.Op {
	case syntax.InstMatch:
		return true
	case syntax.InstAlt, syntax.InstAltMatch:
		return m.add(inst.Out) || m.add(inst.Arg)
	case syntax.InstCapture, syntax.InstNop:
		return m.add(inst.Out)
	case syntax.InstEmptyWidth:
		return m.holds(syntax.EmptyOp(inst.Arg)) && m.add(inst.Out)
	case syntax.InstRune, syntax.InstRune1, syntax.InstRuneAny, syntax.InstRuneAnyNotNL:
		m.states = append(m.states, pc)
	}
	return false
}

// holds reports whether all conditions of op hold at the position.
func (m *machine) holds(op syntax.EmptyOp) bool {
	at := syntax.EmptyOpContext(m.before, m.after) &^ (syntax.EmptyWordBoundary | syntax.EmptyNoWordBoundary)
	if isWord(m.before) != isWord(m.after) {
		at |= syntax.EmptyWordBoundary
	} else {
		at |= syntax.EmptyNoWordBoundary
	}
	return op&^at == 0
}
