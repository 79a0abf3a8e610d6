package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// member is a file of a package.
type member struct {
	path string // without the folder that npm puts around everything
	data []byte
}

// members returns the files of a package that want accepts, sorted by path.
func members(file string, want func(path string) bool) ([]member, error) {
	raw, err := plainTar(file)
	if err != nil {
		return nil, err
	}
	found := map[string][]byte{}
	t := tar.NewReader(raw)
	for {
		h, err := t.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		path := strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(h.Name, "./"), "package/"), "./")
		if h.Typeflag != tar.TypeReg || !want(path) {
			continue
		}
		if found[path], err = io.ReadAll(t); err != nil {
			return nil, fmt.Errorf("%s of %s: %w", path, file, err)
		}
	}
	out := make([]member, 0, len(found))
	for _, path := range slices.Sorted(maps.Keys(found)) {
		out = append(out, member{path, found[path]})
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s holds none of the files that are read", file)
	}
	return out, nil
}

func plainTar(file string) (io.Reader, error) {
	if strings.HasSuffix(file, ".deb") {
		cmd := exec.Command("dpkg-deb", "--fsys-tarfile", file)
		cmd.Stderr = os.Stderr
		out, err := cmd.Output()
		if err != nil {
			return nil, fmt.Errorf("dpkg-deb: %w", err)
		}
		return bytes.NewReader(out), nil
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return gzip.NewReader(bytes.NewReader(data))
}

// within accepts the files of a folder, without those of its folders, that end with suffix.
func within(folder, suffix string) func(string) bool {
	return func(path string) bool {
		rest, ok := strings.CutPrefix(path, folder)
		return ok && strings.HasSuffix(rest, suffix) && !strings.Contains(rest, "/")
	}
}

// base is the name of a file without folders and suffix.
func base(path, suffix string) string {
	return strings.TrimSuffix(path[strings.LastIndexByte(path, '/')+1:], suffix)
}
