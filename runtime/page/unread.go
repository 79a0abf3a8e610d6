package page

import (
	"context"
	"errors"
)

// UnreadError says that a page could not be read. It is a sentence of its own: what wraps it need not say so again.
type UnreadError struct{ err error }

// Error says whether the time was over or the run, or else what went wrong.
func (e *UnreadError) Error() string {
	switch {
	case errors.Is(e.err, context.Canceled):
		return "the page could not be read before the run was interrupted"
	case errors.Is(e.err, context.DeadlineExceeded):
		return "the page could not be read in time; is a script of it busy?"
	}
	return "the page could not be read: " + e.err.Error()
}

// Unwrap is why.
func (e *UnreadError) Unwrap() error { return e.err }

// Unread is err as an UnreadError. A region that is not there was read, and stays what it is.
func Unread(err error) error {
	var unread *UnreadError
	if errors.As(err, &unread) {
		return unread
	}
	var region *RegionError
	if errors.As(err, &region) {
		return region
	}
	return &UnreadError{err}
}
