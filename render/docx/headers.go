package docx

import (
	"slices"
	"strconv"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

// edgeFile is a part with a header or footer. Pages of another width have another part when something stands at the end of a line, as some
// programs take the tab before it for one that ends at a stop.
type edgeFile struct {
	part, id string // id is that of its relationship
	footer   bool
	width    int       // of its lines, in twips; 0 before a section shows it
	template *edgePart // what it was in the template; nil for that of the document
}

// ownEdges takes the relationships of the document's header and footer.
func (r *renderer) ownEdges() {
	if r.hasHeader() {
		r.addEdge(false, nil)
	}
	if r.plan.Footer != nil {
		r.addEdge(true, nil)
	}
	for _, e := range r.parts {
		r.edges = append(r.edges, wml.PageEdge{Footer: e.footer, Type: "default", ID: e.id})
	}
}

// addEdge adds a part for a header or footer.
func (r *renderer) addEdge(footer bool, template *edgePart) *edgeFile {
	kind, no := "header", 1
	if footer {
		kind = "footer"
	}
	for i := range r.parts {
		if r.parts[i].footer == footer {
			no++
		}
	}
	part := "word/" + kind + strconv.Itoa(no) + ".xml"
	r.parts = append(r.parts, edgeFile{part: part, id: r.pkg.AddRel(mainPart, officeRel+kind, part, false), footer: footer, template: template})
	return &r.parts[len(r.parts)-1]
}

// edgesOf returns headers and footers for pages whose lines have a width.
func (r *renderer) edgesOf(edges []wml.PageEdge, width int) []wml.PageEdge {
	for i, e := range edges {
		at := slices.IndexFunc(r.parts, func(o edgeFile) bool { return o.id == e.ID })
		first := &r.parts[at]
		if first.width == 0 || first.width == width || !r.hasLineEnd(first) {
			first.width = width
			continue
		}
		template := first.template
		if at = slices.IndexFunc(r.parts, func(o edgeFile) bool { return o.footer == e.Footer && o.template == template && o.width == width }); at < 0 {
			r.addEdge(e.Footer, template).width = width
			at = len(r.parts) - 1
		}
		if r.parts[at].id != e.ID {
			edges = slices.Clone(edges)
			edges[i].ID = r.parts[at].id
		}
	}
	return edges
}

// flowOf returns what the header or footer of the document shows.
func (r *renderer) flowOf(e *edgeFile) *layout.Story {
	if e.footer {
		return r.plan.Footer
	}
	return r.plan.Header
}

// hasLineEnd reports whether something stands at the end of a line of a header or footer.
func (r *renderer) hasLineEnd(e *edgeFile) bool {
	if e.template != nil {
		return r.opts.Template.stretch(e.template.tree.Root(), 0)
	}
	flow := r.flowOf(e)
	return flow != nil && slices.ContainsFunc(flow.Blocks, func(b layout.Block) bool { p, ok := b.(*layout.Para); return ok && p.Beside })
}

// writeEdges writes the headers and footers: parts with a flow and relationships of their own.
func (r *renderer) writeEdges() error {
	for i := range r.parts {
		e := &r.parts[i]
		kind := "header"
		if e.footer {
			kind = "footer"
		}
		var err error
		if contentType := wordType + kind + "+xml"; e.template != nil {
			err = r.carryEdge(e, contentType)
		} else {
			again := slices.ContainsFunc(r.parts[:i], func(o edgeFile) bool { return o.footer == e.footer && o.template == nil })
			err = r.writeEdge(e, contentType, again)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (r *renderer) writeEdge(e *edgeFile, contentType string, again bool) error {
	style, root := "Header", "w:hdr"
	if e.footer {
		style, root = "Footer", "w:ftr"
	}
	b, err := r.part(e.part, contentType)
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
