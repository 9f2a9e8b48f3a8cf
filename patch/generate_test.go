package patch

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"

	_ "github.com/nomadocx/nomadocx/internal/testkit/seed"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

// writer makes documents that are dense in what operations trip over: blocks with and without blank
// lines between them, nested blocks, headings of one title, tables, data, code, references.
type writer struct {
	t   *rapid.T
	ids int
	out []string
}

func (w *writer) pick(label string, from ...string) string {
	return rapid.SampledFrom(from).Draw(w.t, label)
}

func (w *writer) chance(label string, percent int) bool {
	return rapid.IntRange(0, 99).Draw(w.t, label) < percent
}

func (w *writer) id() string {
	w.ids++
	return fmt.Sprintf("b%d", w.ids)
}

func (w *writer) known() string {
	return fmt.Sprintf("b%d", rapid.IntRange(1, w.ids+1).Draw(w.t, "ref"))
}

func (w *writer) add(lines ...string) { w.out = append(w.out, lines...) }

func (w *writer) prose() string {
	return w.pick("prose", "Some plain words.", "See [[b1]] and [[b2|label]].", "`[[b1]]` is code, *this* is not.",
		"A | B", "Table: words", "Two\nlines of text.", "naïve → text", "ends with `::`", "🚢 \"so\" it's", "| no table |")
}

func (w *writer) leaf() {
	switch rapid.IntRange(0, 6).Draw(w.t, "leaf") {
	case 0, 1:
		w.add(strings.Split(w.prose(), "\n")...)
	case 2:
		w.add("- one", "- two [[b1]]")
	case 3:
		w.add("> quoted", "> twice")
	case 4:
		w.add(strings.Split(w.pick("code", "```sh\n# no heading\n::\n```", "```\n:::note{id=\"b1\"}\n:::\n```", "```noma\n---\n[[b1]]\n```"), "\n")...)
	case 5:
		w.add("| h | i |", "| --- | --- |", "| 1 | [[b1]] |")
		switch w.pick("caption", "", "", "words", "id") {
		case "words":
			w.add("Table: of [[b1]]")
		case "id":
			w.add(w.pick("caption words", "Table: words ", "  Table: ") + fmt.Sprintf(`{aliases=x id="%s"}`, w.id()))
		}
	case 6:
		w.add("***")
	}
}

func (w *writer) gap() {
	if w.chance("gap", 80) {
		w.add("")
	}
	if w.chance("second gap", 5) {
		w.add("")
	}
}

func (w *writer) directive(depth int) {
	fence := strings.Repeat(":", depth)
	id := ""
	if w.chance("has id", 85) {
		id = fmt.Sprintf(`id="%s" `, w.id())
	}
	kind := rapid.IntRange(0, 7).Draw(w.t, "directive")
	switch kind {
	case 0, 1:
		w.add(fence+"claim{"+id+w.pick("attrs", "confidence=0.8", `owner="Ana" flag`, `for="b1"`, "x=1  y=2 ,", `owner='Ana "A"' x="it's"`, `aliases="c1,b2"`)+"}", w.pick("body", "A claim.", "See [[b1]]."), fence)
	case 2:
		w.add(fence+"note"+braces(id), fence)
	case 3:
		w.add(fence+"comment{"+id+`parent="`+w.known()+`"}`, "Check.", fence)
	case 4:
		w.add(fence + "table{" + id + w.pick("header", "header", `align="l,r"`) + "}")
		w.add("| Name | Score |", "| Ann | 1 |", "Bob | 2")
		if w.chance("blank row", 30) {
			w.add("", "  | Cy | 3 |")
		}
		w.add(fence)
	case 5:
		w.add(fence + "dataset{" + id)
		data := rapid.SampledFrom(datasets).Draw(w.t, "dataset")
		w.out[len(w.out)-1] += data.attrs + "}"
		w.add(strings.Split(data.body, "\n")...)
		w.add(fence)
	default:
		w.add(fence + "grid" + braces(id))
		n := rapid.IntRange(0, 3).Draw(w.t, "cards")
		for i := range n {
			if i > 0 {
				w.gap()
			}
			if depth < 6 && w.chance("nested", 70) {
				w.directive(depth + 1)
			} else {
				w.leaf()
			}
		}
		w.add(fence)
	}
}

