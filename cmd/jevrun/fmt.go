package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/jevrun/jevrun/lang"
	"github.com/jevrun/jevrun/runtime/outfile"
)

func newFmt(u *ui) *cobra.Command {
	var check bool
	cmd := &cobra.Command{
		Use:   "fmt [PATH...]",
		Short: "Format flow files",
		Long: `Rewrite the flow files at PATH (files or folders; default: the current folder) in the usual form, comments
kept, and list those that changed. With - as the only PATH the text comes from stdin and goes to stdout.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 && args[0] == "-" {
				return u.formatStdin(check)
			}
			if len(args) == 0 {
				args = []string{"."}
			}
			changed, err := u.formatAll(args, check)
			if err != nil {
				return err
			}
			if check && changed > 0 {
				return failed(exitFailed, "%s to format; jevrun fmt does it", count(changed, "file"))
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&check, "check", false, "change nothing; list the files that would change and exit with 1")
	return cmd
}

// formatStdin formats stdin to stdout.
func (u *ui) formatStdin(check bool) error {
	src, err := readFlow(u.in)
	if err != nil {
		return fmt.Errorf("cannot read stdin: %w", err)
	}
	out, diags := lang.Format(src, "stdin.hcl")
	if err := u.diagnose(diags); err != nil {
		return err
	}
	if check {
		if bytes.Equal(src, out) {
			return nil
		}
		return failed(exitFailed, "the text on stdin is not formatted")
	}
	_, err = u.Write(out)
	return err
}

// formatAll formats the files at paths, all that can be, and counts those that change.
func (u *ui) formatAll(paths []string, check bool) (changed int, err error) {
	var problems lang.Diagnostics
	for _, path := range paths {
		files, err := flowFiles(path)
		if err != nil {
			return changed, err
		}
		for _, file := range files {
			src, err := readFlowFile(file)
			if err != nil {
				return changed, fmt.Errorf("cannot read %s: %w", file, err)
			}
			out, diags := lang.Format(src, file)
			problems = append(problems, diags...)
			if diags.HasErrors() || bytes.Equal(src, out) {
				continue
			}
			changed++
			u.Printf("%s\n", file)
			if check {
				continue
			}
			if err := outfile.Rewrite(file, out); err != nil {
				return changed, err
			}
		}
	}
	return changed, u.diagnose(problems)
}

// readFlow reads no more than the language would take, and a byte, by which the language knows.
func readFlow(r io.Reader) ([]byte, error) { return io.ReadAll(io.LimitReader(r, lang.MaxFile+1)) }

func readFlowFile(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	src, err := readFlow(f)
	return src, errors.Join(err, f.Close())
}

// flowFiles are the flow files at path: the file itself, or those that lie in the folder.
func flowFiles(path string) ([]string, error) {
	info, err := os.Stat(path)
	if err != nil {
		if path == "-" {
			return nil, errors.New("- stands for stdin and has to be the only PATH")
		}
		var p *fs.PathError
		if errors.As(err, &p) {
			err = p.Err
		}
		return nil, fmt.Errorf("%s cannot be read: %w; name a flow file (*.hcl, *.hcl.json) or a folder that holds some", path, err)
	}
	if !info.IsDir() {
		if !isFlowFile(path) {
			return nil, fmt.Errorf("%s is not a flow file: its name ends neither in .hcl nor in .hcl.json", path)
		}
		return []string{path}, nil
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, fmt.Errorf("cannot read the folder %s: %w", path, err)
	}
	var files []string
	for _, e := range entries {
		if !e.IsDir() && !strings.HasPrefix(e.Name(), ".") && isFlowFile(e.Name()) {
			files = append(files, filepath.Join(path, e.Name()))
		}
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("the folder %s holds no flow file", path)
	}
	return files, nil
}

func isFlowFile(name string) bool {
	return strings.HasSuffix(name, ".hcl") || strings.HasSuffix(name, ".hcl.json")
}
