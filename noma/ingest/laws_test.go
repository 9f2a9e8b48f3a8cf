package ingest

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"pgregory.net/rapid"

	_ "github.com/nomadocx/nomadocx/internal/testkit/seed"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/diag"
	"github.com/nomadocx/nomadocx/noma/source"
	"github.com/nomadocx/nomadocx/noma/validate"
)

// TestLaws: of any Markdown no word is lost or changes its place, the result has no errors, every id
// is given once, and the same text gives the same bytes.
func TestLaws(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		text := genMarkdown(rt)
		if err := lawful(text, Options{NoIDs: rapid.IntRange(0, 4).Draw(rt, "ids") == 0}); err != nil {
			rt.Fatalf("%v", err)
		}
	})
}

// TestEmptyHeader: the laws hold for tables whose header has an empty cell, which has no place.
func TestEmptyHeader(t *testing.T) {
	for _, header := range []string{"|", "||", "| |", "||x|", "|x||"} {
		for _, rows := range []string{"|a|b|\n", "a|b|c|d\n", "|\n"} {
			for _, quote := range []string{"", "> "} {
				dashes := "|-|-|"[:1+2*max(strings.Count(header, "|")-1, 1)]
				if err := lawful(quote+header+"\n"+quote+dashes+"\n"+quote+rows, Options{}); err != nil {
					t.Error(err)
				}
			}
		}
	}
}

// lawful returns the first law that a text breaks.
func lawful(text string, o Options) error {
	out, err := Markdown(text, o)
	if err != nil {
		return nil // too deep for a document
	}
	if again, _ := Markdown(text, o); again != out {
		return fmt.Errorf("the second time\n%s\nis\n%s\nnot\n%s", text, again, out)
	}
	d, _, err := noma.Parse(source.NewFile("", out), noma.Options{})
	if err != nil {
		return fmt.Errorf("%s\nbecomes\n%s\nwhich fails: %v", text, out, err)
	}
	// What stands between two words may change (a link's address in its place, a tilde), so only their
	// characters are searched for, one word behind the other.
	have := strings.Join(words(content(d)), "")
	for _, w := range words(markdownContent(text)) {
		at := strings.Index(have, w)
		if at < 0 {
			return fmt.Errorf("%q is missing when\n%s\nbecomes\n%s", w, text, out)
		}
		have = have[at+len(w):]
	}
	for _, f := range validate.Document(d, validate.Options{Now: time.Unix(0, 0)}) {
		if f.Severity == diag.Error && !(o.NoIDs && f.Code == "duplicate-id") {
			return fmt.Errorf("%s\nbecomes\n%s\nwhich has the error %s", text, out, f.Message)
		}
	}
	return nil
}

// content returns the text of a document with the attributes that hold text.
func content(d *noma.Document) string {
	var b strings.Builder
	w := &writer{ids: map[string]bool{}}
	add := func(s string) {
		for _, g := range w.glyphs(nil, s, noma.ParseInline(s), 0, "") {
			b.WriteRune(g.r)
			if _, attrs, ok := strings.Cut(g.link, "\x00"); ok { // to a Markdown parser they are text
				b.WriteString(attrs)
			}
		}
		b.WriteByte('\n')
	}
	comments := d.Comments
	addComments := func(before int) {
		for ; len(comments) > 0 && comments[0].Start < before; comments = comments[1:] {
			b.WriteString(comments[0].Of(d.File.Text) + "\n")
		}
	}
	for n := range noma.Walk(d) {
		addComments(n.At().Span.Start)
		if p, ok := n.At().Parent.(*noma.Directive); ok && (p.Name == "html" || p.Name == "table") {
			continue // the raw body has been taken
		}
		switch n := n.(type) {
		case *noma.Section:
			add(n.Title.S)
			for _, a := range n.Attrs { // to a Markdown parser they are text
				b.WriteString(a.Key + " " + a.Value.Text() + "\n")
			}
		case *noma.Paragraph:
			add(n.Content.S)
		case *noma.Quote:
			add(n.Content.S)
		case *noma.ListItem:
			b.WriteString(n.Box.Source())
			add(n.Content.S)
		case *noma.Code:
			b.WriteString(n.Content.S + "\n")
		case *noma.Table:
			for _, row := range append([][]noma.Cell{n.Header}, n.Rows...) {
				for _, c := range row {
					add(c.Text)
				}
			}
			if n.Caption != nil {
				add("Table: " + n.CaptionText() + " " + n.ID)
			}
		case *noma.Directive:
			switch n.Name {
			case "math":
				b.WriteString(n.RawBody.S + " id " + n.ID + "\n")
			case "figure": // to a Markdown parser the attributes behind a picture are text
				b.WriteString(n.AttrText("alt") + " " + n.ID + " width " + n.AttrText("width") + "\n")
			case "html":
				b.WriteString(n.RawBody.S + "\n")
			case "table": // its readers take row by row
				for row := range strings.SplitSeq(n.RawBody.S, "\n") {
					add(row)
				}
				add("Table: " + n.AttrText("caption") + " " + n.ID)
			}
		}
	}
	addComments(len(d.File.Text))
	return b.String()
}

// markdownContent returns the text of all nodes of a Markdown tree.
func markdownContent(text string) string {
	text = strings.TrimPrefix(text, "\uFEFF")
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	w := &writer{src: []byte(text[frontmatter(text):])}
	root, err := w.parse()
	if err != nil {
		return ""
	}
	var b strings.Builder
	for _, block := range w.blocksOf(root) {
		_ = ast.Walk(block, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
			if n.Type() == ast.TypeBlock {
				b.WriteByte('\n')
			}
			if !entering {
				if n.Kind() == ast.KindLink || n.Kind() == ast.KindImage {
					b.WriteByte(' ') // its title may follow
				}
				return ast.WalkContinue, nil
			}
			switch n := n.(type) {
			case *ast.Text:
				if n.IsRaw() || n.Parent().Kind() == ast.KindCodeSpan {
					b.Write(n.Segment.Value(w.src))
				} else {
					b.WriteString(literal(n.Segment.Value(w.src)))
				}
				if n.SoftLineBreak() || n.HardLineBreak() {
					b.WriteByte('\n')
				}
			case *ast.String:
				b.Write(n.Value)
			case *ast.AutoLink:
				b.Write(n.Label(w.src))
			case *ast.RawHTML:
				if raw := string(n.Segments.Value(w.src)); !isBreak(raw) && htmlFormats[strings.Trim(strings.ToLower(raw), "</>")] == 0 {
					b.WriteString(raw)
				} else {
					b.WriteByte('\n') // a line, or formatting
				}
			case *formula:
				b.WriteString(n.text)
			case *fencedDiv:
				if !n.closed {
					b.Write(n.opener.Value(w.src))
				}
			case *ast.LinkReferenceDefinition:
			case *extast.FootnoteLink:
				b.WriteByte(' ') // it shows the footnote's label
			default:
				if n.Type() == ast.TypeBlock && n.IsRaw() {
					b.Write(n.Lines().Value(w.src))
				}
			}
			return ast.WalkContinue, nil
		})
	}
	return b.String()
}

// classes are the marks of formats that hold words.
var classes = regexp.MustCompile(`\]\{(\.(underline|smallcaps|mark|strike|sub|sup) ?)+\}`)

func words(s string) []string {
	s = classes.ReplaceAllString(s, "]")
	return strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}
