package patch

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

// attrText spells one attribute: a true flag is its key alone, numbers are bare, text is always quoted
// (contract patch.md §3). The grammar has no escapes: text with both kinds of quotes gets `'` for `"`,
// and a line break is refused (differences.md B3).
func attrText(key string, value any) (string, error) {
	if !isAttrKey(key) {
		return "", bad("%q is not an attribute name", key)
	}
	switch v := value.(type) {
	case bool:
		if v {
			return key, nil
		}
		return key + "=false", nil
	case float64:
		return key + "=" + noma.FormatNumber(v), nil
	case int:
		return key + "=" + strconv.Itoa(v), nil
	case string:
		q, err := quoted(v, '"')
		if err != nil {
			return "", bad("attribute %q: %v", key, err)
		}
		return key + "=" + q, nil
	}
	return "", bad("attribute %q must be a string, a number or a boolean", key)
}

// quoted puts text in quotes, the preferred kind if the text allows it.
func quoted(s string, prefer byte) (string, error) {
	if strings.ContainsAny(s, "\r\n") {
		return "", bad("the value must be a single line")
	}
	other := byte('\'' + '"' - prefer)
	switch {
	case strings.IndexByte(s, prefer) < 0:
		return string(prefer) + s + string(prefer), nil
	case strings.IndexByte(s, other) < 0:
		return string(other) + s + string(other), nil
	}
	return `"` + strings.ReplaceAll(s, `"`, `'`) + `"`, nil
}

func isAttrKey(s string) bool {
	for i, r := range s {
		if !isWord(r) && !(r == '-' && i > 0) || i == 0 && r >= '0' && r <= '9' {
			return false
		}
	}
	return s != ""
}

// SetAttribute returns the edit that sets an attribute of a directive to a string, number or boolean. A key
// that is there keeps its place, a new one goes last; other attributes keep their form. White
// space around the braces is dropped, as the contract has it.
func SetAttribute(f *source.File, d *noma.Directive, key string, value any) (source.Edit, error) {
	text, err := attrText(key, value)
	if err != nil {
		return source.Edit{}, err
	}
	inner, start := innerAttrs(f, d)
	if a, ok := d.Attr(key); ok {
		inner = inner[:a.Span.Start-start] + text + inner[a.Span.End-start:]
	} else if inner == "" {
		inner = text
	} else {
		inner += " " + text
	}
	return openerEdit(f, d, inner), nil
}

// RemoveAttribute returns the edit that takes an attribute off a directive; ok is false when it has none of
// the name. The other attributes are joined by single spaces, unknown characters and empty braces go.
func RemoveAttribute(f *source.File, d *noma.Directive, key string) (e source.Edit, ok bool) {
	var rest []string
	for _, a := range d.Attrs {
		if a.Key == key {
			ok = true
			continue
		}
		rest = append(rest, a.Span.Of(f.Text))
	}
	if !ok {
		return source.Edit{}, false
	}
	return openerEdit(f, d, strings.Join(rest, " ")), true
}

// innerAttrs returns what stands between the braces, without outer white space, and where it starts.
func innerAttrs(f *source.File, d *noma.Directive) (inner string, start int) {
	if d.AttrSpan.Len() < 2 {
		return "", d.AttrSpan.End
	}
	span := source.Span{Start: d.AttrSpan.Start + 1, End: d.AttrSpan.End - 1}
	raw := span.Of(f.Text)
	inner = noma.TrimSpace(raw)
	if inner == "" {
		return "", span.Start
	}
	return inner, span.Start + strings.Index(raw, inner)
}

// openerEdit writes everything after a directive's name.
func openerEdit(f *source.File, d *noma.Directive, inner string) source.Edit {
	if inner != "" {
		inner = "{" + inner + "}"
	}
	return shrink(source.Edit{Span: source.Span{Start: d.NameSpan.End, End: d.Opener.End}, New: inner}, f.Text)
}

// setAttribute is update_attribute and remove_attribute.
func (st *stage) setAttribute(o *Op) (*effect, error) {
	n, ok := st.find(o.ID)
	if !ok {
		return nil, st.notFound(o.ID)
	}
	d, ok := n.(*noma.Directive)
	if !ok {
		return nil, refuse(TargetMissing, "block %q is not a directive", o.ID)
	}
	value := o.Value
	if o.Op == "remove_attribute" {
		value = nil
	}
	return st.setAttributes(d, attribute{o.Key, value})
}

// written says how a block without a fence is written.
func written(d *noma.Directive) string {
	if d.Marked() {
		return fmt.Sprintf("footnote %q is written [^%s]:", d.ID, d.ID)
	}
	return fmt.Sprintf("equation %q is written $$…$$ {…}", d.ID)
}

// attribute is a key with its new value, nil to remove it.
type attribute struct {
	key   string
	value any
}

// setAttributes changes attributes on a directive's opening line and reads the line back.
func (st *stage) setAttributes(d *noma.Directive, attrs ...attribute) (*effect, error) {
	if d.Unfenced() {
		return nil, bad("%s, whose attributes are not changed; use replace_block to make a ::%s of it", written(d), d.Name)
	}
	l, err := st.openerOf(d)
	if err != nil {
		return nil, err
	}
	if e, ok := st.editAttributes(l, attrs); ok {
		return e, nil
	}
	if l, err = st.settled(l); err != nil {
		return nil, err
	}
	whole := source.Span{End: len(l.text)}
	now := *l
	for _, a := range attrs {
		var e source.Edit
		if a.value == nil {
			e, _ = RemoveAttribute(now.file, now.node, a.key)
		} else if e, err = SetAttribute(now.file, now.node, a.key, a.value); err != nil {
			return nil, err
		}
		text, err := source.Apply(now.text, []source.Edit{e})
		if err != nil {
			return nil, err
		}
		before := now.node
		if now.parse(text) != nil || !sameExcept(before, now.node, a) {
			return nil, bad("attribute %q cannot be written: the line %q has a quote without end", a.key, l.text)
		}
	}
	return st.change(l, []source.Edit{shrink(source.Edit{Span: whole, New: now.text}, l.text)})
}

// sameExcept reports whether two versions of an opening line differ in the one attribute only, which
// is there unless it was to be removed.
func sameExcept(before, after *noma.Directive, a attribute) bool {
	if before.Name != after.Name || before.Fence != after.Fence {
		return false
	}
	if _, there := after.Attr(a.key); there != (a.value != nil) {
		return false
	}
	strip := func(d *noma.Directive) (out []string) {
		for _, x := range d.Attrs {
			if x.Key != a.key {
				out = append(out, x.Key, x.Value.Raw)
			}
		}
		return out
	}
	b, c := strip(before), strip(after)
	if len(b) != len(c) {
		return false
	}
	for i := range b {
		if b[i] != c[i] {
			return false
		}
	}
	return true
}
