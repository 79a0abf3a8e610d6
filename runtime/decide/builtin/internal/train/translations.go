package main

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// readPaks reads Chromium's resource packs and the names of their texts.
func readPaks(c *corpus, _ source, file string) error {
	const folder = "usr/lib/chromium/locales/"
	ms, err := members(file, func(p string) bool {
		return strings.HasPrefix(p, folder) && !strings.Contains(p, "_") && (strings.HasSuffix(p, ".pak") || strings.HasSuffix(p, "/de.pak.info"))
	})
	if err != nil {
		return err
	}
	for _, m := range ms {
		if strings.HasSuffix(m.path, ".info") {
			for line := range strings.Lines(string(m.data)) {
				if f := strings.Split(line, ","); len(f) >= 2 {
					c.rename("chromium", f[1], f[0])
				}
			}
			continue
		}
		language := base(m.path, ".pak")
		if language == "en-GB" {
			language = britishEnglish
		}
		texts, err := parsePak(m.data)
		if err != nil {
			return fmt.Errorf("%s: %w", m.path, err)
		}
		for _, t := range texts {
			c.add("chromium", t.key, language, t.value)
		}
	}
	return nil
}

// entry is a text with its place.
type entry struct{ key, value string }

// parsePak reads a pack of version 4 or 5.
func parsePak(b []byte) ([]entry, error) {
	if len(b) < 12 {
		return nil, fmt.Errorf("a pack of %d bytes", len(b))
	}
	version := binary.LittleEndian.Uint32(b)
	n, aliases, at := 0, 0, 0
	switch version {
	case 4:
		n, at = int(binary.LittleEndian.Uint32(b[4:])), 9
	case 5:
		n, aliases, at = int(binary.LittleEndian.Uint16(b[8:])), int(binary.LittleEndian.Uint16(b[10:])), 12
	default:
		return nil, fmt.Errorf("a pack of version %d; 4 and 5 are known", version)
	}
	if len(b) < at+6*(n+1)+4*aliases {
		return nil, fmt.Errorf("a torn pack")
	}
	id := func(i int) string { return strconv.Itoa(int(binary.LittleEndian.Uint16(b[at+6*i:]))) }
	offset := func(i int) int { return int(binary.LittleEndian.Uint32(b[at+6*i+2:])) }
	texts := make([]string, n)
	var out []entry
	for i := range n {
		from, to := offset(i), offset(i+1)
		if from > to || to > len(b) {
			return nil, fmt.Errorf("a torn pack")
		}
		d := b[from:to]
		if len(d) > 2 && d[0] == 0x1f && d[1] == 0x8b {
			z, err := gzip.NewReader(bytes.NewReader(d))
			if err != nil {
				continue
			}
			if d, err = io.ReadAll(z); err != nil {
				continue
			}
		}
		if utf8.Valid(d) && len(d) <= 400 {
			texts[i] = string(d)
			out = append(out, entry{id(i), texts[i]})
		}
	}
	for i := range aliases {
		a := b[at+6*(n+1)+4*i:]
		if k := int(binary.LittleEndian.Uint16(a[2:])); k < n && texts[k] != "" {
			out = append(out, entry{strconv.Itoa(int(binary.LittleEndian.Uint16(a))), texts[k]})
		}
	}
	return out, nil
}

// readPO reads Django's message catalogs, whose keys are the English texts.
func readPO(c *corpus, _ source, file string) error {
	ms, err := members(file, func(p string) bool {
		return strings.Contains(p, "/LC_MESSAGES/django") && strings.HasSuffix(p, ".po")
	})
	if err != nil {
		return err
	}
	for _, m := range ms {
		_, rest, _ := strings.Cut(m.path, "/locale/")
		language, _, _ := strings.Cut(rest, "/")
		if strings.HasPrefix(language, "en") {
			continue
		}
		for _, e := range parsePO(string(m.data)) {
			c.add("django", e.key, "en", e.key)
			c.add("django", e.key, language, e.value)
		}
	}
	return nil
}

var poLine = regexp.MustCompile(`^(msgid_plural|msgid|msgstr(?:\[\d\])?|msgctxt)?\s*"(.*)"$`)

