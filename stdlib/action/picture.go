package action

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/jevrun/jevrun/lang"
)

// checkPicture holds that a flow writes pictures only, and only below the folder of its trace.
func checkPicture(path string) error {
	switch {
	case !strings.HasSuffix(path, ".png"):
		return &lang.Misuse{Msg: fmt.Sprintf("%q does not end in .png", path)}
	case strings.ContainsRune(path, '\\'):
		return &lang.Misuse{Msg: "folders are separated by /"}
	case !filepath.IsLocal(path):
		return &lang.Misuse{Msg: fmt.Sprintf("%q leaves the folder of the trace", path)}
	}
	return nil
}
