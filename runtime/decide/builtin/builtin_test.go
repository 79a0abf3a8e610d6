package builtin

import (
	"context"
	"errors"
	"math"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/jevrun/jevrun/runtime/decide"
	"github.com/jevrun/jevrun/runtime/trace"
)

func TestNothingFits(t *testing.T) {
	lone := scene{el("link", "Home", "", "/")}
	pair := scene{el("button", "Save"), el("textbox", "Name")}
	for _, intent := range []string{"", "   ", "…", "🙂", "\x00", "Photosynthesis of ferns", "the", "xxxxxxxx", "Open the billing", "Delete it"} {
		for _, page := range []scene{login, lone, pair} {
			if a := page.ask(t, "click", intent); a.Choice != decide.None {
				t.Errorf("%q: chose %s at %v", intent, page.nameOf(a.Choice), a.Confidence)
			}
		}
	}
}

func TestTwinsShare(t *testing.T) {
	twins := scene{el("button", "Save"), el("link", "Home", "", "/"), el("button", "Save")}
	a := twins.ask(t, "click", "Save")
	p, q := a.Probabilities["f0:c1"], a.Probabilities["f0:c3"]
	if math.Abs(p-q) > 1.5e-4 || p+q < .8 || a.Confidence >= .9 || a.Choice != "f0:c1" {
		t.Errorf("got %+v; two buttons that nothing tells apart must share the probability", a)
	}
}

func TestDisabledCountsLess(t *testing.T) {
	s := scene{el("button", "Save", "Profile"), el("link", "Home", "", "/"), el("button", "Save", "Billing")}
	s[0].Disabled = true
	if a := s.ask(t, "click", "Save"); a.Choice != "f0:c3" || a.Confidence < .9 {
		t.Errorf("of two, one disabled: got %+v", a)
	}
}

func TestOtherLanguages(t *testing.T) {
	for _, c := range []struct {
		scene                scene
		action, intent, want string
	}{
		{scene{el("textbox", "E-Mail-Adresse"), el("textbox", "Passwort"), el("button", "Anmelden"), el("link", "Registrieren", "", "/r")}, "click", "Sign in", "button Anmelden"},
		{scene{el("textbox", "E-Mail-Adresse"), el("textbox", "Passwort"), el("button", "Anmelden")}, "fill", "Das Passwort eingeben", "textbox Passwort"},
		{scene{el("textbox", "メールアドレス"), el("textbox", "パスワード"), el("button", "ログイン")}, "fill", "パスワードを入力", "textbox パスワード"},
		{scene{el("textbox", "邮箱"), el("textbox", "密码"), el("button", "登录")}, "fill", "输入密码", "textbox 密码"},
		{scene{el("textbox", "이메일"), el("textbox", "비밀번호"), el("button", "로그인")}, "fill", "비밀번호를 입력", "textbox 비밀번호"},
		{scene{el("textbox", "Mật khẩu"), el("textbox", "Thư điện tử"), el("button", "Đăng nhập")}, "click", "Đăng nhập", "button Đăng nhập"},
		{scene{el("textbox", "Mot de passe"), el("button", "Se connecter"), el("link", "Créer un compte", "", "/c")}, "click", "log in", "button Se connecter"},
	} {
		a := c.scene.ask(t, c.action, c.intent)
		if got := c.scene.nameOf(a.Choice); got != c.want {
			t.Errorf("%q: got %s at %v, want %s", c.intent, got, a.Confidence, c.want)
		}
	}
}

func TestHostileTextIsBounded(t *testing.T) {
	huge := strings.Repeat("sign in \x00\u202e\xff", 1<<20)
	page := scene{el("button", huge, huge, huge), el("button", "Sign in"), el("textbox", strings.Repeat("a", 10<<20))}
	page[0].Value, page[0].Placeholder = &huge, &huge
	start := time.Now()
	a := page.ask(t, "click", huge)
	b := page.ask(t, "click", strings.Repeat("x", 10<<20))
	if d := time.Since(start); d > 5*time.Second {
		t.Errorf("took %v", d)
	}
	if a.Choice == "f0:c3" || b.Choice != decide.None {
		t.Errorf("chose %v and %v", a.Choice, b.Choice)
	}
}

