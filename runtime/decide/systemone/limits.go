package systemone

import (
	"fmt"

	"github.com/jevrun/jevrun/runtime/decide"
)

// What a request may be. The servers publish tokens only; a token holds at most about eight bytes of what
// requests are made of, so a request that is refused here would be refused there, after the way. One that fits
// here and not there fails with the server's own words.
const (
	maxBody          = 1 << 20 // bytes
	bytesPerToken    = 8
	tokensOfCall     = 261   // whatever is asked
	tokensOfQuestion = 8     // besides its text
	maxTokens        = 65536 // of the state and all questions
	maxTokensOne     = 33002 // of the state and the longest question
)

// checkSize refuses what no server takes. body is the request on the wire.
func checkSize(req decide.Request, body []byte) error {
	if len(body) > maxBody {
		return fmt.Errorf("the request has %d bytes, at most %d can be sent; list fewer elements", len(body), maxBody)
	}
	if all := tokensOfCall + tokensOfQuestion*len(req.Questions) + len(body)/bytesPerToken; all > maxTokens {
		return tooLong("the request", all, maxTokens)
	}
	if len(body)/bytesPerToken+tokensOfCall <= maxTokensOne {
		return nil
	}
	questions, longest, id := 0, 0, ""
	for _, q := range req.Questions {
		n := len(fmt.Sprint(q.Instructions))
		for _, o := range q.Options {
			n += len(o.Label) + len(o.Text)
		}
		questions += n
		if n > longest {
			longest, id = n, q.ID
		}
	}
	if one := tokensOfCall + tokensOfQuestion + (len(body)-questions+longest)/bytesPerToken; one > maxTokensOne {
		return tooLong(fmt.Sprintf("the state with question %q", id), one, maxTokensOne)
	}
	return nil
}

func tooLong(what string, tokens, most int) error {
	return fmt.Errorf("%s has %d tokens or more, a model takes %d; list fewer elements", what, tokens, most)
}
