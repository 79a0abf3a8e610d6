package systemone

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestEndpointsAndModels(t *testing.T) {
	for _, c := range []struct {
		base, model  string
		url, service string
		sent         string
	}{
		{"", "", "https://api.typesafe.ai/v1/systemone", "TypeSafe", "jev-latest"},
		{"https://api.typesafe.ai/", "jev-preview", "https://api.typesafe.ai/v1/systemone", "TypeSafe", "jev-preview"},
		{"https://api.typesafe.ai/v1", "jev-1.13", "https://api.typesafe.ai/v1/systemone", "TypeSafe", "jev-1.13.0"},
		{"https://api.typesafe.ai/v1/", "typesafe/jev-1.13", "https://api.typesafe.ai/v1/systemone", "TypeSafe", "jev-1.13.0"},
		{"https://API.TypeSafe.ai:443/v1/systemone/", "~typesafe/jev-latest", "https://API.TypeSafe.ai:443/v1/systemone", "TypeSafe", "jev-latest"},
		{"https://openrouter.ai", "", "https://openrouter.ai/api/v1/systemone", "OpenRouter", "~typesafe/jev-latest"},
		{"https://openrouter.ai/api", "jev-1.13", "https://openrouter.ai/api/v1/systemone", "OpenRouter", "typesafe/jev-1.13"},
		{"https://openrouter.ai/api/v1", "jev-1.13.0", "https://openrouter.ai/api/v1/systemone", "OpenRouter", "typesafe/jev-1.13"},
		{"https://openrouter.ai/api/alpha/decisions", "other/model", "https://openrouter.ai/api/alpha/decisions", "OpenRouter", "other/model"},
		{"https://ai-gateway.vercel.sh", "", "https://ai-gateway.vercel.sh/typesafe/v1/systemone", "Vercel AI Gateway", "typesafe-ai/jev"},
		{"https://ai-gateway.vercel.sh/typesafe", "jev", "https://ai-gateway.vercel.sh/typesafe/v1/systemone", "Vercel AI Gateway", "typesafe-ai/jev"},
		{"http://localhost:4000", "", "http://localhost:4000/v1/systemone", "LiteLLM", "typesafe/jev-latest"},
		{"https://litellm.example.com/v1", "jev-1.13", "https://litellm.example.com/v1/systemone", "LiteLLM", "typesafe/jev-1.13.0"},
		{"http://localhost:4000", "cloudflare/clef", "http://localhost:4000/v1/systemone", "LiteLLM", "cloudflare/clef"},
		{"http://127.0.0.1:11434", "nimble", "http://127.0.0.1:11434/v1/systemone", "Ollama", "nimble"},
		{"http://[::1]:8080/v1", "kev", "http://[::1]:8080/v1/systemone", "System One", "kev"},
		{"http://10.1.2.3:8080", "", "http://10.1.2.3:8080/v1/systemone", "System One", "jev-latest"},
		{"https://api.openjev.sh", "", "https://api.openjev.sh/v1/systemone", "OpenJEV", "openjev"},
		{"https://gateway.example.com/team/a/v1/systemone", "jev-1.13", "https://gateway.example.com/team/a/v1/systemone", "System One", "jev-1.13"},
	} {
		client, err := New(Config{BaseURL: c.base, Model: c.model, Key: "k"}, Options{})
		if err != nil {
			t.Errorf("%s %s: %v", c.base, c.model, err)
			continue
		}
		if client.Endpoint() != c.url || client.Service() != c.service || client.ID() != c.sent {
			t.Errorf("%s %s: got %s of %s for %s", c.base, c.model, client.Endpoint(), client.Service(), client.ID())
		}
	}
}

func TestConfigurationsThatCannotWork(t *testing.T) {
	const secret = "hunter2"
	for _, c := range []struct {
		config Config
		want   string
	}{
		{Config{}, "api.typesafe.ai needs an API key and there is none: set TYPESAFE_API_KEY"},
		{Config{BaseURL: "https://openrouter.ai/api"}, "openrouter.ai needs an API key"},
		{Config{BaseURL: "api.typesafe.ai", Key: secret}, "must begin with https://"},
		{Config{BaseURL: "ftp://x", Key: secret}, "must begin with https://"},
		{Config{BaseURL: "https://", Key: secret}, "name a host"},
		{Config{BaseURL: "https://user:" + secret + "@x.example", Key: secret}, "holds credentials"},
		{Config{BaseURL: "https://user:" + secret + "@x.example:port", Key: secret}, "is no URL"},
		{Config{BaseURL: "https://x.example?key=" + secret, Key: secret}, "has a query"},
		{Config{BaseURL: "http://api.typesafe.ai", Key: secret}, "use an https address"},
		{Config{BaseURL: "https://x.example/v1/decisions", Key: secret}, "another shape"},
		{Config{BaseURL: "https://openrouter.ai/api/v1/chat/completions", Key: secret}, "chat endpoint"},
		{Config{BaseURL: "https://ai-gateway.vercel.sh/v4/ai/evaluation-model", Key: secret}, "route …/typesafe"},
		{Config{BaseURL: "https://ai-gateway.vercel.sh", Model: "jev-1.13.0", Key: secret}, `no "jev-1.13.0"`},
		{Config{BaseURL: "https://api.cloudflare.com/client/v4/accounts/1/ai/run", Key: secret}, "a form of its own"},
		{Config{BaseURL: "http://localhost:11434"}, "Ollama has no default model"},
		{Config{Model: "a model", Key: secret}, "the model's name"},
		{Config{Key: secret + "\r\nX: y", KeyFrom: KeyEnv}, "the API key from TYPESAFE_API_KEY holds a space"},
		{Config{Key: Key(strings.Repeat(secret, 1000))}, "longer than 4096 bytes"},
	} {
		_, err := New(c.config, Options{})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: got %v, want an error with %q", c.config, err, c.want)
		} else if strings.Contains(err.Error(), secret) {
			t.Errorf("the key is in: %v", err)
		}
	}
}

