package reviewsync

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/controls"
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// Fields, controls and pictures that a reviewer put among words. What a field or a control shows are ordinary
// words, and become that before anything is compared: a date, Word's own cross-reference, the citation of a
// reference manager. What we sent ourselves stays what it is.

// unwrap makes words of the fields and controls of a returned file that are not ours, and sets aside what shows
// no words.
func (in *normalized) unwrap() {
	in.inlinePictures()
	headerFooter := map[*wml.Paragraph]bool{} // paragraphs of headers and footers: true in those without a block in the source
	for _, st := range in.Stories {
		if st.Kind == wml.MainStory {
			continue
		}
		sent := in.plan.Header
		if st.Kind == wml.FooterStory {
			sent = in.plan.Footer
		}
		for p := range wml.Paragraphs(st.Blocks...) {
			headerFooter[p] = sent == nil
		}
	}
	for _, p := range in.marked {
		if template, listed := headerFooter[p]; !template { // a template's own fields stay as they are
			in.unwrapRuns(p, listed, false)
		}
	}
	for p := range wml.Paragraphs(in.annotations()...) {
		in.unwrapRuns(p, false, true)
	}
}

func (in *normalized) unwrapRuns(p *wml.Paragraph, headerFooter, annotation bool) {
	for i := range p.Runs {
		switch r := &p.Runs[i]; r.Kind {
		case wml.Field:
			switch {
			case in.ownField(p, r, headerFooter):
			case layout.CiteMarkup(r.Field()) != "" && !inPieces(p, r): // of a source that the document does not have: its number says nothing there
				r.Kind, r.Text, r.Object = wml.Text, layout.CiteMarkup(r.Field()), nil
			case strings.TrimSpace(r.Text) != "", inPieces(p, r):
				r.Kind, r.Object = wml.Text, nil
			default:
				setAside(r, "field", r.Field().Instr)
			}
		case wml.Input:
			if !in.ownInput(p, r) {
				r.Kind, r.Object = wml.Text, nil
			}
		case wml.Picture:
			if !inSentence(r) && in.base.strangePicture(r.Image()) && (annotation || hasWords(p)) {
				setAside(r, "picture", described(r.Image()))
			}
		}
	}
}

// inPieces reports whether the words of a field are in other runs, which were put into it or taken out of it with tracking.
func inPieces(p *wml.Paragraph, r *wml.Run) bool {
	return slices.ContainsFunc(p.Runs, func(x wml.Run) bool {
		return x.Kind == wml.Field && x.Field().Part && x.Field().Instr == r.Field().Instr
	})
}

// setAside makes a run something that stands apart from the text.
func setAside(r *wml.Run, what, words string) {
	r.Kind, r.Text, r.Object = wml.Opaque, what, wml.Ref(words)
}

func hasWords(p *wml.Paragraph) bool {
	return slices.ContainsFunc(p.Runs, func(r wml.Run) bool { return r.Kind.IsText() && strings.TrimSpace(r.Text) != "" })
}

// ownField reports whether a field is one that we write, or that editors make of what we write.
func (in *normalized) ownField(p *wml.Paragraph, r *wml.Run, headerFooter bool) bool {
	words := strings.Fields(r.Field().Instr)
	if len(words) == 0 {
		return false
	}
	about := ""
	if len(words) > 1 {
		about = strings.Trim(words[1], `"`)
	}
	switch strings.ToUpper(words[0]) {
	case "SEQ":
		return about == "Figure" || about == "Plot" || about == "Table" || about == "Equation" && in.plan.Equations > 0 && hasEquation(p)
	case "REF", "NOTEREF":
		return strings.HasPrefix(about, "n_")
	case "PAGEREF": // in a table of contents
		return strings.HasPrefix(about, "n_") || strings.HasPrefix(about, "_Toc") || strings.HasPrefix(about, "__RefHeading")
	case "PAGE", "NUMPAGES", "SECTIONPAGES":
		return headerFooter
	case "STYLEREF":
		return headerFooter && in.plan.Settings.SectionTitles
	case "ADDIN": // the mark of a source
		_, ok := in.plan.Names.Cite(r.Field())
		return ok
	case "FILLIN", "FORMTEXT": // what other formats make of a form field
		return in.showsForm(p)
	}
	return false
}

func hasEquation(p *wml.Paragraph) bool {
	return slices.ContainsFunc(p.Runs, func(r wml.Run) bool { return r.Kind == wml.Math })
}

// ownInput reports whether a control is a form field that nomadocx wrote. Other formats drop its names.
func (in *normalized) ownInput(p *wml.Paragraph, r *wml.Run) bool {
	c := r.Control()
	if c == nil || controls.Named(c) {
		return true
	}
	return in.showsForm(p) && !slices.ContainsFunc(p.Runs, func(o wml.Run) bool { return o.Control() != nil && controls.Named(o.Control()) })
}

// showsForm reports whether a paragraph has the bookmark of a form field or a task.
func (in *normalized) showsForm(p *wml.Paragraph) bool {
	return slices.ContainsFunc(p.Points, func(m wml.Point) bool {
		if m.Kind != wml.BookmarkStart {
			return false
		}
		d, ok := in.plan.Names.Node(in.plan.Names.ID(m.Name)).(*noma.Directive)
		return ok && (controls.IsControl(d) || controls.IsTask(d))
	})
}
