package dataset

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"

	"github.com/nomadocx/nomadocx/noma"
)

var errNoRows = errors.New("the dataset has no rows")

// readYAML reads a mapping with `rows` (and a `schema` of column types), or a bare list of rows. A row
// is a list of values or a mapping by column name.
func (g *Grid) readYAML(b *body, names []string) error {
	text := strings.ToValidUTF8(b.text.S, "\uFFFD")
	root, err := yamlRoot(text)
	if err != nil {
		return err
	}
	e := &yamlEditor{body: b, key: -1}
	rd := &yamlReader{body: b, budget: 1<<16 + 32*len(text)}
	g.Columns = names
	var rows *yaml.Node
	switch root.Kind {
	case yaml.SequenceNode:
		rows = root
	case yaml.MappingNode:
		for i := 0; i+1 < len(root.Content); i += 2 {
			k, v := root.Content[i], root.Content[i+1]
			switch k.Value {
			case "schema":
				g.readSchema(v, e)
			case "rows":
				rows = v
				e.findKey(k.Line - 1)
			}
		}
	}
	if rows == nil || rows.Kind != yaml.SequenceNode && !(rows.Kind == yaml.ScalarNode && rows.Value == "") {
		return errNoRows
	}
	if rows.Kind == yaml.SequenceNode {
		if err := g.readYAMLRows(rows, rd, e); err != nil {
			return err
		}
	}
	if rd.budget < 0 {
		return errors.New("the dataset's aliases multiply beyond what is sensible")
	}
	g.editor = e
	return nil
}

// yamlRoot parses one YAML document to nodes. The library is not ours; a panic in it is an error.
func yamlRoot(text string) (root *yaml.Node, err error) {
	defer func() {
		if r := recover(); r != nil {
			root, err = nil, fmt.Errorf("YAML: %v", r)
		}
	}()
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(text), &doc); err != nil {
		return nil, err
	}
	if len(doc.Content) == 0 {
		return nil, errNoRows
	}
	return doc.Content[0], nil
}

// readSchema takes columns and types from `name: type` entries, a type also as `{type: …}`.
func (g *Grid) readSchema(schema *yaml.Node, e *yamlEditor) {
	if schema.Kind != yaml.MappingNode {
		return
	}
	g.Columns = nil
	e.schemaBlock = schema.Style&yaml.FlowStyle == 0
	for i := 0; i+1 < len(schema.Content); i += 2 {
		k, v := schema.Content[i], schema.Content[i+1]
		t := v.Value
		for j := 0; v.Kind == yaml.MappingNode && j+1 < len(v.Content); j += 2 {
			if v.Content[j].Value == "type" {
				t = v.Content[j+1].Value
			}
		}
		g.Columns = append(g.Columns, k.Value)
		g.Types = append(g.Types, strings.ToLower(t))
		line := k.Line - 1
		if v.Kind != yaml.ScalarNode || v.Line != k.Line || line >= len(e.body.lines) || len(e.schema) > 0 && e.schema[len(e.schema)-1] == line {
			e.schemaBlock = false // not one scalar entry a line
		}
		e.schema = append(e.schema, line)
	}
}

