package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// BenchmarkStartUp runs the program as `make build` makes it. version does nothing but start; validate also
// loads a flow.
func BenchmarkStartUp(b *testing.B) {
	program := filepath.Join(b.TempDir(), "jevrun")
	if out, err := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", program, ".").CombinedOutput(); err != nil {
		b.Fatalf("go build: %v\n%s", err, out)
	}
	info, err := os.Stat(program)
	if err != nil {
		b.Fatal(err)
	}
	for name, args := range map[string][]string{"version": {"version"}, "validate": {"validate", filepath.Join("starter", "flow.hcl")}} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if out, err := exec.Command(program, args...).CombinedOutput(); err != nil {
					b.Fatalf("%v\n%s", err, out)
				}
			}
			b.ReportMetric(float64(info.Size())/1e6, "MB-program")
		})
	}
}
