package patch

import (
	"fmt"
	"maps"
	"slices"

	"github.com/nomadocx/nomadocx/noma"
)

// An operation never changes the id of a block that it does not name (differences.md B7). Headings
// get their automatic ids from a common pool, so one that leaves it could hand its id to the next of
// the same title; headings.go writes the ids that would move into their headings, "frozen". This file
// says so, watches the aliases, and proves the result where it is not plain.

// NoteCode says what a [Note] is about.
type NoteCode string

const (
	// IDFrozen: a heading had its automatic id written into it, because that id would have changed.
	IDFrozen NoteCode = "id_frozen"
	// AliasShadowed: the new id is an alias of another block; references that led there lead here.
	AliasShadowed NoteCode = "alias_shadowed"
	// AliasExposed: the id that is gone is an alias of another block; references now lead there.
	AliasExposed NoteCode = "alias_exposed"
	// AliasesMoved: the aliases of the document went from its first top section to another one.
	AliasesMoved NoteCode = "aliases_moved"
)

// Note is what an operation did to the identity of a block it does not name.
type Note struct {
	OpIndex int      `json:"opIndex"` // place of the operation in the list, from 0
	Code    NoteCode `json:"code"`
	ID      string   `json:"id"` // canonical id of the block concerned
	Message string   `json:"message"`
}

func frozen(s *noma.Section) Note {
	return Note{Code: IDFrozen, ID: s.ID,
		Message: fmt.Sprintf("heading in line %d: id %q is written out, it would have changed", s.Line, s.ID)}
}

// aliasNotes returns the notes on ids that come or go with an effect that is in the stage already:
// whether these are aliases of other blocks.
func (st *stage) aliasNotes(e *effect) []Note {
	if e.from != nil {
		return nil // a move takes the ids along
	}
	var out []Note
	seen := map[string]bool{}
	for _, id := range e.ids {
		if seen[id] {
			continue
		}
		seen[id] = true
		n, was := st.doc.ByID(id)
		if !was {
			if owner, ok := st.doc.Block(id); ok && owner != e.self {
				out = append(out, Note{Code: AliasShadowed, ID: owner.At().ID,
					Message: fmt.Sprintf("%q is an alias of %q; references to it now lead to the new id", id, owner.At().ID)})
			}
		} else if owner := st.aliasOwner(id); owner != nil && owner != n && !st.goes(e, owner) {
			out = append(out, Note{Code: AliasExposed, ID: owner.At().ID,
				Message: fmt.Sprintf("%q is an alias of %q; references to it now lead there", id, owner.At().ID)})
		}
	}
	return out
}

// goes reports whether the effect takes a node away.
func (st *stage) goes(e *effect, n noma.Node) bool {
	if st.marks[n.At().Line]&deleted != 0 {
		return true
	}
	for _, c := range e.changes {
		if c.Span.Contains(n.At().Span) {
			return true
		}
	}
	return false
}

// aliasOwner returns the block that an alias leads to when no block has it as its id; nil for none.
func (st *stage) aliasOwner(alias string) noma.Node {
	if st.aliases == nil {
		st.aliases = map[string]noma.Node{}
		for n := range noma.Walk(st.doc) {
			if n.At().ID == "" {
				continue
			}
			for _, a := range n.At().Aliases {
				st.aliases[a] = n // of two claimants the last one counts, as for references
			}
		}
	}
	return st.aliases[alias]
}

// movedAliases says that another section becomes the one with the document's aliases (those of its
// frontmatter and its file name) when a section goes.
func (st *stage) movedAliases(leaving *noma.Section) []Note {
	first, second := st.firstTops()
	if second == nil || first != leaving || len(st.doc.RootAliases(st.opts.Parse.Filename, second.ID)) == 0 {
		return nil
	}
	return []Note{rootNote(second.ID)}
}

func rootNote(id string) Note {
	return Note{Code: AliasesMoved, ID: id, Message: fmt.Sprintf("the aliases of the document now lead to %q", id)}
}

// sameIdentity refuses a result in which an id that no operation of the stage was about is lost or has
// come to mean another block, or in which an id is used twice that was not. Blocks may come into
// being: what was text can be a block behind a new fence.
func (st *stage) sameIdentity(after *noma.Document) error {
	was, had := st.identities(st.doc)
	is, has := st.identities(after)
	for _, n := range is {
		id := n.At().ID
		if len(was) > 0 && was[0].At().ID == id {
			was = was[1:]
			continue
		}
		// A heading that comes takes an automatic id from the pool, so that later ones move.
		if s, ok := n.(*noma.Section); had[id] > 0 || ok && !s.ExplicitID {
			return bad("the id %q would come to mean another block", id)
		}
	}
	if len(was) > 0 {
		return bad("the id %q of another block would be lost", was[0].At().ID)
	}
	for _, n := range is {
		if id := n.At().ID; has[id] > 1 && has[id] > had[id] {
			return refuse(IDConflict, "the id %q would be used twice", id)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(st.ids)) {
		if has[id] > 1 && has[id] > had[id] {
			return refuse(IDConflict, "the id %q would be used twice", id)
		}
	}
	return nil
}

// identities lists the blocks with ids that the stage is not about, in document order, and counts all
// ids. Headings within a directive do not count unless they spell their id: their automatic ids
// are never made unique, because often they are not headings at all but comments in a script
// (contract ast.md §1.1).
func (st *stage) identities(doc *noma.Document) (others []noma.Node, count map[string]int) {
	count = map[string]int{}
	for n := range noma.Walk(doc) {
		id := n.At().ID
		if id == "" || flatHeading(n) {
			continue
		}
		count[id]++
		if !st.ids[id] {
			others = append(others, n)
		}
	}
	return others, count
}

// flatHeading reports whether a node is a heading inside a directive without an id of its own.
func flatHeading(n noma.Node) bool {
	s, ok := n.(*noma.Section)
	if !ok || s.ExplicitID {
		return false
	}
	_, inside := s.Parent.(*noma.Directive)
	return inside
}
