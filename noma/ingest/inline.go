package ingest

import (
	"bytes"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// spelling is one way to write running text. A text is written naturally, and if that reads differently, in ever more
// guarded ways: marks in words are escaped.
type spelling struct {
	emphasis string // the mark for emphasis, "" to do without any
	guard    guard
	classes  bool // formats are written with the names of classes
}

// guard says in which words marks are escaped.
type guard uint8

const (
	nothing   guard = iota
	wikilinks       // those that would be a link into nothing
	attached        // these, and those where a mark touches another character
	allMarks
)

var spellings = []spelling{{emphasis: "*"}, {emphasis: "_"}, {"*", nothing, true}, {"*", wikilinks, false}, {"*", attached, false}, {"*", allMarks, false}, {"_", allMarks, false},
	{"*", allMarks, true}, {"", allMarks, true}}

// place is where running text will stand.
type place uint8

const (
	running place = iota // over several lines
	oneLine              // a heading or an item: a line end becomes a space
	inCell               // a table cell: one line, pipes escaped
)

// inline writes the children of a node.
func (w *writer) inline(n ast.Node, at place) string {
	return w.spell(at, func(p *inlineWriter) { p.children(n, 0, "") })
}

// text writes a text that has no markup at all.
func (w *writer) text(s string, at place) string {
	return w.spell(at, func(p *inlineWriter) { p.characters(s, 0, "") })
}

// spell writes running text in the first form that reads as it shall, or else in the last.
func (w *writer) spell(at place, write func(p *inlineWriter)) string {
	choice := spellings
	if w.careful {
		choice = spellings[len(spellings)-1:]
	}
	for i, s := range choice {
		p := inlineWriter{w: w, place: at, spelling: s}
		write(&p)
		text := noma.TrimSpace(p.out.String())
		if i == len(choice)-1 || w.reads(text, p.want) {
			w.written = append(w.written, seen(p.want))
			return text
		}
	}
	panic("ingest: no representation")
}

// inlineWriter writes running text and notes beside it what a reader shall see.
type inlineWriter struct {
	w     *writer
	place place
	spelling
	out   bytes.Buffer
	want  []glyph
	label bool // within the label of a link
	// The last code span written: a code span right behind it is joined to it, as their back-ticks would be read as
	// one run.
	last     string
	from, to int // where it stands in out
	// Where the last picture ends in out, and its glyph in want: attributes may follow.
	shown, showing int
}

// children writes the children of a node. The parser cuts a text at every mark that turned out to mean
// nothing; the parts are put together again, for a word is guarded as a whole.
func (p *inlineWriter) children(n ast.Node, s style, link string) {
	var text strings.Builder
	var tags tagStack
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		t, ok := c.(*ast.Text)
		if ok {
			text.WriteString(literal(t.Segment.Value(p.w.src)))
			if !t.SoftLineBreak() && !t.HardLineBreak() && c.NextSibling() != nil {
				continue
			}
		}
		p.characters(text.String(), s, link)
		text.Reset()
		switch {
		case ok:
			p.lineEnd(t)
		case !p.tag(&tags, c, &s):
			p.node(c, s, link)
		}
	}
}

// lineEnd writes the end of the line after a text, if there is one.
func (p *inlineWriter) lineEnd(t *ast.Text) {
	switch {
	case t.HardLineBreak():
		p.breakLine("  \n")
	case t.SoftLineBreak():
		p.breakLine("\n")
	}
}

// breakLine ends a line where lines can end, elsewhere it is a space.
func (p *inlineWriter) breakLine(as string) {
	if p.place != running || p.label {
		as = " "
	}
	p.out.WriteString(as)
	p.want = append(p.want, glyph{r: ' '})
}

