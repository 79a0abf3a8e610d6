package lang

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
	StepRef                // step.<name> of the same flow
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
	Default  string   // as documentation; the decoder leaves unset what is unset
	Min, Max float64  // bounds of a Number when Max > Min
	Doc      string   // one sentence
	Since    string   // first version, "0.1"
}

// Block is one block type of the table.
type Block struct {
	Name   string
	Labels []string // names of the labels, for messages and documentation
	Attrs  []Attr
	Blocks []*Block
	Single bool // a second one in the same body is an error
	Doc    string
	Since  string
}

// StepType is what an action contributes to the table: the first label of a step and its own attributes.
// The attributes that every step has are the table's own.
type StepType struct {
	Name   string
	Intent bool // the step needs an intent, because a decision picks its element
	Attrs  []Attr
	Doc    string
	Since  string
}
