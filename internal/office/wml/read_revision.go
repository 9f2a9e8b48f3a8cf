package wml

import "strings"

// Tracked changes (ECMA-376 §17.13.5). They are context, not a filter: nothing is left out here, and
// a View picks a side later.

// revision reads the attributes of the current element, which stands for a tracked change.
func (r *reader) revision(kind RevisionKind) *Revision {
	return &Revision{Kind: kind, ID: r.kept("id"), Author: r.kept("author"), Date: r.kept("date")}
}

// changed reads the content of a w:ins, w:del, w:moveFrom or w:moveTo around runs by each.
func (r *reader) changed(kind RevisionKind, each func()) {
	ins, del := r.ins, r.del
	if rev := r.revision(kind); kind == Insert || kind == MoveTo {
		r.ins = rev
	} else {
		r.del = rev
	}
	for depth := r.x.Depth(); r.in(depth); {
		each()
	}
	r.ins, r.del = ins, del
}

// moves are the open ranges of moved text: everything between w:moveFromRangeStart and -End is
// moved away, whether or not it is in a w:moveFrom as well (§17.13.5.23).
type moves struct {
	from, to movedRange
	ends     map[string]bool // which ends the part has; nil until needed
}

// movedRange is one direction: the open ranges by id, and the change that counts, nil when none is
// open. Where ranges overlap the last one begun counts.
type movedRange struct {
	open map[string]bool
	rev  *Revision
}

// moveMark reads a range marker of a move.
func (r *reader) moveMark(kind RevisionKind, start bool) {
	m, end := &r.moves.from, "moveFromRangeEnd"
	if kind == MoveTo {
		m, end = &r.moves.to, "moveToRangeEnd"
	}
	rev := r.revision(kind)
	r.x.Skip()
	switch {
	case !start:
		delete(m.open, rev.ID)
		if len(m.open) == 0 {
			m.rev = nil
		}
	case r.hasEnd(end, rev.ID):
		if m.open == nil {
			m.open = map[string]bool{}
		}
		m.open[rev.ID] = true
		m.rev = rev
	}
}

// hasEnd reports whether the part has the end of a range. A range without one would make a move of
// the rest of the document.
func (r *reader) hasEnd(element, id string) bool {
	if r.moves.ends == nil {
		text, _ := r.pkg.Text(r.part) // of a part that is broken, the walk itself will tell
		r.moves.ends = rangeEnds(text)
	}
	return r.moves.ends[element+" "+id]
}

// rangeEnds finds the ends of move ranges in the text of a part. It reads text, not elements, since
// the walk has not come there yet; a wrong guess could only come from a comment or CDATA section.
func rangeEnds(text string) map[string]bool {
	ends := map[string]bool{}
	for _, element := range [...]string{"moveFromRangeEnd", "moveToRangeEnd"} {
		for rest := text; ; {
			i := strings.Index(rest, element)
			if i < 0 {
				break
			}
			rest = rest[i+len(element):]
			tag, _, _ := strings.Cut(rest[:min(len(rest), 200)], ">")
			if _, after, ok := strings.Cut(tag, "id="); ok && after != "" {
				id, _, _ := strings.Cut(after[1:], after[:1])
				ends[element+" "+id] = true
			}
		}
	}
	return ends
}

// context returns the tracked changes that hold for a run read now.
func (r *reader) context() (ins, del *Revision) {
	ins, del = r.ins, r.del
	if ins == nil {
		ins = r.moves.to.rev
	}
	if del == nil {
		del = r.moves.from.rev
	}
	return ins, del
}
