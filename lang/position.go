package lang

import (
	"bytes"
	"unicode/utf8"

	"github.com/apparentlymart/go-textseg/v15/textseg"
	"github.com/hashicorp/hcl/v2"
	hcljson "github.com/hashicorp/hcl/v2/json"
)

// posAt is the position of a byte of src: its line, and its column in characters as a reader sees them.
func posAt(src []byte, offset int) hcl.Pos {
	offset = min(max(offset, 0), len(src))
	line := bytes.Count(src[:offset], []byte{'\n'}) + 1
	start := bytes.LastIndexByte(src[:offset], '\n') + 1
	column := 1
	for rest := src[start:offset]; len(rest) > 0; column++ {
		n, _, err := textseg.ScanGraphemeClusters(rest, true)
		if err != nil || n == 0 {
			break
		}
		rest = rest[n:]
	}
	return hcl.Pos{Line: line, Column: column, Byte: offset}
}

// rangeAt is the range of src from one byte to another.
func rangeAt(src []byte, name string, from, to int) hcl.Range {
	return hcl.Range{Filename: name, Start: posAt(src, from), End: posAt(src, to)}
}

// exact is the range of the source that a range inside an expression means. HCL counts the bytes of a JSON
// text after its escapes are undone, so in JSON syntax the two differ.
func (l *loader) exact(e hcl.Expression, r hcl.Range) hcl.Range {
	file := l.sources[r.Filename]
	if !hcljson.IsJSONExpression(e) || file == nil {
		return r
	}
	whole := e.Range()
	src := file.src[:min(whole.End.Byte, len(file.src))]
	for i := whole.Start.Byte; i < len(src); i++ {
		if src[i] != '"' {
			continue
		}
		end := i + 1
		for end < len(src) && src[end] != '"' {
			if src[end] == '\\' {
				end++
			}
			end++
		}
		end = min(end+1, len(src))
		if r.Start.Byte > i && r.Start.Byte < end {
			_, where := jsonPlaces(src, i, end)
			from, to := where.rawByte(r.Start.Byte-i-1), where.rawByte(r.End.Byte-i-1)
			if from < 0 || to < 0 {
				return whole
			}
			return rangeAt(file.src, r.Filename, from, to)
		}
		i = end - 1
	}
	return r
}

// rawByte is the byte of the source where the byte n of the text is, or -1.
func (p *places) rawByte(n int) int {
	for i, r := range p.runes {
		if n <= 0 {
			return p.from[i]
		}
		n -= utf8.RuneLen(r)
	}
	if n > 0 || len(p.to) == 0 {
		return -1
	}
	return p.to[len(p.to)-1]
}
