// Package flows holds the example flows with the pages that they run on, and hands the sample site to the
// demo command. It is files and two views of them: no browser, no server, no flow language.
package flows

import (
	"bytes"
	"embed"
	"io"
	"io/fs"
	"time"
)

//go:embed demo
var files embed.FS

// FlowFile is the flow of the sample site, at the top of [Demo].
const FlowFile = "demo.hcl"

// PasswordEnv names the environment variable that the flow's secret reads. Any value that is not empty signs in.
const PasswordEnv = "DEMO_PASSWORD"

// The one edit of [DemoBroken]: the button of the sign-in form, in BrokenFile, is called BrokenTo instead of
// BrokenFrom. Nothing else that the flow needs changes.
const (
	BrokenFile = "index.html"
	BrokenFrom = "Sign in"
	BrokenTo   = "Log on"
)

// Demo is the sample site and its flow, with index.html and [FlowFile] at its top.
func Demo() fs.FS {
	site, err := fs.Sub(files, "demo")
	if err != nil {
		return files // cannot happen: the embed directive names the folder, and the test opens it
	}
	return site
}

// DemoBroken is [Demo] after somebody renamed one button.
func DemoBroken() fs.FS {
	return edited{
		FS:   Demo(),
		name: BrokenFile,
		from: []byte(">" + BrokenFrom + "</button>"),
		to:   []byte(">" + BrokenTo + "</button>"),
	}
}

// edited is a file system in which one file reads differently.
type edited struct {
	fs.FS
	name     string
	from, to []byte
}

// Open opens a file of the underlying system, or the edited copy of the one that differs.
func (e edited) Open(name string) (fs.File, error) {
	f, err := e.FS.Open(name)
	if err != nil || name != e.name {
		return f, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(f)
	if err != nil {
		return nil, err
	}
	text = bytes.ReplaceAll(text, e.from, e.to)
	return &copied{Reader: bytes.NewReader(text), info: sized{info, int64(len(text))}}, nil
}

// copied is an open file in memory; http.FileServerFS needs its Seek.
type copied struct {
	*bytes.Reader
	info fs.FileInfo
}

func (c *copied) Stat() (fs.FileInfo, error) { return c.info, nil }
func (c *copied) Close() error               { return nil }

// sized is a file's information with another size and no date, so that no cache takes it for the original.
type sized struct {
	fs.FileInfo
	size int64
}

func (s sized) Size() int64        { return s.size }
func (s sized) ModTime() time.Time { return time.Time{} }
