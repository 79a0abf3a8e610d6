package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// readIcons reads names and tags of icons from any of three shapes of JSON: name to tags, name to an object
// with tags, a list of objects with name and aliases.
func readIcons(path string) func(*corpus, source, string) error {
	return func(c *corpus, _ source, file string) error {
		ms, err := members(file, func(p string) bool { return p == path })
		if err != nil {
			return err
		}
		var list []struct {
			Name    string
			Aliases []string
		}
		if err := json.Unmarshal(ms[0].data, &list); err == nil {
			for _, x := range list {
				c.addIcon(x.Name, x.Aliases)
			}
			return nil
		}
		var byName map[string]json.RawMessage
		if err := json.Unmarshal(ms[0].data, &byName); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		for _, name := range sortedKeys(byName) {
			var tags []any
			if err := json.Unmarshal(byName[name], &tags); err != nil {
				var o struct{ Tags []any }
				if err := json.Unmarshal(byName[name], &o); err != nil {
					return fmt.Errorf("%s of %s: %w", name, path, err)
				}
				tags = o.Tags
			}
			var texts []string
			for _, t := range tags {
				if s, ok := t.(string); ok {
					texts = append(texts, s)
				}
			}
			c.addIcon(name, texts)
		}
		return nil
	}
}

// readPhosphor reads the list of icons in Phosphor's script.
func readPhosphor(c *corpus, _ source, file string) error {
	ms, err := members(file, func(p string) bool { return p == "dist/index.mjs" })
	if err != nil {
		return err
	}
	name := ""
	var tags []string
	flush := func() {
		if name != "" {
			c.addIcon(name, tags)
		}
		name, tags = "", nil
	}
	for _, e := range literals(string(ms[0].data)) {
		switch {
		case e.path == "name" || strings.HasSuffix(e.path, ".name"):
			flush()
			name = e.value
		case (e.path == "tags" || strings.HasSuffix(e.path, ".tags")) && !strings.HasPrefix(e.value, "*"):
			tags = append(tags, e.value)
		}
	}
	flush()
	return nil
}

// readAnnotations reads CLDR's names and keywords of emoji: one group a sign.
func readAnnotations(c *corpus, _ source, file string) error {
	ms, err := members(file, func(p string) bool {
		return strings.HasPrefix(p, "annotations/") && strings.HasSuffix(p, "/annotations.json")
	})
	if err != nil {
		return err
	}
	for _, m := range ms {
		language := strings.Split(m.path, "/")[1]
		var f struct {
			Annotations struct {
				Annotations map[string]struct{ TTS, Default []string }
			}
		}
		if err := json.Unmarshal(m.data, &f); err != nil {
			return fmt.Errorf("%s: %w", m.path, err)
		}
		for _, sign := range sortedKeys(f.Annotations.Annotations) {
			a := f.Annotations.Annotations[sign]
			c.addAnnotation(sign, language, append(slices.Clone(a.TTS), a.Default...))
		}
	}
	return nil
}

// readWordNet reads synonyms and definitions, common senses of words only.
func readWordNet(c *corpus, _ source, file string) error {
	parts := []struct{ name, kinds string }{{"noun", "1"}, {"verb", "2"}, {"adj", "35"}, {"adv", "4"}}
	ms, err := members(file, func(p string) bool {
		if p == "dict/index.sense" {
			return true
		}
		return slices.ContainsFunc(parts, func(x struct{ name, kinds string }) bool { return p == "dict/data."+x.name })
	})
	if err != nil {
		return err
	}
	files := map[string]string{}
	for _, m := range ms {
		files[m.path] = string(m.data)
	}
	type sense struct{ rank, count int }
	senses := map[string]sense{}
	for line := range strings.Lines(files["dict/index.sense"]) {
		f := strings.Fields(line)
		lemma, rest, ok := strings.Cut(f[0], "%")
		if len(f) < 4 || !ok || rest == "" {
			continue
		}
		rank, _ := strconv.Atoi(f[2])
		count, _ := strconv.Atoi(f[3])
		senses[lemma+" "+f[1]+" "+rest[:1]] = sense{rank, count}
	}
	for _, part := range parts {
		for line := range strings.Lines(files["dict/data."+part.name]) {
			if strings.HasPrefix(line, "  ") {
				continue
			}
			head, gloss, _ := strings.Cut(line, "|")
			f := strings.Fields(head)
			n, err := strconv.ParseUint(f[3], 16, 16)
			if err != nil {
				return fmt.Errorf("a synset without a number of words: %q", head)
			}
			var words []string
			used := false
			for i := range int(n) {
				lemma, _, _ := strings.Cut(f[4+2*i], "(")
				for _, kind := range part.kinds {
					s, ok := senses[strings.ToLower(lemma)+" "+f[0]+" "+string(kind)]
					if !ok {
						continue
					}
					if s.rank == 1 || s.rank <= 3 && s.count > 0 {
						words = append(words, strings.ReplaceAll(lemma, "_", " "))
						used = used || s.count > 0
					}
					break
				}
			}
			if len(words) >= 2 {
				c.addSynonyms(words)
			}
			if definition, _, _ := strings.Cut(gloss, ";"); used {
				if definition = strings.Trim(definition, " ()\"\n"); len(definition) > 5 && len(definition) < 110 {
					c.addDefinition(words[0], definition)
				}
			}
		}
	}
	return nil
}
