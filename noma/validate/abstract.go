package validate

import (
	"strings"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

// abstracted returns the operation that makes a block of the abstract in the frontmatter, below the title of the document; nil when its
// text would not be read as paragraphs.
func (c *checker) abstracted(value any) map[string]any {
	fm, ok := c.front().(*noma.Frontmatter)
	text, isText := value.(string)
	text = strings.TrimSpace(text)
	if !ok || !isText || c.doc.File == nil {
		return nil
	}
	for _, n := range noma.Snippet(text).Children {
		if _, ok := n.(*noma.Paragraph); !ok {
			return nil
		}
	}
	from, to := keyLines(c.doc.File, fm, "abstract")
	if from == to {
		return nil
	}
	f, end := c.doc.File, fm.EndLine
	if len(c.doc.Children) > 1 {
		if s, ok := c.doc.Children[1].(*noma.Section); ok && s.Level == 1 && (c.doc.Meta.String("title") == "" || layout.IsTitle(c.doc, s)) {
			end = s.Line
		}
	}
	span := source.Span{Start: f.LineSpan(from).Start, End: f.LineSpan(end).End}
	rest := strings.ReplaceAll(f.Text[f.LineSpan(to).Start:span.End], "\r\n", "\n")
	block := "\n\n::abstract\n" + text + "\n::"
	if end < f.Lines() && strings.TrimSpace(f.LineSpan(end+1).Of(f.Text)) != "" {
		block += "\n"
	}
	return c.rewritten(span, rest+block)
}

// keyLines returns the lines [from, to) of a key of the frontmatter and its value, from == to when it is not written at the margin.
func keyLines(f *source.File, fm *noma.Frontmatter, key string) (from, to int) {
	for from = fm.Line + 1; from < fm.EndLine; from++ {
		if !strings.HasPrefix(f.LineSpan(from).Of(f.Text), key+":") {
			continue
		}
		for to = from + 1; to < fm.EndLine; to++ {
			if l := f.LineSpan(to).Of(f.Text); l != "" && l[0] != ' ' && l[0] != '\t' {
				break
			}
		}
		return from, to
	}
	return 0, 0
}
