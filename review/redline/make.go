package redline

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/office/revise"
	"github.com/nomadocx/nomadocx/internal/office/wml"
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
	j := &job{r: r, o: &o, old: old, new: now, whole: map[*block]bool{}, left: map[*block]bool{}}
	if err := j.prepare(); err != nil {
		return nil, nil, err
	}
	for range rounds {
		data, report, err := j.write()
		if err != nil || data == nil {
			return nil, report, err
		}
		wrong, err := j.prove(data)
		if err != nil {
			return nil, nil, err
		}
		if len(wrong) == 0 {
			report.Proof = Proof{"equal", "equal"}
			return data, report, nil
		}
		again := false
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

// story is one text of both packages.
type storyPair struct {
	part         string // its name in the older package
	kind         string // see [Change.Part]
	older, newer string // the texts, the newer one in the frame of the older
	a, b         []*block
	accepted     []*block // what accepting gives
	step         int      // the last step that touched it, 0 for the last of all
}

// job is two packages while they are compared.
type job struct {
	r        *rules
	o        *Options
	old, new *side
	whole    map[*block]bool // blocks that are written as a whole: the parts of them did not prove
	left     map[*block]bool // blocks that are left as they were: as a whole they did not prove either
	given    []string        // the ids of our revisions

	stories []*storyPair
	notes   noteTexts
	base    *frame
	told    Report // what is known before anything is written
}

// texts returns the parts with text.
func (s *side) texts() []string {
	out := []string{s.main}
	for _, kind := range []string{opc.TypeHeader, opc.TypeFooter, opc.TypeFootnotes, opc.TypeEndnotes, opc.TypeComments} {
		for _, r := range s.rels {
			if r.Is(kind) && !r.External && s.pkg.Has(r.Target) && !slices.Contains(out, s.pkg.Name(r.Target)) {
				out = append(out, s.pkg.Name(r.Target))
			}
		}
	}
	return out
}

// prepare brings the newer package into the frame of the older one and reads the blocks of both.
func (j *job) prepare() error {
	j.base = newFrame(j.r, j.old, j.new)
	if err := j.base.enter(&j.told); err != nil {
		return err
	}
	j.notes = j.r.notes
	if err := j.pairStories(); err != nil {
		return err
	}
	return j.attribute()
}

// write makes the file; nil when nothing has changed.
func (j *job) write() ([]byte, *Report, error) {
	report := &Report{Changes: []Change{}, Untracked: append([]Untracked{}, j.told.Untracked...), Proof: Proof{"equal", "equal"}}
	f := *j.base
	f.files = j.base.files.clone()
	w := &writer{r: j.r, o: j.o, report: report, used: f.revisions, whole: j.whole, left: j.left}
	var texts []string
	for _, s := range j.stories {
		w.part, w.anchor, w.open, w.touchedIn = s.kind, "", false, s.step
		w.accepted = nil
		text := w.story(s.a, s.b)
		s.accepted = w.accepted
		out, err := replaceStory(s.older, text)
		if err != nil {
			return nil, nil, err
		}
		texts = append(texts, text)
		f.files.set[s.part] = out
	}
	w.part = ""
	if err := f.writeNotes(w, texts); err != nil {
		return nil, nil, err
	}
	if err := f.writeComments(w, texts); err != nil {
		return nil, nil, err
	}
	if len(w.given) == 0 && len(report.Changes) == 0 {
		return nil, report, nil
	}
	j.given = w.given
	data, err := f.files.edit().Bytes()
	if err != nil {
		return nil, nil, err
	}
	return data, report, nil
}

// newFrame returns a frame of two packages.
func newFrame(r *rules, old, now *side) *frame {
	return &frame{r: r, old: old, new: now, bookmarks: map[string]bool{}, controls: map[string]bool{}, notes: map[string]string{},
		comments: map[string]string{}, nums: map[string]string{}, revisions: map[int]bool{}, newNotes: map[string]string{},
		files: &importer{old: old, new: now, rels: map[string][]opc.Relationship{}, read: map[string][]opc.Relationship{},
			links: map[address]string{}, linked: map[string]bool{}, names: map[string]string{},
			taken: map[string]bool{}, set: map[string]string{}}}
}

// enter brings what the texts refer to into the older package.
func (f *frame) enter(report *Report) error {
	for _, name := range f.old.texts() {
		text, err := f.old.part(name)
		if err != nil {
			return err
		}
		if err := f.survey(text); err != nil {
			return partError(name, err)
		}
	}
	for _, name := range f.new.texts() {
		text, err := f.new.part(name)
		if err != nil {
			return err
		}
		if err := scan(text, f.revised); err != nil {
			return partError(name, err)
		}
	}
	if err := f.numbering(); err != nil {
		return err
	}
	if err := f.styles(report); err != nil {
		return err
	}
	if err := f.readNotes(); err != nil {
		return err
	}
	return f.readComments()
}

// pairStories reads the stories of both packages: the text, headers and footers.
func (j *job) pairStories() error {
	f := j.base
	add := func(kind, older, newer string) error {
		was, err := j.old.part(older)
		if err != nil {
			return err
		}
		now, err := j.new.part(newer)
		if err != nil {
			return err
		}
		rels, err := f.files.ids(older, newer)
		if err != nil {
			return err
		}
		if now, err = f.reframe(now, rels); err != nil {
			return err
		}
		if was, err = joinRoots(was, now); err != nil {
			return err
		}
		s := &storyPair{part: older, kind: kind, older: was, newer: now}
		if s.a, err = j.r.split(was, false); err != nil {
			return partError(older, err)
		}
		if s.b, err = j.r.split(now, true); err != nil {
			return partError(newer, err)
		}
		j.stories = append(j.stories, s)
		return nil
	}
	if err := add("", j.old.main, j.new.main); err != nil {
		return err
	}
	if j.r.noHeaders {
		return nil
	}
	for _, p := range pairHeaders(j.old, j.new, &j.told) {
		if err := add(p[0], p[1], p[2]); err != nil {
			return err
		}
	}
	return nil
}

// split reads the first story of a text as blocks.
func (r *rules) split(text string, newer bool) ([]*block, error) {
	p, err := revise.Split(text)
	if err != nil {
		return nil, err
	}
	if len(p.Stories) == 0 {
		return nil, wml.ErrNoDocument
	}
	s := &p.Stories[0]
	out := make([]*block, 0, len(s.Blocks))
	for i := 0; i < len(s.Blocks); {
		x := s.Blocks[i]
		k, end := blockKinds[x.Kind], i+1
		raw := text[x.From:x.To]
		if k == paragraph {
			if kind, n := oneBlock(text, s.Blocks[i:]); n > 1 || kind == contents {
				k, end = kind, i+n
				raw = text[x.From:s.Blocks[end-1].To]
			}
		}
		if !(newer && k == mark && strings.Contains(raw, ` w:id="`+dropped)) {
			out = append(out, r.block(k, raw, newer))
		}
		i = end
	}
	return out, nil
}

var blockKinds = map[revise.Kind]kind{revise.Mark: mark, revise.Paragraph: paragraph, revise.Table: table, revise.Control: control, revise.Section: section}

// oneBlock returns how many blocks from the first on are one: a field that they share, or contents that are computed.
func oneBlock(text string, list []revise.Block) (kind, int) {
	const toc = `<w:pStyle w:val="NomaToc"/>`
	raw := func(n int) string { return text[list[n].From:list[n].To] }
	if strings.Contains(raw(0), toc) {
		n := 1
		for n < len(list) && list[n].Kind == revise.Paragraph && strings.Contains(raw(n), toc) {
			n++
		}
		return contents, n
	}
	depth := 0
	for n := range list {
		if list[n].Kind == revise.Section {
			break
		}
		depth += strings.Count(raw(n), `w:fldCharType="begin"`) - strings.Count(raw(n), `w:fldCharType="end"`)
		if depth <= 0 {
			if n > 0 && strings.Contains(raw(0), "TOC ") {
				return contents, n + 1
			}
			return spanning, n + 1
		}
	}
	return paragraph, 1
}

// replaceStory puts other blocks into the first story of a text.
func replaceStory(text, blocks string) (string, error) {
	p, err := revise.Split(text)
	if err != nil {
		return "", err
	}
	s := &p.Stories[0]
	if s.Start == s.To { // an empty element
		return "", errors.New("a text without an end")
	}
	return text[:s.Start] + blocks + text[s.End:], nil
}
