package layout

import (
	"strings"

	"github.com/nomadocx/nomadocx/noma"
)

// resolve returns the only place that decides which of a field's sources wins, and so where a change
// of the shown value goes.
func resolve(d *noma.Directive, f Field, name string) *Slot {
	s := &Slot{}
	s.resolve(d, &f, name)
	return s
}

// resolve returns a slot that lives as long as the block it is for.
func (b *builder) resolve(d *noma.Directive, f *Field, name string) *Slot {
	s := &b.arena.slots.take(1)[0]
	s.resolve(d, f, name)
	return s
}

func (s *Slot) resolve(d *noma.Directive, f *Field, name string) {
	*s = Slot{Name: name, Access: f.Access, Kind: f.Kind, StringOnly: f.StringOnly, Node: d}
	if s.Name == "" && len(f.Keys) > 0 {
		s.Name = f.Keys[0]
	}
	for i, k := range f.Keys {
		a, ok := d.Attr(k)
		if !ok || f.StringOnly && a.Value.Kind != noma.String {
			continue
		}
		v := Spelling(a)
		if strings.TrimSpace(v) == "" || f.Kind == Flag && (v == "false" || v == "no" || v == "0") {
			continue
		}
		if f.Kind == Flag {
			v = "true"
		}
		s.Value, s.Origin = v, Origin{Kind: FromAttr, Key: k}
		for _, other := range f.Keys[i+1:] {
			if _, ok := d.Attr(other); ok {
				s.Origin.Clear = append(s.Origin.Clear, other)
			}
		}
		break
	}
	for _, k := range f.Body {
		for _, t := range bodyLines(d, k) {
			if s.Origin.Kind == FromNothing {
				s.Value, s.Origin = t.S, Origin{Kind: FromBodyLine, Key: k, Text: t}
			} else {
				s.Origin.Lines = append(s.Origin.Lines, t)
			}
		}
	}
	if s.Origin.Kind != FromNothing {
		return
	}
	if f.Text && strings.TrimSpace(d.RawBody.S) != "" && d.HasBody {
		t := trimText(d.RawBody)
		s.Value, s.Origin = t.S, Origin{Kind: FromBody, Text: t}
		return
	}
	key := ""
	if len(f.Keys) > 0 {
		key = f.Keys[0]
	}
	switch {
	case f.ID && d.ID != "":
		s.Value, s.Origin = d.ID, Origin{Kind: FromID, Key: key}
	case f.Or != "":
		s.Value, s.Origin = f.Or, Origin{Kind: FromConst, Key: key}
	default:
		s.Origin = Origin{Kind: FromNothing, Key: key}
	}
}

// Spelling returns an attribute's value as the author wrote it: 1.10 stays 1.10. A flag is "true".
func Spelling(a noma.Attr) string {
	if a.Value.Kind == noma.Bool && a.Value.Raw == "" {
		return a.Value.Text()
	}
	return a.Value.Raw
}

// bodyLines returns the values of the `key: value` lines of a directive's body.
func bodyLines(d *noma.Directive, key string) (values []noma.Text) {
	body := d.RawBody
	for at := 0; at < len(body.S); {
		end := strings.IndexByte(body.S[at:], '\n')
		if end < 0 {
			end = len(body.S)
		} else {
			end += at
		}
		line := body.S[at:end]
		trimmed := strings.TrimLeft(line, blanks)
		if len(trimmed) > len(key) && trimmed[len(key)] == ':' && strings.EqualFold(trimmed[:len(key)], key) {
			from := at + len(line) - len(trimmed) + len(key) + 1
			value := strings.TrimSpace(body.S[from:end])
			if value != "" {
				from += strings.Index(body.S[from:end], value)
				values = append(values, body.Slice(from, from+len(value)))
			}
		}
		at = end + 1
	}
	return values
}

// trimText returns a text without its outer white space.
func trimText(t noma.Text) noma.Text {
	s := strings.TrimLeft(t.S, " \t\n")
	from := len(t.S) - len(s)
	s = strings.TrimRight(s, " \t\n")
	return t.Slice(from, from+len(s))
}

// frame picks the frame of a directive.
func (r FrameRule) frame(d *noma.Directive) *Frame {
	if r.Key != "" {
		if f, ok := r.Cases[strings.ToLower(strings.TrimSpace(d.AttrText(r.Key)))]; ok {
			return f
		}
	}
	return r.Else
}

// Words returns the fixed text of the label of a block, "" for none.
func (l Label) Words(doc *noma.Document, d *noma.Directive) string {
	if l.Headed && doc.Audience.Client && headed(d) {
		return ""
	}
	if l.By != nil {
		if t, ok := l.By.Texts[strings.ToLower(strings.TrimSpace(d.AttrText(l.By.Key)))]; ok {
			return WordOf(doc, t)
		}
	}
	return WordOf(doc, l.Text)
}

// headed reports whether a block stands directly below a heading.
func headed(d *noma.Directive) bool {
	_, ok := d.Parent.(*noma.Section)
	return ok && d.Index == 0
}

// code reports whether a directive's body is shown as lines of code.
func (s *Spec) code(d *noma.Directive) bool {
	switch s.Code {
	case AlwaysCode:
		return true
	case CodeIfLang:
		lang, _ := d.First("lang", "language", "format")
		return lang != ""
	}
	return false
}

// Done reports whether a task is done (contract docx-package.md §6).
func Done(d *noma.Directive) bool {
	switch strings.ToLower(d.AttrText("done")) {
	case "true", "yes":
		return true
	}
	switch strings.ToLower(strings.TrimSpace(d.AttrText("status"))) {
	case "done", "complete", "completed":
		return true
	}
	return false
}

// Withdrawn reports whether a comment, note or change request is kept in the source only as a
// record: it does not appear in Word.
func Withdrawn(d *noma.Directive) bool {
	switch strings.ToLower(strings.TrimSpace(d.AttrText("status"))) {
	case "deleted", "withdrawn":
		return true
	}
	return false
}

// ReadableName returns a directive's name for people: "finance::position" is "Finance position".
func ReadableName(name string) string {
	words := splitName(name)
	for i, w := range words {
		switch {
		case w == strings.ToUpper(w) && len(w) > 1 && i == 0:
		case i == 0:
			words[i] = strings.ToUpper(w[:1]) + strings.ToLower(w[1:])
		default:
			words[i] = strings.ToLower(w)
		}
	}
	return strings.Join(words, " ")
}

// ReadableKey returns an attribute's name for people: "asset_class" is "asset class".
func ReadableKey(key string) string { return strings.Join(splitName(key), " ") }

func splitName(name string) []string {
	return strings.FieldsFunc(name, func(r rune) bool { return r == ':' || r == '_' || r == '-' })
}
