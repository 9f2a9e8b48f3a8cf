package layout

import (
	"strings"

	"github.com/nomadocx/nomadocx/noma"
)

// What of the table of blocks clients are shown.

// client returns the entry of the table for clients: labels without badges and ids, without words and fields that are for the authors,
// and a list of references without a panel around it.
func (s *Spec) client() *Spec {
	out := *s
	out.Parts = nil
	if s.Name == "bibliography" {
		out.Frame = always(nil)
	}
	for _, part := range s.Parts {
		switch x := part.(type) {
		case Meta:
			fields := x.client()
			if len(fields) == 0 {
				continue
			}
			part = fields
		case Label:
			part = x.client()
		}
		out.Parts = append(out.Parts, part)
	}
	return &out
}

// client returns the fields that clients get, with a capital letter.
func (m Meta) client() (out Meta) {
	for _, f := range m {
		if f.Client {
			f.Label = strings.ToUpper(f.Label[:1]) + f.Label[1:]
			f.pre = f.Label + ": "
			out = append(out, f)
		}
	}
	return out
}

func (l Label) client() Label {
	l.Badge = nil
	if l.Title != nil {
		t := *l.Title
		t.ID, t.Or = false, ""
		l.Title = &t
	}
	if l.Kind {
		l.Text, l.Bare = "", true
	}
	if l.Check { // a box needs words beside it
		l.Text = "Task"
	}
	return l
}

var byNameForClient = func() map[string]*Spec {
	m := make(map[string]*Spec, len(knowledge))
	for i := range knowledge {
		m[knowledge[i].Name] = knowledge[i].client()
	}
	return m
}()

// LookupFor returns the table's entry for a directive name as the audience of a document sees it, nil when it has none.
func LookupFor(doc *noma.Document, name string) *Spec {
	if doc.Audience.Client {
		return byNameForClient[name]
	}
	return byName[name]
}
