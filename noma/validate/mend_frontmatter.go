package validate

import (
	"strings"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// rekeyed returns the operation that writes what a key of another tool says as the language has it, nil when that is not known.
func (c *checker) rekeyed(e noma.Entry) map[string]any {
	switch text, _ := e.Value.(string); e.Key {
	case "abstract":
		text = strings.TrimSpace(text)
		for _, n := range noma.Snippet(text).Children {
			if _, ok := n.(*noma.Paragraph); !ok {
				return nil
			}
		}
		if text != "" {
			return c.belowTitle(e.Key, "::abstract\n"+text+"\n::")
		}
	case "toc", "table-of-contents":
		if e.Value == true {
			return c.belowTitle(e.Key, "::toc\n::")
		}
	case "number-sections", "numbersections", "numbering", "numbered":
		if from, to := c.keyLines(e.Key); from < to && e.Value == true && c.doc.Meta.Get(layout.NumberKey) == nil {
			return c.rewritten(c.doc.File.LineSpan(from), layout.NumberKey+": true")
		}
	}
	return nil
}

// belowTitle returns the operation that removes a key of the frontmatter and puts a block below the title of the document.
func (c *checker) belowTitle(key, block string) map[string]any {
	from, to := c.keyLines(key)
	if from == to {
		return nil
	}
	f, end := c.doc.File, c.front().At().EndLine
	if len(c.doc.Children) > 1 {
		if s, ok := c.doc.Children[1].(*noma.Section); ok && s.Level == 1 && (c.doc.Meta.String("title") == "" || layout.IsTitle(c.doc, s)) {
			end = s.Line
		}
	}
	span := lineSpan(f, from, end)
	rest := strings.ReplaceAll(f.Text[f.LineSpan(to).Start:span.End], "\r\n", "\n")
	block = "\n\n" + block
	if end < f.Lines() && strings.TrimSpace(f.LineSpan(end+1).Of(f.Text)) != "" {
		block += "\n"
	}
	return c.rewritten(span, rest+block)
}

// keyLines returns the lines [from, to) of a key of the frontmatter and its value, from == to when no line of a file begins with the key.
func (c *checker) keyLines(key string) (from, to int) {
	fm, ok := c.front().(*noma.Frontmatter)
	f := c.doc.File
	if !ok || f == nil {
		return 0, 0
	}
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

// typed returns the number after a key of the frontmatter as it is typed, "" when a comment or more lines are there, and the operation
// that puts it between quotes.
func (c *checker) typed(e noma.Entry) (string, map[string]any) {
	from, to := c.keyLines(e.Key)
	if to != from+1 {
		return "", nil
	}
	span := c.doc.File.LineSpan(from)
	_, value, _ := strings.Cut(span.Of(c.doc.File.Text), ":")
	if value = strings.TrimSpace(value); strings.Trim(value, "0123456789.eE+-_") != "" {
		return "", nil
	}
	return value, c.rewritten(span, e.Key+`: "`+value+`"`)
}
