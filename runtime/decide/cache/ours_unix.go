//go:build unix

package cache

import (
	"io/fs"
	"os"
	"syscall"
)

// ours tells whether nobody but this user (and root) can put answers into a folder.
func ours(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Getuid() && info.Mode().Perm()&0o022 == 0
}
