// Package cache keeps decisions on disk, so that asking the same again costs nothing. An entry is found by the
// SHA-256 of who was asked (address and model), the state and the questions. It holds labels and probabilities,
// and nothing of the page.
//
// It is for deciders that know a request by its wire form only. One that also reads what does not go over the
// wire, such as the embedded decider, must not be cached; it has no address to give.
package cache

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/jevrun/jevrun/runtime/decide"
)

// DefaultMaxBytes is the size of a cache that does not say otherwise.
const DefaultMaxBytes = 64 << 20

const (
	version  = 1
	suffix   = ".decision.json"
	tempMark = ".decision.tmp-"
	maxEntry = 1 << 20 // bytes
)

// Options say where decisions are kept.
type Options struct {
	Dir      string        // made if need be, for this user only
	Source   string        // address of the server that is asked; answers of another one are never used
	MaxBytes int64         // 0 for DefaultMaxBytes; the entries that were used least recently go first
	MaxAge   time.Duration // older entries are asked again; 0 for no limit. Aliases such as jev-latest move
	OnError  func(error)   // told when an entry cannot be written; the decision is not lost. nil ignores it
}

// Cache is a decide.Decider. It may share its folder with other processes.
type Cache struct {
	inner decide.Decider
	o     Options

	mu   sync.Mutex
	size int64 // of all entries as far as this process knows
}

// New puts a cache before a decider.
func New(inner decide.Decider, o Options) (*Cache, error) {
	if o.Source == "" {
		return nil, fmt.Errorf("%s has no address, and its decisions cannot be told from those of others; it is not cached", inner.ID())
	}
	if o.MaxBytes <= 0 {
		o.MaxBytes = DefaultMaxBytes
	}
	if o.OnError == nil {
		o.OnError = func(error) {}
	}
	if err := os.MkdirAll(o.Dir, 0o700); err != nil {
		return nil, fmt.Errorf("the folder of the decision cache cannot be made: %w", err)
	}
	info, err := os.Stat(o.Dir)
	if err != nil {
		return nil, fmt.Errorf("the folder of the decision cache cannot be looked at: %w", err)
	}
	if !ours(info) {
		return nil, fmt.Errorf("the decision cache %s belongs to somebody else or others may write to it, and who writes to it decides; "+
			"name a folder of your own, or take their right away (chmod go-w)", o.Dir)
	}
	c := &Cache{inner: inner, o: o}
	if err := c.shrink(); err != nil {
		return nil, fmt.Errorf("the decision cache cannot be read: %w", err)
	}
	return c, nil
}

// ID is the inner decider's.
func (c *Cache) ID() string { return c.inner.ID() }

// entry is one file.
type entry struct {
	Version int                      `json:"version"`
	Key     string                   `json:"key"`
	Source  string                   `json:"source"`
	Decider string                   `json:"decider"`
	Model   string                   `json:"model"`
	Stored  time.Time                `json:"stored"`
	Answers map[string]decide.Answer `json:"answers"`
}

// Decide answers from the cache when it holds a sound answer to the very request, and asks otherwise. An answer
// from the cache costs nothing and counts no tokens. What does not read as an entry is removed and asked again.
func (c *Cache) Decide(ctx context.Context, req decide.Request) (decide.Response, error) {
	start := time.Now()
	wire, err := decide.MarshalWire(req, c.inner.ID())
	if err != nil {
		return decide.Response{}, fmt.Errorf("nothing was asked: %w", err)
	}
	key := c.key(wire)
	if resp, ok := c.load(key, req); ok {
		resp.Latency = time.Since(start)
		return resp, nil
	}
	resp, err := c.inner.Decide(ctx, req)
	if err != nil {
		return resp, err
	}
	if decide.Check(req, resp) == nil { // decide.Ask tells the caller what is wrong with another one
		if err := c.store(key, resp); err != nil {
			c.o.OnError(fmt.Errorf("the decision could not be kept: %w", err))
		}
	}
	return resp, nil
}

