package action

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/jevrun/jevrun/lang"
)

// checkFile holds that a flow writes files of one kind only, told by their ending, and only below the folder of its
// trace: it must not replace anything else.
func checkFile(ending string) func(path string) error {
	return func(path string) error {
		switch {
		case !strings.HasSuffix(path, ending):
			return &lang.Misuse{Msg: fmt.Sprintf("%q does not end in %s", path, ending)}
		case strings.ContainsRune(path, '\\'):
			return &lang.Misuse{Msg: "folders are separated by /"}
		case !filepath.IsLocal(path):
			return &lang.Misuse{Msg: fmt.Sprintf("%q leaves the folder of the trace", path)}
		}
		return nil
	}
}
