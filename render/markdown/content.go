package markdown

import (
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/compute"
	"github.com/nomadocx/nomadocx/noma/dataset"
)

// content prints what stands between the comments of a directive (contract text-renders.md §2).
func (p *printer) content(n *noma.Directive, depth int) {
	switch {
	case n.Is(noma.Hatch):
		p.block("[Html escape hatch omitted]")
		return
	case n.Is(noma.Task):
		p.task(n, depth)
		return
	}
	switch n.Name {
	case "pagebreak":
		p.block("<!-- pagebreak -->")
		return
	case "math":
		p.math(n, depth)
		return
	case "grid", "columns", "tabs", "accordion", "hero":
		p.inside(n, depth)
		return
	case "summary", "abstract", "callout", "note", "warning", "tip":
		p.admonition(n, depth)
		return
	case "table":
		if title, _ := n.First("title", "caption"); title != "" {
			p.heading(n)
		}
		if !hasPipeTable(n) {
			p.metadata(n)
			p.rows(n)
			return
		}
	case "figure":
		p.figure(n)
	case "card", "tab", "sidebar":
		title := titleOf(n)
		if title == "" {
			title = readable(n.Name)
		}
		p.block("######"[:min(6, depth+1)], " ", title)
	case "button", "export_button":
		p.button(n)
	case "code", "code_cell", "output", "query", "example":
		lang, _ := n.First("lang", "language", "runtime")
		if body := rawBody(n); lang != "" && body != "" {
			p.heading(n)
			p.metadata(n)
			p.fenced(lang, body)
			return
		}
		p.heading(n)
	case "dataset", "diagram", "plotly":
		p.heading(n)
		if body := rawBody(n); body != "" {
			p.metadata(n)
			p.fenced(notation(n, body), body)
			return
		}
	default:
		p.heading(n)
	}
	p.metadata(n)
	p.inside(n, depth)
	if n.Name == "bibliography" {
		p.references(p.refs.Target(n))
	}
}

// inside prints a directive's children, or the body that a loader gave it.
func (p *printer) inside(n *noma.Directive, depth int) {
	if len(n.Children) > 0 {
		p.blocks(n.Children, depth+1)
	} else if noma.TrimSpace(n.Body) != "" {
		p.block(p.inline(n.Body))
	}
}

// insideText returns what inside prints, as a text of its own.
func (p *printer) insideText(n *noma.Directive, depth int) string {
	own := *p
	own.buf = nil
	own.inside(n, depth)
	return string(own.buf)
}

// rawBody returns the text of a block that holds code or data, "" for none. The lines of the source count,
// even where a blank line or a `# comment` made the parser see several blocks (contract
// differences.md B5).
func rawBody(n *noma.Directive) string {
	if n.HasBody {
		return n.Body
	}
	if noma.TrimSpace(n.RawBody.S) == "" {
		return ""
	}
	lines := strings.Split(n.RawBody.S, "\n")
	for noma.TrimSpace(lines[0]) == "" {
		lines = lines[1:]
	}
	for noma.TrimSpace(lines[len(lines)-1]) == "" {
		lines = lines[:len(lines)-1]
	}
	return strings.Join(lines, "\n")
}

// notation returns the language of a fenced body.
func notation(n *noma.Directive, body string) string {
	if !n.Is(noma.Data) {
		return n.Name
	}
	if format := noma.TrimSpace(n.AttrText("format")); format != "" {
		return format
	}
	if t := noma.TrimSpace(body); strings.HasPrefix(t, "{") || strings.HasPrefix(t, "[") {
		return "json"
	}
	return "yaml"
}

func (p *printer) math(n *noma.Directive, depth int) {
	body := rawBody(n)
	if body == "" {
		body = p.insideText(n, depth)
	}
	if no := layout.NumberOfEquation(n, p.labels[n]); no != "" {
		body += ` \tag{` + strings.Trim(no, "()") + "}"
	}
	p.block("$$\n", body, "\n$$")
}

