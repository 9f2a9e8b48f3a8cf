package revise

import (
	"maps"
	"slices"
	"sort"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/opc"
)

// settle takes out what is of no use any more: comments and notes that nothing refers to, and what is left of fields that
// lost one of their ends.
func (d *decision) settle(gone *lost, report *Report) error {
	for _, name := range slices.Sorted(maps.Keys(gone.fields)) {
		text, err := d.text(name)
		if err == nil {
			text, err = mendFields(text)
		}
		if err != nil {
			return err
		}
		d.set(name, text)
	}
	if len(gone.bookmarks) > 0 {
		if err := d.rename(gone.bookmarks); err != nil {
			return err
		}
	}
	if gone.comments == nil && gone.footnotes == nil && gone.endnotes == nil {
		return nil
	}
	// What is referred to elsewhere stays.
	for _, name := range d.parts {
		text, err := d.text(name)
		if err != nil {
			return err
		}
		x := opc.NewScanner(text, names)
		for x.Next() {
			if x.Opened() && x.Space() == Word && strings.HasSuffix(x.Local(), "Reference") {
				id, _ := x.Value("id")
				switch x.Local() {
				case "commentReference":
					delete(gone.comments, id)
				case "footnoteReference":
					delete(gone.footnotes, id)
				case "endnoteReference":
					delete(gone.endnotes, id)
				}
			}
		}
	}
	for _, notes := range []struct {
		kind, element string
		ids           map[string]bool
		told          *[]string
	}{
		{opc.TypeFootnotes, "footnote", gone.footnotes, &report.Footnotes},
		{opc.TypeEndnotes, "endnote", gone.endnotes, &report.Endnotes},
	} {
		if len(notes.ids) == 0 {
			continue
		}
		for _, name := range d.Named(notes.kind) {
			err := d.cut(name, func(x *opc.Scanner) bool { return x.Local() == notes.element && has(notes.ids, x, "id") })
			if err != nil {
				return err
			}
		}
		*notes.told = sorted(notes.ids)
	}
	if len(gone.comments) == 0 {
		return nil
	}
	report.Comments = sorted(gone.comments)
	return d.cutComments(gone.comments)
}

// cutComments takes comments out: their marks, their texts and what else is said of them.
func (d *decision) cutComments(ids map[string]bool) error {
	for _, name := range d.parts {
		err := d.cut(name, func(x *opc.Scanner) bool {
			return (x.Local() == "commentRangeStart" || x.Local() == "commentRangeEnd") && has(ids, x, "id")
		})
		if err != nil {
			return err
		}
	}
	paragraphs := map[string]bool{} // ids of theirs, by which other parts name the comment
	for _, name := range d.Named(opc.TypeComments) {
		if err := d.cut(name, func(x *opc.Scanner) bool {
			if x.Local() != "comment" || !has(ids, x, "id") {
				return false
			}
			for depth := x.Depth(); x.Next() && x.Depth() >= depth; {
				if id, ok := x.Value("paraId"); ok && x.Opened() {
					paragraphs[id] = true
				}
			}
			return true
		}); err != nil {
			return err
		}
	}
	durable := map[string]bool{}
	for _, about := range []struct {
		kind, element string
		ids           map[string]bool
		key           string
	}{
		{opc.TypeCommentsExtended, "commentEx", paragraphs, "paraId"},
		{"commentsIds", "commentId", paragraphs, "paraId"},
		{"commentsExtensible", "commentExtensible", durable, "durableId"},
	} {
		for _, name := range d.Named(about.kind) {
			if err := d.cut(name, func(x *opc.Scanner) bool {
				if x.Local() != about.element || !has(about.ids, x, about.key) {
					return false
				}
				if id, ok := x.Value("durableId"); ok {
					durable[id] = true
				}
				return true
			}); err != nil {
				return err
			}
		}
	}
	return nil
}

func has(ids map[string]bool, x *opc.Scanner, key string) bool {
	id, ok := x.Value(key)
	return ok && ids[id]
}

func sorted(ids map[string]bool) []string {
	out := slices.Collect(maps.Keys(ids))
	sort.Slice(out, func(i, j int) bool {
		return len(out[i]) < len(out[j]) || len(out[i]) == len(out[j]) && out[i] < out[j]
	})
	return out
}

// cut takes elements out of a part. drop may read the element, to its end tag.
func (d *decision) cut(name string, drop func(x *opc.Scanner) bool) error {
	text, err := d.text(name)
	if err != nil {
		return err
	}
	var out []byte
	done := 0
	x := opc.NewScanner(text, names)
	for x.Next() {
		if !x.Opened() {
			continue
		}
		from, _ := x.Span()
		depth := x.Depth()
		if !drop(x) {
			continue
		}
		if x.Depth() >= depth {
			x.Skip()
		}
		out = append(out, text[done:from]...)
		_, done = x.Span()
	}
	if err := x.Err(); err != nil {
		return &opc.PartError{Part: name, Err: err}
	}
	if done > 0 {
		d.set(name, string(append(out, text[done:]...)))
	}
	return nil
}

// span is a part of a field: one of its characters, or its instruction.
type span struct{ from, to int }

// mendFields takes out what is left of fields that have no beginning or no end any more; their results stay.
func mendFields(text string) (string, error) {
	var open [][]span
	var gone []span
	x := opc.NewScanner(text, names)
	for x.Next() {
		if !x.Opened() || x.Space() != Word {
			continue
		}
		local := x.Local()
		if stories[local] {
			gone, open = abandon(gone, open), nil
			continue
		}
		if local != "fldChar" && local != "instrText" && local != "delInstrText" {
			continue
		}
		kind, _ := x.Value("fldCharType")
		from, _ := x.Span()
		x.Skip()
		_, to := x.Span()
		at := span{from, to}
		n := len(open) - 1
		switch {
		case kind == "begin":
			open = append(open, []span{at})
		case n < 0:
			gone = append(gone, at)
		case kind == "end":
			open = open[:n]
		default:
			open[n] = append(open[n], at)
		}
	}
	gone = abandon(gone, open)
	sort.Slice(gone, func(i, j int) bool { return gone[i].from < gone[j].from })
	var out []byte
	done := 0
	for _, g := range gone {
		out = append(out, text[done:g.from]...)
		done = g.to
	}
	return string(append(out, text[done:]...)), x.Err()
}

// abandon adds the parts of fields that have no end.
func abandon(gone []span, open [][]span) []span {
	for _, f := range open {
		gone = append(gone, f...)
	}
	return gone
}
