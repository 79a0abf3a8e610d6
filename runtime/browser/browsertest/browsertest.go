// Package browsertest gives the tests of a package one browser for all of them. It is for tests only, and knows
// no page: what a test opens in the browser is its own business.
package browsertest

import (
	"context"
	"fmt"
	"io"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/jevrun/jevrun/runtime/browser"
)

// Run starts a browser, stores it in b for the tests of m, and ends it after them. It returns the exit code of
// TestMain, which is 1 as well when the browser does not start or end, or when a test left a goroutine behind;
// errOut then says so.
func Run(m *testing.M, b **browser.Browser, errOut io.Writer) int {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	var err error
	if *b, err = browser.Launch(ctx, browser.Options{}); err != nil {
		fmt.Fprintln(errOut, "these tests need a browser:", err)
		return 1
	}
	code := m.Run()
	if err := (*b).Close(); err != nil {
		fmt.Fprintln(errOut, "close the browser:", err)
		code = 1
	}
	if err := goleak.Find(); err != nil {
		fmt.Fprintln(errOut, err)
		code = 1
	}
	return code
}
