//go:build unix

package outfile_test

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/jevrun/jevrun/runtime/outfile"
)

func TestAPipeThatNobodyReadsIsNotWaitedFor(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := outfile.Write(pipe, []byte("x")); err == nil || !strings.Contains(err.Error(), "is a pipe that nobody reads") {
		t.Errorf("%v", err)
	}
	reader, err := syscall.Open(pipe, syscall.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Close(reader)
	if err := outfile.Write(pipe, []byte("read")); err != nil {
		t.Fatal(err)
	}
	got := make([]byte, 8)
	if n, err := syscall.Read(reader, got); err != nil || string(got[:n]) != "read" {
		t.Errorf("%q, %v", got[:n], err)
	}
}
