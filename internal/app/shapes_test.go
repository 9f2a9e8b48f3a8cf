package app_test

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/nomadocx/nomadocx/patch"
)

// Shapes are inputs that an attacker would send: small on disk, with one thing in them very often. The benchmark
// (shapes_bench_test.go) tells how their cost grows, the test of cancelling (shapes_cancel_test.go) stops them anywhere.

// shape is one kind of input, of n things.
type shape struct {
	name   string
	source func(n int) string // nil: the claim of oneClaim
	// returned is what a reviewer's copy has in place of the strings of a rendered file; nil: it comes back untouched.
	returned func(n int) map[string]map[string]string // part → text before which something stands → that
	ops      func(n int) []patch.Op
	deleted  bool // the reviewer took out all that the source says but its claim
}

const oneClaim = `# One

::claim{id="c1" confidence=0.5}
Revenue grew by four percent.
::

Plain words stand here.

::comment{id="k1" parent="c1" author="Ann" date="2026-01-10"}
Why?
::

::footnote{id="f1" for="c1"}
A note.
::
`

// times joins what one returns for 0 to n-1.
func times(n int, one func(i int) string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(one(i))
	}
	return b.String()
}

// body puts XML at the end of a document.
func body(one func(n int) string) func(n int) map[string]map[string]string {
	return func(n int) map[string]map[string]string {
		return map[string]map[string]string{"word/document.xml": {"<w:sectPr>": one(n)}}
	}
}

// inParagraph puts XML at the end of the paragraph of plain words.
func inParagraph(one func(i int) string) func(n int) map[string]map[string]string {
	return func(n int) map[string]map[string]string {
		at := "</w:p><w:sectPr>"
		return map[string]map[string]string{"word/document.xml": {at: times(n, one)}}
	}
}

func para(text string) string { return "<w:p>" + run(text) + "</w:p>" }

func run(text string) string { return `<w:r><w:t xml:space="preserve">` + text + "</w:t></w:r>" }

func cell(text string) string { return "<w:tc>" + para(text) + "</w:tc>" }

func bold(i int) string {
	return fmt.Sprintf(`<w:r><w:rPr><w:b/></w:rPr><w:t>b%d</w:t></w:r>`, i) + run("p")
}

func tracked(kind string, i int) string {
	text := "t"
	if kind == "del" {
		text = "delText"
	}
	return fmt.Sprintf(`<w:%[1]s w:id="%[2]d" w:author="Eve" w:date="2026-01-11T00:00:00Z"><w:r><w:%[3]s xml:space="preserve">%[1]s%[2]d </w:%[3]s></w:r></w:%[1]s>`,
		kind, i, text)
}

func deep(n int, open, middle, end string) string {
	return strings.Repeat(open, n) + middle + strings.Repeat(end, n)
}

func paragraphs(n int) string {
	return times(n, func(i int) string { return fmt.Sprintf("Paragraph %d of many words.\n\n", i) })
}

func claims(n int) string {
	return times(n, func(i int) string { return fmt.Sprintf("::claim{id=\"c%d\"}\nClaim number %d.\n::\n\n", i, i) })
}

// each makes one operation of every number.
func each(one func(i int) patch.Op) func(n int) []patch.Op {
	return func(n int) []patch.Op {
		ops := make([]patch.Op, n)
		for i := range ops {
			ops[i] = one(i)
		}
		return ops
	}
}

