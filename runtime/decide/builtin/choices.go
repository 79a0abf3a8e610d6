package builtin

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jevrun/jevrun/runtime/decide"
	"github.com/jevrun/jevrun/runtime/trace"
)

// What the embedded decider says where it cannot know. It does not read a page's text, so how a goal stands and
// what an operation would show are guesses from the elements and the history: the probabilities say that, and lie
// below every bar that is meant for acting on them.
const (
	pProgress = 0.7  // something is left to do, and an element fits it
	pDone     = 0.55 // each part of the task has a step in the history
	pStuck    = 0.5  // nothing listed fits
	pAnswered = 0.5  // the words of the task stand on the page
	pScroll   = 0.45 // there is more to see
	pWait     = 0.5  // the page shows nothing yet
	pGiveUp   = 0.4
	sure      = 0.5 // an element with this probability is taken to fit
)

// plan is one consistent answer to all questions about a goal.
type plan struct {
	status, action, key string
	pStatus, pTarget    float64
	target              decide.Answer
}

// goal answers the questions about the next step of a goal from one plan.
func (d *Decider) goal(g decide.Goal, questions []decide.Question) (map[string]decide.Answer, error) {
	i := slices.IndexFunc(questions, func(q decide.Question) bool { return q.ID == decide.TargetQuestion })
	if i < 0 {
		return nil, fmt.Errorf("question %q is missing, and the others depend on it", decide.TargetQuestion)
	}
	p, err := d.planOf(g, questions[i])
	if err != nil {
		return nil, fmt.Errorf("question %q: %w", decide.TargetQuestion, err)
	}
	out := map[string]decide.Answer{}
	for _, q := range questions {
		var a decide.Answer
		switch q.ID {
		case decide.TargetQuestion:
			a = p.target
		case decide.StatusQuestion:
			a, err = spread(q, p.status, p.pStatus)
		case decide.ActionQuestion:
			a, err = spread(q, p.action, p.pTarget)
		case decide.ValueQuestion:
			a, err = spread(q, p.key, p.pTarget)
		default:
			err = errors.New("the embedded decider knows no such question about a goal")
		}
		if err != nil {
			return nil, fmt.Errorf("question %q: %w", q.ID, err)
		}
		out[q.ID] = a
	}
	return out, nil
}

// planOf types what the page has a field for, and then takes the first part of the task that no earlier step did.
func (d *Decider) planOf(g decide.Goal, q decide.Question) (plan, error) {
	for _, key := range g.Keys {
		if slices.ContainsFunc(g.History, func(p decide.Past) bool { return p.Executed && p.Key == key }) {
			continue
		}
		a, err := d.answer(stateFor(key, "fill"), q)
		if err != nil {
			return plan{}, err
		}
		field := elementAt(g.Candidates, a.Choice)
		if a.Confidence < sure || field == nil || optional(field.Value) != "" || field.Disabled {
			continue
		}
		action := "fill"
		if field.Tag == "select" || field.Role == "listbox" {
			action = "select"
		}
		if roleFit(action, field.Role) < 0.7 {
			continue
		}
		return plan{decide.StatusInProgress, action, key, pProgress, a.Confidence, a}, nil
	}
	next, left, err := d.nextPart(g)
	if err != nil {
		return plan{}, err
	}
	a, err := d.answer(stateFor(next, "click"), q)
	if err != nil {
		return plan{}, err
	}
	p := plan{decide.StatusInProgress, "click", decide.None, pProgress, a.Confidence, a}
	if e := elementAt(g.Candidates, a.Choice); e != nil && roleFit("check", e.Role) == 1 {
		p.action = "check"
	}
	switch {
	case !left:
		p.status, p.pStatus = decide.StatusDone, pDone
	case a.Choice == decide.None:
		p.status, p.pStatus = decide.StatusStuck, pStuck
	}
	return p, nil
}

// nextPart is the first part of the task without a step of the history that did it. left is false when there is
// none; next is then the last part.
func (d *Decider) nextPart(g decide.Goal) (next string, left bool, err error) {
	done := 0
	parts := partsOf(g.Task)
	for _, past := range g.History {
		if done == len(parts) {
			break
		}
		if !past.Executed || past.Effect == "failed" {
			continue
		}
		fits := typing(parts[done]) && past.Key != ""
		if !fits && past.Key == "" {
			e := trace.Candidate{CID: "f0:c1", Role: past.Role, Name: past.Name}
			a, err := d.answer(stateFor(parts[done], "click"), decide.Question{Options: []decide.Option{{Label: e.CID, Element: &e}, {Label: decide.None}}})
			if err != nil {
				return "", false, err
			}
			fits = a.Choice == e.CID
		}
		if fits {
			done++
		}
	}
	for done < len(parts) && typing(parts[done]) && len(g.Keys) > 0 { // values that have no field here are not clicked
		done++
	}
	if done == len(parts) {
		return parts[len(parts)-1], false, nil
	}
	return parts[done], true, nil
}

