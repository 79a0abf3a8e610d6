package main

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"testing"
)

// toySet is pairs of made-up words, enough for a batch.
func toySet() *trainingSet {
	c := newCorpus()
	word := func(seed int) string {
		r := newRandom(uint64(seed))
		b := make([]byte, 4+r.below(6))
		for i := range b {
			b[i] = byte('a' + r.below(26))
		}
		return string(b)
	}
	for i := range 2000 {
		key := fmt.Sprint("k", i)
		c.add("toy", key, "en", word(3*i)+" "+word(3*i+1))
		c.add("toy", key, "de", word(3*i+2)+" "+word(3*i+3))
		c.addIcon(word(5*i), []string{word(7*i + 1), word(7*i + 2)})
		c.addSynonyms([]string{word(11 * i), word(11*i + 5)})
		c.addDefinition(word(13*i), word(13*i+1)+" "+word(13*i+2))
	}
	return c.trainingSet()
}

func BenchmarkStep(b *testing.B) {
	l := newLearner(toySet())
	for b.Loop() {
		l.step(0.1)
	}
}

// TestSameToTheBit holds the vector instructions and the plain loops to one result; the two are built apart,
// so both are compared with a sum that was written down once.
func TestSameToTheBit(t *testing.T) {
	h := crc32.NewIEEE()
	for _, x := range learn(toySet(), 4, func(string, ...any) {}) {
		binary.Write(h, binary.LittleEndian, x)
	}
	if got, want := h.Sum32(), uint32(0x89bd2c28); got != want {
		t.Errorf("the rows have the checksum %#x, not %#x", got, want)
	}
}
