//go:build e2e && linux

package flows

import (
	"context"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jevrun/jevrun/runtime/browser"
	"github.com/jevrun/jevrun/runtime/page"
	"github.com/jevrun/jevrun/runtime/trace"
)

// studio records the pages that mutations change, each once, and replays in one browser.
type studio struct {
	browser *browser.Browser
	serving map[string]http.Handler
	views   map[string]*view
}

// kept is a site whose answers to GET are asked for once.
func kept(h http.Handler) http.Handler {
	var answers sync.Map // by address and encoding
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		if req.Method != http.MethodGet || req.Header.Get("Upgrade") != "" {
			h.ServeHTTP(w, req)
			return
		}
		for _, name := range []string{"If-None-Match", "If-Modified-Since", "Range"} {
			req.Header.Del(name)
		}
		key := req.URL.RequestURI() + " " + req.Header.Get("Accept-Encoding")
		answer, known := answers.Load(key)
		if !known {
			rec := httptest.NewRecorder()
			h.ServeHTTP(rec, req)
			if answer = rec; req.Context().Err() == nil && rec.Code == http.StatusOK {
				answers.Store(key, rec)
			}
		}
		rec := answer.(*httptest.ResponseRecorder)
		for name, values := range rec.Header() {
			w.Header()[name] = values
		}
		w.WriteHeader(rec.Code)
		_, _ = w.Write(rec.Body.Bytes()) // the browser may have gone away
	})
}

// view is a page as it was recorded, or a region of it.
type view struct {
	at     where
	within string
	wants  []string // fingerprints that are chosen there
	once   sync.Once
	step   *trace.Step // without a choice; its address begins with origin
}

// origin stands in recordings for the address of the server, which each replay has for itself.
const origin = "http://origin"

// newStudio is a studio for mutations of these pages.
func newStudio(t *testing.T, all ...mutation) *studio {
	s := &studio{browser: warmBrowser(t), serving: map[string]http.Handler{}, views: map[string]*view{}}
	want := func(at where, within string, fps ...string) {
		v := s.views[at.String()+within]
		if v == nil {
			v = &view{at: at, within: within}
			s.views[at.String()+within] = v
		}
		for _, fp := range fps {
			if fp != "" && fp != trace.None && !slices.Contains(v.wants, fp) {
				v.wants = append(v.wants, fp)
			}
		}
	}
	for _, m := range all {
		if s.serving[m.site] == nil {
			s.serving[m.site] = kept(sites[m.site](t))
		}
		want(m.where(), m.within, m.choice)
		if len(m.earlier) > 0 {
			want(m.before(), "", m.earlier...)
		}
	}
	return s
}

// recorded is the step of a view.
func (s *studio) recorded(t *testing.T, at where, within string) *trace.Step {
	t.Helper()
	v := s.views[at.String()+within]
	v.once.Do(func() { v.step = s.visit(t, v) })
	if v.step == nil {
		t.Fatalf("%s of %s could not be recorded", at.page, at.site)
	}
	step := *v.step
	return &step
}

// visit reads a page as it is when it has come to rest and has elements with all the fingerprints.
func (s *studio) visit(t *testing.T, v *view) *trace.Step {
	t.Helper()
	show := newStage(t)
	h, _ := v.at.edited(s.serving[v.at.site], nil, v.at.script)
	show.show(h)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	c, err := s.browser.NewContext(ctx, browser.ContextOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(ctx)
	tab, err := c.NewTab(ctx)
	if err != nil {
		t.Fatal(err)
	}
	p := page.New(tab, page.Options{})
	if err := p.Goto(ctx, show.URL+v.at.page); err != nil {
		t.Fatal(err)
	}
	step, missing, before, since := &trace.Step{}, v.wants, "", time.Now()
	_, err = p.WaitUntil(ctx, func(ctx context.Context) (bool, error) {
		if _, err := p.Settle(ctx, 10*time.Second); err != nil {
			return false, err
		}
		obs, err := p.Observe(ctx, page.ObserveOptions{Within: v.within})
		if err != nil {
			return false, err
		}
		step = &trace.Step{Step: 1, Within: v.within, URL: strings.Replace(obs.URL, show.URL, origin, 1), Title: obs.Title, TotalOnPage: obs.Total, Dropped: obs.Dropped}
		for _, c := range obs.Candidates {
			step.Candidates = append(step.Candidates, c.Candidate)
		}
		missing = slices.DeleteFunc(slices.Clone(v.wants), func(fp string) bool { return find(step, fp) != nil })
		if hash := trace.DOMHash(step.Candidates); hash != before {
			before, since = hash, time.Now()
		}
		// An application that is still building itself, with a moment's rest in between, is not recorded.
		return time.Since(since) > time.Second && len(missing) == 0, nil
	})
	if err != nil {
		t.Fatalf("%s of %s has no %v: %v", v.at.page, v.at.site, missing, err)
	}
	return step
}

// find is the only candidate with a fingerprint.
func find(step *trace.Step, fp string) *trace.Candidate {
	for i := range step.Candidates {
		if c := &step.Candidates[i]; c.FP == fp {
			return c
		}
	}
	return nil
}

// took is the recorded step of a page whose decision took the element with the fingerprint ("none" and "" no element), and
// whose action was carried out, if there is one.
func (s *studio) took(t *testing.T, at where, within, fp, action, value string) *trace.Step {
	step := s.recorded(t, at, within)
	step.Intent, step.Action, step.Gate = fp, trace.StepAction{Type: "click"}, trace.Gate{Verdict: trace.VerdictAuto}
	if action != "" {
		step.Action.Type, step.Result.Executed = action, true
	}
	switch {
	case action == "fill" && value == "":
		value = "json"
	case action == "press":
		step.Action.Key = "Enter"
	case action == "select" && value == "":
		value = "/api"
	}
	if value != "" {
		step.Action.Value = &value
	}
	step.Decision.Probabilities = map[string]float64{}
	switch none := trace.None; {
	case fp == "":
		step.Gate.Verdict = trace.VerdictBlocked
	case fp == none:
		step.Decision.Choice, step.Gate.Verdict = &none, trace.VerdictBlocked
	default:
		c := find(step, fp)
		step.Decision = trace.Decision{Choice: &c.CID, ChosenFP: &c.FP, ChosenName: &c.Name, Probabilities: map[string]float64{c.CID: 1}}
	}
	return step
}

// steps are those of the trace of a mutation.
func (s *studio) steps(t *testing.T, m mutation) []*trace.Step {
	var steps []*trace.Step
	for _, fp := range m.earlier {
		steps = append(steps, s.took(t, m.before(), "", fp, "click", ""))
	}
	step := s.took(t, m.where(), m.within, m.choice, m.action, m.value)
	if m.that != "" {
		held := true
		step.Candidates, step.Action, step.Gate.Verdict = nil, trace.StepAction{Type: "none"}, trace.VerdictNA
		step.Verify = &trace.Verify{That: m.that, Verified: &held}
	}
	return append(steps, step)
}