var shapes = []shape{
	// What comes back.
	{name: "paragraphs equal", returned: body(func(n int) string { return strings.Repeat(para("x"), n) })},
	{name: "paragraphs distinct", returned: body(func(n int) string {
		return times(n, func(i int) string { return para(fmt.Sprintf("Entirely new words %d of nobody %d.", i, i*7)) })
	})},
	{name: "paragraphs empty", returned: body(func(n int) string { return strings.Repeat("<w:p/>", n) })},
	{name: "paragraphs deleted", source: func(n int) string { return oneClaim + "\n" + paragraphs(n) }, deleted: true},
	{name: "paragraphs changed", source: func(n int) string { return oneClaim + "\n" + paragraphs(n) }, returned: func(int) map[string]map[string]string {
		return map[string]map[string]string{"word/document.xml": {" of many words.": " now"}}
	}},
	{name: "headings", returned: body(func(n int) string {
		return times(n, func(i int) string {
			return fmt.Sprintf(`<w:p><w:pPr><w:pStyle w:val="Heading%d"/></w:pPr>%s</w:p>`, 1+i%4, run(fmt.Sprint("New heading ", i)))
		})
	})},
	{name: "tracked pairs", returned: inParagraph(func(i int) string { return tracked("ins", 2*i+10) + run("and ") + tracked("del", 2*i+11) })},
	{name: "tracked insertions", returned: inParagraph(func(i int) string { return run("w ") + tracked("ins", i+10) })},
	{name: "tracked paragraphs", returned: body(func(n int) string {
		return times(n, func(i int) string {
			return fmt.Sprintf(`<w:p><w:pPr><w:rPr><w:ins w:id="%d" w:author="Eve" w:date="2026-01-11T00:00:00Z"/></w:rPr></w:pPr>%s</w:p>`, i+900000, tracked("ins", i+10))
		})
	})},
	{name: "comments", returned: func(n int) map[string]map[string]string {
		return map[string]map[string]string{
			"word/comments.xml": {"</w:comments>": times(n, func(i int) string {
				return fmt.Sprintf(`<w:comment w:id="%d" w:author="Eve" w:date="2026-01-11T00:00:00Z">%s</w:comment>`, i+10, para(fmt.Sprint("Remark ", i)))
			})},
			"word/document.xml": {"</w:p><w:sectPr>": times(n, func(i int) string {
				return fmt.Sprintf(`<w:commentRangeStart w:id="%d"/>%s<w:commentRangeEnd w:id="%d"/><w:r><w:commentReference w:id="%d"/></w:r>`, i+10, run("w "), i+10, i+10)
			})},
		}
	}},
	{name: "notes", returned: func(n int) map[string]map[string]string {
		return map[string]map[string]string{
			"word/footnotes.xml": {"</w:footnotes>": times(n, func(i int) string {
				return fmt.Sprintf(`<w:footnote w:id="%d">%s</w:footnote>`, i+10, para(fmt.Sprint("Note ", i)))
			})},
			"word/document.xml": {"</w:p><w:sectPr>": times(n, func(i int) string {
				return run("w ") + fmt.Sprintf(`<w:r><w:footnoteReference w:id="%d"/></w:r>`, i+10)
			})},
		}
	}},
	{name: "tables nested", returned: body(func(n int) string {
		return times(n/8, func(i int) string {
			return deep(8, "<w:tbl><w:tr><w:tc>", para(fmt.Sprint("cell ", i)), "<w:p/></w:tc></w:tr></w:tbl>") + "<w:p/>"
		})
	})},
	{name: "table rows", returned: body(func(n int) string {
		return "<w:tbl>" + times(n, func(i int) string { return "<w:tr>" + cell(fmt.Sprint("a", i)) + cell("b") + "</w:tr>" }) + "</w:tbl>"
	})},
	{name: "table cells", returned: body(func(n int) string {
		return "<w:tbl><w:tr>" + times(n, func(i int) string { return cell(fmt.Sprint("a", i)) }) + "</w:tr></w:tbl>"
	})},
	{name: "rows changed", source: func(n int) string {
		return oneClaim + "\n::table{id=\"t1\" header}\n| a | b |\n" + times(n, func(i int) string { return fmt.Sprintf("| a%d | old |\n", i) }) + "::\n"
	}, returned: func(int) map[string]map[string]string {
		return map[string]map[string]string{"word/document.xml": {"old": "very "}}
	}},
	{name: "fields", returned: inParagraph(func(i int) string {
		return fmt.Sprintf(`<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>REF x%d</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>%s<w:r><w:fldChar w:fldCharType="end"/></w:r>`, i, run("f"))
	})},
	{name: "fields nested", returned: inParagraph(func(int) string {
		return `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>IF </w:instrText></w:r>`
	})},
	{name: "bookmarks", returned: inParagraph(func(i int) string {
		return fmt.Sprintf(`<w:bookmarkStart w:id="%d" w:name="m%d"/>%s<w:bookmarkEnd w:id="%d"/>`, i+10, i, run("w "), i+10)
	})},
	{name: "links", returned: inParagraph(func(i int) string {
		return fmt.Sprintf(`<w:hyperlink w:anchor="m%d">%s</w:hyperlink>`, i, run("w")) + run(" ")
	})},
	{name: "runs", returned: inParagraph(bold)},
	{name: "list", returned: body(func(n int) string {
		return times(n, func(i int) string {
			return fmt.Sprintf(`<w:p><w:pPr><w:pStyle w:val="ListParagraph"/><w:numPr><w:ilvl w:val="%d"/><w:numId w:val="1"/></w:numPr></w:pPr>%s</w:p>`, i%9, run(fmt.Sprint("item ", i)))
		})
	})},
	{name: "one long text", returned: body(func(n int) string { return para(strings.Repeat("word ", 8*n)) })},

	// What an author sends.
	{name: "source ids", source: func(n int) string {
		return claims(n) + times(n, func(i int) string { return fmt.Sprintf("See [[c%d]] and [[c%d]].\n\n", i, n-i) })
	}},
	{name: "source headings", source: func(n int) string {
		return times(n, func(i int) string { return strings.Repeat("#", 1+i%5) + " Same heading\n\n" })
	}},
	{name: "source equal", source: func(n int) string { return strings.Repeat("Same words.\n\n", n) }},
	{name: "source lists", source: func(n int) string {
		return times(n, func(i int) string { return strings.Repeat("  ", i%200) + "- item\n" })
	}},
	{name: "source directives nested", source: func(n int) string {
		return times(n/8, func(int) string {
			return times(8, func(i int) string { return strings.Repeat(":", 10-i) + "callout\n" }) + "x\n" +
				times(8, func(i int) string { return strings.Repeat(":", 3+i) + "\n" })
		})
	}},
	{name: "source attributes", source: func(n int) string {
		return "::claim{" + times(n, func(i int) string { return fmt.Sprintf("a%d=%d ", i, i) }) + "}\nx\n::\n"
	}},
	{name: "source formulas", source: func(n int) string {
		return "Let $" + strings.Repeat(`\frac{1}{`, n) + "$ be $" + deep(n, "{", "x", "}") + "$ and $" + strings.Repeat("x^2_", n) + "$.\n"
	}},
	{name: "source emphasis", source: func(n int) string {
		return strings.Repeat("*a **b ", n) + "\n\n" + strings.Repeat("[", n) + "\n\n" + strings.Repeat("_a*b", n) + "\n\n" + deep(n, "**", "x", "**") +
			"\n\n" + strings.Repeat("[a](", n) + "\n\n" + strings.Repeat("a`", n) + "``\n"
	}},
	{name: "source spans", source: func(n int) string {
		return strings.Repeat("*a _b ", n) + "\n\n" + strings.Repeat("**_**_", n) + "\n\n" + strings.Repeat("==a ", n) + "\n\n" + strings.Repeat("~~a ", n) +
			"\n\n" + strings.Repeat("a^b", n) + "\n\n" + strings.Repeat("a~b", n) + "\n\n" + strings.Repeat("^[", n) + "\n\n" + strings.Repeat("^a[^[b]", n) + "\n"
	}},
	{name: "source list levels", source: func(n int) string {
		return times(n, func(i int) string { return strings.Repeat("  ", i%1000) + fmt.Sprintf("- item %d\n", i) })
	}},
	{name: "source notes", source: func(n int) string {
		return times(n, func(i int) string { return fmt.Sprintf("word[^%d] ", i) }) + "\n\n" +
			times(n, func(i int) string { return fmt.Sprintf("[^%d]: Note %d.\n\n", i, i) })
	}},
	{name: "source notes in place", source: func(n int) string {
		return times(n, func(i int) string { return fmt.Sprintf("word^[Note %d.] ", i) }) + "\n\n" + strings.Repeat("word^[the same] ", n)
	}},
	{name: "source equations", source: func(n int) string {
		return times(n, func(i int) string { return fmt.Sprintf("$$x_%d$$ {id=\"e%d\"}\n\n", i, i) })
	}},
	{name: "source merged cells", source: func(n int) string {
		return "::table{id=\"t\" header merge=\"" + times(n, func(i int) string { return fmt.Sprintf("A%d:B%d ", 2+i%7, 3+i%5) }) + "\"}\n" + strings.Repeat("| a | |\n", 12) + "::\n"
	}},
	{name: "source comments", source: func(n int) string {
		return `::claim{id="c1"}` + "\n" + times(n, func(i int) string { return fmt.Sprintf("word%d ", i) }) + "\n::\n\n" +
			times(n, func(i int) string {
				return fmt.Sprintf("::comment{parent=\"c1\" at=\"word%d\"}\nWhy %d?\n::\n\n", i, i)
			})
	}},
	{name: "source requests", source: func(n int) string {
		return `::claim{id="c1"}` + "\n" + times(n, func(i int) string { return fmt.Sprintf("word%d ", i) }) + "\n::\n\n" +
			times(n, func(i int) string {
				return fmt.Sprintf("::change_request{id=\"r%d\" for=\"c1\" action=\"replace\" at=\"word%d\" status=\"proposed\" author=\"Eve\"}\nother\n::\n\n", i, i)
			})
	}},
	{name: "source dataset", source: func(n int) string {
		return "::dataset{id=\"d\" format=\"csv\"}\na,b\n" + times(n, func(i int) string { return fmt.Sprintf("%d,%d\n", i, i*i) }) + "::\n"
	}},

	// What agents ask for.
	{name: "operations on blocks", source: claims, ops: each(func(i int) patch.Op {
		return patch.Op{Op: "replace_body", ID: fmt.Sprintf("c%d", i), Content: "Other words."}
	})},
	{name: "operations on one block", ops: each(func(i int) patch.Op {
		return patch.Op{Op: "replace_body", ID: "c1", Content: fmt.Sprintf("Other words %d.", i)}
	})},
	{name: "operations on attributes", ops: each(func(i int) patch.Op {
		return patch.Op{Op: "update_attribute", ID: "c1", Key: fmt.Sprintf("k%d", i), Value: i}
	})},
	{name: "blocks added", ops: each(func(i int) patch.Op {
		return patch.Op{Op: "add_block", Parent: "one", Content: fmt.Sprintf("::claim{id=\"n%d\"}\nNew.\n::", i)}
	})},
	{name: "blocks added at the start", ops: each(func(i int) patch.Op {
		return patch.Op{Op: "add_block", Parent: "one", Position: new(int), Content: fmt.Sprintf("::claim{id=\"n%d\"}\nNew.\n::", i)}
	})},
	{name: "children inserted", ops: each(func(int) patch.Op {
		return patch.Op{Op: "insert_child", Parent: "one", Index: 1, Content: "Same."}
	})},
	{name: "blocks deleted", source: claims, ops: each(func(i int) patch.Op { return patch.Op{Op: "delete_block", ID: fmt.Sprintf("c%d", i)} })},
	{name: "blocks renamed", source: claims, ops: each(func(i int) patch.Op {
		return patch.Op{Op: "rename_id", From: fmt.Sprintf("c%d", i), To: fmt.Sprintf("d%d", i)}
	})},
	{name: "blocks moved", source: func(n int) string { return "# One\n\n" + claims(n) }, ops: each(func(i int) patch.Op {
		return patch.Op{Op: "move_block", ID: fmt.Sprintf("c%d", i), Parent: "one", Position: new(int)}
	})},
	{name: "comments added", ops: each(func(i int) patch.Op {
		return patch.Op{Op: "add_comment", Target: "c1", ID: fmt.Sprintf("m%d", i), Content: "Why?"}
	})},
	{name: "cells updated", source: func(n int) string {
		return "::table{id=\"t1\" header}\n| a | b |\n" + times(n, func(i int) string { return fmt.Sprintf("| a%d | old |\n", i) }) + "::\n"
	}, ops: each(func(i int) patch.Op {
		return patch.Op{Op: "update_table_cell", ID: "t1", Row: i, Column: patch.At(1), Value: "new"}
	})},
	{name: "rows inserted", source: func(int) string { return "::table{id=\"t1\" header}\n| a | b |\n| 1 | 2 |\n::\n" }, ops: each(func(i int) patch.Op {
		return patch.Op{Op: "insert_table_row", ID: "t1", Row: i, Cells: []string{"x", "y"}}
	})},
	{name: "rows deleted", source: func(n int) string {
		return "::table{id=\"t1\" header}\n| a | b |\n" + times(n+1, func(i int) string { return fmt.Sprintf("| a%d | b |\n", i) }) + "::\n"
	}, ops: each(func(int) patch.Op { return patch.Op{Op: "delete_table_row", ID: "t1"} })},
	{name: "columns inserted", source: func(int) string { return "::table{id=\"t1\" header}\n| a | b |\n| 1 | 2 |\n::\n" }, ops: each(func(i int) patch.Op {
		if i%2 == 0 {
			return patch.Op{Op: "insert_table_column", ID: "t1", Column: patch.At(i / 2), Cells: []string{"x"}}
		}
		return patch.Op{Op: "update_table_cell", ID: "t1", Column: patch.At(i / 2), Value: "y"}
	})},
	{name: "dataset cells updated", source: func(n int) string {
		return "::dataset{id=\"d1\"}\nrows:\n" + times(n, func(i int) string { return fmt.Sprintf("  - [a%d, %d]\n", i, i) }) + "::\n"
	}, ops: each(func(i int) patch.Op {
		return patch.Op{Op: "update_dataset_cell", ID: "d1", Row: i, Column: patch.At(1), Value: "7"}
	})},
	{name: "dataset columns inserted", source: func(n int) string {
		return times(n/500+1, func(i int) string { return fmt.Sprintf("::dataset{id=\"d%d\" format=\"csv\"}\na,b\n1,2\n::\n\n", i) })
	}, ops: each(func(i int) patch.Op {
		header := fmt.Sprintf("h%d", i)
		return patch.Op{Op: "insert_dataset_column", ID: fmt.Sprintf("d%d", i/500), Column: patch.At(i % 500), Header: &header, Cells: []string{"x"}}
	})},
	{name: "blocks added and edited", ops: each(func(i int) patch.Op {
		if i%2 == 0 {
			return patch.Op{Op: "add_block", Parent: "one", Content: fmt.Sprintf("::claim{id=\"n%d\"}\nNew.\n::", i)}
		}
		return patch.Op{Op: "update_attribute", ID: fmt.Sprintf("n%d", i-1), Key: "owner", Value: "Ann"}
	})},
}

