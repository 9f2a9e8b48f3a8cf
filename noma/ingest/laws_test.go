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

// genMarkdown returns a document of fragments that are likely to get in each other's way.
func genMarkdown(t *rapid.T) string {
	n := 0
	word := func() string { n++; return fmt.Sprintf("q%dz", n) }
	pick := func(list ...string) string { return rapid.SampledFrom(list).Draw(t, "pick") }
	var inline func(depth int) string
	inline = func(depth int) string {
		var b strings.Builder
		for range rapid.IntRange(1, 4).Draw(t, "pieces") {
			k := rapid.IntRange(0, 22).Draw(t, "inline")
			if depth > 2 {
				k = 22
			}
			switch k {
			case 0:
				b.WriteString("**" + inline(depth+1) + "**")
			case 1:
				b.WriteString("*" + inline(depth+1) + "*")
			case 2:
				b.WriteString("__" + inline(depth+1) + "__")
			case 3:
				b.WriteString("_" + inline(depth+1) + "_")
			case 4:
				b.WriteString("~~" + inline(depth+1) + "~~")
			case 5:
				b.WriteString("`" + word() + pick("", " | ", "*", "[[x]]", "  ") + word() + "`")
			case 6:
				b.WriteString("`` " + word() + "`" + word() + " ``")
			case 7:
				b.WriteString("[" + inline(depth+1) + "](" + pick("http://a.example", "<x y>", "u(v)", "", "#"+word()) + pick("", ` "`+word()+`"`) + ")")
			case 8:
				b.WriteString("![" + inline(depth+1) + "](" + pick("a.png", "<b c.png>", "") + pick("", ` "`+word()+`"`) + ")")
			case 9:
				b.WriteString("[" + word() + "][ref]" + "[ref]")
			case 10:
				b.WriteString(pick("<http://a.example/_b_>", "http://a.example/*b*", "www.a.example", "<a@b.example>"))
			case 11:
				b.WriteString(pick("<b>", "</b>", "<br>", "<br/>", "<!-- "+word()+" -->", "<a href=\"x\">"))
			case 12:
				b.WriteString(`\` + pick("*", "_", "[", "]", "`", "|", "$", "(", ")", "#", "<", `\`, "&") + word())
			case 13:
				b.WriteString(pick("&amp;", "&lt;", "&copy;", "&nbsp;", "&#42;", "&nope;", "&ast;"))
			case 14:
				b.WriteString(pick("[[", "]]", "[["+word()+"]]", "[["+word()+" "+word()+"]]", "[["+word()+"|"+word()+"]]", "[^1]", "[^no]"))
			case 15:
				b.WriteString(pick("$", "$5", "$x_1$", "$$", "*", "**", "_", "`", "|", "::", "~", "!", "[", "]", "(", ")", "{", "}", `\`))
			case 16:
				b.WriteString(pick("  \n", "\\\n", "\n", "\n"))
			default:
				b.WriteString(word())
			}
			b.WriteString(pick("", " ", " "))
		}
		return b.String()
	}
	flat := func() string { return strings.ReplaceAll(inline(0), "\n", " ") }
	var blocks func(depth int) string
	blocks = func(depth int) string {
		var out []string
		for range rapid.IntRange(1, 4).Draw(t, "blocks") {
			k := rapid.IntRange(0, 18).Draw(t, "block")
			if depth > 2 && (k == 3 || k == 4 || k == 15) {
				k = 18
			}
			switch k {
			case 0:
				out = append(out, strings.Repeat("#", rapid.IntRange(1, 6).Draw(t, "level"))+" "+flat()+pick("", " #", ` {id="`+word()+`"}`, " {#"+word()+" .x}", " {"+word()+"}", ` {aliases="`+word()+`"}`))
			case 1:
				out = append(out, inline(0)+"\n"+pick("===", "---"))
			case 2:
				out = append(out, pick("::", ":: "+word(), "::note", "::x{id=y}", "# ", "2. "+word(), "> "+word(), ":::", "::::"))
			case 3:
				body := strings.Split(pick("", "", "", "[!NOTE]\n", "[!caution] \n", "[!TIP]\n\n", "[!WARNING] x\n")+blocks(depth+1), "\n")
				for i := range body {
					body[i] = pick("> ", "> ", ">") + body[i]
				}
				out = append(out, strings.Join(body, "\n")+pick("", "\n"+word()))
			case 4:
				marker := pick("- ", "* ", "+ ", "1. ", "7. ", "1) ", "- [ ] ", "- [x] ")
				sep := pick("\n", "\n\n")
				var items []string
				for range rapid.IntRange(1, 3).Draw(t, "items") {
					body := inline(0)
					if rapid.IntRange(0, 2).Draw(t, "deep") == 0 {
						body = blocks(depth + 1)
					}
					items = append(items, marker+strings.ReplaceAll(body, "\n", "\n"+strings.Repeat(" ", len(marker))))
				}
				out = append(out, strings.Join(items, sep))
			case 5:
				out = append(out, pick("```", "~~~", "````", " ```")+pick("", "go", "c++", "js "+word(), "shell-session", "日本")+"\n"+word()+"\n"+pick("", "```", "# "+word(), "::", "[[x]]")+"\n"+word()+pick("\n```", "\n~~~", "\n````", ""))
			case 6:
				out = append(out, "    "+word()+"\n\n    "+word()+pick("", "\n    ```"))
			case 7:
				out = append(out, "| "+flat()+" | "+flat()+" |\n"+pick("|---|---|", "| :-: | --: |", "--|--")+"\n| "+flat()+" | "+flat()+" |\n"+pick("", "| "+word()+" |", word(), "| "+word()+" | "+word()+" | "+flat()+" | |", word()+"|"+word()+"|"+word()+"|"+word()))
			case 8:
				out = append(out, "| "+flat()+" |\n|"+pick("---", ":-:")+"|\n| "+word()+" |"+pick("", "", " "+word()+" |"))
			case 9:
				out = append(out, pick("<div>", "<script>", "<!--", "<table>")+"\n"+pick("# "+word(), "::", "```", "[["+word()+"]]", word())+"\n"+pick("</div>", "</script>", "-->"))
			case 10:
				out = append(out, pick("---", "***", "* * *", "___", "- - -"))
			case 11:
				out = append(out, word()+"\n: "+inline(0)+"\n: "+word()+pick("", "\n\n    "+word()))
			case 12:
				if depth == 0 {
					out = append(out, pick("[^1]: ", "[^two]: ", "[^1]: ")+inline(0)+pick("", "\n\n    "+word(), "\n\n    ```\n    "+word()+"\n    ```"))
				}
			case 13:
				out = append(out, pick("[ref]: http://r.example", "[unused]: <a b> \""+word()+"\"", "[//]: # ("+word()+")"))
			case 14:
				out = append(out, "!["+word()+"](a.png)"+pick("", "\n![](b.png \"c\")", " ![*"+word()+"*](<c d.png>)"))
			case 15:
				out = append(out, pick("", "", "text\n")+pick(":::", "::::", "  :::")+pick("note", " {.tip #"+word()+" title=\"a b\"}", " {.callout-danger}", " other", " {.x y=z} :::")+"\n"+pick("", "\n")+blocks(depth+1)+pick("\n:::", "\n\n::::", ""))
			default:
				out = append(out, inline(0))
			}
		}
		var b strings.Builder
		for i, s := range out {
			if i > 0 {
				b.WriteString(pick("\n\n", "\n\n", "\n"))
			}
			b.WriteString(s)
		}
		return b.String()
	}
	text := pick("", "", "", "---\ntitle: "+word()+"\n---\n", "---\n"+word()+"\n---\n", "---\n", "\uFEFF") + blocks(0) + pick("\n", "")
	if rapid.IntRange(0, 9).Draw(t, "crlf") == 0 {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	return text
}