func (p *inlineWriter) node(n ast.Node, s style, link string) {
	switch n := n.(type) {
	case *ast.String:
		p.characters(string(n.Value), s, link)
	case *ast.CodeSpan:
		var code strings.Builder
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			if t, ok := c.(*ast.Text); ok {
				code.Write(t.Segment.Value(p.w.src))
			}
		}
		p.code(code.String(), s, link)
	case *ast.Emphasis:
		mark, inner := p.emphasis, italic
		if n.Level == 2 {
			mark, inner = "**", bold
		}
		if p.emphasis == "" || s&inner != 0 {
			mark, inner = "", 0
		}
		p.out.WriteString(mark)
		p.children(n, s|inner, link)
		p.out.WriteString(mark)
	case *extast.Strikethrough:
		p.tildes(n, s, link)
	case *ast.Link:
		p.link(n, string(n.Destination), string(n.Title), s, link)
	case *ast.Image:
		p.picture(n, s, link)
	case *ast.AutoLink:
		label, target := string(n.Label(p.w.src)), string(n.URL(p.w.src))
		if at := n.Pos(); at < 0 || p.w.src[at] != '<' {
			p.characters(label, s, link) // a bare address is text
			break
		}
		if n.AutoLinkType == ast.AutoLinkEmail && !strings.HasPrefix(strings.ToLower(target), "mailto:") {
			target = "mailto:" + target
		}
		p.labelled(func(link string) { p.characters(label, s, link) }, target, link)
	case *ast.RawHTML:
		raw := string(n.Segments.Value(p.w.src))
		if isBreak(raw) {
			p.breakLine("  \n")
			break
		}
		p.characters(strings.ReplaceAll(raw, "\n", " "), s, link)
	case *extast.TaskCheckBox:
		box := "[ ] "
		if n.IsChecked {
			box = "[x] "
		}
		p.raw(box, s, link)
	case *extast.FootnoteLink:
		note := p.w.byIndex[n.Index]
		if link == "" {
			p.raw("[^"+note.id+"]", s, link)
			break
		}
		p.labelled(func(link string) { p.characters("["+note.label+"]", s, link) }, "#"+note.id, link)
	default:
		p.children(n, s, link)
	}
}

// raw writes a text as it is.
func (p *inlineWriter) raw(text string, s style, link string) {
	p.out.WriteString(text)
	p.see(text, s, link)
}

func (p *inlineWriter) see(text string, s style, link string) {
	for _, r := range text {
		p.want = append(p.want, glyph{r, s, link})
	}
}

// characters writes text that is no markup.
func (p *inlineWriter) characters(text string, s style, link string) {
	if p.shown > 0 && p.out.Len() == p.shown {
		if braces := noma.PictureBraces(text); braces != "" {
			p.out.WriteString(braces)
			p.want[p.showing].link += braces
			text = text[len(braces):]
		}
	}
	for text != "" {
		end := len(text)
		if p.guard != nothing {
			end = wordEnd(text)
		}
		word := text[:end]
		if p.guards(word) {
			if word = markEscapes.Replace(word); p.guard == allMarks { // without `\[` there is no formula
				word = bracketEscapes.Replace(word)
			}
			p.out.WriteString(word)
		} else {
			p.out.WriteString(p.escape(word))
		}
		p.see(text[:end], s, link)
		text = text[end:]
	}
}

// wordEnd returns the length of the word, or of the white space, that a text begins with.
func wordEnd(text string) int {
	first, _ := utf8.DecodeRuneInString(text)
	end := strings.IndexFunc(text, func(r rune) bool { return noma.IsSpace(r) != noma.IsSpace(first) })
	if end < 0 {
		return len(text)
	}
	return end
}

// markCharacters are those that can be read as markup.
const markCharacters = "*_`[]\\$~^=!"

// markEscapes writes them so that they are not. Of two brackets one is enough, but for those in a label.
var markEscapes = strings.NewReplacer("*", `\*`, "_", `\_`, "`", "\\`", "[", `\[`, "\\", `\\`, "$", `\$`, "~", `\~`, "^", `\^`, "=", `\=`,
	"|", `\|`, "!", `\!`)

var bracketEscapes = strings.NewReplacer(`\[`, "[", "]", `\]`, `\\`, `\\`)

