package reviewsync

import (
	"regexp"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// Attributes typed into the label of a block the format does not know: "Position: Apples (size=12)" with
// ", colour=red" typed before the bracket has one attribute more (contract review-sync.md, custom
// directives). Only what stands at the end is taken: there the label shows a new attribute.
// Attributes that are gone are read by the line itself.

// typedKey is where an item of such a label starts.
var typedKey = regexp.MustCompile(`(, | \()([A-Za-z][A-Za-z0-9]*)=`)

// maxTyped bounds the attributes that are typed into one label.
const maxTyped = 64

// typedAttribute is an attribute that a label has and its block has not.
type typedAttribute struct{ key, value string }

// typedAttributes takes new attributes off the end of a label. rest is the line without them.
func (s *fields) typedAttributes(p *layout.Para, now []layout.Glyph) (rest []layout.Glyph, typed []typedAttribute) {
	d, ok := p.Node.(*noma.Directive)
	if !ok || p.Part != layout.PartLabel || layout.Known(d.Name) || len(now) == 0 || now[len(now)-1].Rune != ')' {
		return now, nil
	}
	was, line := shown(p), make([]rune, len(now))
	for i, g := range now {
		line[i] = g.Rune
		if g.Object != "" {
			line[i] = '\ufffc'
		}
	}
	end := len(now) - 1 // the bracket
	for len(typed) < maxTyped {
		text := string(line[:end])
		all := typedKey.FindAllStringSubmatchIndex(text, -1)
		if len(all) == 0 {
			break
		}
		m := all[len(all)-1]
		opens, key := text[m[2]:m[3]] == " (", text[m[4]:m[5]]
		if strings.Contains(was, text[m[2]:m[1]]) {
			break
		}
		from, start := len([]rune(text[:m[0]])), len([]rune(text[:m[1]]))
		value, ok := s.typedValue(now[start:end])
		if p.Line != nil && slices.ContainsFunc(p.Line.Groups[p.Line.List:], func(g layout.Group) bool { return strings.Contains(value, ", "+g.Pre) }) {
			break // what was there stands behind it
		}
		if _, taken := d.Attr(key); taken || !ok || slices.Contains([]string{"id", "title", "caption", "variant"}, key) ||
			slices.ContainsFunc(typed, func(t typedAttribute) bool { return t.key == key }) {
			break
		}
		typed = append(typed, typedAttribute{key, value})
		if opens {
			slices.Reverse(typed)
			return now[:from], typed
		}
		end = from
	}
	if len(typed) == 0 || !strings.HasSuffix(was, ")") {
		return now, nil
	}
	slices.Reverse(typed)
	return append(slices.Clone(now[:end]), now[len(now)-1]), typed
}

// typedValue returns the form of a value; ok is false when the source has none.
func (s *fields) typedValue(now []layout.Glyph) (string, bool) {
	v := s.names.Markup(now, false)
	return v, v != "" && strings.TrimSpace(v) == v && !strings.ContainsAny(v, "\r\n") && !bothQuotes(v) && s.names.Spells(v, now)
}

// addAttributes writes the attributes that were typed into a label.
func (s *fields) addAttributes(p *layout.Para, r *wml.Paragraph, typed []typedAttribute, by ruling) {
	for _, t := range typed {
		f := s.apply(sayAttributeAdded.with(t.key), p.Node, "", t.value).by(by).at(r)
		d := p.Node.(*noma.Directive)
		f.change = &Change{Action: "update_block_metadata", ID: d.ID, Key: t.key}
		s.attribute(f, d, t.key, t.value)
	}
}
