package lang

import (
	"bytes"

	"github.com/apparentlymart/go-textseg/v15/textseg"
	"github.com/hashicorp/hcl/v2"
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
