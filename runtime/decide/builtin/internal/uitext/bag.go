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
	var buf [3*maxBytes + 8]byte
	b := append(buf[:0], "w:"...)
	ids = append(ids, row(append(b, word...)))
	dense := false
	b = append(buf[:0], '<')
	var at [maxBytes + 4]int // where each rune begins
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
	for size := short; size <= long; size++ {
		for i := from; i+size <= to; i++ {
			ids = append(ids, rowOf('c', b[at[i]:at[i+size]]))
		}
	}
	return ids
}

// maxRunes bounds the pieces of one word.
const maxRunes = 40

// Pair is the row of two words that follow each other.
func Pair(first, second string) uint32 {
	var buf [2*maxBytes + 8]byte
	b := append(append(append(append(buf[:0], "b:"...), first...), ' '), second...)
	return row(b)
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

func row(b []byte) uint32 { return crc32.ChecksumIEEE(b) % Buckets }

func rowOf(kind byte, piece []byte) uint32 {
	prefix := [2]byte{kind, ':'}
	return crc32.Update(crc32.ChecksumIEEE(prefix[:]), crc32.IEEETable, piece) % Buckets
}

// isDense reports the scripts that put no space between words.
func isDense(r rune) bool {
	return 0x3040 <= r && r <= 0x30ff || 0x3400 <= r && r <= 0x9fff || 0xac00 <= r && r <= 0xd7af || 0x0e00 <= r && r <= 0x0e7f
}
