package uitext

import (
	"hash/crc32"
	"unicode/utf8"
)

// The shape of a table. A row belongs to all pieces of text whose hash falls on it.
const (
	Buckets = 1 << 17 // rows
	Dim     = 64      // numbers in a row
)

// MaxWords is how many words of a text go into its vector.
const MaxWords = 24

// AppendWord adds the rows of one word to ids: the word itself and its pieces of three to five letters, with
// a mark at both ends; for scripts that write words without spaces, pieces of one to three.
func AppendWord(ids []uint32, word string) []uint32 {
	var buf [4*maxRunes + 2]byte
	ids = append(ids, start.text("w:").text(word).row())
	dense := false
	b := append(buf[:0], '<')
	var at [maxRunes + 4]int // where each rune begins
	n := 0
	at[n], n = 0, n+1
	for _, r := range word {
		if n >= maxRunes {
			break
		}
		dense = dense || isDense(r)
		at[n], n = len(b), n+1
		b = utf8.AppendRune(b, r)
	}
	at[n], n = len(b), n+1
	b = append(b, '>')
	at[n] = len(b)
	from, to, short, long := 0, n, 3, 5
	if dense {
		from, to, short, long = 1, n-1, 1, 3
	}
	piece := start.text("c:")
	for size := short; size <= long; size++ {
		for i := from; i+size <= to; i++ {
			ids = append(ids, piece.bytes(b[at[i]:at[i+size]]).row())
		}
	}
	return ids
}

// maxRunes bounds the pieces of one word.
const maxRunes = 40

// Pair is the row of two words that follow each other.
func Pair(first, second string) uint32 {
	return start.text("b:").text(first).text(" ").text(second).row()
}

// Bag adds the rows of a text to ids: those of its words and of its pairs of words.
func Bag(ids []uint32, words []string) []uint32 {
	for i, w := range words[:min(len(words), MaxWords)] {
		ids = AppendWord(ids, w)
		if i > 0 {
			ids = append(ids, Pair(words[i-1], w))
		}
	}
	return ids
}

// hash is the CRC-32 of IEEE of what it has been given. The standard library's own takes a slice that escapes.
type hash uint32

const start hash = 0xffffffff

func (h hash) text(s string) hash {
	for i := range len(s) {
		h = hash(crc32.IEEETable[byte(h)^s[i]]) ^ h>>8
	}
	return h
}

func (h hash) bytes(b []byte) hash {
	for _, c := range b {
		h = hash(crc32.IEEETable[byte(h)^c]) ^ h>>8
	}
	return h
}

func (h hash) row() uint32 { return ^uint32(h) % Buckets }

// isDense reports the scripts that put no space between words.
func isDense(r rune) bool {
	return 0x3040 <= r && r <= 0x30ff || 0x3400 <= r && r <= 0x9fff || 0xac00 <= r && r <= 0xd7af || 0x0e00 <= r && r <= 0x0e7f
}
