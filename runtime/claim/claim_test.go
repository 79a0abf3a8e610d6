package claim_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/jevrun/jevrun/lang/predicate"
	"github.com/jevrun/jevrun/runtime/browser"
	"github.com/jevrun/jevrun/runtime/browser/browsertest"
	"github.com/jevrun/jevrun/runtime/claim"
	"github.com/jevrun/jevrun/runtime/page"
)

var chrome *browser.Browser

func TestMain(m *testing.M) { os.Exit(browsertest.Run(m, &chrome, os.Stderr)) }

// show opens html in a context of its own.
func show(t *testing.T, html string) *page.Page {
	t.Helper()
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, "<!doctype html><title>Orders</title>", html)
	}))
	ctx := within(t, 30*time.Second)
	c, err := chrome.NewContext(ctx, browser.ContextOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { // the page before its server
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		if err := c.Close(ctx); err != nil {
			t.Error(err)
		}
		site.Close()
	})
	tab, err := c.NewTab(ctx)
	if err != nil {
		t.Fatal(err)
	}
	p := page.New(tab, page.Options{})
	if err := p.Goto(ctx, site.URL); err != nil {
		t.Fatal(err)
	}
	return p
}

func within(t *testing.T, d time.Duration) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), d)
	t.Cleanup(cancel)
	return ctx
}

// that is a condition that may read var.<name> of any type.
func that(t *testing.T, source string, vars map[string]any) claim.Claim {
	t.Helper()
	types := map[string]predicate.VarType{}
	for name := range vars {
		types[name] = predicate.VarType{Kind: predicate.Any}
	}
	p, failure := predicate.Compile(source, predicate.OnPage, types)
	if failure != nil {
		t.Fatal(failure)
	}
	return claim.Claim{That: p, Vars: vars}
}

const orders = `<h1>Orders</h1><p id=count>3 orders</p><p id=gone hidden>nothing</p><button>Ship</button>`

func TestClaims(t *testing.T) {
	p := show(t, orders)
	vars := map[string]any{"n": "3", "unused": "x"}
	for _, c := range []struct {
		claim  claim.Claim
		holds  bool
		reason string
		actual map[string]any
	}{
		{claim: claim.Claim{Selector: "#count"}, holds: true},
		{claim: claim.Claim{Selector: "#gone"}, reason: "#gone: no visible element matches when the deadline passed", actual: map[string]any{"matches": 1, "visible": 0}},
		{claim: claim.Claim{Selector: "#never"}, reason: "#never: no visible element matches when the deadline passed", actual: map[string]any{"matches": 0, "visible": 0}},
		{claim: that(t, `page.text contains var.n + " orders"`, vars), holds: true},
		{claim: that(t, `count("button", "Ship") == 1`, vars), holds: true},
		{claim: that(t, `page.text contains "4 orders"`, vars), reason: `page.text contains "4 orders": false on "Orders" when the deadline passed`, actual: map[string]any{"page.text": "Orders 3 orders Ship"}},
		{claim: that(t, `page.title == "x" || count("button", "Ship") > 5`, vars), reason: `page.title == "x" || count("button", "Ship") > 5: false on "Orders" when the deadline passed`, actual: map[string]any{"page.title": "Orders", "elements": 1}},
	} {
		t.Run(c.claim.String(), func(t *testing.T) {
			d := 10 * time.Second
			if !c.holds {
				d = 300 * time.Millisecond
			}
			verify, err := claim.Check(within(t, d), p, c.claim)
			if err != nil {
				t.Fatal(err)
			}
			if verify.Verified == nil || *verify.Verified != c.holds || verify.Reason != c.reason {
				t.Errorf("%+v, want verified %v and the reason %q", verify, c.holds, c.reason)
			}
			if diff := cmp.Diff(c.actual, verify.Actual); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// What is recorded is enough to check the claim again, and holds no variable that it does not read.
func TestRecordsWhatItReads(t *testing.T) {
	p := show(t, orders)
	c := that(t, `page.text contains var.n`, map[string]any{"n": "3 orders", "other": "not read"})
	verify, err := claim.Check(within(t, 10*time.Second), p, c)
	if err != nil {
		t.Fatal(err)
	}
	if verify.That != c.That.Source || verify.Selector != "" {
		t.Errorf("recorded %+v", verify)
	}
	if diff := cmp.Diff(map[string]any{"n": "3 orders"}, verify.Vars); diff != "" {
		t.Error(diff)
	}
}

func TestBecomesTrue(t *testing.T) {
	p := show(t, `<p id=state>working</p><script>setTimeout(() => state.textContent = "done", 300)</script>`)
	verify, err := claim.Check(within(t, 10*time.Second), p, that(t, `page.text contains "done"`, nil))
	if err != nil || verify.Verified == nil || !*verify.Verified {
		t.Errorf("%+v, %v: a claim has until its deadline to become true", verify, err)
	}
}

// An error says that nothing is known; a claim that is only false is none.
func TestErrors(t *testing.T) {
	p := show(t, orders)
	verify, err := claim.Check(within(t, 10*time.Second), p, claim.Claim{Selector: "p["})
	if err == nil || !strings.Contains(err.Error(), `"p[" is not a valid CSS selector`) || verify.Verified != nil {
		t.Errorf("a selector that is none: %+v, %v", verify, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if verify, err := claim.Check(ctx, p, claim.Claim{Selector: "#never"}); err == nil || verify.Verified != nil {
		t.Errorf("an interrupted check: %+v, %v; want an error and no verdict", verify, err)
	}
}
