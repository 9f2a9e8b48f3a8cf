package wml

import (
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/opc"
)

// notes reads the footnotes or endnotes part (ECMA-376 §17.11). Separators are notes for the layout
// engine and kept apart.
func (p *pool) notes(pkg *opc.Package, relType, element, main string, rels []opc.Relationship) ([]*Note, error) {
	part := related(pkg, main, rels, relType, element+"s.xml")
	if part == "" {
		return nil, nil
	}
	if element == "endnote" {
		p.doc.HasEndnotes = true
	} else {
		p.doc.HasFootnotes = true
	}
	r, err := p.open(pkg, part)
	if err != nil {
		return nil, err
	}
	var notes []*Note
	for r.in(1) {
		switch {
		case r.x.Depth() == 1:
		case r.x.Space() != nsW || r.x.Local() != element:
			r.x.Skip()
		default:
			if t := r.value("type"); t != "" && t != "normal" {
				p.doc.Separators = r.blocks(p.doc.Separators)
				continue
			}
			n := &Note{ID: r.kept("id")}
			n.Blocks = r.blocks(nil)
			notes = append(notes, n)
		}
	}
	return notes, r.end()
}

// Comments reads the comments of a package, and nothing else of it.
func Comments(p *opc.Package) ([]*Comment, error) {
	main, ok := MainPart(p)
	if !ok {
		return nil, ErrNoDocument
	}
	rels, err := p.Rels(main)
	if err != nil {
		return nil, err
	}
	d := &Document{}
	pool, err := newPool(p, d, main, rels)
	if err == nil {
		err = pool.comments(p, main, rels)
	}
	return d.Comments, err
}

// comments reads the comments part (§17.13.4) and the part with threads and states ([MS-DOCX]
// §2.5.1.47), which names a comment by the paragraph id of its last paragraph. Some programs mean
// the first one.
func (p *pool) comments(pkg *opc.Package, main string, rels []opc.Relationship) error {
	part := related(pkg, main, rels, opc.TypeComments, "comments.xml")
	if part == "" {
		return nil
	}
	p.doc.HasComments = true
	r, err := p.open(pkg, part)
	if err != nil {
		return err
	}
	byParagraph := map[string]*Comment{} // by paragraph id
	for r.in(1) {
		switch {
		case r.x.Depth() == 1:
		case r.x.Space() != nsW || r.x.Local() != "comment":
			r.x.Skip()
		default:
			c := &Comment{ID: r.kept("id"), Author: r.kept("author"), Initials: r.kept("initials"), Date: r.kept("date")}
			c.Blocks = r.blocks(nil)
			p.doc.Comments = append(p.doc.Comments, c)
			for para := range Paragraphs(c.Blocks...) {
				if id := strings.ToUpper(para.ParaID); id != "" && byParagraph[id] == nil {
					byParagraph[id] = c
				}
			}
		}
	}
	if err := r.end(); err != nil {
		return err
	}
	part = related(pkg, main, rels, opc.TypeCommentsExtended, "commentsExtended.xml")
	if part == "" {
		return nil
	}
	p.doc.HasCommentState = true
	if r, err = p.open(pkg, part); err != nil {
		return err
	}
	for r.in(1) {
		if r.x.Local() != "commentEx" {
			continue
		}
		if c := byParagraph[strings.ToUpper(r.value("paraId"))]; c != nil {
			if done, there := r.x.Value("done"); there {
				state := done == "1" || done == "true" || done == "on"
				c.Resolved = &state
			}
			if parent := byParagraph[strings.ToUpper(r.value("paraIdParent"))]; parent != nil && parent != c {
				c.Parent = parent.ID
			}
		}
		r.x.Skip()
	}
	return r.end()
}
