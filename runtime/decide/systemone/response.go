package systemone

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/jevrun/jevrun/runtime/decide"
	"github.com/jevrun/jevrun/runtime/trace"
)

const (
	maxResponse   = 4 << 20 // bytes
	maxTokenCount = 1 << 31 // no call has more
)

// decode reads a response to req by the letter: names by case, each once, numbers as numbers. Fields that the
// protocol does not have are passed over. It does not judge the numbers: decide.Check does.
//
// An answer without its confidence is an error, unless noConfidence says that the server may leave it out; the
// confidence is then the probability of the choice, as it is for a decider that has no other measure.
func decode(data []byte, req decide.Request, noConfidence bool) (decide.Response, error) {
	d := decoder{scanner: scanner{data: data}, req: req, noConfidence: noConfidence}
	err := d.response()
	if err == nil {
		err = d.end()
	}
	if err != nil {
		return decide.Response{}, err
	}
	if d.resp.CostUSD == nil {
		d.resp.CostUSD = priceOf(d.resp.Model, d.resp.Usage)
	}
	return d.resp, nil
}

type decoder struct {
	scanner
	req          decide.Request
	noConfidence bool
	resp         decide.Response
}

// seen holds which fields of an object came already.
type seen uint8

func (s *seen) mark(bit seen, name string) error {
	if *s&bit != 0 {
		return fmt.Errorf("%s comes twice", name)
	}
	*s |= bit
	return nil
}

func (d *decoder) response() error {
	var have seen
	err := d.object(func(name []byte) error {
		switch string(name) {
		case "model":
			if err := have.mark(1, "model"); err != nil {
				return err
			}
			b, err := d.text()
			d.resp.Model = printable(string(b), maxModel)
			return within("model", err)
		case "answers":
			if err := have.mark(2, "answers"); err != nil {
				return err
			}
			return d.answers()
		case "usage":
			if err := have.mark(4, "usage"); err != nil {
				return err
			}
			if d.null() {
				return nil
			}
			return within("usage", d.usage())
		case "provider_metadata":
			return d.gatewayCost()
		}
		return d.skip()
	})
	switch {
	case err != nil:
		return err
	case have&2 == 0:
		return errors.New("it has no answers")
	case d.resp.Model == "":
		return errors.New("it does not name the model")
	}
	return nil
}

func (d *decoder) usage() error {
	var have seen
	var u trace.Usage
	err := d.object(func(name []byte) (err error) {
		switch string(name) {
		case "input_tokens":
			if err = have.mark(1, "input_tokens"); err == nil {
				u.InputTokens, err = d.count(maxTokenCount)
			}
			return within("input_tokens", err)
		case "output_tokens":
			if err = have.mark(2, "output_tokens"); err == nil {
				u.OutputTokens, err = d.count(maxTokenCount)
			}
			return within("output_tokens", err)
		case "cost":
			if err = have.mark(4, "cost"); err != nil || d.null() {
				return err
			}
			cost, err := d.number()
			d.resp.CostUSD = &cost
			return within("cost", err)
		}
		return d.skip()
	})
	if err == nil && have&3 != 3 {
		return errors.New("it needs both input_tokens and output_tokens")
	}
	d.resp.Usage = &u
	return err
}

// gatewayCost takes provider_metadata.gateway.cost, a number or a text, where there is one and usage names none.
func (d *decoder) gatewayCost() error {
	if d.peek() != '{' {
		return d.skip()
	}
	return d.object(func(name []byte) error {
		if string(name) != "gateway" || d.peek() != '{' {
			return d.skip()
		}
		return d.object(func(name []byte) error {
			if string(name) != "cost" || d.resp.CostUSD != nil {
				return d.skip()
			}
			var cost float64
			var err error
			switch d.peek() {
			case '"':
				var b []byte
				if b, err = d.text(); err == nil {
					cost, err = strconv.ParseFloat(string(b), 64)
				}
			case 'n':
				return d.skip()
			default:
				cost, err = d.number()
			}
			if err != nil {
				return errors.New("the gateway's cost is no number")
			}
			d.resp.CostUSD = &cost
			return nil
		})
	})
}

func (d *decoder) answers() error {
	d.resp.Answers = make(map[string]decide.Answer, len(d.req.Questions))
	return within("answers", d.object(func(name []byte) error {
		id := string(name)
		if _, ok := d.resp.Answers[id]; ok {
			return fmt.Errorf("question %s is answered twice", quoted(id))
		}
		var q decide.Question // of no options when the id is not ours; decide.Check refuses that
		for i := range d.req.Questions {
			if d.req.Questions[i].ID == id {
				q = d.req.Questions[i]
			}
		}
		a, err := d.answer(q)
		if err != nil {
			return fmt.Errorf("question %s: %w", quoted(id), err)
		}
		d.resp.Answers[id] = a
		return nil
	}))
}

// answer reads {"type":"choice","choice":…,"probabilities":{…},"confidence":…}.
func (d *decoder) answer(q decide.Question) (decide.Answer, error) {
	const typ, choice, probabilities, confidence seen = 1, 2, 4, 8
	var have seen
	var a decide.Answer
	err := d.object(func(name []byte) (err error) {
		switch string(name) {
		case "type":
			if err = have.mark(typ, "type"); err != nil {
				return err
			}
			b, err := d.text()
			if err == nil && string(b) != "choice" {
				err = fmt.Errorf("the answer's type is %s, a choice was asked for", quoted(string(b)))
			}
			return err
		case "choice":
			if err = have.mark(choice, "choice"); err != nil {
				return err
			}
			b, err := d.text()
			a.Choice = string(b)
			return within("choice", err)
		case "probabilities":
			if err = have.mark(probabilities, "probabilities"); err != nil {
				return err
			}
			a.Probabilities, err = d.probabilities(q.Options)
			return within("probabilities", err)
		case "confidence":
			if err = have.mark(confidence, "confidence"); err != nil {
				return err
			}
			if d.noConfidence && d.null() {
				have &^= confidence
				return nil
			}
			a.Confidence, err = d.number()
			return within("confidence", err)
		}
		return d.skip()
	})
	if err != nil {
		return a, err
	}
	if d.noConfidence && have&confidence == 0 {
		a.Confidence = a.Probabilities[a.Choice]
		have |= confidence
	}
	for _, f := range []struct {
		bit  seen
		name string
	}{{typ, "type"}, {choice, "choice"}, {probabilities, "probabilities"}, {confidence, "confidence"}} {
		if have&f.bit == 0 {
			return a, fmt.Errorf("the answer has no %s", f.name)
		}
	}
	return a, nil
}

// probabilities reads the numbers by label. Labels that come in the order in which they were offered are not
// copied.
func (d *decoder) probabilities(options []decide.Option) (map[string]float64, error) {
	ps := make(map[string]float64, len(options))
	i := 0
	err := d.object(func(name []byte) error {
		var label string
		if i < len(options) && options[i].Label == string(name) {
			label = options[i].Label
		} else {
			label = string(name)
		}
		i++
		if i > decide.MaxOptions {
			return fmt.Errorf("there are more than %d", decide.MaxOptions)
		}
		p, err := d.number()
		if err != nil {
			return fmt.Errorf("option %s: %w", quoted(label), err)
		}
		ps[label] = p
		if len(ps) != i {
			return fmt.Errorf("option %s comes twice", quoted(label))
		}
		return nil
	})
	return ps, err
}

func within(what string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", what, err)
}
