package main

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// echoPage takes values in every kind of field, and its button shows them wherever a page can show a text.
const echoPage = `<!doctype html><meta charset=utf-8><title>Echo</title>
<form onsubmit="return false"><label>Plain <input id=plain></label><label>Password <input id=hidden type=password></label>
<label>Notes <textarea id=notes></textarea></label><div id=rich contenteditable role=textbox aria-label=Rich></div></form>
<button id=echo>Echo</button><div id=out></div>
<label>Fruit <select id=fruit><option value="">none</option></select></label>
<p style="position:relative"><button id=behind>Behind</button><span id=cover style="position:absolute;inset:-9px"></span></p>
<script>
echo.onclick = () => {
  const s = notes.value, cover = behind.nextSibling, long = s.length > 500;
  const b64 = (t) => btoa(String.fromCharCode(...new TextEncoder().encode(t)));
  const add = (tag, set) => { const e = document.createElement(tag); Object.assign(e, set); out.append(e); return e; };
  if (!long) document.title = 'You typed ' + s;
  history.pushState(null, '', '?typed=' + encodeURIComponent(s));
  location.hash = s;
  add('button', { textContent: s });
  add('button', { textContent: s.toUpperCase() });
  add('button', { textContent: 'x'.repeat(110) + ' ' + s });
  add('button', { textContent: 'x'.repeat(990) + ' ' + s });
  add('button', { textContent: (s + ' ').repeat(40) });
  add('button', { textContent: b64(s) });
  add('button', { textContent: b64('user:' + s + '!') });
  add('button', { innerHTML: '' }).append(Object.assign(document.createElement('b'), { textContent: s.slice(0, s.length / 2) }),
    Object.assign(document.createElement('i'), { textContent: s.slice(s.length / 2) }));
  add('button', { title: s });
  add('button', { textContent: 'Styled ' + s }).style.textTransform = 'uppercase';
  add('a', { href: '/?q=' + encodeURIComponent(s), textContent: 'Link ' + s.split('').join('') });
  add('a', { href: '/#' + s, textContent: 'Raw link' });
  add('input', { placeholder: 'like ' + s, ariaLabel: 'Sample' });
  add('input', { value: s, ariaLabel: 'Kept' });
  const set = add('fieldset', {});
  set.append(Object.assign(document.createElement('legend'), { textContent: s }), Object.assign(document.createElement('button'), { textContent: 'In set' }));
  for (const o of [s, 'a '.repeat(20) + s]) fruit.append(new Option(o, o));
  add('p', { textContent: 'echoed' });
  cover.id = s.replace(/\s/g, '');
  console.log(s); console.error(new Error(s));
  alert('You typed ' + s); confirm(s.toUpperCase()); prompt('Again?', s);
  setTimeout(() => { throw new Error(s); });
};
</script>`

// echoFlow types the secret everywhere and then fails in every way whose message quotes the page.
const echoFlow = `
variable "site" { type = string }
secret "planted" { env = "PLANTED" }
dialogs {
  rule "again" {
    match  = "Again"
    action = "accept"
  }
}
flow "leak" {
  start = "${var.site}/"
  step "fill" "hidden" {
    intent = "Type into Password"
    expect = "#hidden"
    value  = secret.planted
    on "failed" { then = "continue" }
  }
  step "fill" "plain" {
    intent = "Type into Plain"
    expect = "#plain"
    value  = secret.planted
    on "failed" { then = "continue" }
  }
  step "fill" "rich" {
    intent = "Type into Rich"
    expect = "#rich"
    value  = secret.planted
    on "failed" { then = "continue" }
  }
  step "fill" "notes" {
    intent = "Type into Notes"
    expect = "#notes"
    value  = secret.planted
  }
  step "click" "echo" {
    intent = "Echo"
    expect = "#echo"
  }
  step "wait_for" "echoed" { text = "echoed" }
  step "select" "fruit" {
    intent = "Choose a Fruit"
    expect = "#fruit"
    value  = "Durian"
    on "failed" { then = "continue" }
  }
  step "click" "region" {
    intent = "In set"
    within = "No such region"
    on "blocked" { then = "continue" }
  }
  step "click" "behind" {
    intent  = "Behind"
    expect  = "#behind"
    timeout = "1500ms"
    on "failed" { then = "continue" }
    on "review" { then = "continue" }
    on "blocked" { then = "continue" }
  }
  step "assert" "never" {
    that    = "page.title == 'never'"
    timeout = "300ms"
    on "failed" { then = "continue" }
  }
  step "screenshot" "shot" { path = "shot.png" }
  step "outline" "lines" { path = "leak.outline.txt" }
  step "styles" "drawn" { path = "leak.styles.json" }
}
`

