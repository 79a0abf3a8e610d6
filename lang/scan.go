package lang

import (
	"fmt"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// level is one open bracket, template or block during a scan.
type level struct {
	open    hclsyntax.TokenType
	isFor   bool
	chain   int // operators and accesses since the last comma or line of the body
	choices int // question marks since then
}

// scanner counts what a parser or an evaluation could choke on.
type scanner struct {
	levels []level
	fors   int
	unary  int
	found  Diagnostics
}

func (s *scanner) fail(r hcl.Range, summary, detail string) {
	s.found = append(s.found, &Diagnostic{Severity: Error, Summary: summary, Detail: detail, Span: span(r)})
}

// scanHCL checks the bounds of a file in native syntax; it reports the first one that is broken.
func scanHCL(src []byte, name string) Diagnostics {
	// What the lexer itself complains about, the parser says better.
	tokens, _ := hclsyntax.LexConfig(src, name, hcl.InitialPos)
	return scanTokens(tokens)
}

func scanTokens(tokens hclsyntax.Tokens) Diagnostics {
	s := &scanner{levels: []level{{open: hclsyntax.TokenOBrace}}}
	if len(tokens) > MaxTokens {
		s.fail(tokens[MaxTokens].Range, fmt.Sprintf("the file has more than %d words and signs", MaxTokens), "Split it; all files of a folder are one module.")
		return s.found
	}
	for i, t := range tokens {
		s.token(tokens, i, t)
		if len(s.found) > 0 {
			return s.found
		}
	}
	return nil
}

func (s *scanner) token(tokens hclsyntax.Tokens, i int, t hclsyntax.Token) {
	top := &s.levels[len(s.levels)-1]
	if t.Type != hclsyntax.TokenMinus && t.Type != hclsyntax.TokenBang {
		s.unary = 0
	}
	switch t.Type {
	case hclsyntax.TokenOBrace, hclsyntax.TokenOBrack, hclsyntax.TokenOParen, hclsyntax.TokenTemplateInterp,
		hclsyntax.TokenTemplateControl, hclsyntax.TokenOQuote, hclsyntax.TokenOHeredoc:
		if t.Type == hclsyntax.TokenOBrack || t.Type == hclsyntax.TokenOParen {
			s.link(top, t) // an index or a call
		}
		s.push(t, loops(tokens, i))
	case hclsyntax.TokenCBrace, hclsyntax.TokenCBrack, hclsyntax.TokenCParen, hclsyntax.TokenTemplateSeqEnd,
		hclsyntax.TokenCQuote, hclsyntax.TokenCHeredoc:
		s.pop()
	case hclsyntax.TokenMinus, hclsyntax.TokenBang:
		s.unary++
		if s.unary > MaxUnary {
			s.fail(t.Range, fmt.Sprintf("more than %d signs in a row", MaxUnary), "One - or ! does it.")
		}
		s.link(top, t)
	case hclsyntax.TokenQuestion:
		top.choices++
		if top.choices > MaxChoice {
			s.fail(t.Range, fmt.Sprintf("more than %d choices (?) in one expression", MaxChoice), "Use a map and look the value up, or split the expression with locals.")
		}
	case hclsyntax.TokenPlus, hclsyntax.TokenStar, hclsyntax.TokenSlash, hclsyntax.TokenPercent, hclsyntax.TokenDot,
		hclsyntax.TokenAnd, hclsyntax.TokenOr, hclsyntax.TokenEqualOp, hclsyntax.TokenNotEqual, hclsyntax.TokenLessThan,
		hclsyntax.TokenLessThanEq, hclsyntax.TokenGreaterThan, hclsyntax.TokenGreaterThanEq, hclsyntax.TokenDoubleColon:
		s.link(top, t)
	case hclsyntax.TokenComma:
		top.chain, top.choices = 0, 0
	case hclsyntax.TokenNewline:
		if top.open == hclsyntax.TokenOBrace {
			top.chain, top.choices = 0, 0
		}
	case hclsyntax.TokenIdent:
		if string(t.Bytes) == "endfor" && top.open == hclsyntax.TokenTemplateControl {
			s.fors = max(0, s.fors-1)
		}
	}
}

// loops tells whether the bracket at i opens a for.
func loops(tokens hclsyntax.Tokens, i int) bool {
	for j := i + 1; j < len(tokens); j++ {
		switch tokens[j].Type {
		case hclsyntax.TokenNewline, hclsyntax.TokenComment:
			continue
		case hclsyntax.TokenIdent:
			return string(tokens[j].Bytes) == "for"
		}
		return false
	}
	return false
}

func (s *scanner) link(top *level, t hclsyntax.Token) {
	top.chain++
	if top.chain > MaxChain {
		s.fail(t.Range, fmt.Sprintf("more than %d operators and accesses in one expression", MaxChain), "Split it with locals.")
	}
}

func (s *scanner) push(t hclsyntax.Token, isFor bool) {
	if len(s.levels) > MaxDepth {
		s.fail(t.Range, fmt.Sprintf("nested deeper than %d levels", MaxDepth), "Split the expression with locals.")
		return
	}
	if isFor {
		s.fors++
		if s.fors > MaxFor {
			s.fail(t.Range, fmt.Sprintf("more than %d for in each other", MaxFor), "Split the expression with locals.")
			return
		}
	}
	// A for in a template goes on until its endfor, not until its bracket closes.
	s.levels = append(s.levels, level{open: t.Type, isFor: isFor && t.Type != hclsyntax.TokenTemplateControl})
}

func (s *scanner) pop() {
	if len(s.levels) == 1 {
		return // the parser reports it
	}
	if s.levels[len(s.levels)-1].isFor {
		s.fors--
	}
	s.levels = s.levels[:len(s.levels)-1]
}
