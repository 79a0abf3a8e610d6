// Package watch notices saved files and says which flows they touch. It runs nothing itself.
package watch

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
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

// longest bounds that wait: a log that grows in the folder of a page must not keep a saved page waiting.
const longest = 2 * time.Second

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
	folders  []string      // whose files are followed
	written  []string      // files that runs write
	own      []os.FileInfo // files that the output of this process goes to
}

// New starts a watcher; Close ends it. What is written to the files own, the output of this process, is no change.
func New(own ...os.FileInfo) (*Watcher, error) {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, fmt.Errorf("watch files: %w", err)
	}
	return &Watcher{fs: w, own: own}, nil
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
		want[s.Folder] = true
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
	w.subjects, w.written, w.folders = subjects, written, slices.Sorted(maps.Keys(want))
	for _, folder := range w.folders {
		for _, up := range above(folder) {
			want[up] = true
		}
	}
	for _, have := range w.fs.WatchList() {
		if !want[have] {
			_ = w.fs.Remove(have) // already gone with its folder
		}
	}
	for _, folder := range slices.Sorted(maps.Keys(want)) { // from above: what is made meanwhile is seen from there
		err := w.fs.Add(folder)
		if err != nil && !errors.Is(err, os.ErrNotExist) && slices.Contains(w.folders, folder) {
			return fmt.Errorf("watch %s: %w", folder, err)
		}
	}
	return nil
}

// above are the folders around a folder in which it is seen to be replaced: up to the working directory, or the one
// that it lies in.
func above(folder string) []string {
	up := []string{filepath.Dir(folder)}
	here, err := os.Getwd()
	if err != nil {
		return up
	}
	for rel, err := filepath.Rel(here, up[0]); err == nil && filepath.IsLocal(rel) && rel != "."; rel = filepath.Dir(rel) {
		up = append(up, filepath.Join(here, filepath.Dir(rel)))
	}
	return up
}

// replaced reports whether a file is a folder that is followed, or holds one.
func (w *Watcher) replaced(file string) bool {
	return slices.ContainsFunc(w.folders, func(folder string) bool { return holds(file, folder) })
}

// holds reports whether a file is a folder or lies in it.
func holds(folder, file string) bool {
	return file == folder || strings.HasPrefix(file, folder+string(filepath.Separator))
}

// wrote tells whether runs write the file, or the folder that it lies in, or whether it is the output of this process.
func (w *Watcher) wrote(file string) bool {
	if slices.Contains(w.written, file) || slices.Contains(w.written, filepath.Dir(file)) {
		return true
	}
	if len(w.own) == 0 {
		return false
	}
	info, err := os.Stat(file)
	return err == nil && slices.ContainsFunc(w.own, func(own os.FileInfo) bool { return os.SameFile(own, info) })
}

// Wait returns the IDs of the subjects that the next saved change touches, in the order of Follow. It ends
// with the error of ctx.
func (w *Watcher) Wait(ctx context.Context) ([]string, error) {
	touched := map[string]bool{}
	touch := func(concerns func(Subject) bool) {
		for _, s := range w.subjects {
			if concerns(s) {
				touched[s.ID] = true
			}
		}
	}
	var rest, latest <-chan time.Time
	for {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case err, ok := <-w.fs.Errors:
			switch {
			case !ok:
				return nil, errors.New("watch files: the watcher was closed")
			case !errors.Is(err, fsnotify.ErrEventOverflow):
				return nil, fmt.Errorf("watch files: %w", err)
			}
			touch(func(Subject) bool { return true }) // more happened than the system tells
		case e, ok := <-w.fs.Events:
			if !ok {
				return nil, errors.New("watch files: the watcher was closed")
			}
			if e.Op == fsnotify.Chmod || w.wrote(e.Name) {
				continue
			}
			if w.replaced(e.Name) && !e.Has(fsnotify.Write) {
				touch(func(s Subject) bool {
					return s.Folder != "" && holds(e.Name, s.Folder) || slices.ContainsFunc(s.Files, func(f string) bool { return holds(e.Name, f) })
				})
				if err := w.Follow(w.subjects, w.written...); err != nil {
					return nil, err
				}
			}
			touch(func(s Subject) bool { return s.touched(e.Name) })
		case <-rest:
			return w.ids(touched), nil
		case <-latest:
			return w.ids(touched), nil
		}
		if len(touched) > 0 {
			rest = time.After(quiet)
			if latest == nil {
				latest = time.After(longest)
			}
		}
	}
}

// ids are those of the subjects that are touched, each once, in their order.
func (w *Watcher) ids(touched map[string]bool) []string {
	var ids []string
	for _, s := range w.subjects {
		if touched[s.ID] && !slices.Contains(ids, s.ID) {
			ids = append(ids, s.ID)
		}
	}
	return ids
}
