package redline

import (
	"cmp"
	"slices"

	"github.com/nomadocx/nomadocx/internal/office/opc"
)

// attribute finds out in which steps the blocks of all stories came and went, and those of notes.
func (j *job) attribute() error {
	if len(j.o.Steps) < 2 {
		return nil
	}
	var between []*job
	for _, s := range j.o.Steps[:len(j.o.Steps)-1] {
		v, err := j.between(s.Package)
		if err != nil {
			return err
		}
		between = append(between, v)
	}
	j.r.steps = true
	for _, s := range j.stories {
		versions := [][]*block{s.a}
		for n, v := range between {
			at := slices.IndexFunc(v.stories, func(t *storyPair) bool { return t.part == s.part })
			if at < 0 { // a header that this version lacks
				versions = append(versions, versions[n])
			} else {
				versions = append(versions, v.stories[at].b)
			}
		}
		j.r.alike = s.alike
		j.trace(append(versions, s.b))
	}
	j.r.alike = nil
	return j.attributeNotes(between)
}

// between brings a version between both into the frame of the older one, as [job.prepare] does with the newer one.
func (j *job) between(p *opc.Package) (*job, error) {
	old, err := open(j.old.pkg)
	if err != nil {
		return nil, err
	}
	now, err := open(p)
	if err != nil {
		return nil, err
	}
	r := *j.r
	v := &job{r: &r, o: j.o, old: old, new: now, exact: true}
	v.base = newFrame(v.r, old, now)
	v.base.files = j.base.files.between(old, now)
	pairs, err := v.read()
	if err != nil {
		return nil, err
	}
	if err := cmp.Or(v.base.numbering(), v.base.readNotes(), v.base.readComments()); err != nil {
		return nil, err
	}
	for _, p := range pairs {
		if err := v.pair(p[0], p[1], p[2]); err != nil {
			return nil, err
		}
	}
	return v, nil
}

// attributeNotes does for the notes what [job.attribute] does for stories. Those of one kind count as one story.
func (j *job) attributeNotes(between []*job) error {
	f := j.base
	f.noteBlocks = map[string][]*block{}
	for _, k := range noteKinds {
		_, older, err := j.old.optional(k.relType)
		if err != nil {
			return partError(k.part, err)
		}
		texts := []string{older}
		for _, v := range between {
			texts = append(texts, v.base.newNotes[k.element])
		}
		texts = append(texts, f.newNotes[k.element])
		var versions [][]*block
		for n, text := range texts {
			var all []*block
			for _, c := range j.r.children(text) {
				e, err := parse(c.markup)
				if err != nil {
					return partError(k.part, err)
				}
				blocks := j.r.blocks(e, n > 0)
				if key := c.local + c.id; f.noteBlocks[key] == nil && (n == 0 || n == len(texts)-1) {
					f.noteBlocks[key] = blocks
				}
				all = append(all, blocks...)
			}
			versions = append(versions, all)
		}
		j.trace(versions)
	}
	return nil
}

// trace gives the blocks of the first and the last version the steps in which they and their parts went and came.
func (j *job) trace(versions [][]*block) {
	w := &writer{r: j.r, o: j.o}
	steps := make([][]group, 0, len(versions))
	for k := 1; k < len(versions); k++ {
		steps = append(steps, w.arranged(versions[k-1], versions[k]))
	}
	for b, l := range j.r.lineage(versions[0], steps, false) {
		j.r.stepped(b, l)
	}
	slices.Reverse(steps)
	for b, l := range j.r.lineage(versions[len(steps)], steps, true) {
		l.backwards(len(steps))
		j.r.stepped(b, l)
	}
}

// stepped lets a block say its steps.
func (r *rules) stepped(b *block, l *lines) {
	if l.last > 0 {
		b.step, b.came, b.steps = l.last, l.came, r.marked(b, l)
	}
}