// guards reports whether the marks of a word are escaped.
func (p *inlineWriter) guards(word string) bool {
	if p.guard == allMarks || p.guard == attached && len(word) > 1 {
		return !p.label && strings.ContainsAny(word, markCharacters)
	}
	if p.guard != nothing && !p.label {
		for _, l := range noma.WikiLinks(word) {
			if p.w.dangles(l.Target) {
				return true
			}
		}
	}
	return false
}

// escape protects what the place gives a meaning to.
func (p *inlineWriter) escape(text string) string {
	switch {
	case p.label && p.guard >= attached:
		return strings.ReplaceAll(markEscapes.Replace(text), "]", `\]`)
	case p.label:
		text = labelEscapes.Replace(text)
	case p.place == inCell:
		text = strings.ReplaceAll(text, "|", `\|`)
	}
	if p.place == inCell { // one without partner would swallow the cells behind it
		text = strings.ReplaceAll(text, "`", "\\`")
	}
	return text
}

var labelEscapes = strings.NewReplacer(`\`, `\\`, `[`, `\[`, `]`, `\]`, `|`, `\|`)

func (p *inlineWriter) code(code string, s style, link string) {
	code = strings.ReplaceAll(code, "\n", " ")
	if code == "" {
		return
	}
	p.see(code, s|codeStyle, link)
	if p.to > 0 && p.out.Len() == p.to {
		p.out.Truncate(p.from)
		code = p.last + code
	}
	p.last, p.from = code, p.out.Len()
	p.out.WriteString(noma.Ticked(code))
	p.to = p.out.Len()
}

// picture writes a picture within text. In the label of a link it is its description.
func (p *inlineWriter) picture(n *ast.Image, s style, outer string) {
	target := address(literal(n.Destination))
	if p.label || target == "" {
		p.link(n, string(n.Destination), string(n.Title), s, outer)
		return
	}
	inner := inlineWriter{w: p.w, place: oneLine}
	inner.children(n, 0, "")
	alt := seen(inner.want)
	p.out.WriteString("![" + layout.AltMarkup(alt, p.place == inCell) + "](" + target + ")")
	p.see(alt, picture, outer)
	p.shown, p.showing = p.out.Len(), len(p.want)
	p.want = append(p.want, pictureGlyph(target, ""))
	p.title(literal(n.Title), s, outer)
}

// title writes the title of a link or picture in parentheses: those of the language have none.
func (p *inlineWriter) title(title string, s style, outer string) {
	if title != "" && outer == "" && !p.label {
		p.characters(` ("`+strings.ReplaceAll(title, "\n", " ")+`")`, s, outer)
	}
}

// link writes a link within text, or the description of a picture in its label.
func (p *inlineWriter) link(n ast.Node, target, title string, s style, outer string) {
	target, title = literal([]byte(target)), literal([]byte(title))
	_, picture := n.(*ast.Image)
	p.labelled(func(link string) {
		before := len(p.want)
		p.children(n, s, link)
		if len(p.want) == before { // nothing to click on
			name := target
			if picture {
				name = path.Base(strings.TrimRight(target, "/"))
			}
			if picture && len(name) > 60 || name == "" {
				name = "picture"
			}
			p.characters(name, s, link)
		}
	}, target, outer)
	if inner := soleImage(n); inner != nil && !picture {
		p.characters(" (", s, outer)
		p.picture(inner, s, outer)
		p.characters(")", s, outer)
	}
	p.title(title, s, outer)
}

// soleImage returns the picture that is a link's whole label.
func soleImage(n ast.Node) *ast.Image {
	if n.ChildCount() != 1 {
		return nil
	}
	image, _ := n.FirstChild().(*ast.Image)
	return image
}

// labelled writes a link around what label writes. There are no links within links.
func (p *inlineWriter) labelled(label func(link string), target, outer string) {
	target = address(target)
	if p.label || target == "" {
		label(outer)
		return
	}
	p.out.WriteByte('[')
	p.label = true
	label(target)
	p.label = false
	p.out.WriteString("](" + target + ")")
}
