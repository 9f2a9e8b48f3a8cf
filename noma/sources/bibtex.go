package sources

import (
	"fmt"
	"strings"
)

// bibtex reads a file of BibTeX entry by entry. No entry goes beyond a line that begins another one, so that a brace that is
// not closed costs one entry, and a file full of them no more time than others.
type bibtex struct {
	s        string
	at       int
	end      int // of the entry being read: where the next one begins at the latest
	line     int // of counted
	counted  int
	macros   map[string]string
	room     int // how many bytes macros may still add
	problems []Problem
}

// maxMacros is what abbreviations may add to a file beyond its own length.
const maxMacros = 1 << 20

var months = strings.Fields("jan January feb February mar March apr April may May jun June jul July aug August sep September oct October nov November dec December")

func readBibTeX(text string, most int) (list []*Source, problems []Problem) {
	b := &bibtex{s: text, end: -1, line: 1, macros: map[string]string{}, room: maxMacros + len(text)}
	for i := 0; i < len(months); i += 2 {
		b.macros[months[i]] = months[i+1]
	}
	for {
		n := strings.IndexByte(b.s[b.at:], '@')
		if n < 0 {
			return list, b.problems
		}
		b.at += n + 1
		start := b.at
		if start > b.end {
			b.end = b.next(start)
		}
		if s := b.entry(); s != nil {
			if len(list) == most {
				b.fail(start, fmt.Sprintf("more than %d sources; those from here on are left out", maxSources))
				return list, b.problems
			}
			s.Line = b.lineOf(start)
			list = append(list, s)
		}
	}
}

// next returns where an entry begins on a line of its own, behind an offset.
func (b *bibtex) next(from int) int {
	for at := from; ; {
		n := strings.Index(b.s[at:], "\n@")
		if n < 0 {
			return len(b.s)
		}
		at += n + 1
		i := at + 1
		for i < len(b.s) && letter(b.s[i]) {
			i++
		}
		if i > at+1 && i < len(b.s) && (b.s[i] == '{' || b.s[i] == '(') {
			return at
		}
	}
}

func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// lineOf returns the line of an offset; they rise.
func (b *bibtex) lineOf(at int) int {
	if at > b.counted {
		b.line += strings.Count(b.s[b.counted:at], "\n")
		b.counted = at
	}
	return b.line
}

func (b *bibtex) fail(at int, message string) {
	if len(b.problems) < maxProblems {
		b.problems = append(b.problems, Problem{Line: b.lineOf(at), Message: message})
	}
}

func (b *bibtex) blanks() {
	for b.at < b.end && (b.s[b.at] <= ' ') {
		b.at++
	}
}

// peek returns the byte at which it stands, 0 at the end of the entry.
func (b *bibtex) peek() byte {
	if b.at < b.end {
		return b.s[b.at]
	}
	return 0
}

// word reads a name of a type, a field or an abbreviation, in lower case.
func (b *bibtex) word() string {
	start := b.at
	for b.at < b.end && b.s[b.at] > ' ' && strings.IndexByte(`{}()",=#@`, b.s[b.at]) < 0 {
		b.at++
	}
	return strings.ToLower(b.s[start:b.at])
}

// entry reads what follows an @, nil for what is no source.
func (b *bibtex) entry() *Source {
	start := b.at
	kind := b.word()
	b.blanks()
	open := b.peek()
	if kind == "" || open != '{' && open != '(' {
		return nil // an address of mail, or words between entries
	}
	b.at++
	switch kind {
	case "comment":
		if b.at--; open == '{' {
			b.braced()
		}
		return nil
	case "preamble":
		b.value()
		return nil
	case "string":
		b.blanks()
		name := b.word()
		if b.blanks(); b.peek() == '=' {
			b.at++
			if v, ok := b.value(); ok && name != "" {
				b.macros[name] = v
			}
		}
		return nil
	}
	b.blanks()
	from := b.at
	for b.at < b.end && b.s[b.at] > ' ' && strings.IndexByte("{}(),", b.s[b.at]) < 0 {
		b.at++
	}
	key := b.s[from:b.at]
	if key == "" {
		b.fail(start, "the @"+kind+" here has no key")
		return nil
	}
	fields, ok := b.fields()
	if !ok {
		b.fail(start, fmt.Sprintf("the entry %q is not closed, or has a field that is no name = value; what stands before is read", key))
	}
	return bibSource(strings.Clone(key), kind, fields)
}

// fields reads `, name = value` up to the end of an entry.
func (b *bibtex) fields() (fields map[string]string, ok bool) {
	fields = map[string]string{}
	for {
		b.blanks()
		switch b.peek() {
		case ',':
			b.at++
			continue
		case '}', ')':
			b.at++
			return fields, true
		}
		name := b.word()
		if b.blanks(); name == "" || b.peek() != '=' {
			return fields, false
		}
		b.at++
		v, ok := b.value()
		if !ok {
			return fields, false
		}
		if _, twice := fields[name]; !twice {
			fields[name] = v
		}
	}
}

// value reads parts joined by #.
func (b *bibtex) value() (string, bool) {
	var out string
	for n := 0; ; n++ {
		b.blanks()
		var piece string
		ok := true
		switch c := b.peek(); {
		case c == '{':
			piece, ok = b.braced()
		case c == '"':
			piece, ok = b.quoted()
		default:
			word := b.word()
			if word == "" {
				return out, false
			}
			var known bool
			if piece, known = b.macros[word]; !known {
				piece = word
			}
			if b.room -= len(out) + len(piece); b.room < 0 {
				piece, b.room = "", 0
			}
		}
		if n > 0 {
			if b.room -= len(out); b.room < 0 {
				out, b.room = "", 0
			}
		}
		out += piece
		if !ok {
			return out, false
		}
		if b.blanks(); b.peek() != '#' {
			return out, true
		}
		b.at++
	}
}

func (b *bibtex) braced() (string, bool) {
	depth, start := 0, b.at+1
	for ; b.at < b.end; b.at++ {
		switch b.s[b.at] {
		case '\\':
			b.at++
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				b.at++
				return b.s[start : b.at-1], true
			}
		}
	}
	b.at = b.end
	return b.s[min(start, b.end):b.end], false
}

func (b *bibtex) quoted() (string, bool) {
	depth := 0
	b.at++
	start := b.at
	for ; b.at < b.end; b.at++ {
		switch b.s[b.at] {
		case '\\':
			if depth > 0 || b.at+1 < b.end && b.s[b.at+1] != '"' {
				b.at++
			}
		case '{':
			depth++
		case '}':
			depth--
		case '"':
			if depth <= 0 {
				b.at++
				return b.s[start : b.at-1], true
			}
		}
	}
	b.at = b.end
	return b.s[min(start, b.end):b.end], false
}
