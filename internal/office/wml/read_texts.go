package wml

import "strings"

// What a scanner returns are parts of the part it reads. A document that held on to them would keep
// parts of sixty megabytes alive for six megabytes of words, so what goes into the model is copied.

// textPool holds copies of texts, many in one block of memory. The zero value is empty.
type textPool struct{ b strings.Builder }

const textPoolSize = 64 << 10

// copy returns a text that shares no memory with s.
func (t *textPool) copy(s string) string {
	switch {
	case s == "":
		return ""
	case len(s) > textPoolSize/8:
		return strings.Clone(s)
	case len(s) > t.b.Cap()-t.b.Len():
		t.b = strings.Builder{} // what was copied so far stays where it is
		t.b.Grow(textPoolSize)
	}
	from := t.b.Len()
	t.b.WriteString(s)
	return t.b.String()[from:]
}

// kept returns an attribute of the current element, for the model; "" when it is absent.
func (r *reader) kept(local string) string { return r.texts.copy(r.value(local)) }

// ownTexts copies the texts of the runs of a paragraph, which are whole only now.
func (p *pool) ownTexts(d *draft) {
	for i := range d.runs {
		run := &d.runs[i]
		run.Text = p.texts.copy(run.Text)
		if ref := run.Ref(); ref != "" {
			run.Object = Ref(p.texts.copy(ref))
		}
	}
}
