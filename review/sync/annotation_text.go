package reviewsync

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/patch"
)

// The text of a comment or note that was edited, paragraph by paragraph where their number is the same.

// annotations compares what comments and notes have in common: their paragraphs, and the words of others in them.
type annotations struct {
	*core
}

// mine reports whether a changed comment or note is the reviewer's change; a conflict is reported.
func (s *annotations) mine(d *noma.Directive, now, returned []uint64, was, text string) (by ruling, ok bool) {
	return s.minePart(d, layout.MarkName(d), now, returned, was, text)
}

// mineRequest reports so of a change request; from and to are what came back of it.
func (s *core) mineRequest(d *noma.Directive, q layout.Request, from, to []wml.Run, was, text string) (by ruling, ok bool) {
	return s.minePart(d, layout.RequestMark(d), s.names.Proposed(q), layout.Proposed(from, to), was, text)
}

// minePart reports whether the reviewer changed a comment, a note or a change request; mark is what the manifest
// calls it. When the author did too, it adds a conflict. by is what a strategy decided.
func (s *core) minePart(d *noma.Directive, mark string, now, returned []uint64, was, text string) (by ruling, ok bool) {
	v, by := s.overrule(s.base.mark(mark, now, returned))
	switch v {
	case reviewer:
		return by, true
	case author:
		return by, false
	}
	s.conflict(d, was, text).Base = s.base.said[d.ID]
	return by, false
}

// annotationEdit is the edited text of a comment or note.
type annotationEdit struct {
	d        *noma.Directive
	code     Code
	action   string                  // of its change in the report
	native   string                  // its id in the file
	was, now string                  // for people
	at       func(*finding) *finding // says where in the file a finding is
	by       ruling
}

// body rewrites the text of a comment or note: paragraph by paragraph where their number is the
// same, else as a whole.
func (s *annotations) body(e annotationEdit, sent []layout.Block, returned []*wml.Paragraph) {
	var paras []*layout.Para
	simple, plain := true, true // paragraphs alone, and of running text alone
	for _, b := range sent {
		p, ok := b.(*layout.Para)
		if !ok {
			simple = false
			continue
		}
		if layout.IsStatus(p) || p.Fingerprint() == 0 {
			continue
		}
		plain = plain && isProse(p)
		paras = append(paras, p)
	}
	var rets []*wml.Paragraph
	for _, r := range returned {
		if layout.Fingerprint(r.Runs, wml.Original) != 0 {
			rets = append(rets, r)
		}
	}
	if simple && len(paras) == len(rets) {
		s.bodyParas(e, paras, rets)
		return
	}
	content, ok := s.content(rets, paras)
	holds := slices.ContainsFunc(e.d.Children, func(n noma.Node) bool { return noma.Is(n, noma.Annotates) })
	if !ok || holds || !(simple && plain) && len(paras) > 0 || e.d.ID == "" {
		e.at(s.refuse(sayChangedTextMarkup, e.d, e.was, e.now))
		return
	}
	s.replaceBody(s.bodyEdited(e), e.d, content)
}

// isProse reports whether a paragraph is running text of the source.
func isProse(p *layout.Para) bool {
	_, prose := p.Node.(*noma.Paragraph)
	return prose && len(p.Segs) > 0 && p.Segs[0].Slot != nil
}

// bodyParas rewrites the paragraphs that were edited, all of them or none.
func (s *annotations) bodyParas(e annotationEdit, paras []*layout.Para, rets []*wml.Paragraph) {
	type change struct {
		p      *layout.Para
		markup string
	}
	var changes []change
	kind := "comment"
	if e.code == CodeNote {
		kind = "note"
	}
	wordsOnly := s.wordsOnly() && (kind == "comment" || !s.returned.keepsFormatting()) // LibreOffice keeps the formatting of notes
	for i, p := range paras {
		gl := layout.Glyphs(rets[i].Runs, wml.Original)
		sent := layout.Glyphs(p.Runs(), wml.Original)
		same, formatted := sameWords(sent, gl)
		if slices.Equal(gl, sent) || wordsOnly && same {
			if wordsOnly && formatted {
				e.at(s.formattedElsewhere(kind, e.d, sent, gl))
			}
			continue
		}
		if wordsOnly && losesEquation(p, gl) {
			e.at(s.refuse(sayAnnotationDropsEquations.with(kind), e.d, e.was, e.now))
			return
		}
		if !isProse(p) {
			e.at(s.refuse(sayNoRunningText, e.d, said(p.Runs()), layout.PlainText(gl)))
			return
		}
		m, ok := s.names.Rewrite(layout.OnePara(p.Segs[0].Slot.Value), [][]layout.Glyph{gl})
		if ok {
			m, ok = guard(m)
		}
		if !ok {
			e.at(s.refuse(sayTextMarkup, e.d, e.was, e.now))
			return
		}
		changes = append(changes, change{p, m})
	}
	if len(changes) == 0 {
		return
	}
	f := s.bodyEdited(e)
	for _, c := range changes {
		s.edit(f, c.p.Node, replaceText(s.doc.File, c.p.Segs[0].Slot.Origin.Text, c.markup)...)
	}
}

func (s *annotations) bodyEdited(e annotationEdit) *finding {
	said := sayAnnotationEdited
	if e.was == e.now {
		said = sayAnnotationFormatting
	}
	f := e.at(s.apply(said.as(e.code), e.d, e.was, e.now).by(e.by))
	f.change = &Change{Action: e.action, ID: e.d.ID, NativeID: e.native}
	return f
}

// replaceBody replaces everything between a directive's fences.
func (s *annotations) replaceBody(f *finding, d *noma.Directive, content string) {
	if d.Marked() && strings.Contains(content, "\n\n") {
		s.op(f, patch.Op{Op: "replace_block", ID: d.ID, Content: "::footnote{id=" + noma.QuoteValue(d.ID) + "}\n" + content + "\n::"})
		return
	}
	if len(d.Children) <= 1 && (len(d.Children) == 0 || d.HasBody) {
		s.op(f, patch.Op{Op: "replace_body", ID: d.ID, Content: content})
		return
	}
	text := s.doc.File.Text
	eol := s.doc.File.EOL()
	block := d.Opener.Of(text) + eol + strings.ReplaceAll(content, "\n", eol) + eol + d.Closer.Of(text)
	s.op(f, patch.Op{Op: "replace_block", ID: d.ID, Content: block})
}

// content returns returned paragraphs as source, ok false when they have no representation. Those that are the same as sent
// ones keep the form and the lines they have.
func (s *core) content(paras []*wml.Paragraph, sent []*layout.Para) (string, bool) {
	var out []string
	for _, p := range paras {
		gl := layout.Glyphs(p.Runs, wml.Original)
		if len(gl) == 0 {
			continue
		}
		key := layout.Fingerprint(p.Runs, wml.Original)
		if k := slices.IndexFunc(sent, func(x *layout.Para) bool { return isProse(x) && x.Fingerprint() == key }); k >= 0 && k < farthest {
			out, sent = append(out, sent[k].Segs[0].Slot.Value), sent[k+1:]
			continue
		}
		m := s.names.Markup(gl, false)
		if !s.names.Spells(m, gl) {
			return "", false
		}
		m, ok := guard(m)
		if !ok {
			return "", false
		}
		out = append(out, m)
	}
	return strings.Join(out, "\n\n"), len(out) > 0
}
