package browser

import (
	"context"
	"fmt"
	"os"
	"time"
)

// helperEnv turns the test binary into a program that launches a browser and then ends in the way it names.
const helperEnv = "JEVRUN_TEST_HELPER"

func helper(mode string) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	fmt.Println("launching")
	b, err := Launch(ctx, Options{Path: os.Getenv("JEVRUN_TEST_PATH"), Headed: os.Getenv("JEVRUN_TEST_HEADED") != ""})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	c, err := b.NewContext(ctx, ContextOptions{})
	if err == nil {
		_, err = c.NewTab(ctx)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println("launched", b.Version())
	switch mode {
	case "close":
		if err := b.Close(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	case "exit":
		os.Exit(7)
	case "return":
		return
	case "panic":
		panic("as the test wants it")
	default:
		select {} // until somebody kills us
	}
}
