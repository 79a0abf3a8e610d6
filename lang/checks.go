package lang

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/jevrun/jevrun/lang/selector"
)

const (
	envPattern  = `^[A-Za-z_][A-Za-z0-9_]*$`
	namePattern = `^[A-Za-z0-9][A-Za-z0-9._-]*$`
)

var (
	envName  = regexp.MustCompile(envPattern)
	fileName = regexp.MustCompile(namePattern)
)

func checkEnv(name string) error {
	if !envName.MatchString(name) {
		return &Misuse{Msg: fmt.Sprintf("%q is not the name of an environment variable; it takes letters, digits and _, and does not begin with a digit", name)}
	}
	return nil
}

// CheckSelector is for texts that a browser takes as a CSS selector. The error is a *Misuse.
func CheckSelector(text string) error {
	if strings.TrimSpace(text) == "" {
		return nil // an empty text is told to be left out
	}
	if p := selector.Check(text); p != nil {
		return &Misuse{Msg: p.Msg, From: p.From, To: p.To}
	}
	return nil
}

// checkPhrase is for texts that a decision reads.
func checkPhrase(text string) error {
	if strings.TrimSpace(text) == "" {
		return &Misuse{Msg: "the text is empty"}
	}
	if n := utf8.RuneCountInString(text); n > MaxPhrase {
		return &Misuse{Msg: fmt.Sprintf("the text has %d characters; %d are allowed", n, MaxPhrase)}
	}
	return nil
}

// checkName is for names that become part of a file's name.
func checkName(name string) error {
	switch {
	case name == "":
		return &Misuse{Msg: "the name is empty"}
	case len(name) > MaxName:
		return &Misuse{Msg: fmt.Sprintf("the name has %d characters; %d are allowed", utf8.RuneCountInString(name), MaxName)}
	case !fileName.MatchString(name):
		return &Misuse{Msg: "the name takes letters, digits, dots, hyphens and _, and begins with a letter or digit, because it names the trace file"}
	}
	return nil
}
