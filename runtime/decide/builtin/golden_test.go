package builtin

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/jevrun/jevrun/runtime/decide"
)

const goldenFile = "testdata/answers.txt"

// TestSameAnswersEverywhere holds all probabilities of all cases, in ten-thousandths, to those that were written
// down once. Run it on another processor to see that they are the same there:
//
//	GOARCH=arm64 go test -c -o builtin.test . && qemu-aarch64-static ./builtin.test -test.run TestSameAnswersEverywhere
func TestSameAnswersEverywhere(t *testing.T) {
	var b strings.Builder
	d := New()
	for _, set := range [][]testCase{loadCases(t, "dev"), loadCases(t, "hidden"), loadReal(t, "dev"), loadReal(t, "hidden")} {
		for _, c := range set {
			req := c.request()
			resp, err := d.Decide(t.Context(), req)
			if err != nil {
				t.Fatal(err)
			}
			a := resp.Answers[decide.TargetQuestion]
			h := crc32.NewIEEE()
			for _, o := range req.Questions[0].Options {
				units := uint32(a.Probabilities[o.Label]*1e4 + 0.5)
				binary.Write(h, binary.LittleEndian, units)
			}
			fmt.Fprintf(&b, "%s %s %.4f %08x\n", c.ID, a.Choice, a.Confidence, h.Sum32())
		}
	}
	if *update {
		if err := os.WriteFile(goldenFile, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(goldenFile)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(b.String(), "\n")); diff != "" {
		t.Errorf("other answers than in %s; if the decider changed on purpose, run with -update:\n%s", goldenFile, diff)
	}
}
