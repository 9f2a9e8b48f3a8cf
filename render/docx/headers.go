package docx

import (
	"slices"
	"strconv"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

// ownEdge is a part with the header or footer of the document. Pages of another width have another part when something stands at the end of
// a line, as some programs take the tab before it for one that ends at a stop.
type ownEdge struct {
	part, id string // id is that of its relationship
	footer   bool
	width    int // of its lines, in twips; 0 before a section shows it
}

// ownEdges takes the relationships of the document's header and footer.
func (r *renderer) ownEdges() {
	if r.hasHeader() {
		r.addEdge(false)
	}
	if r.plan.Footer != nil {
		r.addEdge(true)
	}
	for _, e := range r.own {
		r.edges = append(r.edges, wml.PageEdge{Footer: e.footer, Type: "default", ID: e.id})
	}
}

// addEdge adds a part for the header or footer of the document.
func (r *renderer) addEdge(footer bool) *ownEdge {
	kind, no := "header", 1
	if footer {
		kind = "footer"
	}
	for i := range r.own {
		if r.own[i].footer == footer {
			no++
		}
	}
	part := "word/" + kind + strconv.Itoa(no) + ".xml"
	r.own = append(r.own, ownEdge{part: part, id: r.pkg.AddRel(mainPart, officeRel+kind, part, false), footer: footer})
	return &r.own[len(r.own)-1]
}

// edgesOf returns headers and footers for pages whose lines have a width.
func (r *renderer) edgesOf(edges []wml.PageEdge, width int) []wml.PageEdge {
	for i, e := range edges {
		at := slices.IndexFunc(r.own, func(o ownEdge) bool { return o.id == e.ID })
		if at < 0 {
			continue
		}
		if first := &r.own[at]; first.width == 0 || !hasLineEnd(r.flowOf(first)) {
			first.width = width
			continue
		}
		if at = slices.IndexFunc(r.own, func(o ownEdge) bool { return o.footer == e.Footer && o.width == width }); at < 0 {
			r.addEdge(e.Footer).width = width
			at = len(r.own) - 1
		}
		if r.own[at].id != e.ID {
			edges = slices.Clone(edges)
			edges[i].ID = r.own[at].id
		}
	}
	return edges
}

// flowOf returns what a header or footer shows.
func (r *renderer) flowOf(e *ownEdge) *layout.Story {
	if e.footer {
		return r.plan.Footer
	}
	return r.plan.Header
}

// hasLineEnd reports whether something stands at the end of a line of a header or footer.
func hasLineEnd(flow *layout.Story) bool {
	return flow != nil && slices.ContainsFunc(flow.Blocks, func(b layout.Block) bool { p, ok := b.(*layout.Para); return ok && p.Beside })
}

// writeOwnEdges writes the header and footer of the document: parts with a flow and relationships of their own.
func (r *renderer) writeOwnEdges() error {
	for i := range r.own {
		if err := r.writeEdge(&r.own[i], slices.ContainsFunc(r.own[:i], func(o ownEdge) bool { return o.footer == r.own[i].footer })); err != nil {
			return err
		}
	}
	return nil
}

func (r *renderer) writeEdge(e *ownEdge, again bool) error {
	kind, style, root := "header", "Header", "w:hdr"
	if e.footer {
		kind, style, root = "footer", "Footer", "w:ftr"
	}
	b, err := r.part(e.part, wordType+kind+"+xml")
	if err != nil {
		return err
	}
	b.StartPart(root)
	s := &story{renderer: r, b: b, style: style, width: e.width, again: again}
	if words := r.plan.Settings.Watermark; words != "" && !e.footer {
		s.watermark(words)
	}
	if flow := r.flowOf(e); flow != nil {
		s.all(r.plan.Written(slices.Values(flow.Blocks)))
	}
	b.Markup("</" + root + ">")
	return b.Flush()
}
