package builtin

// The features of a candidate. All lie between -1 and about 3; weights.go holds what each is worth.
const (
	fNameCover     = iota // share of the intent that words of the name repeat
	fNameMeaning          // share of the intent that the name says in other words
	fPlaceholder          // share that only the placeholder covers
	fHref                 // share that only the address covers
	fValue                // share that only the current value covers
	fScope                // share that only the scope covers
	fPrecision            // share of the name that the intent says
	fExtra                // weight of the name's words that the intent does not say, at most 3
	fLeft                 // weight of the intent's words that nothing of the candidate says, at most 3
	fTrigrams             // likeness of spelling
	fExact                // name and intent have the same content words
	fMutual               // name and intent cover each other, meaning included
	fLead                 // the name is how the intent begins: "Sign in" in "sign in to the shop"
	fTail                 // the name is how the intent ends: "Atlas" in "open project Atlas"
	fActionHit            // the name holds the intent's verb of doing
	fActionMiss           // it does not
	fActionExtra          // the name holds a verb of doing that the intent does not
	fDestructExtra        // and that verb takes something away
	fRole                 // how well the role fits the action
	fRoleWrong            // the action cannot be done to the role
	fRoleOnly             // one over the number of candidates whose role fits best
	fRoleNamed            // the intent names the kind of element
	fNavLink              // an intent to go somewhere, and a link
	fNavAction            // an intent to go somewhere, and a name that does something
	fNumberHit            // share of the intent's numbers on the candidate
	fNumberMiss           // share that is missing
	fOpposite             // the name says the opposite of the intent
	fSearch               // an intent to search, and a search field
	fLong                 // a long name
	fNameless             // no name
	fTwinScope            // the scope tells candidates of one name apart
	fScopeOnly            // the scope fits and the name does not
	fQuoteHit             // share of the intent's quoted words on the name or in the scope
	fQuoteMiss            // share that is missing
	fAll                  // share of the intent that anything of the candidate covers
	fComplete             // the candidate or its scope says every word of the intent, and the intent the whole name
	fNothing              // hardly anything of the intent is on the candidate
	fRun                  // share of the intent's content words that the name holds in one run
	fContains             // the name holds all content words of the intent, three or more, in one run
	fProperHit            // share of the intent's names of things that the candidate holds
	fProperMiss           // share that is missing from what will be clicked
	fVerbOnly             // the name is the intent's verb of doing and nothing else, and no other element has it
	fVerbClash            // the name begins with another verb of doing
	numFeatures
)

// The features of a page that speak for or against none: maxima over the candidates.
var noneFeatures = [...]int{fAll, fNameCover, fPrecision, fTrigrams, fExact, fMutual, fLead, fTail, fActionHit, fRole, fNumberHit, fQuoteHit, fSearch, fTwinScope, fRun, fProperHit, fVerbOnly}

// numNone counts the weights of none: a constant, the maxima, the least fLeft and the number of candidates.
const numNone = 1 + len(noneFeatures) + 2