// datasets are all shapes that a dataset can have; the columns are name and n.
var datasets = []struct{ attrs, body string }{
	{"", "schema:\n  name: string\n  n: number\nrows:\n  - [A, 1]  # one\n  - [B, 2.50]"},
	{"", "schema:\n  name: string\n  n: number\nrows: []"},
	{`format="csv"`, "name,n\n\"A, B\",1\nC,2"},
	{`format="csv"`, "name,n"},
	{`format="tsv"`, "name\tn\nA, B\t1\n\"C\"\t2"},
	{`format="json"`, "[\n  { \"name\": \"A\", \"n\": 1 },\n  { \"name\": \"B 🚢\", \"n\": 2 }\n]"},
	{`format="json"`, "[\n  {\n    \"name\": \"A\",\n    \"n\": 1\n  },\n  {\n    \"name\": \"B\",\n    \"n\": 2\n  }\n]"},
	{`format="json"`, "{\n  \"columns\": [\"name\", \"n\"],\n  \"rows\": [\n    [\"A\", 1],\n    [\"B\", 2]\n  ]\n}"},
	{`format="json"`, "{\n  \"columns\": [\"name\", \"n\"],\n  \"rows\": []\n}"},
	{`format="json" columns="name,n"`, "[\n  [\"A\", 1],\n  [\"B\", 2]\n]"},
	{`columns="name,n"`, "rows:\n  - [A, 1]\n  - ['it''s', 2]"},
}

func braces(attrs string) string {
	if attrs = strings.TrimSpace(attrs); attrs == "" {
		return ""
	}
	return "{" + attrs + "}"
}

func (w *writer) section() {
	title := w.pick("title", "Risks", "Notes", "Notes 2", "About [[b1]]", "日本", "🚢 Risks", "Notes {x}")
	line := w.pick("level", "#", "##", "##", "###") + " " + title
	if w.chance("alias", 10) {
		line += ` {aliases="c1,c2"}`
	} else if w.chance("explicit id", 25) {
		line += fmt.Sprintf(` {id="%s"}`, w.id())
	}
	w.add(line)
}

// document draws a text.
func document(t *rapid.T) string {
	w := &writer{t: t}
	if w.chance("frontmatter", 20) {
		w.add("---", "title: T", "---")
		w.gap()
	}
	n := rapid.IntRange(1, 9).Draw(t, "blocks")
	for i := range n {
		if i > 0 {
			w.gap()
		}
		switch k := rapid.IntRange(0, 9).Draw(t, "block"); {
		case k < 3:
			w.section()
		case k < 7:
			w.directive(2)
		default:
			w.leaf()
		}
	}
	eol := "\n"
	if w.chance("crlf", 15) {
		eol = "\r\n"
	}
	text := strings.Join(w.out, eol)
	if w.chance("final line end", 85) {
		text += eol
	}
	return text
}