// TestPlantedSecretsReachNoArtifact runs and replays the program with secrets of every kind and looks for them
// in all that it leaves: traces, reports, documents, logs, terminal output, names and contents of files.
func TestPlantedSecretsReachNoArtifact(t *testing.T) {
	if !haveBrowser() {
		t.Skip("no browser on this machine: `make install-browser` installs one")
	}
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, echoPage)
	}))
	t.Cleanup(site.Close) // after all of them
	for name, secret := range map[string]string{
		"short":     "Zq7",
		"quotes":    `kx"q'7\w<z>&y|#?%/j`,
		"unicode":   "Paßwort-Ωmega-ñandú",
		"spaces":    "correct  horse battery staple",
		"lines":     "first line of it\nsecond line of it\nthird",
		"very long": strings.Repeat("longsecret0123456789", 3) + strings.Repeat("abcdefghij", 250),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir, tmp := t.TempDir(), t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "flow.hcl"), []byte(echoFlow), 0o644); err != nil {
				t.Fatal(err)
			}
			commands := [][]string{
				{"run", "flow.hcl", "--var", "site=" + site.URL, "--json", "--report", "run.md", "--report", "run.html", "--report", "run.xml", "--report", "run.json", "--github", "--log-format", "json"},
				{"replay", "leak.trace.jsonl", "--execute", "--timeout", "1s", "--report", "replay.html", "--github"},
			}
			if name == "quotes" { // the worst one, in every form of output
				commands = append(commands, [][]string{
					{"run", "flow.hcl", "--var", "site=" + site.URL},
					{"replay", "leak.trace.jsonl", "--execute", "--timeout", "1s", "--json", "--report", "replay.md", "--report", "replay.xml", "--report", "replay.json", "--log-format", "json"},
					{"report", "leak.trace.jsonl"},
					{"report", "leak.trace.jsonl", "--report", "again.html", "--report", "again.xml", "--json"},
				}...)
			}
			for i, args := range commands {
				cmd := exec.Command("jevrun", args...)
				cmd.Dir, cmd.Env = dir, append(os.Environ(), "TMPDIR="+tmp, "PLANTED="+secret, "GITHUB_STEP_SUMMARY="+filepath.Join(dir, "summary.md"))
				var stdout, stderr bytes.Buffer
				cmd.Stdout, cmd.Stderr = &stdout, &stderr
				err := cmd.Run()
				if code := cmd.ProcessState.ExitCode(); code > 1 {
					t.Fatalf("%v: %v\n%s%s", args, err, stdout.String(), stderr.String())
				}
				for stream, text := range map[string]*bytes.Buffer{"stdout": &stdout, "stderr": &stderr} {
					if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d.%s", i, stream)), text.Bytes(), 0o644); err != nil {
						t.Fatal(err)
					}
				}
				if args[len(args)-1] == "json" && !json.Valid(stdout.Bytes()) {
					t.Errorf("%v: stdout is no JSON document", args)
				}
			}
			viewed(t, dir, "leak.trace.jsonl")
			for _, file := range []string{"run.html", "run.xml", "run.json", "replay.html", "summary.md", "leak.artifacts/evidence.json", "0.view"} {
				if info, err := os.Stat(filepath.Join(dir, file)); err != nil || info.Size() == 0 {
					t.Errorf("there is no %s to look into: %v", file, err)
				}
			}
			if kept, err := os.ReadFile(filepath.Join(dir, "leak.artifacts", "evidence.json")); err != nil || !strings.Contains(string(kept), "secret PLANTED") {
				t.Errorf("the console that was kept says nothing of the secret, so this tests nothing: %v", err)
			}
			trace, err := os.ReadFile(filepath.Join(dir, "leak.trace.jsonl"))
			if err != nil {
				t.Fatal(err)
			}
			// The page must have shown it, or this test looks for nothing.
			for _, must := range []string{`"tool":"dialog"`, "is covered by", "the nearest are", "has no such option", "<secret PLANTED>"} {
				if !strings.Contains(string(trace), must) {
					t.Errorf("the trace holds no %s", must)
				}
			}
			for _, root := range []string{dir, tmp} {
				err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
					if err != nil || d.IsDir() {
						return err
					}
					text, err := os.ReadFile(path)
					text = picture.ReplaceAll(text, nil)
					if strings.HasSuffix(path, ".png") {
						text = nil // its pixels are looked at where pictures are taken
					}
					if where := planted(path+"\n"+string(text), secret); where != "" {
						t.Errorf("%s holds the secret: …%s…", filepath.Base(path), where)
					}
					return err
				})
				if err != nil {
					t.Fatal(err)
				}
			}
			if left := leftovers(tmp, 0); left != "" {
				t.Errorf("left behind:\n%s", left)
			}
		})
	}
}

