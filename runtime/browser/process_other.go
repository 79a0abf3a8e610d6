//go:build !unix

package browser

import (
	"errors"
	"os"
)

type process struct {
	toBrowser, fromBrowser *os.File
	group                  int
	exited                 chan struct{}
	output                 output
}

func start(path, profile string, args []string) (*process, error) {
	return nil, errors.New("launching browsers works on Linux and macOS only")
}

func (p *process) exit() string   { return "" }
func (p *process) kill()          {}
func (p *process) cleanUp() error { return nil }
func hasDisplay() bool            { return true }
