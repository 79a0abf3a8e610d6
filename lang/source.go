package lang

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	hcljson "github.com/hashicorp/hcl/v2/json"
)

// The bounds of a module's files. A file may be hostile: every bound is checked before the parser, which
// dies on deep nesting and cannot be recovered, sees the file.
const (
	MaxFile   = 2 << 20 // bytes of one file
	MaxFiles  = 200     // files of one module
	MaxTokens = 500_000 // words and signs of one file
	MaxDepth  = 100     // brackets, blocks and templates in each other
	MaxUnary  = 10      // - or ! in a row
	MaxChain  = 1000    // operators and accesses of one expression
	MaxChoice = 50      // ? of one expression
	MaxFor    = 2       // for in for
)

// The endings of files.
const (
	extHCL  = ".hcl"
	extJSON = ".hcl.json"
)

// source is one file of a module.
type source struct {
	name string // as diagnostics show it
	path string // absolute
	src  []byte
	json bool
	file *hcl.File
}

func isJSON(name string) bool { return strings.HasSuffix(name, ".json") }

// ModuleDir is the absolute folder of the module that path names: path itself, or the folder of the file.
func ModuleDir(path string) (string, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", fmt.Errorf("finding the folder of %s: %w", path, err)
	}
	info, err := os.Stat(abs)
	if err != nil {
		return "", fmt.Errorf("%s cannot be read: %w; name a flow file (*.hcl, *.hcl.json) or a folder that holds some", path, reason(err))
	}
	if info.IsDir() {
		return abs, nil
	}
	return filepath.Dir(abs), nil
}

// reason is err without the path that the message around it already names.
func reason(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

// list finds the files of the module at path: the file itself, or all *.hcl and *.hcl.json of the folder, by
// name.
func list(path string) ([]string, *Diagnostic) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, &Diagnostic{Severity: Error, Summary: fmt.Sprintf("%s cannot be read: %v", path, reason(err)), Detail: "Name a flow file (*.hcl, *.hcl.json) or a folder that holds some."}
	}
	if !info.IsDir() {
		if !strings.HasSuffix(path, extHCL) && !strings.HasSuffix(path, extJSON) {
			return nil, &Diagnostic{Severity: Error, Summary: fmt.Sprintf("%s is not a flow file", path), Detail: notAFlow(path)}
		}
		return []string{path}, nil
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, &Diagnostic{Severity: Error, Summary: fmt.Sprintf("the folder %s cannot be read: %v", path, reason(err))}
	}
	var out []string
	for _, e := range entries {
		if IsFlowFile(e) {
			out = append(out, filepath.Join(path, e.Name()))
		}
	}
	switch {
	case len(out) == 0:
		return nil, &Diagnostic{Severity: Error, Summary: fmt.Sprintf("the folder %s holds no flow file", path), Detail: below(path, entries) + "Flow files end in .hcl or .hcl.json; jevrun init writes a first one."}
	case len(out) > MaxFiles:
		return nil, &Diagnostic{Severity: Error, Summary: fmt.Sprintf("the folder %s holds %d flow files; a module may have %d", path, len(out), MaxFiles), Detail: "Split it into folders, each a module of its own."}
	}
	slices.Sort(out)
	return out, nil
}

// IsFlowFile reports whether an entry of a folder is a file of the module that the folder is.
func IsFlowFile(e os.DirEntry) bool {
	name := e.Name()
	return !e.IsDir() && !strings.HasPrefix(name, ".") && (strings.HasSuffix(name, extHCL) || strings.HasSuffix(name, extJSON))
}

// below names the folders of a folder that hold flow files, "" for none: whoever knows tools that look into all of them
// is told that this one does not.
func below(path string, entries []os.DirEntry) string {
	var found []string
	for _, e := range entries {
		if !e.IsDir() || strings.HasPrefix(e.Name(), ".") {
			continue
		}
		dir := filepath.Join(path, e.Name())
		if files, err := os.ReadDir(dir); err == nil && slices.ContainsFunc(files, IsFlowFile) {
			found = append(found, dir)
		}
	}
	if len(found) == 0 {
		return ""
	}
	return fmt.Sprintf("Each folder is a module of its own: name %s. ", listing(found))
}

// notAFlow says what a file that is not one of a module wants instead.
func notAFlow(path string) string {
	if strings.HasSuffix(path, ".jsonl") {
		return "A trace is for jevrun replay and jevrun report; a flow file ends in .hcl, or in .hcl.json for the JSON syntax."
	}
	return "A flow file ends in .hcl, or in .hcl.json for the JSON syntax."
}

// read reads a file within its bound.
func read(name string) ([]byte, *Diagnostic) {
	fail := func(format string, args ...any) *Diagnostic {
		return &Diagnostic{Severity: Error, Summary: fmt.Sprintf(format, args...)}
	}
	info, err := os.Stat(name)
	if err == nil && !info.Mode().IsRegular() {
		return nil, fail("%s is not a regular file", name)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, fail("%s cannot be read: %v", name, reason(err))
	}
	defer f.Close()
	src, err := io.ReadAll(io.LimitReader(f, MaxFile+1))
	if err != nil {
		return nil, fail("%s cannot be read: %v", name, reason(err))
	}
	return src, nil
}

// ReadFile reads a file of HCL that belongs to no module, such as a decider's script, within the bounds of a flow file.
// It takes regular files only: opening another may wait for ever.
func ReadFile(path string) ([]byte, error) {
	src, problem := read(path)
	if problem != nil {
		return nil, problem
	}
	return src, nil
}

// ParseFile parses such a file, in native syntax or, where its name ends in .json, in JSON. What breaks a bound never
// reaches the parser.
func ParseFile(name string, src []byte) (*hcl.File, error) {
	file, problems := parse(name, src)
	if err := problems.Err(); err != nil {
		return nil, err
	}
	return file, nil
}

// parse checks the bounds of a file and parses it. The problems have their snippets.
func parse(name string, src []byte) (*hcl.File, Diagnostics) {
	whole := &Span{File: name, Start: Position{1, 1, 0}, End: Position{1, 1, 0}}
	if len(src) > MaxFile {
		return nil, Diagnostics{{Severity: Error, Span: whole, Summary: fmt.Sprintf("the file is larger than %d bytes", MaxFile), Detail: "Split it; all files of a folder are one module."}}
	}
	if !utf8.Valid(src) {
		return nil, Diagnostics{{Severity: Error, Span: whole, Summary: "the file is not valid UTF-8", Detail: "Save it as UTF-8."}}
	}
	scan := scanHCL
	if isJSON(name) {
		scan = scanJSON
	}
	if ds := scan(src, name); len(ds) > 0 {
		return nil, withSnippets(ds, src)
	}
	var file *hcl.File
	var problems hcl.Diagnostics
	if isJSON(name) {
		file, problems = hcljson.Parse(src, name)
	} else {
		file, problems = hclsyntax.ParseConfig(src, name, hcl.InitialPos)
	}
	var ds Diagnostics
	for _, p := range problems {
		d := fromHCL(p)
		if d.Span != nil && d.Span.End.Byte > len(src) { // the JSON parser may point one byte behind the end
			d.Span = span(rangeAt(src, name, min(d.Span.Start.Byte, len(src)), len(src)))
		}
		ds = append(ds, d)
	}
	return file, withSnippets(ds, src)
}

func withSnippets(ds Diagnostics, src []byte) Diagnostics {
	for _, d := range ds {
		if d.Span != nil && d.Snippet == nil {
			d.Snippet = snippet(src, d.Span)
		}
	}
	return ds
}
