package redline

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/office/revise"
)

// errProof is a redline that would not give AFTER when it is accepted, or BEFORE when it is rejected.
var errProof = errors.New("the tracked changes do not give both versions")

// rounds bounds how often blocks that the proof finds wrong are written as a whole.
const rounds = 8

// Make returns the older package with what became of it in the newer one as tracked changes; nil without any. Tracked changes that
// are there already are kept, and compared as they are.
func Make(older, newer *opc.Package, o Options) ([]byte, *Report, error) {
	r, err := o.rules()
	if err != nil {
		return nil, nil, err
	}
	old, err := open(older)
	if err != nil {
		return nil, nil, fmt.Errorf("BEFORE: %w", err)
	}
	now, err := open(newer)
	if err != nil {
		return nil, nil, fmt.Errorf("AFTER: %w", err)
	}
	if older.Made() && newer.Made() {
		r.quick = old.quick()
	}
	j := &job{r: r, o: &o, old: old, new: now, whole: map[*block]bool{}, left: map[*block]bool{}, twice: map[string]string{}, stay: map[string]bool{}}
	if err := j.prepare(); err != nil {
		return nil, nil, err
	}
	for round := range rounds {
		data, set, report, err := j.write()
		if err != nil {
			return nil, nil, err
		}
		if data == nil {
			if j.movesComments() {
				continue
			}
			return nil, report, nil
		}
		wrong, err := j.prove(data, set)
		if err != nil {
			return nil, nil, err
		}
		again := len(wrong) == 0 && round < rounds-1 && j.movesComments()
		if len(wrong) == 0 && !again {
			report.Proof = Proof{"equal", "equal"}
			return data, report, nil
		}
		for _, b := range wrong {
			again = again || !j.left[b]
			if j.whole[b] {
				j.left[b] = true
			}
			j.whole[b] = true
		}
		if !again {
			break
		}
	}
	return nil, nil, errProof
}

// storyPair is one text of both packages.
type storyPair struct {
	part       string // its name in the older package
	kind       string // see [Change.Part]
	head, tail string // what stands before its blocks, and behind them
	a, b       []*block
	accepted   []*block          // what accepting gives
	alike      map[string]string // see [side.alike]
}

// job is two packages while they are compared.
type job struct {
	r        *rules
	o        *Options
	old, new *side
	whole    map[*block]bool // blocks that are written as a whole: the parts of them did not prove
	left     map[*block]bool // blocks that are left as they were: as a whole they did not prove either
	exact    bool            // blocks are compared with those of more than two versions: what is written alike has no name of its own
	given    []string        // the ids of our revisions

	accepted map[string]*revise.Decided // what accepting makes of the parts that it changes
	twice    map[string]string          // comments that both have in different places, and the ids of their copies: those stand where the newer one has them
	stay     map[string]bool            // those of them that accepting leaves in the place that the older one has, too

	stories []*storyPair
	notes   noteTexts
	base    *frame
	told    Report // what is known before anything is written
}

// prepare brings the newer package into the frame of the older one and reads the blocks of both.
func (j *job) prepare() error {
	j.base = newFrame(j.r, j.old, j.new)
	pairs, err := j.read()
	if err == nil {
		err = j.refuse()
	}
	if err != nil {
		return err
	}
	if err := j.base.enter(&j.told); err != nil {
		return err
	}
	j.notes = j.r.notes
	j.exact = len(j.o.Steps) > 1
	for _, p := range pairs {
		if err := j.pair(p[0], p[1], p[2]); err != nil {
			return err
		}
	}
	return j.attribute()
}

// write makes the file, nil when nothing has changed, and returns the texts of its parts that are not those of the older one.
func (j *job) write() ([]byte, map[string]string, *Report, error) {
	report := &Report{Changes: []Change{}, Untracked: append([]Untracked{}, j.told.Untracked...), Proof: Proof{"equal", "equal"}, Gone: j.told.Gone}
	f := *j.base
	f.files = j.base.files.clone()
	w := &writer{r: j.r, o: j.o, report: report, used: f.revisions, frame: j.base, whole: j.whole, left: j.left, roomAt: -1, widths: -1, twice: j.twice, stay: j.stay}
	for _, id := range slices.Sorted(maps.Keys(j.twice)) {
		w.copies = append(w.copies, [2]string{id, j.twice[id]})
	}
	w.remarkTold()
	for _, s := range j.stories {
		w.part, w.anchor, w.open, w.touchedIn = s.kind, "", false, 0
		w.accepted = nil
		j.r.alike = s.alike
		f.files.set[s.part] = w.storyPart(s)
		s.accepted = w.accepted
	}
	w.part, j.r.alike = "", nil
	if err := f.writeNotes(w, w.fresh); err != nil {
		return nil, nil, nil, err
	}
	w.remarkLate(j.stories[0], f.files.set)
	if err := f.writeComments(w, w.fresh); err != nil {
		return nil, nil, nil, err
	}
	if len(w.given) == 0 && len(report.Changes) == 0 && !report.Remarked() {
		return nil, nil, report, nil
	}
	for _, s := range j.stories {
		f.files.set[s.part] = w.renumbered(f.files.set[s.part])
	}
	if err := j.number(&f); err != nil {
		return nil, nil, nil, err
	}
	j.given = w.given
	data, err := f.files.edit().Bytes()
	if err != nil {
		return nil, nil, nil, err
	}
	return data, f.files.set, report, nil
}

// newFrame returns a frame of two packages.
func newFrame(r *rules, old, now *side) *frame {
	return &frame{r: r, old: old, new: now, bookmarks: map[string]string{}, controls: map[string]bool{}, bound: map[string]bool{}, notes: map[string]string{},
		comments: map[string]string{}, nums: map[string]string{}, revisions: map[int]bool{}, moves: map[string]bool{}, newNotes: map[string]string{}, sameNotes: map[string]bool{},
		threads: map[string]string{}, drawn: map[string]bool{},
		files: &importer{old: old, new: now, rels: map[string][]opc.Relationship{},
			numbers: map[string]int{}, links: map[address]string{}, linked: map[string]bool{}, names: map[string]string{},
			taken: map[string]bool{}, set: map[string]string{}}}
}

// enter brings what the texts refer to into the older package.
func (f *frame) enter(report *Report) error {
	if err := f.numbering(); err != nil {
		return err
	}
	if err := f.styles(report); err != nil {
		return err
	}
	if err := f.boundData(); err != nil {
		return err
	}
	if err := f.untracked(report); err != nil {
		return err
	}
	if err := f.readNotes(); err != nil {
		return err
	}
	if err := f.readComments(); err != nil {
		return err
	}
	return f.goneComments(report)
}
