// Package watch notices saved files and says which flows they touch. It runs nothing itself.
package watch

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"
)

// quiet is how long no further event must come before a change counts as saved: editors write, rename and
// touch in bursts.
const quiet = 60 * time.Millisecond

// maxFolders bounds how many folders one watcher follows.
const maxFolders = 2000

// Subject is one thing that a change may touch.
type Subject struct {
	ID     string
	Files  []string // absolute paths
	Folder string   // absolute folder of the local page that it uses, with everything below; "" for none
}

// touched reports whether a change of file concerns the subject.
func (s Subject) touched(file string) bool {
	if slices.Contains(s.Files, file) {
		return true
	}
	return s.Folder != "" && strings.HasPrefix(file, s.Folder+string(filepath.Separator)) && pagePart(file)
}

// pagePart reports whether a file in a page's folder may be part of the page: not a dot file, a backup of an
// editor, or something that a run leaves behind.
func pagePart(file string) bool {
	base := filepath.Base(file)
	switch {
	case strings.HasPrefix(base, "."), strings.HasSuffix(base, "~"), strings.HasSuffix(base, ".swp"), base == "4913":
		return false
	case strings.HasSuffix(base, ".trace.jsonl"), strings.HasSuffix(base, ".hcl"), strings.HasSuffix(base, ".hcl.json"):
		return false
	}
	return true
}

// Watcher follows the folders of its subjects. Folders are watched and not files, because editors save by
// renaming over a file.
type Watcher struct {
	fs       *fsnotify.Watcher
	subjects []Subject
	written  []string // files that runs write
}

// New starts a watcher; Close ends it.
func New() (*Watcher, error) {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, fmt.Errorf("watch files: %w", err)
	}
	return &Watcher{fs: w}, nil
}

// Close stops watching.
func (w *Watcher) Close() error { return w.fs.Close() }

// Follow replaces what is watched. Files and folders that runs write (traces, screenshots) are named in written;
// they and what lies in them never count as a change.
func (w *Watcher) Follow(subjects []Subject, written ...string) error {
	want := map[string]bool{}
	for _, s := range subjects {
		for _, f := range s.Files {
			want[filepath.Dir(f)] = true
		}
		if s.Folder == "" {
			continue
		}
		err := filepath.WalkDir(s.Folder, func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return nil // a folder that went away or is closed to us is not watched
			case !d.IsDir():
				return nil
			case slices.Contains(written, path):
				return fs.SkipDir
			case path != s.Folder && (strings.HasPrefix(d.Name(), ".") || d.Name() == "node_modules"):
				return fs.SkipDir
			case len(want) >= maxFolders:
				return fs.SkipAll
			}
			want[path] = true
			return nil
		})
		if err != nil {
			return fmt.Errorf("watch %s: %w", s.Folder, err)
		}
	}
	for _, have := range w.fs.WatchList() {
		if !want[have] {
			_ = w.fs.Remove(have) // already gone with its folder
		}
		delete(want, have)
	}
	for folder := range want {
		if err := w.fs.Add(folder); err != nil && !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("watch %s: %w", folder, err)
		}
	}
	w.subjects, w.written = subjects, written
	return nil
}

// wrote tells whether runs write the file, or the folder that it lies in.
func (w *Watcher) wrote(file string) bool {
	return slices.Contains(w.written, file) || slices.Contains(w.written, filepath.Dir(file))
}

// Wait returns the IDs of the subjects that the next saved change touches, in the order of Follow. It ends
// with the error of ctx.
func (w *Watcher) Wait(ctx context.Context) ([]string, error) {
	touched := map[string]bool{}
	var rest <-chan time.Time
	for {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case err, ok := <-w.fs.Errors:
			if !ok {
				return nil, errors.New("watch files: the watcher was closed")
			}
			return nil, fmt.Errorf("watch files: %w", err)
		case e, ok := <-w.fs.Events:
			if !ok {
				return nil, errors.New("watch files: the watcher was closed")
			}
			if e.Op == fsnotify.Chmod || w.wrote(e.Name) {
				continue
			}
			for _, s := range w.subjects {
				if s.touched(e.Name) {
					touched[s.ID] = true
				}
			}
			if len(touched) > 0 {
				rest = time.After(quiet)
			}
		case <-rest:
			var ids []string
			for _, s := range w.subjects {
				if touched[s.ID] && !slices.Contains(ids, s.ID) {
					ids = append(ids, s.ID)
				}
			}
			return ids, nil
		}
	}
}
