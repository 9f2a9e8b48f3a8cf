package redline

import "github.com/nomadocx/nomadocx/internal/office/opc"

// inRoot is a child of the root of a text, with its first id and where it begins.
type inRoot struct {
	local, id, markup string
	from              int
}

// shortText is how long a text is that is not worth remembering the children of.
const shortText = 4096

// eachChild calls a function for every child of the root of a text, with its first id. The texts of parts are asked for several times.
func (r *rules) eachChild(text string, f func(local, id, markup string)) {
	for _, c := range r.children(text) {
		f(c.local, c.id, c.markup)
	}
}

// children returns the children of the root of a text.
func (r *rules) children(text string) []inRoot {
	if len(text) < shortText || r.kids == nil {
		return children(text, nil)
	}
	list, known := r.kids[text]
	if !known {
		list = children(text, r.quick)
		r.kids[text] = list
	}
	return list
}

// eachChild does what [rules.eachChild] does.
func eachChild(text string, f func(local, id, markup string)) {
	for _, c := range children(text, nil) {
		f(c.local, c.id, c.markup)
	}
}

// children does what [rules.children] does; q is for a text of ours.
func children(text string, q *quick) (list []inRoot) {
	x := opc.NewScanner(text, names)
	var c inRoot
	for x.Next() {
		switch {
		case x.Opened() && x.Depth() == 2:
			from, _ := x.Span()
			c = inRoot{local: x.Local(), from: from}
			for _, key := range [...]string{"numId", "abstractNumId", "styleId", "id"} {
				if v, ok := x.Value(key); ok {
					c.id = v
					break
				}
			}
			if end := q.end(text, from, new(bool)); end >= 0 {
				x.Leave(end)
				c.markup = text[from:end]
				list = append(list, c)
			}
		case !x.Opened() && x.Depth() == 1:
			_, to := x.Span()
			c.markup = text[c.from:to]
			list = append(list, c)
		}
	}
	return list
}
