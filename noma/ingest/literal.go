package ingest

import (
	"html"
	"strings"

	"github.com/yuin/goldmark/util"

	"github.com/nomadocx/nomadocx/noma"
)

// address escapes what cannot stand in a link's target.
func address(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '(' || r == ')' || r == '|' || r == '`':
			b.WriteString(map[rune]string{'(': "%28", ')': "%29", '|': "%7C", '`': "%60"}[r])
		case noma.IsSpace(r):
			b.Write(util.URLEscape([]byte(string(r)), false))
		default:
			b.WriteRune(r)
		}
	}
	return strings.NewReplacer("\t", "%09", "\n", "%0A", "\r", "%0D", "\v", "%0B", "\f", "%0C").Replace(b.String())
}

// isBreak reports whether raw HTML is a line break.
func isBreak(raw string) bool {
	tag, ok := strings.CutPrefix(strings.ToLower(raw), "<br")
	return ok && strings.Trim(tag, " /\n") == ">" || ok && strings.TrimLeft(tag, " /\n") == ">"
}

// literal returns Markdown text with its backslash escapes and entities resolved.
func literal(s []byte) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\' && i+1 < len(s) && util.IsPunct(s[i+1]):
			i++
			b.WriteByte(s[i])
		case c == '&':
			end := i + 1
			for end < len(s) && end < i+40 && (s[end] == '#' || util.IsAlphaNumeric(s[end])) {
				end++
			}
			if end < len(s) && s[end] == ';' {
				entity := string(s[i : end+1])
				if text := html.UnescapeString(entity); text != entity {
					b.WriteString(text)
					i = end
					continue
				}
			}
			b.WriteByte(c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}
