package app

import (
	"bytes"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/golden"
	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	"github.com/nomadocx/nomadocx/noma"
)

// fresh renders a text.
func fresh(t *testing.T, dir, text string) *Draft {
	t.Helper()
	file := filepath.Join(dir, "input.noma")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	s, err := Load(t.Context(), file, LoadOptions{})
	if err != nil {
		return nil // an edit of frontmatter
	}
	d, err := NewDraft(t.Context(), s, "")
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// shownPage is a page as a browser has it: whoever applies the changes has what the draft has.
type shownPage struct{ html []byte }

// apply does to the page what preview.js does to the tree.
func (p *shownPage) apply(c PageChange) {
	if c.Head != "" {
		p.html = append([]byte(c.Head), p.html[bytes.Index(p.html, []byte("<body>")):]...)
	}
	shift := 0 // blocks before this change are as many more
	for _, x := range c.Changes {
		start, end, blocks := p.stretch(x.First+shift, x.Count)
		shift += strings.Count(x.HTML, "<!---->") - blocks
		p.html = slices.Concat(p.html[:start], []byte(x.HTML), p.html[end:])
	}
}

// stretch finds some blocks one after the other, and how many they and the blocks inside them are.
func (p *shownPage) stretch(first, count int) (start, end, blocks int) {
	at, depth := 0, 0
	for n := -1; count > 0; at += 4 {
		at += bytes.Index(p.html[at:], []byte("<!--"))
		if bytes.HasPrefix(p.html[at:], []byte("<!---->")) {
			if n++; n == first {
				start = at
			}
			if n >= first {
				depth++
				blocks++
			}
		} else if n >= first {
			if depth--; depth == 0 {
				count--
				end = at + len("<!--/-->")
			}
		}
	}
	return start, end, blocks
}

var typed = []string{"x", " word", "**", "*", "`", "[[", "]]", "^[note]", "$a$", "[@smith]", "#", "\n", "\n\n", "<!--", "-->", "::", ":", "|", "- ", "1. ", "  ", "<b>", "&", "~~", "==", "!", "[a](b)", "\\", "{id=\"q\"}", "é", "\r"}

// typedEdit makes a random edit, as lines.
func typedEdit(r *rand.Rand, lines []string) (LineEdit, []string) {
	from := r.Intn(len(lines))
	sentence := r.Intn(2) == 0 // people type words into sentences, headings and items
	for range 20 {
		if lines[from] == "" || sentence && (lines[from][0]|0x20 < 'a' || lines[from][0]|0x20 > 'z') {
			from = r.Intn(len(lines))
		}
	}
	if mark, _, ok := strings.Cut(lines[from], " "); ok && strings.HasPrefix(mark, "#") && r.Intn(3) == 0 {
		text := mark + " " + titles[r.Intn(len(titles))]
		return LineEdit{from + 1, 1, text}, slices.Concat(lines[:from], []string{text}, lines[from+1:])
	}
	count := 1
	if r.Intn(8) == 0 {
		count = min(len(lines)-from, 1+r.Intn(3))
	}
	text := strings.Join(lines[from:from+count], "\n")
	at := len(text) - r.Intn(1+min(len(text), 1+r.Intn(1+len(text)))) // rather at the end than in the mark at the start
	for at > 0 && at < len(text) && text[at]&0xc0 == 0x80 {
		at--
	}
	insert := "x"
	if r.Intn(2) == 0 {
		insert = typed[r.Intn(len(typed))]
	}
	switch r.Intn(4) {
	case 0:
		cut := min(len(text), at+r.Intn(4))
		for cut < len(text) && text[cut]&0xc0 == 0x80 {
			cut++
		}
		text = text[:at] + text[cut:]
	default:
		text = text[:at] + insert + text[at:]
	}
	return LineEdit{from + 1, count, text}, slices.Concat(lines[:from], strings.Split(text, "\n"), lines[from+count:])
}

// titled is a document in which ids are made of titles, of which some are alike, and references lead to titles.
const titled = `# Title

See [[Scope]], [[scope]], [[Aims#Deep]], [[own]] and [[t-1]].

## Scope

- a [[plan]] item
- another

## Plan

> quote *this*

### Deep

| a | b |
| --- | --- |
| 1 | 2 |

## Plan

text

## Plan 2

::table{id="t-1" header}
| a | b |
| 1 | 2 |
::

## Aims

### Deep

1. one
   more
2. two

   > inside

## Other **bold** title

## Its own {id="own"}
`

// titles are headings that are given to others of the document.
var titles = []string{"Scope", "Plan", "Plan 2", "Deep", "Aims", "Other", "t 1", "New"}

// TestDraft: after each edit the page is, byte for byte, that of the new text, whether blocks were rendered again or the document; and
// whoever has applied the changes has that page.
func TestDraft(t *testing.T) {
	texts := map[string]string{}
	for _, file := range golden.Documents(t, "../..") {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts[filepath.Base(filepath.Dir(file))] = string(data)
	}
	for n := range 20 {
		texts[fmt.Sprint("report-", n)] = docgen.Report(2 + n%4)
	}
	for n := range 20 {
		texts[fmt.Sprint("titled-", n)] = titled + strings.Repeat("\n", n)
	}
	for n := range 60 {
		texts[fmt.Sprint("generated-", n)] = docgen.Commented(rand.New(rand.NewSource(int64(n))), 12)
	}
	alone, steps := map[string]int{}, 0
	for name, text := range texts {
		r := rand.New(rand.NewSource(int64(len(name)*1000 + len(text))))
		dir := t.TempDir()
		d := fresh(t, dir, text)
		page := shownPage{bytes.Clone(d.HTML())}
		lines := strings.Split(text, "\n")
		for range 40 {
			e, next := typedEdit(r, lines)
			want := fresh(t, dir, strings.Join(next, "\n"))
			if want == nil {
				continue
			}
			steps++
			kind := ""
			if n := blockAt(d.doc.Children, e.Line); n != nil {
				if kind = noma.Type(n); kind == "directive" {
					kind = n.(*noma.Directive).Name
				}
			}
			c, all := d.Edit([]LineEdit{e})
			page.apply(c)
			if all {
				alone[kind]++
			} else {
				if c, ok := want.Since(d); ok {
					page.apply(c)
				} else {
					page.html = bytes.Clone(want.HTML())
				}
				d = want
			}
			if !bytes.Equal(page.html, want.HTML()) || !bytes.Equal(d.HTML(), want.HTML()) || !slices.Equal(d.Lines(), want.Lines()) {
				t.Fatalf("%s: after %+v (%v): %s", name, e, all, golden.Difference(want.HTML(), page.html))
			}
			lines = next
		}
	}
	t.Logf("of %d edits rendered a block alone: %v", steps, alone)
	for _, kind := range []string{"paragraph", "list", "table", "quote", "code", "section", "claim", "footnote", "comment"} {
		if alone[kind] == 0 {
			t.Errorf("no edit rendered a %s alone", kind)
		}
	}
}
