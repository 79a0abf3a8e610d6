package lang_test

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/jevrun/jevrun/lang"
)

func TestDeciders(t *testing.T) {
	const native = `
jevrun { decider = decider.local }
secret "gateway" { env = "GATEWAY_KEY" }
variable "model" { default = "nimble" }
decider "local" {
  model    = var.model
  base_url = "http://127.0.0.1:11434"
  timeout  = "45s"
  fallback = "builtin"
}
decider "hosted" {
  base_url = "https://openrouter.ai"
  key      = secret.gateway
  price    = 0.042
  cache    = "answers"
  budget {
    calls  = 100
    tokens = 200000
    usd    = 0.05
  }
}
flow "f" {
  start   = "http://h/"
  decider = decider.hosted
  step "none" "one" { intent = "Look" }
}
flow "g" {
  start = "http://h/"
  step "none" "one" { intent = "Look" }
}
goal "h" {
  task    = "Do it"
  start   = "http://h/"
  decider = decider.local
}`
	const json = `{
  "jevrun": {"decider": "decider.local"},
  "secret": {"gateway": {"env": "GATEWAY_KEY"}},
  "decider": {
    "local": {"model": "nimble", "base_url": "http://127.0.0.1:11434", "timeout": "45s", "fallback": "builtin"},
    "hosted": {"base_url": "https://openrouter.ai", "key": "${secret.gateway}", "price": 0.042, "cache": "answers",
      "budget": {"calls": 100, "tokens": 200000, "usd": 0.05}}
  },
  "flow": {
    "f": {"start": "http://h/", "decider": "${decider.hosted}", "step": [{"none": {"one": {"intent": "Look"}}}]},
    "g": {"start": "http://h/", "step": [{"none": {"one": {"intent": "Look"}}}]}
  },
  "goal": {"h": {"task": "Do it", "start": "http://h/", "decider": "decider.local"}}
}`
	dir := t.TempDir()
	for name, src := range map[string]string{"a.hcl": native, "a.hcl.json": json} {
		p, ds := lang.LoadSource(filepath.Join(dir, name), []byte(src), options(t, dir))
		if name == "a.hcl.json" && ds.HasErrors() || name == "a.hcl" && len(ds) > 0 {
			t.Fatalf("%s: %v", name, ds)
		}
		want := []*lang.Decider{
			{Name: "local", Model: "nimble", BaseURL: "http://127.0.0.1:11434", Timeout: 45 * time.Second, Fallback: lang.FallbackBuiltin},
			{
				Name: "hosted", BaseURL: "https://openrouter.ai", Key: &lang.Secret{Name: "gateway", Env: "GATEWAY_KEY"},
				Price: ptr(0.042), Cache: filepath.Join(dir, "answers"), Budget: lang.Budget{Calls: 100, Tokens: 200000, USD: 0.05},
			},
		}
		if d := cmp.Diff(want, p.Deciders, same); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
		if p.Decider != p.Deciders[0] || p.Flow("f").Decider != p.Deciders[1] || p.Flow("g").Decider != nil || p.Goal("h").Decider != p.Deciders[0] {
			t.Errorf("%s: the references lead elsewhere: %v, %v, %v, %v", name, p.Decider, p.Flow("f").Decider, p.Flow("g").Decider, p.Goal("h").Decider)
		}
	}
}
