package page

import (
	"encoding/json"
	"fmt"
	"os"
	"testing"
)

// BenchmarkBareScript is what BenchmarkObserve is compared with: one call of a plain script, whose answer nobody
// decodes. An observation should cost at most 1.3 times that.
func BenchmarkBareScript(b *testing.B) {
	text, err := os.ReadFile("testdata/bare.js")
	ok(b, err)
	for _, n := range []int{100, 1000, 5000, 20000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			w := open(b, controls(n))
			s := w.tab.Session()
			var global struct {
				Result struct {
					ObjectID string `json:"objectId"`
				} `json:"result"`
			}
			call(b, s, "Runtime.evaluate", map[string]any{"expression": "globalThis"}, &global)
			function := map[string]any{"functionDeclaration": string(text), "objectId": global.Result.ObjectID, "returnByValue": true}
			var answer struct {
				Result struct {
					Value string `json:"value"`
				} `json:"result"`
			}
			var list []json.RawMessage
			call(b, s, "Runtime.callFunctionOn", function, &answer)
			if ok(b, json.Unmarshal([]byte(answer.Result.Value), &list)); len(list) != n+1 {
				b.Fatalf("%d elements", len(list))
			}
			b.ResetTimer()
			for range b.N {
				if _, err := s.Call(testContext(b), s.ID(), "Runtime.callFunctionOn", function); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
