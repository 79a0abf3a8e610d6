package function

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"unicode/utf8"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
)

const fileDoc = "The text of a file in the module's folder; the path is relative to the folder and cannot leave it."

// fileFunc reads files below dir. A link that leads out of dir is not followed.
func fileFunc(dir string) function.Function {
	return function.New(&function.Spec{
		Params: []function.Parameter{{Name: "path", Type: cty.String}},
		Type:   function.StaticReturnType(cty.String),
		Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
			s, err := readFile(dir, args[0].AsString())
			if err != nil {
				return cty.NilVal, function.NewArgError(0, err)
			}
			return cty.StringVal(s), nil
		},
	})
}

func readFile(dir, path string) (string, error) {
	if !filepath.IsLocal(path) {
		return "", fmt.Errorf("%q leaves the module's folder", path)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return "", fmt.Errorf("the module's folder cannot be opened: %w", cause(err))
	}
	defer root.Close()
	info, err := root.Stat(path)
	if err != nil {
		return "", fmt.Errorf("%q cannot be read: %w", path, cause(err))
	}
	if !info.Mode().IsRegular() {
		return "", fmt.Errorf("%q is not a regular file", path)
	}
	f, err := root.Open(path)
	if err != nil {
		return "", fmt.Errorf("%q cannot be read: %w", path, cause(err))
	}
	defer f.Close()
	src, err := io.ReadAll(io.LimitReader(f, MaxText+1))
	switch {
	case err != nil:
		return "", fmt.Errorf("%q cannot be read: %w", path, cause(err))
	case len(src) > MaxText:
		return "", fmt.Errorf("%q is longer than %d bytes", path, MaxText)
	case !utf8.Valid(src):
		return "", fmt.Errorf("%q is not a text in UTF-8", path)
	}
	return string(src), nil
}

// cause is err without the path that the message names already.
func cause(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}