func (c *Cache) key(wire []byte) string {
	h := sha256.New()
	fmt.Fprintf(h, "%d\x00%q\x00%q\x00", version, c.o.Source, c.inner.ID())
	h.Write(wire)
	return hex.EncodeToString(h.Sum(nil))
}

func (c *Cache) path(key string) string { return filepath.Join(c.o.Dir, key+suffix) }

// load reads an entry. One that is corrupt, of somebody else or too old is removed.
func (c *Cache) load(key string, req decide.Request) (decide.Response, bool) {
	path := c.path(key)
	info, err := os.Lstat(path)
	if err != nil {
		return decide.Response{}, false
	}
	resp, err := c.read(path, info, key, req)
	if err != nil {
		if os.Remove(path) == nil {
			c.grow(-info.Size())
		}
		return decide.Response{}, false
	}
	now := time.Now()
	_ = os.Chtimes(path, now, now) // it only orders what goes first
	return resp, true
}

func (c *Cache) read(path string, info fs.FileInfo, key string, req decide.Request) (decide.Response, error) {
	if !info.Mode().IsRegular() || info.Size() > maxEntry {
		return decide.Response{}, errors.New("no entry")
	}
	b, err := os.ReadFile(path)
	if err != nil {
		return decide.Response{}, err
	}
	var e entry
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(&e); err != nil {
		return decide.Response{}, err
	}
	if e.Version != version || e.Key != key || e.Source != c.o.Source || e.Decider != c.inner.ID() || e.Model == "" {
		return decide.Response{}, errors.New("an entry of something else")
	}
	if age := time.Since(e.Stored); c.o.MaxAge > 0 && (age > c.o.MaxAge || age < 0) {
		return decide.Response{}, errors.New("too old")
	}
	free := 0.0
	resp := decide.Response{Model: e.Model, Answers: e.Answers, CostUSD: &free}
	return resp, decide.Check(req, resp)
}

// store writes an entry aside and moves it to its place, so that nobody reads half of it.
func (c *Cache) store(key string, resp decide.Response) error {
	b, err := json.Marshal(entry{version, key, c.o.Source, c.inner.ID(), resp.Model, time.Now().UTC(), resp.Answers})
	if err != nil {
		return err
	}
	if len(b) > maxEntry || int64(len(b)) > c.o.MaxBytes {
		return fmt.Errorf("its %d bytes are too many for the cache", len(b))
	}
	f, err := os.CreateTemp(c.o.Dir, tempMark)
	if err != nil {
		return err
	}
	_, err = f.Write(b)
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), c.path(key))
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	if c.grow(int64(len(b))) > c.o.MaxBytes {
		return c.shrink()
	}
	return nil
}

func (c *Cache) grow(n int64) int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.size += n
	return c.size
}

// shrink counts the folder anew and removes the entries that were used least recently until a tenth is free,
// when it is too large. Files that a process left half written go after an hour.
func (c *Cache) shrink() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	files, err := os.ReadDir(c.o.Dir)
	if err != nil {
		return err
	}
	var all []fs.FileInfo
	c.size = 0
	for _, f := range files {
		info, err := f.Info()
		if err != nil || !info.Mode().IsRegular() {
			continue // gone by now, or not ours
		}
		switch {
		case strings.HasSuffix(f.Name(), suffix):
			all = append(all, info)
			c.size += info.Size()
		case strings.HasPrefix(f.Name(), tempMark) && time.Since(info.ModTime()) > time.Hour:
			_ = os.Remove(filepath.Join(c.o.Dir, f.Name())) // the next one tries again
		}
	}
	if c.size <= c.o.MaxBytes {
		return nil
	}
	slices.SortFunc(all, func(a, b fs.FileInfo) int {
		return cmp.Or(a.ModTime().Compare(b.ModTime()), strings.Compare(a.Name(), b.Name()))
	})
	for _, info := range all {
		if c.size <= c.o.MaxBytes/10*9 {
			break
		}
		if err := os.Remove(filepath.Join(c.o.Dir, info.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		c.size -= info.Size()
	}
	return nil
}
