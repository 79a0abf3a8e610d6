package lang

import "github.com/jevrun/jevrun/lang/predicate"

// Type is what an attribute holds. Each type has one decoder, one line of documentation and one JSON Schema.
type Type int

// The attribute types.
const (
	String     Type = iota // text
	Number                 // float64
	Bool                   // bool
	Duration               // text with a unit, "250ms", "10s", "2m"; positive
	Text                   // Value: literal text, or a secret standing alone
	Condition              // *predicate.Program from a string without ${ }
	Enum                   // one word of Attr.Enum
	StringList             // []string
	Regexp                 // text that compiles as RE2
	RegexpList             // []string, each compiles
	Named                  // <kind>.<name>; Attr.Refers says of what kind
	TextMap                // map[string]Value
	TypeExpr               // a type constraint: string, number, bool, list(string), …
	Any                    // any value (variable default, locals)
)

// Attr is one row of the schema table.
type Attr struct {
	Name     string
	Type     Type
	Required bool
	Enum     []string // the words of an Enum
	Refers   string   // what a Named names: step (of the same flow) or decider
	Default  string   // as documentation; the decoder leaves unset what is unset
	Min, Max float64  // bounds of a Number when Max > Min
	Integer  bool     // a Number without a fraction
	Doc      string   // one sentence
	Since    string   // first version, "0.1"

	// Decides restricts an attribute of every step to those that take a decision.
	Decides bool
	// Scope is what a Condition sees.
	Scope predicate.Scope
	// Check looks at the text of a String further. Its error is a sentence; a *Misuse may suggest another text.
	Check func(text string) error
	// Pattern is Check as a regular expression of JSON Schema, as far as one can say it; for editors only.
	Pattern string
}

// Misuse is what Attr.Check finds wrong with a text.
type Misuse struct {
	Msg        string // a sentence without the place
	Suggestion string // the text that was most likely meant, or ""
	From, To   int    // the bytes of the text that are wrong; 0 and 0 for all of it
}

// Error is the sentence.
func (m *Misuse) Error() string { return m.Msg }

// Block is one block type of the table.
type Block struct {
	Name   string
	Labels []string // names of the labels, for messages and documentation
	Words  []string // the words that the first label may be; nil for any name
	Attrs  []Attr
	Blocks []*Block
	Single bool     // a second one in the same body is an error
	OneOf  []string // exactly one of these attributes must be there
	Doc    string
	Since  string

	kind *StepType // of the step block as forStep makes it
}

// StepType is what an action contributes to the table: the first label of a step and its own attributes.
// The attributes that every step has are the table's own.
type StepType struct {
	Name   string
	Intent bool // the step needs an intent, because a decision picks its element
	Attrs  []Attr
	OneOf  []string // exactly one of these attributes must be there
	Opens  bool     // the step opens a page, so that a flow may begin with it and have no start
	Doc    string
	Since  string
}
