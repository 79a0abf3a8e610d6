package systemone

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// DefaultModel is asked for when no model is named, except where a server has no such model.
const DefaultModel = "jev-latest"

// server is one address and what is particular about who answers there.
type server struct {
	url   string // full, without credentials
	host  string // with the port, for people
	plain bool   // http
	near  bool   // on this machine or in a private network: a key is optional
	kind  *kind
}

// kind is a way of serving the protocol. Nothing but the base URL chooses it.
type kind struct {
	name  string
	match func(host, port string) bool
	// path turns the path of a base URL into the endpoint's; nil for the common rule.
	path func(path string) (string, error)
	// model spells a model's name as this server does; nil to send it as it is.
	model        func(name string) (string, error)
	defaultModel string // "" when a model must be named
	// noConfidence: the server's schema lets an answer come without its confidence.
	noConfidence bool
	notFound     string // next move after 404
}

var kinds = []*kind{
	{
		name: "TypeSafe", match: is("api.typesafe.ai"), model: typesafeModel, defaultModel: DefaultModel,
	},
	{
		name: "OpenRouter", match: is("openrouter.ai"), path: openrouterPath, model: openrouterModel, defaultModel: DefaultModel,
		noConfidence: true,
	},
	{
		name: "Vercel AI Gateway", match: is("ai-gateway.vercel.sh"), path: vercelPath, model: vercelModel, defaultModel: DefaultModel,
	},
	{
		name: "OpenJEV", match: is("api.openjev.sh"), defaultModel: "openjev",
	},
	{
		name: "Cloudflare", match: is("api.cloudflare.com"), path: func(string) (string, error) {
			return "", errors.New("its Workers AI wraps requests and answers in a form of its own; reach it through a gateway that speaks System One, such as LiteLLM")
		},
	},
	{
		name: "LiteLLM", match: func(host, port string) bool { return port == "4000" || strings.Contains(host, "litellm") },
		model: litellmModel, defaultModel: DefaultModel,
	},
	{
		name: "Ollama", match: func(_, port string) bool { return port == "11434" },
		notFound: "Ollama serves decision models from 0.35 on, and a model must have been pulled",
	},
}

// other is any server that is not known by its address, llama.cpp among them.
var other = &kind{name: "System One", defaultModel: DefaultModel}

func is(name string) func(host, port string) bool {
	return func(host, _ string) bool { return host == name }
}

// resolve finds the server of a base URL: the root, the root with /v1, or the full address.
func resolve(base string) (server, error) {
	if base == "" {
		base = DefaultBaseURL
	}
	u, err := url.Parse(base)
	if err != nil {
		return server{}, errors.New("the base URL is no URL; it looks like " + DefaultBaseURL) // err would quote a password in it
	}
	switch {
	case u.Scheme != "https" && u.Scheme != "http" || u.Hostname() == "":
		return server{}, errors.New("the base URL must begin with https://, or with http:// for a server of your own, and name a host")
	case u.User != nil:
		return server{}, fmt.Errorf("the base URL of %s holds credentials; set %s instead", u.Host, KeyEnv)
	case u.RawQuery != "" || u.Fragment != "":
		return server{}, fmt.Errorf("the base URL of %s has a query or a fragment; leave them out", u.Host)
	}
	host := strings.ToLower(strings.TrimSuffix(u.Hostname(), "."))
	s := server{host: u.Host, plain: u.Scheme == "http", near: isNear(host), kind: other}
	for _, k := range kinds {
		if k.match(host, u.Port()) {
			s.kind = k
			break
		}
	}
	path := commonPath
	if s.kind.path != nil {
		path = s.kind.path
	}
	u.Path, err = path(strings.TrimRight(u.Path, "/"))
	if err != nil {
		return server{}, fmt.Errorf("%s cannot be asked at this address: %w", s.host, err)
	}
	u.RawPath = ""
	s.url = u.String()
	return s, nil
}