// partsOf are the steps that a task is told in. A part that begins with no verb belongs to the one before:
// "terms and conditions" is one thing.
func partsOf(task string) []string {
	v := sharedVocabulary()
	var parts []string
	for _, part := range clauses(task) {
		in := v.readIntent(part, "click")
		begins := len(in.stems) > 0 && (navVerbs[in.stems[0]] || softVerbs[in.stems[0]] || v.isAction(in, 0))
		if len(parts) > 0 && !begins {
			parts[len(parts)-1] += " and " + part
			continue
		}
		parts = append(parts, part)
	}
	if len(parts) == 0 {
		return []string{task}
	}
	return parts
}

var clauseMarks = strings.NewReplacer(" and then ", "\x00", ", then ", "\x00", " then ", "\x00", ", and ", "\x00", " and ", "\x00", "; ", "\x00", ", ", "\x00", ". ", "\x00")

func clauses(task string) []string {
	var out []string
	for _, part := range strings.Split(clauseMarks.Replace(strings.Join(strings.Fields(task), " ")), "\x00") {
		if part = strings.Trim(part, " .;,"); part != "" {
			out = append(out, part)
		}
	}
	return out
}

var typeVerbs = stems("type enter fill write input")

// typing tells whether a part of a task is about values.
func typing(part string) bool {
	words := stemAll(tokenize(part, maxTokens))
	return len(words) > 0 && typeVerbs[words[0]]
}

// navigation answers the questions about the next move of a read-only navigation.
func (d *Decider) navigation(n decide.Navigation, questions []decide.Question) (map[string]decide.Answer, error) {
	out := map[string]decide.Answer{}
	link := decide.Answer{Choice: decide.None}
	for _, q := range questions {
		if q.ID == decide.LinkQuestion {
			var err error
			if link, err = d.answer(stateFor(n.Task, "click"), q); err != nil {
				return nil, fmt.Errorf("question %q: %w", q.ID, err)
			}
			out[q.ID] = link
		}
	}
	for _, q := range questions {
		switch q.ID {
		case decide.LinkQuestion:
		case decide.OperationQuestion:
			operation, p := operationOf(n, link)
			a, err := spread(q, operation, p)
			if err != nil {
				return nil, fmt.Errorf("question %q: %w", q.ID, err)
			}
			out[q.ID] = a
		default:
			return nil, fmt.Errorf("the embedded decider knows no question %q about a navigation", q.ID)
		}
	}
	return out, nil
}

// operationOf follows a link that fits, unless a page that was come to already says the words of the task.
func operationOf(n decide.Navigation, link decide.Answer) (string, float64) {
	came := slices.ContainsFunc(n.History, func(m decide.Move) bool { return m.Operation == decide.OperationClick })
	fits := link.Choice != decide.None && link.Confidence >= sure
	switch {
	case strings.TrimSpace(n.Text) == "" && len(n.Links) == 0:
		return decide.OperationWait, pWait
	case (came || !fits) && said(n.Task, n.Text) >= 0.75:
		return decide.OperationDone, pAnswered
	case fits:
		return decide.OperationClick, link.Confidence
	case n.Down:
		return decide.OperationDown, pScroll
	}
	return decide.OperationBlocked, pGiveUp
}

// said is the share of what a task asks for whose words stand in a text, 0 to 1.
func said(task, text string) float64 {
	const most = 4000 // words of the text
	have := map[string]bool{}
	for _, s := range stemAll(tokenize(text, most)) {
		have[s] = true
	}
	in := sharedVocabulary().readIntent(task, "click")
	all, found := 0.0, 0.0
	for i, s := range in.stems {
		if !in.carries[i] {
			continue
		}
		all += in.weight[i]
		if have[s] {
			found += in.weight[i]
		}
	}
	if all == 0 {
		return 0
	}
	return found / all
}

// stateFor asks about elements as a step with an intent would.
func stateFor(intent, action string) decide.TargetState {
	return decide.TargetState{Intent: intent, Action: decide.ActionState{Type: action}}
}

func elementAt(list []trace.Candidate, cid string) *trace.Candidate {
	for i := range list {
		if list[i].CID == cid {
			return &list[i]
		}
	}
	return nil
}

// spread gives one option its probability and the others the rest in equal parts. An option is never less likely
// than the others.
func spread(q decide.Question, label string, p float64) (decide.Answer, error) {
	at := slices.IndexFunc(q.Options, func(o decide.Option) bool { return o.Label == label })
	if at < 0 {
		return decide.Answer{}, fmt.Errorf("it does not offer the option %s", label)
	}
	ps := make([]float64, len(q.Options))
	p = max(p, 1/float64(len(ps)))
	for i := range ps {
		ps[i] = (1 - p) / float64(max(1, len(ps)-1))
	}
	ps[at] = p
	ps = roundTo4(ps)
	a := decide.Answer{Choice: label, Confidence: ps[at], Probabilities: make(map[string]float64, len(ps))}
	for i, o := range q.Options {
		a.Probabilities[o.Label] = ps[i]
	}
	return a, nil
}
