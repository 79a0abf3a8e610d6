package page

import (
	"embed"
	"strings"
)

//go:embed js/*.js
var sources embed.FS

// scriptParts is the order in which the parts are joined; they share one function scope.
var scriptParts = []string{"dom", "closed", "listen", "learn", "role", "sheets", "name", "hints", "region", "clip", "area", "form", "holders", "candidates", "moods",
	"index", "target", "input", "approach", "watch", "missing", "rest", "selector", "digest", "outline", "styles", "api"}

// script is what each frame's isolated world runs once per document. It leaves one frozen global there,
// jevrunPage, and nothing that the page could see.
var script = func() string {
	var b strings.Builder
	b.WriteString("(() => {\n\"use strict\";\nif (globalThis.jevrunPage) return;\n")
	for _, part := range scriptParts {
		text, err := sources.ReadFile("js/" + part + ".js")
		if err != nil {
			panic(err) // the files are compiled in
		}
		b.Write(text)
	}
	b.WriteString("})();\n")
	return b.String()
}()
