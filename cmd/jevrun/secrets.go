package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/jevrun/jevrun/lang"
	"github.com/jevrun/jevrun/runtime/engine"
)

// secrets are the values of a program's secrets by variable name. Each is known to the taint registry before
// anybody gets it.
type secrets map[string]string

// readSecrets reads what the plans will type. A variable that is not set ends the command before a browser
// starts; all of them are named at once.
func readSecrets(u *ui, plans []*engine.Plan) (secrets, error) {
	values := secrets{}
	var missing []string
	for _, plan := range plans {
		for _, s := range plan.Program.Secrets {
			if value, ok := os.LookupEnv(s.Env); ok {
				u.taint.Add(s.Env, value) // the name that a replay knows it by
				values[s.Env] = value
			}
		}
		for _, s := range typed(plan.Flow) {
			if _, ok := values[s.Env]; !ok {
				values[s.Env] = ""
				missing = append(missing, fmt.Sprintf("%s (secret.%s, %s:%d)", s.Env, s.Name, s.Range.Filename, s.Range.Start.Line))
			}
		}
	}
	if len(missing) > 0 {
		return nil, failed(exitWrong, "set the environment variable %s; a step types its value", strings.Join(missing, ", "))
	}
	return values, nil
}

func (s secrets) value(secret *lang.Secret) (string, error) {
	value, ok := s[secret.Env]
	if !ok {
		return "", fmt.Errorf("the environment variable %s of secret.%s is not set", secret.Env, secret.Name)
	}
	return value, nil
}

// typed lists the secrets that the steps of a flow type, each once.
func typed(f *lang.Flow) []*lang.Secret {
	var out []*lang.Secret
	for _, step := range f.Steps {
		for _, arg := range step.Args {
			if v, ok := arg.(lang.Value); ok && v.Secret != nil && !slices.Contains(out, v.Secret) {
				out = append(out, v.Secret)
			}
		}
	}
	return out
}
