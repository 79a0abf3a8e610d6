package systemone

import (
	"fmt"
	"strings"
)

// Error is a call that led to no decision. It never holds the key, and of a server's answer only its message.
type Error struct {
	Host      string // who was asked
	Status    int    // HTTP status of the last attempt, 0 when no response came
	RequestID string // of the last attempt, "" when the server named none
	Attempts  int
	Problem   string // a clause that follows the host: "answered 401: invalid key"
	Next      string // the next move, "" when there is none
	Err       error  // cause; nil when the server caused it
}

// Error is one sentence: host, problem, next move, and in parentheses what support asks for.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.Host + " " + e.Problem)
	if e.Next != "" {
		b.WriteString("; " + e.Next)
	}
	var notes []string
	if e.Attempts > 1 {
		notes = append(notes, fmt.Sprintf("%d attempts", e.Attempts))
	}
	if e.RequestID != "" {
		notes = append(notes, "request "+e.RequestID)
	}
	if len(notes) > 0 {
		b.WriteString(" (" + strings.Join(notes, ", ") + ")")
	}
	return b.String()
}

// Unwrap is the cause.
func (e *Error) Unwrap() error { return e.Err }
