package systemone

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// The environment variables that FromEnvironment reads.
const (
	KeyEnv     = "TYPESAFE_API_KEY"
	BaseURLEnv = "TYPESAFE_BASE_URL"
	ModelEnv   = "TYPESAFE_DEFAULT_MODEL"
)

// DefaultBaseURL is asked when nothing else is configured.
const DefaultBaseURL = "https://api.typesafe.ai"

// Key is an API key. However it is formatted, it prints as "<key>".
type Key string

// Format writes "<key>", or nothing for an empty key.
func (k Key) Format(f fmt.State, _ rune) {
	if k != "" {
		_, _ = io.WriteString(f, "<key>") // fmt keeps it in memory
	}
}

// MarshalText keeps the key out of JSON.
func (k Key) MarshalText() ([]byte, error) { return fmt.Append(nil, k), nil }

// Config says which server is asked, as whom and for which model. Empty fields take their defaults in New.
type Config struct {
	BaseURL string // the root, the root with /v1, or the full address
	Key     Key
	KeyFrom string // where the key comes from, for people; never the key
	Model   string // as its maker calls it; New spells it as the server does

	// KeyFile is read in New when Key is empty and the server is neither on this machine nor in a private
	// network: the key in the file is for a hosted service. "" for none; it need not exist.
	KeyFile string

	elsewhere bool // the address is not the one that the key was configured for
}

// FromEnvironment is the configuration that getenv and the key file below home describe. Blank variables count
// as not set. home may be "" when there is none.
func FromEnvironment(getenv func(string) string, home string) Config {
	c := Config{
		BaseURL: strings.TrimSpace(getenv(BaseURLEnv)),
		Key:     Key(strings.TrimSpace(getenv(KeyEnv))),
		Model:   strings.TrimSpace(getenv(ModelEnv)),
	}
	if c.Key != "" {
		c.KeyFrom = KeyEnv
	}
	if home != "" {
		c.KeyFile = filepath.Join(home, ".config", "typesafe", "apikey.txt")
	}
	return c
}

// At is the configuration for another base URL. The key goes along only to the server that it was configured
// for: another address gets none of it, and reads no key file.
func (c Config) At(baseURL string) Config {
	here, err := resolve(c.BaseURL)
	there, bad := resolve(baseURL)
	if err != nil || bad != nil || here.host != there.host || here.plain != there.plain {
		c.Key, c.KeyFrom, c.KeyFile, c.elsewhere = "", "", "", true
	}
	c.BaseURL = baseURL
	return c
}

const maxKey = 4 << 10 // bytes

// findKey completes the key of c for a server, from the key file if need be, and checks it.
func (c *Config) findKey(s server) error {
	c.Key = Key(strings.TrimSpace(string(c.Key)))
	if c.Key == "" && !s.near {
		if err := c.readKeyFile(); err != nil {
			return err
		}
	}
	if c.Key == "" {
		if s.near {
			return nil
		}
		next := "set " + KeyEnv
		switch {
		case c.elsewhere:
			next = "give it one of its own, because that of the environment goes to the address of the environment only"
		case c.KeyFile != "":
			next += " or write the key to " + c.KeyFile
		}
		return fmt.Errorf("%s needs an API key and there is none: %s", s.host, next)
	}
	for i := range len(c.Key) {
		if b := c.Key[i]; b <= ' ' || b > '~' {
			return fmt.Errorf("the API key from %s holds a space or a character that no key has; set it again", c.keyFrom())
		}
	}
	if len(c.Key) > maxKey {
		return fmt.Errorf("the API key from %s is longer than %d bytes; set it again", c.keyFrom(), maxKey)
	}
	if s.plain && !s.near {
		return fmt.Errorf("%s would get the API key without encryption: use an https address", s.host)
	}
	return nil
}

func (c *Config) keyFrom() string {
	if c.KeyFrom == "" {
		return "the configuration"
	}
	return c.KeyFrom
}

func (c *Config) readKeyFile() error {
	if c.KeyFile == "" {
		return nil
	}
	f, err := os.Open(c.KeyFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("the key file cannot be read: %w", err)
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, 2*maxKey))
	if err != nil {
		return fmt.Errorf("the key file cannot be read: %w", err)
	}
	c.Key, c.KeyFrom = Key(strings.TrimSpace(string(b))), c.KeyFile
	return nil
}