func TestWhatItCannotAnswer(t *testing.T) {
	good := decide.TargetRequest(decide.Target{Intent: "Save", Action: "click", Candidates: []trace.Candidate{{CID: "f0:c1", Role: "button", Name: "Save"}}})
	noState, noElement, noNone := good, good, good
	noState.State = "a page"
	noElement.Questions = []decide.Question{{ID: "status", Options: []decide.Option{{Label: "done"}, {Label: decide.None}}}}
	noNone.Questions = []decide.Question{{ID: "target", Options: append([]decide.Option{}, good.Questions[0].Options[0], decide.Option{Label: "b", Element: &trace.Candidate{}})}}
	for want, req := range map[string]decide.Request{"not about a string": noState, `option "done" carries no element`: noElement, "does not offer the option none": noNone} {
		if _, err := New().Decide(t.Context(), req); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want an error with %q", err, want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := New().Decide(ctx, good); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestItIsNamedAsItself(t *testing.T) {
	resp, err := decide.Ask(t.Context(), New(), decide.TargetRequest(decide.Target{Intent: "Save", Action: "click", Candidates: []trace.Candidate{{CID: "f0:c1", Role: "button", Name: "Save"}}}))
	if err != nil || resp.Model != "builtin-3" || New().ID() != "builtin-3" || resp.Usage != nil || resp.CostUSD == nil || *resp.CostUSD != 0 {
		t.Errorf("got %+v, %v", resp, err)
	}
}

func TestProbabilitiesSumToOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		z := rapid.SliceOfN(rapid.Float64Range(-60, 60), 2, 255).Draw(t, "logits")
		ps := roundTo4(softmax(z))
		sum := 0
		for i, p := range ps {
			units := int(math.Round(p * 10000))
			if float64(units)/10000 != p {
				t.Fatalf("%v has more than four decimals", p)
			}
			if exact := softmax(z)[i]; math.Abs(p-exact) > 1e-4 {
				t.Fatalf("%v became %v", exact, p)
			}
			sum += units
		}
		if sum != 10000 {
			t.Fatalf("the sum is %d ten-thousandths", sum)
		}
	})
}

func TestAnyPageGetsASoundAnswer(t *testing.T) {
	d := New()
	rapid.Check(t, func(t *rapid.T) {
		role := rapid.SampledFrom([]string{"button", "link", "textbox", "checkbox", "combobox", "", "no such role"})
		text := rapid.OneOf(rapid.String(), rapid.StringMatching(`[a-zäß漢カ "'_]{0,40}`), rapid.SampledFrom([]string{"Sign in", "Delete", "page 3", `Click "Save"`}))
		target := decide.Target{Intent: text.Draw(t, "intent"), Action: rapid.SampledFrom([]string{"click", "fill", "select", "check", "hover", "press", "none", "?"}).Draw(t, "action")}
		for i := range rapid.IntRange(1, 6).Draw(t, "n") {
			c := trace.Candidate{CID: string(rune('a' + i)), Role: role.Draw(t, "role"), Name: text.Draw(t, "name"), Disabled: rapid.Bool().Draw(t, "disabled")}
			if rapid.Bool().Draw(t, "more") {
				s := text.Draw(t, "text")
				c.Scope, c.Href, c.Value, c.Placeholder = &s, &s, &s, &s
			}
			target.Candidates = append(target.Candidates, c)
		}
		req := decide.TargetRequest(target)
		a, err := decide.Ask(context.Background(), d, req)
		if err != nil {
			t.Fatal(err)
		}
		b, err := decide.Ask(context.Background(), d, req)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(a.Answers, b.Answers); diff != "" {
			t.Fatalf("two answers to one question:\n%s", diff)
		}
		answer := a.Answers[decide.TargetQuestion]
		if answer.Confidence != answer.Probabilities[answer.Choice] {
			t.Fatalf("confidence %v is not the probability of the choice %v", answer.Confidence, answer.Probabilities[answer.Choice])
		}
	})
}

func TestConcurrentUse(t *testing.T) {
	d := New()
	cases := loadCases(t, "hidden")[:20]
	want := make([]decide.Response, len(cases))
	for i, c := range cases {
		want[i], _ = d.Decide(t.Context(), c.request())
	}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for i, c := range cases {
				got, err := d.Decide(t.Context(), c.request())
				if err != nil {
					t.Error(err)
				}
				if diff := cmp.Diff(want[i].Answers, got.Answers); diff != "" {
					t.Error(diff)
				}
			}
		})
	}
	wg.Wait()
}

// pageOf is the first case with n to m candidates.
func pageOf(b *testing.B, n, m int) decide.Request {
	for _, split := range []string{"dev", "hidden"} {
		for _, c := range loadCases(b, split) {
			if k := len(c.Candidates); n <= k && k <= m {
				return c.request()
			}
		}
	}
	b.Fatalf("no case has %d to %d candidates", n, m)
	return decide.Request{}
}

func BenchmarkDecide50(b *testing.B)  { benchmark(b, pageOf(b, 48, 60)) }
func BenchmarkDecide250(b *testing.B) { benchmark(b, pageOf(b, 240, 254)) }

// BenchmarkDecideCold250 begins without a word or a text that it knows.
func BenchmarkDecideCold250(b *testing.B) {
	req := pageOf(b, 240, 254)
	b.ReportAllocs()
	for b.Loop() {
		d := &Decider{&sync.Pool{New: func() any { return newPage(sharedVocabulary(), sharedTable()) }}}
		if _, err := d.Decide(b.Context(), req); err != nil {
			b.Fatal(err)
		}
	}
}

func benchmark(b *testing.B, req decide.Request) {
	d := New()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := d.Decide(b.Context(), req); err != nil {
			b.Fatal(err)
		}
	}
}
