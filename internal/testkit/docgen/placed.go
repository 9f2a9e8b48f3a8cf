package docgen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

// Placed returns a document with comments on words, notes in the middle of sentences, and change requests at their place.
func Placed(c Chooser, size int) string { return placed(c, Document(c, size)) }

// Headless returns a document that begins with text under no heading.
func Headless(c Chooser) string {
	lines := strings.SplitAfter(Document(c, 8), "\n")
	i := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, "# ") })
	return strings.Join(slices.Delete(lines, i, i+1), "")
}

// PlacedHeadless returns one with something on its words.
func PlacedHeadless(c Chooser) string { return placed(c, Headless(c)) }

func placed(c Chooser, src string) string {
	d, _, err := noma.Parse(source.NewFile("gen.noma", src), noma.Options{})
	if err != nil {
		return src
	}
	plan := layout.Build(d, layout.Options{})
	p := &placer{gen: &gen{c: c}, texts: layout.TextOf{Names: plan.Names}}
	for b := range plan.Body() {
		layout.EachPara(b, func(x *layout.Para) {
			if layout.Counted(x) {
				content := layout.Glyphs(x.Runs(), wml.Original)
				if layout.RequestOf(x.Node) == nil {
					p.paras = append(p.paras, placeable{x.Node, content})
				}
				p.texts.Add(x.Node, func() []layout.Glyph { return content }, x.Part == layout.PartCell)
			}
		})
	}
	var out strings.Builder
	for n := range 1 + c.Intn(6) {
		out.WriteString(p.one(n))
	}
	eol := "\n"
	if strings.Contains(src, "\r\n") {
		eol = "\r\n"
	}
	return strings.TrimRight(src, "\r\n") + eol + strings.ReplaceAll(out.String(), "\n", eol)
}

type placeable struct {
	node    noma.Node
	content []layout.Glyph
}

type placer struct {
	*gen
	texts layout.TextOf
	paras []placeable
}

// one returns a comment, note or request somewhere, "" where there is no place for it.
func (p *placer) one(n int) string {
	if len(p.paras) == 0 {
		return ""
	}
	k := p.c.Intn(len(p.paras))
	x := p.paras[k]
	target := p.texts.Names.Addressable(x.node)
	if target == nil || len(x.content) == 0 {
		return ""
	}
	start := layout.Spot{Para: k, At: p.c.Intn(len(x.content) + 1)}
	end := layout.Spot{Para: k, At: start.At + p.c.Intn(min(30, len(x.content)-start.At)+1)}
	kind := p.c.Intn(8)
	if kind == 0 && k+1 < len(p.paras) { // over two paragraphs
		end = layout.Spot{Para: k + 1, At: p.c.Intn(len(p.paras[k+1].content) + 1)}
	}
	if kind > 4 {
		end = start
	}
	start, end = p.texts.Trim(start, end)
	q, ok := p.texts.Shortest(target, start, end)
	if !ok {
		return ""
	}
	attrs := fmt.Sprintf(`id="placed-%d"`, n)
	add := func(key, value string) {
		switch {
		case value == "":
		case !strings.Contains(value, `"`):
			attrs += " " + key + `="` + value + `"`
		default:
			attrs += " " + key + "='" + value + "'"
		}
	}
	id := layout.TargetID(target)
	text := fmt.Sprintf("Remark pp%dq.", n)
	switch kind {
	case 5, 6:
		add("for", id)
		add("prefix", q.Prefix)
		add("suffix", q.Suffix)
		return "\n::" + p.pick([]string{"footnote", "endnote"}) + "{" + attrs + "}\n" + text + "\n::\n"
	case 7:
		add("target", id)
		attrs += fmt.Sprintf(` action="insert" to=" pp%dq" author="Nia %d"`, n, n)
		add("prefix", q.Prefix)
		add("suffix", q.Suffix)
		return "\n::change_request{" + attrs + "}\n::\n"
	}
	add("parent", id)
	add("exact", q.Exact)
	add("prefix", q.Prefix)
	add("suffix", q.Suffix)
	out := "\n::comment{" + attrs + ` author="Jo"}` + "\n" + text + "\n::\n"
	if p.gen.one(4) {
		out += fmt.Sprintf("\n::comment{id=\"placed-%d-answer\" reply_to=\"placed-%d\" author=\"Lee\"}\nAnswer pp%dq.\n::\n", n, n, n)
	}
	return out
}
