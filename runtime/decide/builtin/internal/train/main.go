// Command train builds the table of text vectors that the embedded decider ships: it fetches translations of
// interfaces, tags of icons and a dictionary from packages with pinned versions and checksums, makes pairs of
// texts that mean the same, and learns vectors that lie close for each pair. It runs on one thread and its
// result is the same to the bit wherever it runs. Nothing of it is linked into jevrun, and CI does not run it.
//
//	GOEXPERIMENT=simd go run ./runtime/decide/builtin/internal/train -sources DIR -out table.bin
//
// DIR keeps the packages between runs. Without GOEXPERIMENT=simd it takes about five times as long.
package main

import (
	"flag"
	"fmt"
	"os"
	"time"

	"github.com/jevrun/jevrun/runtime/decide/builtin/internal/uitext"
)

func main() {
	dir := flag.String("sources", "", "folder that keeps the packages; what is missing in it is fetched with npm and apt-get")
	out := flag.String("out", "table.bin", "file to write")
	words := flag.String("frequent", "frequent.txt", "file for the words of English interfaces and how often they stand in them")
	steps := flag.Int("steps", 32000, "batches to learn from; the table that is checked in has had as many; 0 writes no table")
	flag.Parse()
	if err := run(*dir, *out, *words, *steps); err != nil {
		fmt.Fprintln(os.Stderr, "train:", err)
		os.Exit(1)
	}
}

func run(dir, out, words string, steps int) error {
	if dir == "" {
		return fmt.Errorf("name a folder for the packages with -sources")
	}
	start := time.Now()
	say := func(format string, a ...any) {
		fmt.Fprintf(os.Stderr, "%6.0fs %s\n", time.Since(start).Seconds(), fmt.Sprintf(format, a...))
	}
	c := newCorpus()
	for _, s := range sources {
		file, err := s.fetch(dir)
		if err != nil {
			return fmt.Errorf("%s %s: %w", s.name, s.version, err)
		}
		if err := s.read(c, s, file); err != nil {
			return fmt.Errorf("%s %s: %w", s.name, s.version, err)
		}
		say("read %s %s", s.name, s.version)
	}
	if err := os.WriteFile(words, c.frequent(), 0o644); err != nil {
		return err
	}
	say("wrote %s", words)
	if steps == 0 {
		return nil
	}
	set := c.trainingSet()
	say("%d groups of translations, %d icons, %d synonyms, %d definitions; %d texts, %d pieces",
		len(set.translations), len(set.icons), len(set.synonyms), len(set.definitions), len(set.offsets)-1, len(set.pieces))
	rows := learn(set, steps, say)
	data := uitext.Pack(rows)
	if err := os.WriteFile(out, data, 0o644); err != nil {
		return err
	}
	say("wrote %s, %d bytes", out, len(data))
	return nil
}
