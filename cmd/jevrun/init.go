package main

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
)

// starter is what init writes: a flow and the page that it runs on.
//
//go:embed starter
var starter embed.FS

func newInit(u *ui) *cobra.Command {
	return &cobra.Command{
		Use:   "init [DIR]",
		Short: "Write a small flow and its page to start from",
		Long:  "Write flow.hcl and page.html into DIR (default: the current folder). Nothing that exists is overwritten.",
		Args:  argsBetween(0, 1, "one folder at most"),
		RunE: func(_ *cobra.Command, args []string) error {
			dir := "."
			if len(args) == 1 {
				dir = args[0]
			}
			written, err := writeStarter(dir)
			if err != nil {
				return err
			}
			u.Sayf("Wrote %s. Next: jevrun run %s", strings.Join(written, " and "), shellWord(written[0]))
			return nil
		},
	}
}

// writeStarter writes the starter's files into dir, all of them or, when one of them exists, none.
func writeStarter(dir string) ([]string, error) {
	root, err := fs.Sub(starter, "starter")
	if err != nil {
		return nil, err
	}
	files, err := fs.Glob(root, "*")
	if err != nil {
		return nil, err
	}
	paths := make([]string, len(files))
	for i, name := range files {
		paths[i] = filepath.Join(dir, name)
		switch _, err := os.Lstat(paths[i]); {
		case err == nil:
			return nil, failed(exitWrong, "%s exists already, and init overwrites nothing; name another folder: jevrun init DIR", paths[i])
		case !errors.Is(err, fs.ErrNotExist):
			return nil, fmt.Errorf("cannot look at %s: %w", paths[i], err)
		}
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("cannot make the folder %s: %w", dir, err)
	}
	for i, name := range files {
		text, err := fs.ReadFile(root, name)
		if err != nil {
			return nil, err
		}
		if err := writeNew(paths[i], text); err != nil {
			return nil, fmt.Errorf("cannot write %s: %w", paths[i], err)
		}
	}
	return paths, nil
}

// writeNew writes a file that must not exist yet.
func writeNew(path string, text []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	return errors.Join(err, f.Close())
}

// shellWord quotes a path where a shell would split or expand it.
func shellWord(s string) string {
	if strings.IndexFunc(s, func(r rune) bool {
		return !strings.ContainsRune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./+,:=@%", r)
	}) < 0 {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
