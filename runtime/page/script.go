package page

import (
	"embed"
	"strings"
)

//go:embed js/*.js
var sources embed.FS

// scriptParts is the order in which the parts are joined; they share one function scope.
var scriptParts = []string{"dom", "closed", "listen", "learn", "role", "sheets", "name", "hints", "region", "clip", "area", "editor", "form", "holders", "candidates", "moods",
	"index", "first", "target", "idle", "input", "pick", "drag", "approach", "watch", "missing", "written", "rest", "selector", "digest", "outline", "styles", "letters", "api"}

// script is what each frame's isolated world runs once per document. It leaves two globals there, jevrunPage and
// jevrunFirst, and nothing that the page could see. firstScript is the part of it that runs before the page's own.
var (
	script      = "(() => {\n\"use strict\";\nif (globalThis.jevrunPage?.document === document) return;\nconst early = false;\n" + joined(scriptParts...) + "})();\n"
	firstScript = "(() => {\n\"use strict\";\nconst early = true;\n" + joined("first") + "})();\n"
)

func joined(parts ...string) string {
	var b strings.Builder
	for _, part := range parts {
		text, err := sources.ReadFile("js/" + part + ".js")
		if err != nil {
			panic(err) // the files are compiled in
		}
		b.Write(text)
	}
	return b.String()
}
