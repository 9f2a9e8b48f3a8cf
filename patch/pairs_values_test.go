package patch

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/dataset"
)

// value: the target has what the operation says.
func (p *pair) value() error {
	o := &p.op
	is, _ := p.after.ByID(o.ID)
	switch o.Op {
	case "update_attribute", "remove_attribute":
		return p.attributes(is, attribute{o.Key, o.Value})
	case "resolve_comment":
		return p.attributes(is, attribute{"status", "resolved"}, attribute{"resolved_by", o.ResolvedBy})
	case "replace_body":
		return same("body", body(is), strings.TrimRight(o.Content, "\n"))
	case "update_heading":
		return same("title", is.(*noma.Section).Title.S, noma.TrimSpace(o.Title))
	case "rename_id":
		if n, ok := p.after.ByID(o.To); !ok || n.At().Line != p.target().At().Line {
			return fmt.Errorf("no block has the id %q", o.To)
		}
		for n := range noma.Walk(p.after) {
			if d, ok := n.(*noma.Directive); ok {
				for _, key := range []string{"for", "parent", "dataset"} {
					if d.AttrText(key) == o.From {
						return fmt.Errorf("line %d still refers to %q", d.Line, o.From)
					}
				}
			}
		}
	case "add_comment", "add_footnote", "add_endnote", "add_change_request":
		d, ok := is.(*noma.Directive)
		if !ok || "add_"+d.Name != o.Op {
			return fmt.Errorf("there is no %s with the id %q", o.Op[4:], o.ID)
		}
		ref := d.AttrText("parent") + d.AttrText("for") + d.AttrText("target")
		if ref != o.Target {
			return fmt.Errorf("it is about %q", ref)
		}
		return same("body", body(is), o.Content)
	case "delete_block":
		if is != nil && !p.twice(o.ID) {
			return fmt.Errorf("%q is still there", o.ID)
		}
	case "replace_block":
		was := p.target().At()
		now := p.nodeAt(was.Line)
		if d, ok := now.(*noma.Directive); !ok || d.Index != was.Index || source1(p.after, d) != o.Content {
			return fmt.Errorf("the block is not in its place")
		}
	case "add_block":
		parent, _ := p.after.ByID(o.Parent)
		at := len(parent.Kids()) - 1
		if o.Position != nil {
			at = *o.Position
		}
		for n := parent; at >= 0 && at <= len(n.Kids()); {
			if at < len(n.Kids()) && source1(p.after, n.Kids()[at]) == o.Content {
				return nil
			}
			// What is put behind a sub-section becomes part of that (differences.md B9).
			i := min(at, len(n.Kids())-1)
			if o.Position != nil && n == parent {
				i = at - 1
			}
			if i < 0 {
				break
			}
			s, ok := n.Kids()[i].(*noma.Section)
			if !ok {
				break
			}
			n, at = s, len(s.Children)-1
		}
		return fmt.Errorf("the block is not in its place")
	case "move_block":
		parent, _ := p.after.ByID(o.Parent)
		n := is.At().Parent
		for ; n != nil && n != parent; n = n.At().Parent {
			if _, ok := n.(*noma.Section); !ok {
				return fmt.Errorf("it is in another block")
			}
		}
		if n == nil {
			return fmt.Errorf("it is not in %q", o.Parent)
		}
		if d, ok := is.(*noma.Directive); ok && !d.Unfenced() && d.Fence != max(2, within(parent)+1) {
			return fmt.Errorf("it has %d colons", d.Fence)
		}
	case "set_heading_level", "insert_section", "move_section":
		return p.outline(is)
	case "replace_child", "insert_child", "delete_child":
		return p.child()
	default:
		return p.cells(is)
	}
	return nil
}

func same(what, got, want string) error {
	if got != want {
		return fmt.Errorf("the %s is %q, want %q", what, got, want)
	}
	return nil
}

// body returns what stands between the fences of a directive.
func body(n noma.Node) string {
	d, ok := n.(*noma.Directive)
	if !ok {
		return ""
	}
	return d.RawBody.S
}

// source1 returns the source of a node.
func source1(doc *noma.Document, n noma.Node) string { return n.At().Span.Of(doc.File.Text) }

// nodeAt returns the outermost node below sections that starts in a line.
func (p *pair) nodeAt(line int) noma.Node {
	for n := range noma.Walk(p.after) {
		if _, doc := n.(*noma.Document); !doc && n.At().Line == line {
			return n
		}
	}
	return nil
}

// twice reports whether two blocks of the text have an id.
func (p *pair) twice(id string) bool {
	n := 0
	for k := range noma.Walk(p.doc) {
		if k.At().ID == id {
			n++
		}
	}
	return n > 1
}

// attributes compares the attributes of two versions of a block.
func (p *pair) attributes(is noma.Node, set ...attribute) error {
	was, now := p.target().(*noma.Directive), is.(*noma.Directive)
	rest := func(d *noma.Directive) (out []string) {
		for _, a := range d.Attrs {
			if !slices.ContainsFunc(set, func(s attribute) bool { return s.key == a.Key }) {
				out = append(out, a.Key, a.Value.Raw)
			}
		}
		return out
	}
	if !slices.Equal(rest(was), rest(now)) || was.RawBody.S != now.RawBody.S {
		return fmt.Errorf("other attributes or the body have changed")
	}
	for _, s := range set {
		a, there := now.Attr(s.key)
		if there != (s.value != nil) {
			return fmt.Errorf("%s is there: %v", s.key, there)
		}
		switch v := s.value.(type) {
		case string:
			// Of both kinds of quotes in one value only one can stay (differences.md B3).
			if a.Value.Raw != v && a.Value.Raw != strings.ReplaceAll(v, `"`, "'") {
				return fmt.Errorf("%s is %q", s.key, a.Value.Raw)
			}
		case float64:
			if a.Value.Num != v {
				return fmt.Errorf("%s is %v", s.key, a.Value.Num)
			}
		case bool:
			if a.Value.Kind != noma.Bool || a.Value.Bool != v {
				return fmt.Errorf("%s is %v", s.key, a.Value)
			}
		}
	}
	return nil
}

