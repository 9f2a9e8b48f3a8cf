package ingest

import (
	"strings"

	"github.com/yuin/goldmark/ast"

	"github.com/nomadocx/nomadocx/noma"
)

// languages are names that a Noma fence, which takes word characters only, cannot hold.
var languages = map[string]string{"c++": "cpp", "c#": "csharp", "f#": "fsharp", "objective-c": "objectivec"}

// info returns the info string of a code block. Of attributes as pandoc has them, such as {.python .numberLines}, it is the first class.
func (w *writer) info(n *ast.FencedCodeBlock) string {
	if n.Info == nil {
		return ""
	}
	info := noma.TrimSpace(literal(n.Info.Segment.Value(w.src)))
	title, attrs := splitAttrs("x " + info)
	if title != "x" || !strings.HasPrefix(info, "{") {
		return info
	}
	lang, more := "", false
	for _, a := range noma.ParseAttrs("{"+attrs+"}", 0) {
		if a.Key == "class" && lang == "" {
			lang = a.Value.Text()
		} else {
			more = true
		}
	}
	if more {
		w.leaveOut(n.Info.Segment.Start, info)
	}
	return lang
}

// code writes a code block. A line of the code that would be a fence gets a blank in front. What the
// info string says beyond the language stands above the block.
func (w *writer) code(info, content string) string {
	info = noma.TrimSpace(info)
	name, rest, _ := strings.Cut(info, " ")
	lang := languages[strings.ToLower(name)]
	if lang == "" {
		lang = strings.Map(func(r rune) rune {
			switch {
			case r == '-':
				return '_'
			case r < 0x80 && (r == '_' || r >= '0' && r <= '9' || r|0x20 >= 'a' && r|0x20 <= 'z'):
				return r
			}
			return -1
		}, name)
	}
	lines := strings.Split(strings.TrimSuffix(content, "\n"), "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, "```") && len(nodes("\n"+line)) == 1 {
			if _, fence := nodes("\n" + line)[0].(*noma.Code); fence {
				lines[i] = " " + line
			}
		}
	}
	out := "```" + lang + "\n" + strings.Join(lines, "\n") + "\n```"
	if noma.TrimSpace(rest) != "" || name != "" && lang == "" {
		out = guarded(w.text(info, oneLine)) + "\n\n" + out
	}
	return out
}

// html returns the body of an ::html block. The parser of Noma reads into it: a line that would be a fence, a note,
// a heading or a directive gets a blank in front, and what resembles a wikilink an entity.
func (w *writer) html(n *ast.HTMLBlock) string {
	text := w.htmlLines(n)
	bracket := "&#91;["
	if start := strings.ToLower(strings.TrimSpace(text)); strings.HasPrefix(start, "<script") || strings.HasPrefix(start, "<style") {
		bracket = "[ ["
	}
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	for i, line := range lines {
		line = strings.ReplaceAll(line, "[[", bracket)
		if strings.HasPrefix(line, "#") || strings.HasPrefix(line, "::") || strings.HasPrefix(line, "```") || strings.HasPrefix(line, "[^") {
			line = " " + line
		}
		lines[i] = line
	}
	return strings.Join(lines, "\n")
}

// lines returns lines of verbatim text where markup would be read.
func (w *writer) lines(text string) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	for i, line := range lines {
		body := strings.TrimLeft(line, " \t")
		lines[i] = line[:len(line)-len(body)] + w.text(body, oneLine)
	}
	return strings.Join(lines, "\n")
}

func (w *writer) htmlLines(n *ast.HTMLBlock) string {
	text := string(n.Lines().Value(w.src))
	if n.HasClosure() {
		closure := n.ClosureLine
		text += string(closure.Value(w.src))
	}
	return text
}

// comment returns a block of HTML that is a comment in Noma too, "" for any other.
func (w *writer) comment(n *ast.HTMLBlock) string {
	if n.HTMLBlockType != ast.HTMLBlockType2 {
		return ""
	}
	text := strings.TrimSpace(w.htmlLines(n))
	if d := noma.Snippet(text); len(d.Children) > 0 || len(d.Comments) != 1 {
		return ""
	}
	return text
}
