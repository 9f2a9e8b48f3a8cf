package controls

import (
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// DecodeFor does what [Decode] does for a document whose source is known. A file that was kept in another
// format meanwhile (.odt) has fields with neither tag nor binding, and text fields that are no longer
// controls at all; then the bookmark of the paragraph tells which form field or task it shows.
func DecodeFor(d *wml.Document, source *noma.Document) Data {
	var fields []field
	known := map[string]bool{} // ids that a tag or binding names
	nameless := map[*wml.Control]bool{}
	for _, c := range d.Controls {
		kind, id := identify(c)
		if id == "" {
			nameless[c] = true
			continue
		}
		fields = append(fields, field{kind, id, c})
		known[kind+" "+id] = true
	}
	r := &recovery{names: layout.NameNodes(source), nameless: nameless, known: known}
	for _, s := range d.Stories {
		for p := range wml.Paragraphs(s.Blocks...) {
			r.paragraph(p)
		}
	}
	return decode(d, append(fields, r.found...))
}

// recovery searches for fields that have lost their names.
type recovery struct {
	names    *layout.Names
	nameless map[*wml.Control]bool
	known    map[string]bool
	found    []field
}

// paragraph takes the first nameless field of a paragraph that is bookmarked for one of our blocks.
func (r *recovery) paragraph(p *wml.Paragraph) {
	var lost *wml.Control
	for i := range p.Runs {
		if lost = r.lost(&p.Runs[i]); lost != nil {
			break
		}
	}
	if lost == nil {
		return
	}
	for _, m := range p.Points {
		if m.Kind != wml.BookmarkStart {
			continue
		}
		n, ok := r.names.Node(r.names.ID(m.Name)).(*noma.Directive)
		if !ok || !IsControl(n) && !IsTask(n) {
			continue
		}
		kind := "control"
		if IsTask(n) {
			kind = "task"
		}
		if !r.known[kind+" "+n.ID] {
			r.found = append(r.found, field{kind, n.ID, lost})
		}
		return
	}
}

// lost returns the nameless field a run shows: a control, or the field that a text control became.
func (r *recovery) lost(run *wml.Run) *wml.Control {
	switch {
	case run.Del != nil:
		return nil
	case run.Kind == wml.Input && run.Control() != nil && r.nameless[run.Control()]:
		return run.Control()
	case run.Kind == wml.Field && run.Field() != nil:
		word, _, _ := strings.Cut(strings.TrimSpace(run.Field().Instr), " ")
		if strings.EqualFold(word, "FILLIN") || strings.EqualFold(word, "FORMTEXT") {
			return &wml.Control{Text: run.Text}
		}
	}
	return nil
}
