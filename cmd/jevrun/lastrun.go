package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/jevrun/jevrun/runtime/outfile"
)

// lastRunFile holds what the last replay in this working directory failed at, for --last-failed. It is written
// when something failed, and kept up to date from then on.
var lastRunFile = filepath.Join(".jevrun", "last-replay.json")

// lastRun is the document in lastRunFile.
type lastRun struct {
	Version int      `json:"version"` // 1
	Status  string   `json:"status"`  // passed or failed
	Failed  []string `json:"failed"`  // traces as they were named, with slashes
}

// readLastRun returns the traces that failed last, none where nothing is known.
func readLastRun() ([]string, error) {
	text, err := readHere(lastRunFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var last lastRun
	if err == nil && json.Unmarshal(text, &last) != nil {
		err = errors.New("it is damaged")
	}
	if err == nil && last.Version != 1 {
		err = fmt.Errorf("it has version %d", last.Version)
	}
	if err != nil {
		return nil, failed(exitWrong, "cannot tell what failed last: %s: %w; remove the file and replay without --last-failed", lastRunFile, err)
	}
	for i, path := range last.Failed {
		last.Failed[i] = filepath.FromSlash(path)
	}
	return last.Failed, nil
}

// readHere reads a file of the working directory. What lies there may have come with a repository: only a regular file
// of a reasonable size is read, and none outside.
func readHere(path string) ([]byte, error) {
	root, err := os.OpenRoot(".")
	if err != nil {
		return nil, err
	}
	defer root.Close()
	info, err := root.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > maxLastRun {
		return nil, errors.New("it is no regular file, or larger than 16 MB")
	}
	return root.ReadFile(path)
}

const maxLastRun = 16 << 20 // bytes

// writeLastRun keeps which traces failed. Where nothing did and nothing is kept, nothing is written. A link that a
// repository brought along leads no writing out of the working directory.
func writeLastRun(paths []string) error {
	root, err := os.OpenRoot(".")
	if err != nil {
		return err
	}
	defer root.Close()
	if _, err := root.Stat(lastRunFile); err != nil && len(paths) == 0 {
		return nil
	}
	last := lastRun{Version: 1, Status: "passed", Failed: []string{}}
	for _, path := range paths {
		last.Status = "failed"
		last.Failed = append(last.Failed, filepath.ToSlash(path))
	}
	text, err := json.MarshalIndent(last, "", "  ")
	if err != nil {
		return err
	}
	dir := filepath.Dir(lastRunFile)
	if err := root.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if err := outfile.In(root, filepath.Join(dir, ".gitignore"), []byte("*\n")); err != nil {
		return err
	}
	return outfile.In(root, lastRunFile, append(text, '\n'))
}