// isNear tells whether a host is this machine or in a private network.
func isNear(host string) bool {
	if addr, err := netip.ParseAddr(host); err == nil {
		addr = addr.Unmap()
		return addr.IsLoopback() || addr.IsPrivate() || addr.IsLinkLocalUnicast()
	}
	if !strings.Contains(host, ".") {
		return true // localhost, or a name of a container network
	}
	return slices.ContainsFunc([]string{".localhost", ".local", ".internal"}, func(end string) bool { return strings.HasSuffix(host, end) })
}

const endpoint = "/systemone"

func commonPath(path string) (string, error) {
	switch {
	case strings.HasSuffix(path, endpoint):
		return path, nil
	case strings.HasSuffix(path, "/v1"):
		return path + endpoint, nil
	case strings.HasSuffix(path, "/decisions"):
		return "", errors.New("…/decisions has another shape; give the root of the server, or its …/v1/systemone")
	case strings.HasSuffix(path, "/completions"):
		return "", errors.New("a chat endpoint does not take decisions; give the root of the server, or its …/v1/systemone")
	}
	return path + "/v1" + endpoint, nil
}

func openrouterPath(path string) (string, error) {
	switch path {
	case "", "/v1":
		return "/api/v1" + endpoint, nil
	case "/api/alpha/decisions":
		return path, nil // the same shape under an older name
	}
	return commonPath(path)
}

func vercelPath(path string) (string, error) {
	switch {
	case path == "" || path == "/v1":
		return "/typesafe/v1" + endpoint, nil
	case strings.HasPrefix(path, "/v4"):
		return "", errors.New("the gateway's own evaluation route has another shape; use its route …/typesafe")
	}
	return commonPath(path)
}

var (
	minorVersion = regexp.MustCompile(`^jev-\d+\.\d+$`)
	zeroPatch    = regexp.MustCompile(`^(jev-\d+\.\d+)\.0$`)
)

// typesafeModel takes the maker's prefix away and completes a version: there is jev-1.13.0 and no jev-1.13.
func typesafeModel(name string) (string, error) {
	name = strings.TrimPrefix(strings.TrimPrefix(name, "~"), "typesafe/")
	if minorVersion.MatchString(name) {
		name += ".0"
	}
	return name, nil
}

// openrouterModel adds the maker's prefix; aliases that move bear a tilde, versions have no patch number 0.
func openrouterModel(name string) (string, error) {
	switch {
	case strings.Contains(name, "/") || !strings.HasPrefix(name, "jev-"):
		return name, nil
	case name == "jev-latest" || name == "jev-preview":
		return "~typesafe/" + name, nil
	}
	return "typesafe/" + zeroPatch.ReplaceAllString(name, "$1"), nil
}

func vercelModel(name string) (string, error) {
	switch {
	case strings.Contains(name, "/"):
		return name, nil
	case name == "jev" || name == DefaultModel:
		return "typesafe-ai/jev", nil
	}
	return "", fmt.Errorf("the Vercel AI Gateway serves typesafe-ai/jev, whatever version that is, and no %q; leave the model out or use another server", name)
}

// litellmModel adds the provider that jev models have by default in a proxy; its own names stay.
func litellmModel(name string) (string, error) {
	if strings.Contains(name, "/") || !strings.HasPrefix(name, "jev-") {
		return name, nil
	}
	name, err := typesafeModel(name)
	return "typesafe/" + name, err
}

const maxModel = 200 // bytes

// modelFor is the model's name as the server spells it.
func (s server) modelFor(name string) (string, error) {
	name = strings.TrimSpace(name)
	if name == "" {
		name = s.kind.defaultModel
	}
	if name == "" {
		return "", fmt.Errorf("%s has no default model; name one that is installed there", s.kind.name)
	}
	if len(name) > maxModel || strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsGraphic(r) || unicode.IsSpace(r) }) {
		return "", errors.New("the model's name is too long or holds a character that no name has")
	}
	if s.kind.model == nil {
		return name, nil
	}
	return s.kind.model(name)
}
