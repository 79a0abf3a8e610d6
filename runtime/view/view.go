// Package view shows traces to the person at this machine: a small server on the loopback and a page in their own
// browser, with the steps, what was to choose from and how probable it was, what the gate said and what it cost. It
// reads traces and changes nothing.
package view

import (
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"github.com/jevrun/jevrun/runtime/report"
)

//go:embed page
var pages embed.FS

// pageSize is how many rows one answer has.
const pageSize = 5000

// Viewer shows some traces.
type Viewer struct{ traces []*traceIndex }

// Open reads the traces at paths. One that is broken is shown as far as it goes; one without a header is an error.
func Open(paths ...string) (*Viewer, error) {
	v := &Viewer{}
	for _, path := range paths {
		t, err := open(path)
		if err != nil {
			return nil, err
		}
		v.traces = append(v.traces, t)
	}
	return v, nil
}

// Broken lists what is wrong with traces that are shown in part.
func (v *Viewer) Broken() []string {
	var out []string
	for _, t := range v.traces {
		if t.broken != "" {
			out = append(out, t.broken)
		}
	}
	return out
}

// Contradicting lists what traces say that cannot be true together.
func (v *Viewer) Contradicting() []string {
	var out []string
	for _, t := range v.traces {
		if against := t.summary.Contradiction(); against != "" {
			out = append(out, t.path+": "+against)
		}
	}
	return out
}

// Listen opens a port of this machine that only this machine reaches: addr is host:port with a loopback host, and port
// 0 is any free one.
func Listen(ctx context.Context, addr string) (net.Listener, error) {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, fmt.Errorf("%q is no address: say host:port, for example 127.0.0.1:8100", addr)
	}
	if ip, err := netip.ParseAddr(host); host != "localhost" && (err != nil || !ip.IsLoopback()) {
		return nil, fmt.Errorf("%q is not of this machine alone: traces are shown on 127.0.0.1, [::1] or localhost only", addr)
	}
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("cannot serve there: %w", err)
	}
	return l, nil
}

// Serve answers until ctx is over.
func (v *Viewer) Serve(ctx context.Context, l net.Listener) error {
	server := &http.Server{Handler: v.Handler(l.Addr()), ReadHeaderTimeout: 10 * time.Second, IdleTimeout: time.Minute}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(l) }()
	select {
	case err := <-ended:
		return fmt.Errorf("the viewer ended: %w", err)
	case <-ctx.Done():
	}
	if err := server.Close(); err != nil {
		return fmt.Errorf("the viewer did not end well: %w", err)
	}
	<-ended
	return nil
}

// Handler answers a browser that asks for this machine by an address of it. A page of another site that leads its name
// here (DNS rebinding) is refused, as is a page that asks from another site.
func (v *Viewer) Handler(at net.Addr) http.Handler {
	mux := http.NewServeMux()
	for path, file := range map[string]struct{ name, kind string }{
		"/{$}":      {"view.html", "text/html; charset=utf-8"},
		"/view.css": {"view.css", "text/css; charset=utf-8"},
		"/view.js":  {"view.js", "text/javascript; charset=utf-8"},
	} {
		mux.HandleFunc("GET "+path, func(w http.ResponseWriter, _ *http.Request) {
			text, err := pages.ReadFile("page/" + file.name)
			if err != nil {
				http.Error(w, err.Error(), http.StatusInternalServerError)
				return
			}
			w.Header().Set("Content-Type", file.kind)
			_, _ = w.Write(text) // a browser that went away reads no more
		})
	}
	mux.HandleFunc("GET /api/traces", v.list)
	mux.HandleFunc("GET /api/traces/{trace}/rows", v.rows)
	mux.HandleFunc("GET /api/traces/{trace}/records/{line}", v.record)
	mux.HandleFunc("GET /api/traces/{trace}/pictures/{line}", v.picture)
	return guarded(at, mux)
}

func guarded(at net.Addr, next http.Handler) http.Handler {
	_, port, _ := net.SplitHostPort(at.String())
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		host, asked, err := net.SplitHostPort(r.Host)
		if err != nil { // browsers do not say the port of http
			host, asked = strings.Trim(r.Host, "[]"), "80"
		}
		ip, notIP := netip.ParseAddr(host)
		ours := asked == port && (strings.EqualFold(host, "localhost") || notIP == nil && ip.IsLoopback())
		site := r.Header.Get("Sec-Fetch-Site")
		if !ours || site != "" && site != "same-origin" && site != "none" {
			http.Error(w, "This viewer answers the person at this machine only: open the address that jevrun view printed.", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// listed is a trace in the answer to /api/traces.
type listed struct {
	Path    string  `json:"path"`
	Flow    string  `json:"flow"`
	Status  string  `json:"status"`
	Model   string  `json:"model"`
	Started string  `json:"started"`
	Tool    string  `json:"tool"`
	Line    string  `json:"line"` // the counts in a sentence
	CostUSD float64 `json:"cost_usd"`
	Rows    int     `json:"rows"`
	Broken  string  `json:"broken,omitempty"`
	Note    string  `json:"note,omitempty"`
	Against string  `json:"against,omitempty"` // what in the trace contradicts what
}

func (v *Viewer) list(w http.ResponseWriter, _ *http.Request) {
	out := []listed{}
	for _, t := range v.traces {
		s := t.summary
		out = append(out, listed{report.Plain(t.path), report.Plain(s.Flow), report.Plain(s.Heading()), report.Plain(s.Model), report.Plain(s.Started), report.Plain(s.Tool), report.Plain(s.Line()), s.CostUSD, len(t.rows), report.Plain(t.broken), report.Plain(t.note), report.Plain(s.Contradiction())})
	}
	answer(w, out)
}

func (v *Viewer) rows(w http.ResponseWriter, r *http.Request) {
	t, ok := v.trace(w, r)
	if !ok {
		return
	}
	from, err := strconv.Atoi(r.URL.Query().Get("from"))
	if err != nil || from < 0 {
		from = 0
	}
	from = min(from, len(t.rows))
	answer(w, t.rows[from:min(from+pageSize, len(t.rows)):len(t.rows)])
}

func (v *Viewer) record(w http.ResponseWriter, r *http.Request) {
	t, ok := v.trace(w, r)
	if !ok {
		return
	}
	line, err := strconv.Atoi(r.PathValue("line"))
	if err != nil {
		http.NotFound(w, r)
		return
	}
	rec, err := t.record(line)
	if err != nil {
		http.Error(w, err.Error(), http.StatusNotFound)
		return
	}
	answer(w, detailOf(line, rec, t.kept[line]))
}

func (v *Viewer) picture(w http.ResponseWriter, r *http.Request) {
	t, ok := v.trace(w, r)
	if !ok {
		return
	}
	line, err := strconv.Atoi(r.PathValue("line"))
	if kept := t.kept[line]; err == nil && kept != nil && kept.PNG != nil {
		w.Header().Set("Content-Type", "image/png")
		_, _ = w.Write(kept.PNG) // a browser that went away reads no more
		return
	}
	http.NotFound(w, r)
}

func (v *Viewer) trace(w http.ResponseWriter, r *http.Request) (*traceIndex, bool) {
	n, err := strconv.Atoi(r.PathValue("trace"))
	if err != nil || n < 0 || n >= len(v.traces) {
		http.NotFound(w, r)
		return nil, false
	}
	return v.traces[n], true
}

func answer(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	e := json.NewEncoder(w)
	e.SetEscapeHTML(true)
	_ = e.Encode(v) // plain data; a browser that went away reads no more
}