func parsePO(s string) []entry {
	var out []entry
	part, id, str := "", "", ""
	flush := func() {
		if id != "" && str != "" {
			out = append(out, entry{id, str})
		}
		part, id, str = "", "", ""
	}
	for line := range strings.Lines(s) {
		line = strings.TrimSpace(line)
		m := poLine.FindStringSubmatch(line)
		if m == nil {
			flush()
			continue
		}
		if m[1] == "msgid" {
			flush()
		}
		if m[1] != "" {
			part = m[1]
		}
		switch part {
		case "msgid":
			id += m[2]
		case "msgstr":
			str += m[2]
		}
	}
	flush()
	return out
}

// readProperties reads Java property files: prefix.properties is English, prefix_LANGUAGE.properties another.
func readProperties(prefix string) func(*corpus, source, string) error {
	return func(c *corpus, s source, file string) error {
		const suffix = ".properties"
		ms, err := members(file, func(p string) bool { return strings.HasPrefix(p, prefix) && strings.HasSuffix(p, suffix) })
		if err != nil {
			return err
		}
		for _, m := range ms {
			language := strings.TrimPrefix(strings.TrimSuffix(strings.TrimPrefix(m.path, prefix), suffix), "_")
			if language == "" {
				language = "en"
			} else if strings.HasPrefix(language, "en") { // also the languages that exist for tests only
				continue
			}
			for line := range strings.Lines(string(m.data)) {
				line = strings.TrimSpace(line)
				key, value, ok := strings.Cut(line, "=")
				if !ok || line[0] == '#' || line[0] == '!' {
					continue
				}
				c.add(s.name, strings.TrimSpace(key), language, unescape(strings.TrimSpace(value)))
			}
		}
		return nil
	}
}

// readScripts reads one file of JavaScript or JSON a language.
func readScripts(folder, suffix string) func(*corpus, source, string) error {
	return func(c *corpus, s source, file string) error {
		ms, err := members(file, within(folder, suffix))
		if err != nil {
			return err
		}
		for _, m := range ms {
			language := base(m.path, suffix)
			if !isLanguage(language) {
				continue
			}
			for _, e := range literals(string(m.data)) {
				c.add(s.name, strings.TrimPrefix(e.path, language+"."), language, e.value)
			}
		}
		return nil
	}
}

// readEnglishKeys reads files whose keys are the English texts.
func readEnglishKeys(folder, suffix string) func(*corpus, source, string) error {
	return func(c *corpus, s source, file string) error {
		ms, err := members(file, within(folder, suffix))
		if err != nil {
			return err
		}
		for _, m := range ms {
			language := base(m.path, suffix)
			if !isLanguage(language) || language == "en" {
				continue
			}
			for _, e := range literals(string(m.data)) {
				c.add(s.name, e.path, "en", e.path)
				c.add(s.name, e.path, language, e.value)
			}
		}
		return nil
	}
}

// readFolders reads JSON files in one folder a language; "base" is English.
func readFolders(folder string) func(*corpus, source, string) error {
	return func(c *corpus, s source, file string) error {
		ms, err := members(file, func(p string) bool { return strings.HasPrefix(p, folder) && strings.HasSuffix(p, ".json") })
		if err != nil {
			return err
		}
		for _, m := range ms {
			language, name, _ := strings.Cut(strings.TrimPrefix(m.path, folder), "/")
			if language == "base" {
				language = "en"
			}
			for _, e := range literals(string(m.data)) {
				if !strings.HasSuffix(e.path, "___DESCRIPTION") {
					c.add(s.name, base(name, ".json")+"."+e.path, language, e.value)
				}
			}
		}
		return nil
	}
}

var gridCountries = map[string]string{
	"CN": "zh-CN", "TW": "zh-TW", "HK": "zh-TW", "BR": "pt-BR", "CZ": "cs", "DK": "da", "GR": "el", "JP": "ja", "KR": "ko", "SE": "sv", "UA": "uk",
	"VN": "vi", "IR": "fa", "IL": "he", "EG": "ar", "PK": "ur", "NO": "nb",
}

// readGrid reads AG Grid's one script with all languages, named by country.
func readGrid(c *corpus, s source, file string) error {
	ms, err := members(file, func(p string) bool { return p == "dist/package/main.cjs.js" })
	if err != nil {
		return err
	}
	for _, e := range literals(string(ms[0].data)) {
		country, ok := strings.CutPrefix(e.root, "AG_GRID_LOCALE_")
		if !ok {
			continue
		}
		language := gridCountries[country]
		if language == "" {
			language = strings.ToLower(country)
		}
		c.add(s.name, e.path, language, e.value)
	}
	return nil
}