// child compares the children of the parent of a child operation.
func (p *pair) child() error {
	find := func(doc *noma.Document) []string {
		var parent noma.Node = doc
		if p.op.Parent != "" {
			parent, _ = doc.ByID(p.op.Parent)
		}
		var out []string
		for _, k := range parent.Kids() {
			out = append(out, strings.TrimRight(source1(doc, k), "\n"))
		}
		return out
	}
	was, is := find(p.doc), find(p.after)
	at := p.op.Index
	if p.op.Op != "delete_child" {
		if at >= len(is) || strings.TrimLeft(is[at][:1], ":") != strings.TrimLeft(p.op.Content[:1], ":") {
			return fmt.Errorf("child %d is not the new one", at)
		}
		is = slices.Delete(is, at, at+1)
	}
	if p.op.Op != "insert_child" {
		was = slices.Delete(was, at, at+1)
	}
	// Of sections only the beginning: the new child may be in what they contain, or blank lines.
	if len(was) != len(is) {
		return fmt.Errorf("%d other children, want %d", len(is), len(was))
	}
	for i := range was {
		a, _, _ := strings.Cut(was[i], "\n")
		b, _, _ := strings.Cut(is[i], "\n")
		if a != b {
			return fmt.Errorf("child %q has become %q", a, b)
		}
	}
	return nil
}

// grid is a table or a dataset as text.
type grid struct {
	header []string
	rows   [][]string
}

func gridOf(n noma.Node) (g grid, err error) {
	d := n.(*noma.Directive)
	texts := func(cells []dataset.Cell) []string {
		out := []string{}
		for _, c := range cells {
			out = append(out, strings.ReplaceAll(c.Text, `\|`, "|"))
		}
		return out
	}
	var rows [][]dataset.Cell
	width := 0
	if d.Name == "table" {
		t, err := dataset.Table(d)
		if err != nil {
			return g, err
		}
		if t.HasHeader {
			g.header = texts(t.Header)
		}
		rows, width = t.Rows, t.Width
	} else {
		t, err := dataset.Parse(d)
		if err != nil {
			return g, err
		}
		g.header, rows, width = slices.Clone(t.Columns), t.Rows, len(t.Columns)
	}
	for _, r := range rows {
		g.rows = append(g.rows, texts(r))
	}
	for i := range g.rows {
		for len(g.rows[i]) < width {
			g.rows[i] = append(g.rows[i], "")
		}
	}
	for d.Name == "table" && len(g.header) > 0 && len(g.header) < width {
		g.header = append(g.header, "")
	}
	return g, nil
}

// typed reports whether a cell can be what a value has become: text that resembles a number or a
// boolean is stored as one where the column or the format has types (contract patch.md, dataset ops).
func typed(cell, value string) bool {
	value = noma.TrimSpace(value)
	switch {
	case cell == value, cell == strings.ReplaceAll(value, `\|`, "|"):
		return true
	case value == "1.50":
		return cell == "1.5"
	case value == "yes":
		return cell == "true"
	}
	return false
}

// cells compares two versions of a table or dataset: one cell, row or column differs.
func (p *pair) cells(is noma.Node) error {
	was, err := gridOf(p.target())
	if err != nil {
		return err
	}
	now, err := gridOf(is)
	if err != nil {
		return err
	}
	o := &p.op
	column := o.Column.Index
	if o.Column.ByName {
		column = slices.Index(was.header, o.Column.Name)
	}
	check := func(cell, value string) error {
		if !typed(cell, value) {
			return fmt.Errorf("the cell is %q, want %q", cell, value)
		}
		return nil
	}
	cell := func(cells []string, i int) string {
		if i < len(cells) {
			return cells[i]
		}
		return ""
	}
	value, _ := o.Value.(string)
	switch o.Op {
	case "update_table_cell", "update_dataset_cell":
		if err := check(now.rows[o.Row][column], value); err != nil {
			return err
		}
		was.rows[o.Row][column] = now.rows[o.Row][column]
	case "update_table_header_cell":
		if err := check(now.header[column], value); err != nil {
			return err
		}
		was.header[column] = now.header[column]
	case "insert_table_row", "insert_dataset_row":
		for i, v := range now.rows[o.Row] {
			if err := check(v, cell(o.Cells, i)); err != nil {
				return err
			}
		}
		now.rows = slices.Delete(now.rows, o.Row, o.Row+1)
	case "delete_table_row", "delete_dataset_row":
		was.rows = slices.Delete(was.rows, o.Row, o.Row+1)
	case "insert_table_column", "insert_dataset_column":
		for i := range now.rows {
			if err := check(now.rows[i][column], cell(o.Cells, i)); err != nil {
				return err
			}
			now.rows[i] = slices.Delete(now.rows[i], column, column+1)
		}
		if len(now.header) > 0 {
			now.header = slices.Delete(now.header, column, column+1)
		}
	case "delete_table_column", "delete_dataset_column":
		for i := range was.rows {
			was.rows[i] = slices.Delete(was.rows[i], column, column+1)
		}
		if len(was.header) > 0 {
			was.header = slices.Delete(was.header, column, column+1)
		}
	}
	if !slices.Equal(was.header, now.header) || !slices.EqualFunc(was.rows, now.rows, slices.Equal) {
		return fmt.Errorf("the table was %q %q\nand is %q %q", was.header, was.rows, now.header, now.rows)
	}
	return nil
}