// operation draws one operation on a document; it need not be possible.
func operation(t *rapid.T, doc *noma.Document, serial int) Op {
	w := &writer{t: t}
	var ids, tables, data, comments, sections []string
	var nodes []noma.Node
	for n := range noma.Walk(doc) {
		nodes = append(nodes, n)
		id := n.At().ID
		if id == "" {
			continue
		}
		ids = append(ids, id)
		if d, ok := n.(*noma.Directive); ok {
			switch d.Name {
			case "table":
				tables = append(tables, id)
			case "dataset":
				data = append(data, id)
			case "comment":
				comments = append(comments, id)
			}
		} else {
			sections = append(sections, id)
		}
	}
	some := func(list []string) string { return w.pick("target", append(list, "b1")...) }
	fresh := fmt.Sprintf("new%d", serial)
	if w.chance("taken id", 5) {
		fresh = some(ids)
	}
	small := func(label string) int { return rapid.IntRange(0, 3).Draw(t, label) }
	value := func() string {
		return w.pick("value", "42", "x", "a | b", "", "yes", "1.50", `q"q`, "é", "it's 🚢", "[[b1]]")
	}
	content := func() string {
		return w.pick("content", "::note{id=\""+fresh+"\"}\nNew.\n::", ":::note{id=\""+fresh+"\"}\nNew.\n:::", "::note\n::", "::::card\nA\n::::")
	}
	node := func() string {
		return w.pick("child content", "Changed words.", "Two\nnew lines.", "- a\n- b", "> q", "```\ncode\n```", "---", "::note{id=\""+fresh+"\"}\nNew.\n::", "| a | b |\n| --- | --- |\n| c | d |", "A | B",
			"Table: words", "| a | b |\n| --- | --- |\nTable: {id=\""+fresh+"\"}")
	}
	position := func() *int {
		if w.chance("positioned", 50) {
			n := small("position")
			return &n
		}
		return nil
	}
	level := func(from, to int) *int {
		if from == 0 && w.chance("own level", 50) {
			return nil
		}
		n := rapid.IntRange(max(1, from), to).Draw(t, "level")
		return &n
	}
	switch k := rapid.IntRange(0, 37).Draw(t, "op"); k {
	case 0:
		return Op{Op: "replace_block", ID: some(ids), Content: content()}
	case 1, 2:
		return Op{Op: "add_block", Parent: some(ids), Content: content(), Position: position()}
	case 3:
		return Op{Op: "delete_block", ID: some(ids)}
	case 4, 5:
		return Op{Op: "update_attribute", ID: some(ids), Key: w.pick("key", "x", "y", "flag", "owner", "header"), Value: rapid.SampledFrom([]any{"v", 1.5, true, false, nil, `say "x"`}).Draw(t, "value")}
	case 6:
		return Op{Op: "remove_attribute", ID: some(ids), Key: w.pick("key", "x", "owner", "confidence")}
	case 7:
		return Op{Op: "rename_id", From: some(ids), To: fresh}
	case 8:
		return Op{Op: "replace_body", ID: some(ids), Content: w.pick("body", "New body.", "Two\n\nparagraphs.", "", ":::note{id=\""+fresh+"\"}\nx\n:::", "a\n::\nb")}
	case 9, 10:
		return Op{Op: "update_heading", ID: some(sections), Title: w.pick("new title", "Risks", "Notes", "Key notes", "**Risks**", "Notes 2", "Set {a}")}
	case 11:
		return Op{Op: "move_block", ID: some(ids), Parent: some(ids), Position: position()}
	case 12, 13, 14:
		return Op{Op: "add_comment", ID: fresh, Target: some(append(ids, noma.WholeDocument)), Content: w.pick("comment", "Check.", "p1\n\np2")}
	case 15:
		return Op{Op: w.pick("note", "add_footnote", "add_endnote"), ID: fresh, Target: some(ids), Content: "Note.", Label: w.pick("label", "", "a", `"`)}
	case 16:
		return rapid.SampledFrom([]Op{
			{Op: "add_change_request", ID: fresh, Target: some(ids), Action: "replace", From: "a", To: "b"},
			{Op: "add_change_request", ID: fresh, Target: some(ids), Action: "insert", Text: "it's", Author: "A"},
			{Op: "add_change_request", ID: fresh, Target: some(ids), Action: "delete", From: `"a"`, Content: "Why."},
		}).Draw(t, "request")
	case 17:
		return Op{Op: "resolve_comment", ID: some(comments), ResolvedBy: "Bo"}
	case 18, 19:
		return Op{Op: "update_table_cell", ID: some(tables), Row: small("row"), Column: At(small("column")), Value: value()}
	case 30:
		return Op{Op: "update_table_header_cell", ID: some(tables), Column: At(small("column")), Value: value()}
	case 31:
		header := value()
		return Op{Op: "insert_table_column", ID: some(tables), Column: At(small("column")), Header: &header, Cells: []string{value()}}
	case 32:
		header := w.pick("header", "m", "é, x", "k", "name")
		return Op{Op: "insert_dataset_column", ID: some(data), Column: At(small("column")), Header: &header, Cells: []string{value()}}
	case 33:
		return Op{Op: "set_heading_level", ID: some(sections), Level: level(1, 7)}
	case 34, 35:
		return Op{Op: "insert_section", Parent: w.pick("section", append(sections, "", "b1")...), Position: position(), Level: level(0, 7),
			Title: w.pick("new title", "Risks", "Notes", "Key **notes**", "Notes 2", "Set {a}", "日本", "🚢"), ID: w.pick("section id", "", "", fresh),
			Content: w.pick("section content", "", "", "Words.", "::note{id=\"own"+fresh+"\"}\nNew.\n::\n\n###### Deep "+fresh+"\n\n- a", "###### Risks", "```\ncode", "# Top")}
	case 36, 37:
		return Op{Op: "move_section", ID: some(sections), Parent: w.pick("section", append(sections, "", "b1")...), Position: position(), Level: level(0, 7)}
	case 20:
		return Op{Op: "insert_table_row", ID: some(tables), Row: small("row"), Cells: []string{value()}}
	case 21:
		return Op{Op: w.pick("delete", "delete_table_row", "delete_table_column"), ID: some(tables), Row: small("row"), Column: At(small("column"))}
	case 22:
		return Op{Op: "update_dataset_cell", ID: some(data), Row: small("row"), Column: Column{Name: w.pick("name", "name", "n"), ByName: true}, Value: value()}
	case 23:
		return Op{Op: "insert_dataset_row", ID: some(data), Row: small("row"), Cells: []string{value(), value()}}
	case 24:
		return Op{Op: w.pick("delete", "delete_dataset_row", "delete_dataset_column"), ID: some(data), Row: small("row"), Column: At(small("column"))}
	}
	n := rapid.SampledFrom(nodes).Draw(t, "node")
	parent, index, unit := Address(n)
	op := Op{Op: w.pick("child op", "replace_child", "replace_child", "insert_child", "delete_child"), Parent: parent, Index: max(0, index), BaseHash: BlockHash(doc.File, unit)}
	switch op.Op {
	case "insert_child":
		op.BaseHash = ""
		op.Content = node()
		op.Index += small("offset") % 2
	case "replace_child":
		op.Content = node()
	}
	return op
}

func parse(text string) *noma.Document {
	doc, _, err := noma.Parse(source.NewFile("", text), noma.Options{})
	if err != nil {
		panic(err)
	}
	return doc
}
