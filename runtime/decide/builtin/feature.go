package builtin

// The features of a candidate. All lie between -1 and about 3; weights.go holds what each is worth.
const (
	fNameCover       = iota // share of the intent that words of the name repeat
	fNameMeaning            // share of the intent that the name says in other words
	fPlaceholder            // share that only the placeholder covers
	fHref                   // share that only the address covers
	fValue                  // share that only the current value covers
	fScope                  // share that only the scope covers
	fPrecision              // share of the name that the intent says
	fExtra                  // weight of the name's words that the intent does not say, at most 3
	fLeft                   // weight of the intent's words that nothing of the candidate says, at most 3
	fTrigrams               // likeness of spelling
	fExact                  // name and intent have the same content words
	fMutual                 // name and intent cover each other, meaning included
	fLead                   // the name is how the intent begins: "Sign in" in "sign in to the shop"
	fTail                   // the name is how the intent ends: "Atlas" in "open project Atlas"
	fActionHit              // the name holds the intent's verb of doing
	fActionMiss             // it does not
	fActionExtra            // the name holds a verb of doing that the intent does not
	fDestructExtra          // and that verb takes something away, or the verb is asked for and not all of what goes
	fRole                   // how well the role fits the action
	fRoleWrong              // the action cannot be done to the role
	fRoleOnly               // one over the number of candidates whose role fits best, less one over the number of all
	fRoleNamed              // the intent names the kind of element
	fNavLink                // an intent to go somewhere, and a link
	fNavAction              // an intent to go somewhere, and a name that does something else
	fNumberHit              // share of the intent's numbers on the candidate
	fNumberMiss             // share that is missing
	fOpposite               // the name says the opposite of the intent
	fSearch                 // an intent to search, and a search field
	fLong                   // a long name
	fNameless               // no name
	fTwinScope              // the scope tells candidates of one name apart
	fScopeOnly              // the scope fits and the name does not
	fQuoteHit               // share of the intent's quoted words on the name or in the scope
	fQuoteMiss              // share that is missing
	fAll                    // share of the intent that anything of the candidate covers
	fComplete               // the candidate or its scope says every word of the intent, and the intent the whole name
	fNothing                // hardly anything of the intent is on the candidate
	fRun                    // share of the intent's content words that the name holds in one run
	fContains               // the name holds all content words of the intent, three or more, in one run
	fProperHit              // share of the intent's names of things that the candidate holds
	fProperMiss             // share that is missing from what will be clicked
	fVerbOnly               // the name is the intent's verb of doing and nothing else, and no other element has it
	fVerbClash              // the name begins with another verb of doing
	fLikeName               // the name means what the intent does
	fLikeNameHigh           // the same above 0.4, squared
	fLikeHint               // name and placeholder do
	fLikePlace              // name and scope do
	fLikeScope              // the scope alone does
	fLikeHref               // the address does
	fSoftCover              // share of the intent that a word of the name means
	fSoftPrecision          // share of the name that a word of the intent means
	fSoftScope              // share of the intent that only the scope covers
	fSoftAll                // share that name or scope covers
	fSoftAction             // the name means the intent's verb of doing
	fSoftActionMiss         // it does not
	fSoftActionExtra        // the name holds a verb of doing that nothing in the intent means
	fNoAction               // the intent has no verb of doing: the same for all, told to none
	fCovers                 // name, placeholder or scope say every word of the intent that carries weight
	fCoversOnly             // one over the number of candidates that do
	fUnsaid                 // how many content words of the intent nothing of the candidate says or means, at most 3
	fSwap                   // the name says a part of the intent, and something else instead of the rest
	fFieldSwap              // the same where a field is meant
	numFeatures
)

// The features of a page that speak for or against none: maxima over the candidates.
var noneFeatures = [...]int{fAll, fNameCover, fPrecision, fTrigrams, fExact, fMutual, fLead, fTail, fActionHit, fRole, fNumberHit, fQuoteHit, fSearch, fTwinScope, fRun, fProperHit, fVerbOnly,
	fLikeName, fLikePlace, fSoftCover, fSoftAll, fSoftAction, fNoAction, fCovers}

// numNone counts the weights of none: a constant, the maxima, the least fLeft and fUnsaid, and the number of candidates.
const numNone = 1 + len(noneFeatures) + 3

// featureNames say the features in a few words.
var featureNames = [numFeatures]string{
	fNameCover:       "name repeats the intent",
	fNameMeaning:     "name says it in other words",
	fPlaceholder:     "only the placeholder says it",
	fHref:            "only the address says it",
	fValue:           "only the value says it",
	fScope:           "only the scope says it",
	fPrecision:       "intent says the name",
	fExtra:           "name says more",
	fLeft:            "intent says more",
	fTrigrams:        "spelling",
	fExact:           "same words",
	fMutual:          "cover each other",
	fLead:            "begins the intent",
	fTail:            "ends the intent",
	fActionHit:       "verb",
	fActionMiss:      "verb missing",
	fActionExtra:     "another verb",
	fDestructExtra:   "another verb that takes away",
	fRole:            "role",
	fRoleWrong:       "role wrong",
	fRoleOnly:        "few with this role",
	fRoleNamed:       "role named",
	fNavLink:         "leads somewhere",
	fNavAction:       "does something instead of leading",
	fNumberHit:       "number",
	fNumberMiss:      "number missing",
	fOpposite:        "opposite",
	fSearch:          "search field",
	fLong:            "long name",
	fNameless:        "no name",
	fTwinScope:       "scope tells twins apart",
	fScopeOnly:       "scope and not the name",
	fQuoteHit:        "quoted words",
	fQuoteMiss:       "quoted words missing",
	fAll:             "anything says it",
	fComplete:        "complete",
	fNothing:         "nothing",
	fRun:             "words in one run",
	fContains:        "holds the whole intent",
	fProperHit:       "names of things",
	fProperMiss:      "names of things missing",
	fVerbOnly:        "only the verb",
	fVerbClash:       "begins with another verb",
	fLikeName:        "meaning of the name",
	fLikeNameHigh:    "meaning of the name, high",
	fLikeHint:        "meaning with the placeholder",
	fLikePlace:       "meaning with the scope",
	fLikeScope:       "meaning of the scope",
	fLikeHref:        "meaning of the address",
	fSoftCover:       "name means the intent",
	fSoftPrecision:   "intent means the name",
	fSoftScope:       "only the scope means it",
	fSoftAll:         "name or scope means it",
	fSoftAction:      "verb by meaning",
	fSoftActionMiss:  "verb missing by meaning",
	fSoftActionExtra: "another verb by meaning",
	fNoAction:        "intent without a verb",
	fCovers:          "covers what matters",
	fCoversOnly:      "few cover what matters",
	fUnsaid:          "words that nothing says or means",
	fSwap:            "something else instead",
	fFieldSwap:       "another field",
}
