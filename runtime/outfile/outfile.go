// Package outfile writes files whole or not at all: beside their place first, and moved there in one step. A link that
// lies in the place is replaced and never followed, because a folder that came from elsewhere may bring one that leads
// to a file of yours. What is no file (a terminal, a pipe, a device) is written to as it is.
package outfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// File is a file that is being written. Place moves it to its path, Discard takes it away; one of them ends it.
type File struct {
	*os.File
	path string
	temp string // "" once the file is in its place, and for what is no file
}

// Create begins the file at path. What lies there stays as it is until Place. A new file has the rights that the umask
// leaves, one that replaces a file has those of that file.
func Create(path string) (*File, error) {
	dir, name := filepath.Split(path)
	info, err := os.Stat(path)
	switch {
	case err == nil && !info.IsDir() && (!info.Mode().IsRegular() || system(path)):
		return special(path)
	}
	if err := Placeable(path); err != nil {
		return nil, err
	}
	mode, kept := os.FileMode(0o666), false // the umask takes what it takes
	if info, err := os.Lstat(path); err == nil && info.Mode().IsRegular() {
		mode, kept = info.Mode().Perm(), true
	}
	file, err := beside(dir, name, mode)
	if err != nil {
		return nil, unwritable(path, err)
	}
	f := &File{File: file, path: path, temp: file.Name()}
	if kept {
		if err := file.Chmod(mode); err != nil {
			return nil, errors.Join(unwritable(path, err), f.Discard())
		}
	}
	return f, nil
}

// Placeable fails where no file can be made at path, for who wants to know before the work: it is a folder, or its
// folder is not there.
func Placeable(path string) error {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return fmt.Errorf("%s is a folder; name a file in it", path)
	}
	dir := filepath.Dir(path)
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: no such folder %s; make it first", path, dir)
	}
	return nil
}

// system reports whether a path is one of the names that the system gives open files, such as /dev/stdout.
func system(path string) bool {
	abs, err := filepath.Abs(path)
	return err == nil && (strings.HasPrefix(abs, "/dev/") || strings.HasPrefix(abs, "/proc/"))
}

// special opens what cannot be replaced. A pipe that nobody reads is refused, where a plain open would wait for ever.
func special(path string) (*File, error) {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND|syscall.O_NONBLOCK, 0)
	switch {
	case errors.Is(err, syscall.ENXIO):
		return nil, fmt.Errorf("%s is a pipe that nobody reads; name a file", path)
	case err != nil:
		return nil, unwritable(path, err)
	}
	return &File{File: file, path: path}, nil
}

// beside makes a new file next to name. Unlike os.CreateTemp it leaves the rights to the umask.
func beside(dir, name string, mode os.FileMode) (*os.File, error) {
	for n := 0; ; n++ {
		temp := filepath.Join(dir, fmt.Sprintf(".%s.%d-%d.tmp", name, os.Getpid(), n))
		file, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if !errors.Is(err, fs.ErrExist) || n == 10000 {
			return file, err
		}
	}
}

// unwritable says which place takes no file, in the words of the system, without the name of the file beside it.
func unwritable(path string, err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		err = at.Err
	}
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS) {
		return fmt.Errorf("%s cannot be written: its folder takes no new file (%w); name a place in one that does", path, err)
	}
	return fmt.Errorf("%s cannot be written: %w", path, err)
}

// Place moves the file to its path. It stays open: a trace grows in its place.
func (f *File) Place() error {
	if f.temp == "" {
		return nil
	}
	if err := os.Rename(f.temp, f.path); err != nil {
		return unwritable(f.path, err)
	}
	f.temp = ""
	return nil
}

// Placed reports whether the file is where it belongs.
func (f *File) Placed() bool { return f.temp == "" }

// Discard closes the file and takes it away, unless it is in its place.
func (f *File) Discard() error {
	err := f.Close()
	if f.temp != "" {
		err = errors.Join(err, os.Remove(f.temp))
		f.temp = ""
	}
	return err
}

// Write writes the file at path.
func Write(path string, text []byte) error {
	f, err := Create(path)
	if err != nil {
		return err
	}
	if _, err := f.Write(text); err != nil {
		return errors.Join(unwritable(path, err), f.Discard())
	}
	if f.Placed() { // a pipe or a device
		return f.Close()
	}
	if err := f.Place(); err != nil {
		return errors.Join(err, f.Discard())
	}
	return f.Close()
}

// Rewrite gives a file that was read another text. A link leads to it as it did when it was read, and stays.
func Rewrite(path string, text []byte) error {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return unwritable(path, err)
	}
	return Write(real, text)
}

// In writes the file name of a folder, which no link leads out of.
func In(folder *os.Root, name string, text []byte) error {
	aside := fmt.Sprintf("%s.%d.new", name, os.Getpid()) // another process may write the same file now
	if err := folder.Remove(aside); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := folder.WriteFile(aside, text, 0o644); err != nil {
		return err
	}
	return folder.Rename(aside, name)
}