// verb is one thing that is done to a shape.
type verb struct {
	name string
	do   func(ctx context.Context) error
}

// verbs returns what can be done to a shape of n things. Making it costs no context.
func (s *shape) verbs(t testing.TB, n int) []verb {
	t.Helper()
	text := oneClaim
	if s.source != nil {
		text = s.source(n)
	}
	source, err := app.FromText("shape.noma", text)
	if err != nil {
		t.Fatal(err)
	}
	if s.ops != nil {
		rq := &app.Request{Ops: s.ops(n)}
		return []verb{{"patch", func(ctx context.Context) error {
			_, _, err := app.PatchText(ctx, source, rq, app.PatchOptions{})
			return err
		}}}
	}
	var out bytes.Buffer
	if err := word(&out, source); err != nil {
		t.Fatal(err)
	}
	file := out.Bytes()
	if s.deleted {
		file = rewritten(t, file, func(part, xml string) string {
			if from, ok := strings.CutSuffix(part, "document.xml"); ok && from == "word/" {
				at := strings.Index(xml, "Paragraph 0 of")
				at = strings.LastIndex(xml[:at], "<w:p>")
				return xml[:at] + xml[strings.Index(xml, "<w:sectPr>"):]
			}
			return xml
		})
	}
	if s.returned != nil {
		edits := s.returned(n)
		file = rewritten(t, file, func(part, xml string) string {
			for at, with := range edits[part] {
				if !strings.Contains(xml, at) {
					t.Fatalf("%s: nothing to edit in %s", s.name, part)
				}
				xml = strings.ReplaceAll(xml, at, with+at)
			}
			return xml
		})
	}
	review := app.Review{Force: true, AllowDelete: true}
	verbs := []verb{
		{"extract", func(ctx context.Context) error {
			_, err := app.ReviewData(ctx, "-", bytes.NewReader(file))
			return err
		}},
		{"sync", func(ctx context.Context) error {
			_, err := review.Sync(ctx, source, "-", bytes.NewReader(file))
			return err
		}},
	}
	if s.source == nil || s.returned != nil || s.deleted {
		return verbs
	}
	verbs = append(verbs,
		verb{"parse", func(ctx context.Context) error {
			_, err := app.FromText("shape.noma", text)
			return err
		}},
		verb{"docx", func(ctx context.Context) error {
			return app.Render(ctx, io.Discard, source, app.RenderOptions{Target: app.Word})
		}},
		verb{"check", func(ctx context.Context) error {
			_, err := app.Check(ctx, source, app.CheckOptions{})
			return err
		}},
	)
	for _, to := range []app.Target{app.HTML, app.LLM, app.Markdown, app.Noma, app.JSON} {
		verbs = append(verbs, verb{string(to), func(ctx context.Context) error {
			return app.Render(ctx, io.Discard, source, app.RenderOptions{Target: to})
		}})
	}
	return verbs
}

// rewritten returns a package with other parts.
func rewritten(t testing.TB, file []byte, edit func(part, xml string) string) []byte {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		to, err := w.Create(f.Name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(to, edit(f.Name, string(data))); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
