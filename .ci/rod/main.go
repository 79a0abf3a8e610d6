// The command rod records the twenty steps of flow.hcl once and then times, in turns, a replay that executes them and
// a program on rod that does the same: whole processes, from their start to their end, each with a browser of its own.
// It prints both medians and their ratio.
//
//	rod bench JEVRUN BROWSER FOLDER PAIRS
//	rod steps BROWSER SITE
package main

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	passwordEnv = "BENCH_PASSWORD"
	password    = "correct horse"
)

func main() {
	var err error
	switch args := os.Args[1:]; {
	case len(args) == 3 && args[0] == "steps":
		err = steps(args[1], args[2], os.Getenv(passwordEnv), os.Geteuid() != 0)
	case len(args) == 5 && args[0] == "bench":
		var pairs int
		if pairs, err = strconv.Atoi(args[4]); err == nil {
			err = bench(args[1], args[2], args[3], pairs)
		}
	default:
		err = errors.New("usage: rod bench JEVRUN BROWSER FOLDER PAIRS, or rod steps BROWSER SITE")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "rod:", err)
		os.Exit(1)
	}
}

// bench runs each program once to warm the disk's cache and then pairs times. folder holds the flow and its site.
func bench(jevrun, browser, folder string, pairs int) error {
	site := httptest.NewServer(serve(folder))
	defer site.Close()
	dir, err := os.MkdirTemp("", "jevrun-bench-rod-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	self, err := os.Executable()
	if err != nil {
		return err
	}
	trace := filepath.Join(dir, "twenty.trace.jsonl")
	record := []string{jevrun, "run", filepath.Join(folder, "flow.hcl"), "--var", "site=" + site.URL, "--decider", "script:" + filepath.Join(folder, "choices.hcl"), "--min-confidence", "0.9", "--trace", trace}
	if _, err := timed(dir, browser, record); err != nil {
		return fmt.Errorf("record: %w", err)
	}
	programs := [][]string{{jevrun, "replay", trace, "--execute"}, {self, "steps", browser, site.URL}}
	var took [2][]float64
	for i := range pairs + 1 {
		for n := range programs {
			which := (n + i) % 2 // who is first takes turns too
			d, err := timed(dir, browser, programs[which])
			if err != nil {
				return err
			}
			if i > 0 {
				took[which] = append(took[which], d.Seconds())
			}
		}
	}
	ours, theirs := median(took[0]), median(took[1])
	fmt.Printf("| twenty steps, cold, whole process | median of %d | least | most |\n|---|--:|--:|--:|\n", pairs)
	for i, name := range []string{"jevrun replay --execute", "a program on rod"} {
		fmt.Printf("| %s | %.2f s | %.2f s | %.2f s |\n", name, median(took[i]), slices.Min(took[i]), slices.Max(took[i]))
	}
	fmt.Printf("\nratio of the medians, jevrun to rod: %.2f\n", ours/theirs)
	return nil
}

// timed runs a command to its end and tells how long that took.
func timed(dir, browser string, command []string) (time.Duration, error) {
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), passwordEnv+"="+password, "JEVRUN_BROWSER="+browser)
	began := time.Now()
	out, err := cmd.CombinedOutput()
	if err != nil {
		return 0, fmt.Errorf("%s: %w\n%s", strings.Join(command, " "), err, out)
	}
	return time.Since(began), nil
}

// median is the middle of an odd number of values.
func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}

// serve is the site: a log-in that leads to the shop, and a shop that keeps items after a moment.
func serve(folder string) http.Handler {
	page := func(name string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			http.ServeFile(w, r, filepath.Join(folder, "site", name))
		}
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", page("login.html"))
	mux.HandleFunc("GET /app", page("app.html"))
	mux.HandleFunc("POST /app", func(w http.ResponseWriter, r *http.Request) {
		if r.FormValue("user") != "ada" || r.FormValue("password") != password {
			http.Error(w, "wrong user or password", http.StatusForbidden)
			return
		}
		http.Redirect(w, r, "/app", http.StatusSeeOther)
	})
	mux.HandleFunc("POST /items", func(w http.ResponseWriter, r *http.Request) {
		item, err := io.ReadAll(io.LimitReader(r.Body, 1<<10))
		if err != nil {
			http.Error(w, "unreadable", http.StatusBadRequest)
			return
		}
		select {
		case <-time.After(50 * time.Millisecond): // of a server that has something to do
		case <-r.Context().Done():
		}
		_, _ = w.Write(item)
	})
	return mux
}
