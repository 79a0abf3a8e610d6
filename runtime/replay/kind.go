package replay

// Kind says why a step has its verdict, for people and for tools that sort failures. It is an addition to spec 0:
// the verdict alone decides whether a replay fails. Every step that fails or stops a replay has one; on a step
// that passes it is a remark.
type Kind string

// The kinds.
const (
	Renamed          Kind = "renamed"            // another element stands in its place, or has its name in another role
	Removed          Kind = "removed"            // it is not on the page, or cannot be seen there
	Counter          Kind = "counter"            // only a number or a badge in its name is another one
	Disabled         Kind = "disabled"           // it is there and takes no input, which it did
	Dropped          Kind = "dropped"            // it is on the page, behind the end of the list that the cap of the recording allows
	Covered          Kind = "covered"            // it is there and something lies over it
	OtherFrame       Kind = "other_frame"        // it is in another frame
	OtherRegion      Kind = "other_region"       // it is in another region of the page
	Duplicated       Kind = "duplicated"         // there are several now
	PageNotReached   Kind = "page_not_reached"   // the server refused, did not answer, or led elsewhere
	Unreadable       Kind = "unreadable"         // the page is there and could not be read
	NeedsExecute     Kind = "needs_execute"      // only earlier actions bring it to the page
	GateRequired     Kind = "gate_required"      // it needed a person when it was recorded, or needs one today
	ClaimFailed      Kind = "claim_failed"       // what an assert claims held and does not now
	NotExecuted      Kind = "not_executed"       // it resolved, and its action could not be carried out
	ValueUnavailable Kind = "value_unavailable"  // the value that it types is not to be had, or not to be typed there
	Inconsistent     Kind = "inconsistent_trace" // the trace contradicts itself
)

// advice is what to do about a step that fails for such a reason, where nothing better is known.
var advice = map[Kind]string{
	Removed:      "take the step out of the flow, or record it again",
	Inconsistent: "record the flow again",
	Disabled:     "see what the page waits for: where another step has to come first, add it to the flow and record it again",
	Covered:      "let a step of the flow close what lies over it, and record it again",
	ClaimFailed:  "if the page is right, change the assert in the flow and record it again",
	NotExecuted:  "if the page is right, change the step in the flow and record it again",
	Unreadable:   "open the page by hand: a script that never ends keeps everybody from it",
}