func (g *Grid) readYAMLRows(rows *yaml.Node, rd *yamlReader, e *yamlEditor) error {
	mappings, entries := 0, 0
	e.inline = rows.Style&yaml.FlowStyle == 0 || len(rows.Content) == 0
	for _, n := range rows.Content {
		n = rd.target(n)
		if n.Kind == yaml.MappingNode {
			mappings, entries = mappings+1, entries+len(n.Content)/2
		}
		if n.Kind == yaml.MappingNode && len(g.Columns) == 0 {
			for i := 0; i+1 < len(n.Content); i += 2 {
				g.Columns = append(g.Columns, n.Content[i].Value)
			}
		}
	}
	if err := bounded(mappings, len(g.Columns), entries); err != nil {
		return err
	}
	places := g.places()
	for _, n := range rows.Content {
		var row []Cell
		line := n.Line - 1
		n = rd.target(n)
		flow, ok := flowRow{}, false
		if line >= 0 && line < len(e.body.lines) {
			flow, ok = parseFlowRow(e.body.lines[line].text)
		}
		switch n.Kind {
		case yaml.SequenceNode:
			ok = ok && len(flow.items) == len(n.Content)
			for i, c := range n.Content {
				if ok {
					row = append(row, rd.item(c, line, flow.items[i]))
				} else {
					row = append(row, rd.cell(c))
				}
			}
		case yaml.MappingNode:
			ok = false
			row = make([]Cell, len(g.Columns))
			for i := 0; i+1 < len(n.Content); i += 2 {
				if at, found := places[n.Content[i].Value]; found {
					row[at] = rd.cell(n.Content[i+1])
				}
			}
		default:
			ok = false
			row = []Cell{rd.cell(n)}
		}
		e.inline = e.inline && ok
		e.rows = append(e.rows, yamlRow{line, flow})
		g.Rows = append(g.Rows, row)
	}
	return nil
}

// yamlReader turns nodes into cells. budget bounds what aliases may blow up.
type yamlReader struct {
	body   *body
	budget int
}

func (rd *yamlReader) target(n *yaml.Node) *yaml.Node {
	for i := 0; n.Kind == yaml.AliasNode && n.Alias != nil && i < 100; i++ {
		n = n.Alias
	}
	return n
}

// item returns the cell of a flow item, whose place is known.
func (rd *yamlReader) item(n *yaml.Node, line int, at flowItem) Cell {
	v := rd.value(n, 0)
	l := rd.body.lines[line]
	return Cell{Text: show(v), Raw: l.text[at.from:at.to], Value: v, Span: l.span(at.from, at.to)}
}

// cell finds the place of a scalar by the line and column the parser gives, and distrusts them: the
// text there must spell the value.
func (rd *yamlReader) cell(n *yaml.Node) Cell {
	v := rd.value(n, 0)
	c := Cell{Text: show(v), Value: v}
	if n.Kind != yaml.ScalarNode || n.Line < 1 || n.Line > len(rd.body.lines) {
		return c
	}
	l := rd.body.lines[n.Line-1]
	from := 0
	for i := 1; i < n.Column && from < len(l.text); i++ {
		_, size := utf8.DecodeRuneInString(l.text[from:])
		from += size
	}
	to := from
	if n.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle) != 0 {
		if from < len(l.text) && (l.text[from] == '"' || l.text[from] == '\'') {
			to = max(from, quoteEnd(l.text, from))
		}
	} else if strings.HasPrefix(l.text[from:], n.Value) {
		to = from + len(n.Value)
	}
	c.Raw, c.Span = l.text[from:to], l.span(from, to)
	return c
}

func (rd *yamlReader) value(n *yaml.Node, depth int) any {
	rd.budget--
	if rd.budget < 0 || depth > 100 {
		return nil
	}
	switch n.Kind {
	case yaml.AliasNode:
		if n.Alias != nil {
			return rd.value(n.Alias, depth+1)
		}
	case yaml.ScalarNode:
		if n.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) != 0 ||
			n.Style&yaml.TaggedStyle != 0 && n.Tag == "!!str" {
			return n.Value
		}
		return resolvePlain(n.Value)
	case yaml.SequenceNode:
		out := make([]any, 0, len(n.Content))
		for _, c := range n.Content {
			out = append(out, rd.value(c, depth+1))
		}
		return out
	case yaml.MappingNode:
		out := noma.Map{}
		for i := 0; i+1 < len(n.Content); i += 2 {
			out = append(out, noma.Entry{Key: n.Content[i].Value, Value: rd.value(n.Content[i+1], depth+1)})
		}
		return out
	}
	return nil
}