func TestFromEnvironment(t *testing.T) {
	home := t.TempDir()
	file := filepath.Join(home, ".config", "typesafe", "apikey.txt")
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("\n apikey_of_the_file \n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		env       map[string]string
		home      string
		key, from string
		model     string
	}{
		"variables":                 {map[string]string{KeyEnv: " apikey_1 \n", ModelEnv: "jev-1.13.0", BaseURLEnv: " https://x.example "}, home, "apikey_1", KeyEnv, "jev-1.13.0"},
		"blank ones are not set":    {map[string]string{KeyEnv: "  ", ModelEnv: " ", BaseURLEnv: "\t"}, home, "apikey_of_the_file", file, "jev-latest"},
		"the file":                  {nil, home, "apikey_of_the_file", file, "jev-latest"},
		"the file stays from home":  {map[string]string{BaseURLEnv: "http://127.0.0.1:8080"}, home, "", "", "jev-latest"},
		"no home, a near server":    {map[string]string{BaseURLEnv: "http://127.0.0.1:8080"}, "", "", "", "jev-latest"},
		"a near server with a key":  {map[string]string{BaseURLEnv: "http://127.0.0.1:8080", KeyEnv: "k"}, "", "k", KeyEnv, "jev-latest"},
		"another home, without one": {map[string]string{KeyEnv: "k"}, t.TempDir(), "k", KeyEnv, "jev-latest"},
	} {
		t.Run(name, func(t *testing.T) {
			client, err := New(FromEnvironment(func(n string) string { return c.env[n] }, c.home), Options{})
			if err != nil {
				t.Fatal(err)
			}
			if string(client.key) != c.key || client.KeyFrom() != c.from || client.ID() != c.model {
				t.Errorf("key from %q, model %s", client.KeyFrom(), client.ID())
			}
		})
	}

	// A file that is there and cannot be read is an error, not a missing key.
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(file, 0o700); err != nil {
		t.Fatal(err)
	}
	none := func(string) string { return "" }
	if _, err := New(FromEnvironment(none, home), Options{}); err == nil || !strings.Contains(err.Error(), "the key file cannot be read") {
		t.Errorf("got %v", err)
	}
	if _, err := New(FromEnvironment(none, t.TempDir()), Options{}); err == nil || !strings.Contains(err.Error(), "apikey.txt") {
		t.Errorf("got %v", err)
	}
}

// TestTheKeyStaysWithItsAddress: a flow file may name any address, and a key that was not meant for it must not
// go there.
func TestTheKeyStaysWithItsAddress(t *testing.T) {
	home := t.TempDir()
	for _, c := range []struct {
		env, at string
		kept    bool
	}{
		{"", "https://api.typesafe.ai/v1", true},
		{"", "https://API.typesafe.ai.", false}, // another spelling of the host is another address
		{"", "https://api.typesafe.ai.evil.example", false},
		{"", "https://evil.example", false},
		{"", "http://127.0.0.1:8080", false},
		{"https://gateway.example/a", "https://gateway.example/b/v1/systemone", true},
		{"https://gateway.example", "https://gateway.example:444", false},
		{"http://127.0.0.1:8080", "https://127.0.0.1:8080", false},
		{"https://user:pw@gateway.example", "https://gateway.example", false},
	} {
		env := map[string]string{BaseURLEnv: c.env, KeyEnv: "k", ModelEnv: "m"}
		got := FromEnvironment(func(n string) string { return env[n] }, home).At(c.at)
		if kept := got.Key == "k" && got.KeyFrom == KeyEnv && got.KeyFile != ""; kept != c.kept || !kept && (got.Key != "" || got.KeyFrom != "" || got.KeyFile != "") {
			t.Errorf("%q, then %q: %+v", c.env, c.at, got)
		}
		if got.BaseURL != c.at || got.Model != "m" {
			t.Errorf("%q, then %q: %+v", c.env, c.at, got)
		}
	}
	_, err := New(Config{Key: "k"}.At("https://evil.example"), Options{})
	if err == nil || !strings.Contains(err.Error(), "evil.example needs an API key and there is none: give it one of its own") {
		t.Errorf("got %v", err)
	}
}
