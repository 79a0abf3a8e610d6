package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// fetch returns the file of the package, which it fetches when the folder does not hold it yet, and checks
// its sum.
func (s source) fetch(dir string) (string, error) {
	pattern := strings.ReplaceAll(strings.TrimPrefix(s.name, "@"), "/", "-") + "-" + s.version + ".tgz"
	cmd := exec.Command("npm", "pack", "--silent", s.name+"@"+s.version)
	if s.debian {
		_, plain, found := strings.Cut(s.version, ":")
		if !found {
			plain = s.version
		}
		pattern = s.name + "_*" + plain + "_*.deb"
		cmd = exec.Command("apt-get", "download", s.name+"="+s.version)
	}
	file, err := one(dir, pattern)
	if err != nil {
		return "", err
	}
	if file == "" {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return "", err
		}
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			return "", fmt.Errorf("%s: %w: %s%s", strings.Join(cmd.Args, " "), err, out, s.elsewhere(dir))
		}
		if file, err = one(dir, pattern); err != nil {
			return "", err
		}
		if file == "" {
			return "", fmt.Errorf("%s left no file %s in %s", strings.Join(cmd.Args, " "), pattern, dir)
		}
	}
	sum, err := sumOf(file)
	if err != nil {
		return "", err
	}
	if sum != s.sum {
		return "", fmt.Errorf("%s has the SHA-256 sum %s, not %s", file, sum, s.sum)
	}
	return file, nil
}

// elsewhere says where a package is that Debian's mirrors have dropped: they keep the newest version only.
func (s source) elsewhere(dir string) string {
	if !s.debian {
		return ""
	}
	of := map[string]string{"chromium-common": "chromium", "chromium-l10n": "chromium", "python3-django": "python-django"}
	return fmt.Sprintf("; if the mirrors have a newer version only, take this one from https://snapshot.debian.org/package/%s/%s/ and put the file into %s",
		of[s.name], url.PathEscape(s.version), dir)
}

func one(dir, pattern string) (string, error) {
	found, err := filepath.Glob(filepath.Join(dir, pattern))
	if err != nil || len(found) == 0 {
		return "", err
	}
	return found[0], nil
}

func sumOf(file string) (string, error) {
	f, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
