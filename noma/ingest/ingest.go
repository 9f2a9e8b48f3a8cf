package ingest

import (
	"sort"
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

// Options of Markdown; the zero value is what most want.
type Options struct {
	NoIDs bool // headings get no ids
	// LeftOut is called with markup that has no form here and is left out, as it stands in a line (from 1). Its words stay.
	LeftOut func(line int, markup string)
}

// Markdown returns the .noma source for a Markdown text. Line ends become LF and a byte order mark goes.
// The only error is a text nested so deeply that no person wrote it; it names the line.
func Markdown(text string, o Options) (string, error) {
	text = strings.TrimPrefix(text, "\uFEFF")
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	head := frontmatter(text)
	w := &writer{src: []byte(text[head:]), noIDs: o.NoIDs, leftOut: o.LeftOut, firstLine: 1 + strings.Count(text[:head], "\n")}
	root, err := w.parse()
	if err != nil {
		return "", err
	}
	w.lift(root)
	blocks := w.blocksOf(root)
	w.name(blocks)
	var b strings.Builder
	b.WriteString(text[:head])
	at, first := 0, true
	loose, dropped := false, false // the block before was rewritten; one in between went
	for i, n := range blocks {
		start, end := w.extent(blocks, i)
		gap, own := string(w.src[at:start]), string(w.src[start:end])
		at = end
		w.written = w.written[:0]
		caption := w.captionBelow(n)
		out := caption
		if caption == "" {
			out = w.document(n, own)
		}
		if out == "" {
			dropped = true
			continue
		}
		_, heading := n.(*ast.Heading)
		rewritten := out != own && !heading // a heading ends what stands before it, and itself
		switch {
		case caption != "":
			gap = "\n"
		case first && dropped:
			gap = ""
		case !first && (rewritten || loose || dropped) && strings.Count(gap, "\n") < 2:
			gap = "\n\n"
		}
		b.WriteString(gap)
		b.WriteString(out)
		first, loose, dropped = false, rewritten, false
	}
	b.Write(w.src[at:])
	out := b.String()
	if head == 0 && frontmatterEnd(out) > 0 {
		out = "***" + out[3:] // a rule in the first line must not open frontmatter
	}
	return out, nil
}

// frontmatter returns the length of the YAML at the head of a text with its fences, 0 for none. What is no
// mapping is no frontmatter: Noma would hide the text of a document that begins with a rule.
func frontmatter(text string) int {
	end := frontmatterEnd(text)
	if end == 0 {
		return 0
	}
	d, _, err := noma.Parse(source.NewFile("", text[:end]), noma.Options{})
	if err != nil || len(d.Children) == 1 && len(d.Meta) == 0 {
		return 0
	}
	return end
}

// frontmatterEnd returns the offset after the second of two `---` lines, the first of which begins the text.
func frontmatterEnd(text string) int {
	first, rest, ok := strings.Cut(text, "\n")
	if !ok || !isFence(first) {
		return 0
	}
	at := len(first) + 1
	for rest != "" {
		line, more, ended := strings.Cut(rest, "\n")
		at += len(line)
		if ended {
			at++
		}
		if isFence(line) {
			return at
		}
		rest = more
	}
	return 0
}

func isFence(line string) bool {
	rest, ok := strings.CutPrefix(line, "---")
	return ok && noma.TrimSpace(rest) == ""
}

// writer turns the tree of one text into source.
type writer struct {
	src       []byte
	firstLine int // its number in the file
	noIDs     bool
	leftOut   func(line int, markup string) // see [Options]

	headings map[ast.Node]heading
	ids      map[string]bool   // ids and aliases in the result
	notes    map[ast.Node]note // footnotes
	byIndex  map[int]note      // footnotes by the number that references have
	linked   map[string]bool   // labels of the link definitions in use

	written []string // the running texts written last, as a reader shall see them
	careful bool     // only the most guarded form will do
}

// blocksOf returns the blocks of the document by their place in the text. Footnotes stand where they were
// defined, not in the list the parser makes of them.
func (w *writer) blocksOf(root ast.Node) []ast.Node {
	var blocks []ast.Node
	for n := root.FirstChild(); n != nil; n = n.NextSibling() {
		if list, ok := n.(*extast.FootnoteList); ok {
			for f := list.FirstChild(); f != nil; f = f.NextSibling() {
				blocks = append(blocks, f)
			}
			continue
		}
		blocks = append(blocks, n)
	}
	sort.SliceStable(blocks, func(i, j int) bool { return blocks[i].Pos() < blocks[j].Pos() })
	return blocks
}

// startOf returns the offset of the line a block starts in.
func (w *writer) startOf(n ast.Node) int {
	at := max(0, min(n.Pos(), len(w.src)))
	for at > 0 && w.src[at-1] != '\n' {
		at--
	}
	return at
}

// extent returns the lines of a block: up to the next block, without blank lines at the end.
func (w *writer) extent(blocks []ast.Node, i int) (start, end int) {
	start, end = w.startOf(blocks[i]), len(w.src)
	if i+1 < len(blocks) {
		end = w.startOf(blocks[i+1])
	}
	for end > start && strings.IndexByte(" \t\n", w.src[end-1]) >= 0 {
		end--
	}
	return start, end
}
