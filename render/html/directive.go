package html

import (
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// special are the directives with a function of their own; package layout's table describes the
// others. Filled in init, because the functions lead back here.
var special map[string]func(*renderer, *noma.Directive)

func init() {
	special = map[string]func(*renderer, *noma.Directive){
		"section": (*renderer).container, "hero": (*renderer).container, "tabs": (*renderer).container,
		"accordion": (*renderer).accordion, "tab": (*renderer).tab,
		"grid": (*renderer).grid, "columns": (*renderer).grid, "sidebar": (*renderer).sidebar,
		"button": (*renderer).button, "export_button": (*renderer).exportButton, "control": (*renderer).control,
		"table": (*renderer).tableDirective, "dataset": (*renderer).dataset,
		"metric": (*renderer).metric, "computed_metric": (*renderer).computedMetric,
		"plot": (*renderer).plot, "computed_plot": (*renderer).computedPlot, "computed_table": (*renderer).computedTable,
		"figure": (*renderer).figure, "math": (*renderer).mathBlock, "diagram": (*renderer).diagram, "plotly": (*renderer).diagram,
		"html": (*renderer).hatch, "svg": (*renderer).hatch, "script": (*renderer).hatch,
		"toc": (*renderer).toc, "bibliography": (*renderer).bibliography, "citation": (*renderer).citation,
		"comment": (*renderer).comment, "footnote": (*renderer).footnote, "endnote": (*renderer).footnote,
		"change_request": (*renderer).changeRequest, "state_change": (*renderer).stateChange,
		"pagebreak": (*renderer).pageBreak, "page_setup": (*renderer).pageSetup,
		// Header and footer, written around the document.
		"header": (*renderer).nothing, "footer": (*renderer).nothing, "doc_protection": (*renderer).nothing,
	}
}

// directive writes any directive: by its function, by its entry in the table, or readably though
// nobody knows it.
func (r *renderer) directive(d *noma.Directive) {
	if verbatim(d) {
		defer r.innerAnchors(d)
	}
	if f := special[d.Name]; f != nil {
		f(r, d)
		return
	}
	if s := layout.LookupFor(r.doc, d.Name); s != nil {
		r.panel(d, s)
		return
	}
	r.custom(d)
}

// nothing leaves only the anchors of a directive that shows nothing where it stands. The first
// header and footer have theirs in the bands around the document.
func (r *renderer) nothing(d *noma.Directive) {
	if r.unshown(d) {
		r.hiddenAnchors(d)
		r.innerAnchors(d)
	}
}

func (r *renderer) hiddenAnchors(d *noma.Directive) {
	r.aliases(d.At())
	r.hiddenAnchor(d.ID)
}

// hiddenAnchor writes a place to link to without anything to see.
func (r *renderer) hiddenAnchor(id string) {
	if id != "" && !r.used[AnchorID(id)] {
		r.raw(`<a class="noma-alias"`)
		r.anchor(id)
		r.raw("></a>\n")
	}
}

// innerAnchors leaves anchors for what the tree finds in lines that are shown verbatim: references
// to them resolve, so they must lead somewhere.
func (r *renderer) innerAnchors(d *noma.Directive) {
	for _, k := range d.Children {
		for n := range noma.Walk(k) {
			r.aliases(n.At())
			r.hiddenAnchor(n.At().ID)
		}
	}
}