// picture is a picture within a report: any three letters are somewhere in its base64.
var picture = regexp.MustCompile(`data:image/png;base64,[A-Za-z0-9+/=]+`)

// viewed asks the viewer for all that it shows of a trace, and keeps its answers in files.
func viewed(t *testing.T, dir, trace string) {
	t.Helper()
	cmd := exec.Command("jevrun", "view", trace)
	cmd.Dir = dir
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	address, err := bufio.NewReader(out).ReadString('\n')
	client := http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}}
	n := 0
	get := func(path string) []byte {
		answer, err := client.Get(strings.TrimSpace(address) + path)
		if err != nil {
			t.Error(err)
			return nil
		}
		defer answer.Body.Close()
		text, err := io.ReadAll(answer.Body)
		if err != nil || answer.StatusCode != http.StatusOK {
			t.Errorf("%s answers %s, %v", path, answer.Status, err)
		}
		headers := fmt.Sprint(answer.Header)
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d.view", n)), append([]byte(headers+"\n"), text...), 0o644); err != nil {
			t.Error(err)
		}
		n++
		return text
	}
	if err == nil {
		get("")
		get("api/traces")
		var rows []struct{ Line int }
		if err := json.Unmarshal(get("api/traces/0/rows"), &rows); err != nil || len(rows) < 10 {
			t.Errorf("the viewer shows %d rows, %v", len(rows), err)
		}
		for _, r := range rows {
			get(fmt.Sprintf("api/traces/0/records/%d", r.Line))
		}
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Error(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("the viewer did not end well: %v", err)
	}
}

// planted finds a secret, or the first characters of a longer one, in a text: as it is, folded, with escapes of
// every kind undone and white space taken out, or in base64. It returns what stands around it.
func planted(text, secret string) string {
	needle := bare(secret)
	if r := []rune(needle); len(r) > 12 {
		needle = string(r[:12])
	}
	var forms []string
	for _, layer := range []func(string) string{
		func(s string) string { return s }, unescapeJSON, unescapeURL, html.UnescapeString,
		func(s string) string { return unescapeURL(unescapeJSON(s)) },
		func(s string) string { return strings.ReplaceAll(unescapeJSON(s), `\`, "") },
		func(s string) string { return unescapeJSON(unescapeJSON(s)) },
		decodeBase64,
	} {
		if len(secret) < 6 && strings.Contains(layer("QUJDREVGR0hJSktM"), "ABCDEF") {
			continue // the base64 of three characters is found in any text, so it is not masked
		}
		forms = append(forms, bare(layer(text)))
	}
	for _, f := range forms {
		if i := strings.Index(f, needle); i >= 0 {
			return strconv.Quote(f[max(0, i-60):min(len(f), i+len(needle)+20)])
		}
	}
	return ""
}

// bare is text folded and without white space and what breaks it up.
func bare(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, cases.Fold().String(norm.NFC.String(s)))
}

var (
	jsonEscape = regexp.MustCompile(`\\(?:u[0-9a-fA-F]{4}|.)`)
	urlEscape  = regexp.MustCompile(`(?:%[0-9a-fA-F]{2})+`)
	base64Run  = regexp.MustCompile(`[A-Za-z0-9+/_-]{8,}`)
)

func unescapeJSON(s string) string {
	return jsonEscape.ReplaceAllStringFunc(s, func(e string) string {
		var out string
		if json.Unmarshal([]byte(`"`+e+`"`), &out) != nil {
			return e
		}
		return out
	})
}

func unescapeURL(s string) string {
	return urlEscape.ReplaceAllStringFunc(s, func(e string) string {
		if out, err := url.PathUnescape(e); err == nil {
			return out
		}
		return e
	})
}

// decodeBase64 replaces every run of base64 by what it says from each of the places where it may begin.
func decodeBase64(s string) string {
	return base64Run.ReplaceAllStringFunc(s, func(run string) string {
		var b strings.Builder
		run = strings.NewReplacer("-", "+", "_", "/").Replace(run)
		for from := range 4 {
			part := run[from:]
			if out, err := base64.RawStdEncoding.DecodeString(part[:len(part)/4*4]); err == nil {
				b.Write(out)
			}
			b.WriteByte('|')
		}
		return b.String()
	})
}