// admonition prints a callout as the quote that GitHub shows with an icon.
func (p *printer) admonition(n *noma.Directive, depth int) {
	tone := n.AttrText("tone")
	if tone == "" {
		tone = n.Name
	}
	kind := "NOTE"
	switch strings.ToLower(tone) {
	case "warning", "danger", "error":
		kind = "WARNING"
	case "tip", "success":
		kind = "TIP"
	}
	text := "[!" + kind + "]"
	if title := titleOf(n); title != "" {
		text += "\n**" + title + "**"
	}
	if content := p.insideText(n, depth); content != "" {
		text += "\n" + content
	}
	p.quoted(text)
}

// task prints a check box with the first line of the task; what is left of it follows as blocks.
func (p *printer) task(n *noma.Directive, depth int) {
	box := "- [ ] "
	if a, _ := n.Attr("done"); a.Value.Kind == noma.Bool && a.Value.Bool || strings.EqualFold(n.AttrText("status"), "done") {
		box = "- [x] "
	}
	text := p.insideText(n, depth)
	first, rest, _ := strings.Cut(text, "\n")
	if strings.HasPrefix(first, "```") {
		first, rest = "", text // a fence needs its own line
	}
	if first == "" {
		first = titleOf(n)
	}
	p.block(box, first)
	if rest = strings.Trim(rest, "\n"); rest != "" {
		p.block(rest)
	}
	p.metadata(n)
}

// hasPipeTable reports whether a directive holds a table with a separator row, which the parser has
// read already.
func hasPipeTable(n *noma.Directive) bool {
	for _, k := range n.Children {
		if _, ok := k.(*noma.Table); ok {
			return true
		}
	}
	return false
}

// rows prints the rows of a ::table. A body with a line that is no row is shown as it is.
func (p *printer) rows(n *noma.Directive) {
	body := rawBody(n)
	if body == "" {
		return
	}
	t, err := dataset.Table(n)
	for line := range strings.SplitSeq(body, "\n") {
		if err != nil || noma.TrimSpace(line) != "" && !noma.IsRow(line) {
			p.fenced(n.Name, body)
			return
		}
	}
	header := make([]string, t.Width)
	for i := range header {
		if !t.HasHeader {
			header[i] = "Column " + strconv.Itoa(i+1)
		} else if i < len(t.Header) {
			header[i] = p.cell(t.Header[i].Text)
		}
	}
	rows := [][]string{header}
	for _, r := range t.Rows {
		row := make([]string, t.Width)
		for i := range r {
			row[i] = p.cell(r[i].Text)
		}
		rows = append(rows, row)
	}
	p.table(rows, t.Align)
}

func (p *printer) figure(n *noma.Directive) {
	alt, _ := n.First("alt", "caption", "title")
	if alt == "" {
		if alt = n.ID; alt == "" {
			alt = "Figure"
		}
	}
	src := n.AttrText("src")
	if strings.ContainsFunc(src, noma.IsSpace) {
		src = "<" + src + ">" // or it would not be a picture
	}
	p.block("![", alt, "](", src, ")")
	caption, _ := n.First("caption")
	if label := p.labels[n]; label != "" && caption != "" {
		caption = label + ": " + caption
	} else if label != "" {
		caption = label
	}
	if caption != "" {
		p.block("_", caption, "_")
	}
}

func (p *printer) button(n *noma.Directive) {
	label := titleOf(n)
	if label == "" {
		if label, _, _ = compute.Field(n, "Label", "label"); label == "" {
			label = readable(n.Name)
		}
	}
	if href, _ := n.First("href"); href != "" && harmless(href) {
		p.block("[", label, "](", href, ")")
	} else {
		p.block("**", label, "**")
	}
}

// harmless reports whether a button may lead to an address: a path, a fragment, http, https, mailto or tel, and no program.
func harmless(href string) bool {
	scheme, _, ok := strings.Cut(strings.ToLower(noma.TrimSpace(href)), ":")
	return !ok || strings.ContainsAny(scheme, "/?#") || scheme == "http" || scheme == "https" || scheme == "mailto" || scheme == "tel"
}
