package main

import (
	"errors"
	"fmt"
)

// The exit codes of every command.
const (
	exitOK          = 0   // everything did what it should
	exitFailed      = 1   // something failed: a step, a replay, a difference, formatting to do
	exitWrong       = 2   // the input or the machine is wrong
	exitReview      = 3   // nothing failed, and a review was not approved
	exitInterrupted = 130 // a signal ended it
)

// exitError is an error that knows its exit code. An error without one means exitWrong.
type exitError struct {
	code  int
	err   error  // nil when everything has been said already
	usage string // the command whose --help tells more, "" when the usage was right
}

func (e *exitError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit code %d", e.code)
	}
	return e.err.Error()
}

func (e *exitError) Unwrap() error { return e.err }

// exitWith ends a command that has already said why.
func exitWith(code int) error {
	if code == exitOK {
		return nil
	}
	return &exitError{code: code}
}

// failed ends a command with a sentence and the given code.
func failed(code int, format string, args ...any) error {
	return &exitError{code: code, err: fmt.Errorf(format, args...)}
}

// misused ends a command that was called in a way it cannot be: code 2, and a pointer to its help.
func misused(command string, err error) error {
	var known *exitError
	if errors.As(err, &known) {
		return err
	}
	return &exitError{code: exitWrong, err: err, usage: command}
}

// exitCode is the code of what a command returned.
func exitCode(err error) int {
	var e *exitError
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &e):
		return e.code
	}
	return exitWrong
}
