package wml

// revised writes runs of one link (or of none), grouped by their revisions. An insertion that
// somebody deleted again is a deletion inside the insertion (§17.13.5.14).
func (b *Builder) revised(runs []Run) {
	for i := 0; i < len(runs); {
		ins := runs[i].Ins
		j := i + 1
		for j < len(runs) && sameRevision(runs[j].Ins, ins) {
			j++
		}
		if ins != nil {
			b.startRevision("<w:ins", ins)
		}
		for k := i; k < j; {
			del := runs[k].Del
			if del != nil {
				b.startRevision("<w:del", del)
			}
			for k < j && sameRevision(runs[k].Del, del) {
				k += b.run(runs[k:j], del != nil)
			}
			if del != nil {
				b.buf = append(b.buf, "</w:del>"...)
			}
		}
		if ins != nil {
			b.buf = append(b.buf, "</w:ins>"...)
		}
		i = j
	}
}

func sameRevision(a, b *Revision) bool {
	return a == b || a != nil && b != nil && *a == *b
}

// startRevision opens w:ins or w:del. What ties parts of one change together for a reader is that they
// stand side by side with one author and date: their ids differ, as all ids do.
func (b *Builder) startRevision(open string, r *Revision) {
	b.revision(open, r)
	b.Markup(">")
}

// change writes an element that says that something as a whole is a tracked change; nothing when r is nil.
func (b *Builder) change(open string, r *Revision) {
	if r != nil {
		b.revision(open, r)
		b.Markup("/>")
	}
}

func (b *Builder) revision(open string, r *Revision) {
	b.Markup(open)
	b.AttrInt("w:id", int(b.IDs.revision(r.ID)))
	b.Attr("w:author", limit(r.Author, 255))
	if r.Date != "" {
		b.Attr("w:date", r.Date)
	}
}
