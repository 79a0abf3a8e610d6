package evidence

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/jevrun/jevrun/runtime/outfile"
	"github.com/jevrun/jevrun/runtime/page"
)

// Version of the index file.
const Version = 1

// indexFile names the file that says what a folder of evidence holds.
const indexFile = "evidence.json"

// maxKept is how much evidence a run keeps: one that fails in a loop shows the same thing again and again.
const maxKept = 20

// Kept is the evidence of one record of a trace.
type Kept struct {
	Line int    `json:"line"`           // of the record in the trace, from 1
	Step int    `json:"step"`           // position of the step in its flow; 0 for the start page
	Name string `json:"name,omitempty"` // the step's name in the flow file
	Evidence
}

// index is the index file.
type index struct {
	Version int    `json:"version"`
	Trace   string `json:"trace"`   // file name of the trace beside the folder
	Started string `json:"started"` // as the trace's header says: evidence of another run is not this one's
	Kept    []Kept `json:"kept"`
}

// Folder is where the evidence of a trace lies: beside it, sign-in.artifacts for sign-in.trace.jsonl.
func Folder(trace string) string {
	return strings.TrimSuffix(strings.TrimSuffix(trace, ".jsonl"), ".trace") + ".artifacts"
}

// Keeper writes the evidence of one run into its folder. The zero value is not usable.
type Keeper struct {
	dir   string
	index index
}

// NewKeeper begins the evidence of the run whose trace is at path: what an earlier run had left there is removed.
func NewKeeper(trace, started string) (*Keeper, error) {
	k := &Keeper{dir: Folder(trace), index: index{Version: Version, Trace: filepath.Base(trace), Started: started, Kept: []Kept{}}}
	return k, k.Discard()
}

// Full tells that nothing more is kept, so that nobody needs to look.
func (k *Keeper) Full() bool { return len(k.index.Kept) >= maxKept }

// Keep writes the evidence of one record and names its picture. Beyond the first 20 nothing is kept.
func (k *Keeper) Keep(kept *Kept) error {
	if k.Full() {
		return nil
	}
	if err := k.keep(kept); err != nil {
		return fmt.Errorf("cannot keep what the page looked like: %w", err)
	}
	return nil
}

func (k *Keeper) keep(kept *Kept) error {
	if err := os.MkdirAll(k.dir, 0o755); err != nil {
		return err
	}
	root, err := open(k.dir)
	if err != nil {
		return err
	}
	defer root.Close()
	if kept.PNG != nil {
		kept.Picture = fmt.Sprintf("step-%d-line-%d.png", kept.Step, kept.Line)
		if err := outfile.In(root, kept.Picture, kept.PNG); err != nil {
			return err
		}
	}
	k.index.Kept = append(k.index.Kept, *kept)
	text, err := json.MarshalIndent(k.index, "", "  ")
	if err != nil {
		return err
	}
	return outfile.In(root, indexFile, append(text, '\n'))
}

// open opens a folder of evidence. One that is a link leads to a folder that is somebody else's: a trace may come from
// anywhere, and bring such a link along.
func open(dir string) (*os.Root, error) {
	info, err := os.Lstat(dir)
	switch {
	case err != nil:
		return nil, err
	case info.Mode()&fs.ModeSymlink != 0:
		return nil, fmt.Errorf("%s is a link, and evidence lies in a folder of its own; remove the link", dir)
	case !info.IsDir():
		return nil, fmt.Errorf("%s is no folder; move it away", dir)
	}
	return os.OpenRoot(dir)
}

// Discard removes what the folder's index names, and the folder when nothing else is in it.
func (k *Keeper) Discard() error {
	old, err := read(k.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("%s is not of an earlier run of jevrun, so it stays, and there is no place for new evidence: %w", k.dir, err)
	}
	root, err := open(k.dir)
	if err != nil {
		return fmt.Errorf("cannot clear %s: %w", k.dir, err)
	}
	defer root.Close()
	for _, kept := range old.Kept {
		if kept.Picture != "" {
			err = errors.Join(err, gone(root.Remove(kept.Picture)))
		}
	}
	if err = errors.Join(err, gone(root.Remove(indexFile))); err != nil {
		return fmt.Errorf("cannot clear %s: %w", k.dir, err)
	}
	_ = os.Remove(k.dir) // stays when somebody put something else into it
	return nil
}

func gone(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// Load reads the evidence of the run that started then and whose trace is at path, by the line of the record. A run
// without evidence has none; a folder that holds another run's has none of this one.
func Load(trace, started string) (map[int]*Kept, error) {
	dir := Folder(trace)
	idx, err := read(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("the evidence in %s cannot be read: %w", dir, err)
	}
	if idx.Started != started || idx.Trace != filepath.Base(trace) {
		return nil, nil
	}
	root, err := open(dir)
	if err != nil {
		return nil, fmt.Errorf("the evidence in %s cannot be read: %w", dir, err)
	}
	defer root.Close()
	out := make(map[int]*Kept, len(idx.Kept))
	for i := range idx.Kept[:min(len(idx.Kept), maxKept)] {
		kept := &idx.Kept[i]
		if kept.Picture != "" {
			if kept.PNG, err = picture(root, kept.Picture); err != nil {
				kept.Without = fmt.Sprintf("the picture %s cannot be read: %v", kept.Picture, err)
			}
		}
		out[kept.Line] = kept
	}
	return out, nil
}

// picture reads a PNG of the folder. A name cannot lead out of it.
func picture(root *os.Root, name string) ([]byte, error) {
	if info, err := root.Stat(name); err != nil {
		return nil, err
	} else if !info.Mode().IsRegular() { // a pipe would be waited for
		return nil, errors.New("it is no file")
	}
	file, err := root.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, page.MaxPicture+1))
	switch {
	case err != nil:
		return nil, err
	case len(data) > page.MaxPicture:
		return nil, fmt.Errorf("it is larger than %d bytes", page.MaxPicture)
	case !strings.HasPrefix(string(data), "\x89PNG\r\n\x1a\n"):
		return nil, errors.New("it is no PNG")
	}
	return data, nil
}

// maxIndex bounds an index file: 20 pieces of evidence with 50 lines each.
const maxIndex = 8 << 20

func read(dir string) (*index, error) {
	root, err := open(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	if info, err := root.Lstat(indexFile); err != nil {
		return nil, err
	} else if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("its %s is no file", indexFile)
	}
	file, err := root.Open(indexFile)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxIndex))
	if err != nil {
		return nil, err
	}
	idx := &index{}
	if err := json.Unmarshal(text, idx); err != nil {
		return nil, fmt.Errorf("its %s is no index: %w", indexFile, err)
	}
	if idx.Version != Version {
		return nil, fmt.Errorf("its %s has version %d, and this program reads %d", indexFile, idx.Version, Version)
	}
	return idx, nil
}
