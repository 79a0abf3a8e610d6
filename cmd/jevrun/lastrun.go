package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
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
	text, err := os.ReadFile(lastRunFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var last lastRun
	if err == nil {
		err = json.Unmarshal(text, &last)
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

// writeLastRun keeps which traces failed. Where nothing did and nothing is kept, nothing is written.
func writeLastRun(paths []string) error {
	if _, err := os.Stat(lastRunFile); err != nil && len(paths) == 0 {
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
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, ".gitignore"), []byte("*\n"), 0o644); err != nil {
		return err
	}
	return os.WriteFile(lastRunFile, append(text, '\n'), 0o644)
}
