package reviewsync

import (
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// Text that was cut and pasted to a place where the source cannot follow: into a table whose edit is
// refused, between lines that the tool makes, or to the beginning or end of such a line. The file has the words there; if they left
// the place they came from, the source would have them nowhere. So that place keeps them, and the report says why.

// unplacedTexts are the paragraphs of the file that no edit brings into the source.
type unplacedTexts struct {
	seen  int // findings examined so far
	all   []*unplaced
	exact map[string][]*unplaced // by their words, without white space
	edits []*finding             // refused, of paragraphs that may have been joined to others
}

type unplaced struct {
	para  *wml.Paragraph // nil when it is a part of another one
	text  string
	words map[string]int
	taken bool
}

// maxUnplaced bounds the paragraphs that a deleted one is compared with word by word.
const maxUnplaced = 64

// gatherUnplaced notes what was refused since the last time.
func (s *removals) gatherUnplaced() {
	for _, f := range s.findings[s.unplaced.seen:] {
		if o := s.outcome(f); o != Refused && o != Conflict {
			continue
		}
		if f.inTable != nil {
			for p := range wml.Paragraphs(f.inTable) {
				s.unplaced.add(f, p)
			}
		} else if f.para != nil && f.Was == "" {
			s.unplaced.add(f, f.para)
		} else if f.para != nil {
			s.unplaced.edits = append(s.unplaced.edits, f)
		}
	}
	s.unplaced.seen = len(s.findings)
}

// add notes a paragraph when a finding holds it back: its text is new there.
func (s *unplacedTexts) add(f *finding, p *wml.Paragraph) {
	if t := text(p.Runs); strings.Contains(f.Was, t) || !strings.Contains(f.Now, t) && !strings.Contains(f.Now, said(p.Runs)) {
		return
	}
	s.note(p)
}

// note adds a paragraph that stays out of the source.
func (s *unplacedTexts) note(p *wml.Paragraph) {
	t := text(p.Runs)
	if t == "" {
		return
	}
	if s.exact == nil {
		s.exact = map[string][]*unplaced{}
	}
	x := &unplaced{para: p, text: t, words: map[string]int{}}
	countWords(x.words, p.Runs)
	s.all = append(s.all, x)
	s.exact[bare(t)] = append(s.exact[bare(t)], x)
}

// bare returns a text without white space.
func bare(text string) string { return strings.Join(strings.Fields(text), "") }

// take finds the unplaced paragraph that a deleted paragraph became: the same text, or one with most of its words.
func (s *unplacedTexts) take(p *layout.Para) *unplaced {
	was := shown(p)
	if was == "" || len(s.all)+len(s.edits) == 0 || p.Part == layout.PartRevision {
		return nil // a proposal reads like what it is about
	}
	key := bare(was)
	if x := s.takeSame(key); x != nil {
		return x
	}
	words := map[string]int{}
	countWords(words, p.Runs())
	for i, x := range s.all {
		if i == maxUnplaced {
			break
		}
		if common, total := overlap(words, x.words); !x.taken && common > 1 && 3*common >= total {
			x.taken = true
			return x
		}
	}
	for i, f := range s.edits {
		if i == maxUnplaced || p.Part == layout.PartLabel {
			break
		}
		if now := text(f.para.Runs); joins(bare(now), key) && !joins(bare(f.Was), key) {
			return &unplaced{text: now}
		}
	}
	return nil
}

// takeSame finds an unplaced paragraph by its text without white space.
func (s *unplacedTexts) takeSame(key string) *unplaced {
	for same := s.exact[key]; len(same) > 0; {
		x := same[0]
		same = same[1:]
		s.exact[key] = same
		if !x.taken {
			x.taken = true
			return x
		}
	}
	return nil
}

// joins reports whether a text begins or ends with another one.
func joins(text, part string) bool {
	return strings.HasPrefix(text, part) || strings.HasSuffix(text, part)
}

// cutOnly reports whether paragraphs of n that are gone stand in the file at a place of unplaced text. Then n stays
// as it is.
func (s *removals) cutOnly(n noma.Node, paras []*layout.Para) bool {
	s.gatherUnplaced()
	var now []string
	for _, p := range paras {
		if x := s.unplaced.take(p); x != nil {
			words := x.text
			if x.para != nil { // what belongs to it still does
				if linked := saidLinked(x.para.Runs, p.Runs()...); linked != said(x.para.Runs) {
					words = linked
				}
				s.owner.Set(x.para, p.Node)
				s.planned.Set(x.para, p)
			}
			now = append(now, words)
		}
	}
	if now == nil {
		return false
	}
	var was []string
	for _, p := range paras {
		if _, ok := s.deletedBy(p); !ok {
			return true
		}
		if t := shown(p); t != "" {
			was = append(was, t)
		}
	}
	if len(paras) > 1 || paras[0].Line == nil { // a line of values is not its block
		s.gone.pasted[n] = true
	}
	s.refuse(sayCutAndPasted, n,
		strings.Join(was, "\n"), strings.Join(now, "\n"))
	return true
}

// cutInside refuses deletions in stories inside of the present one, such as cells of columns, and texts that took the place of another one,
// where that stands in the present story and no edit brings it into the source.
func (s *removals) cutInside(before []*finding) {
	for _, f := range before {
		gone := (f.Code == CodeDeleted || f.Code == CodeBlockGone) && f.Now == "" || f.Code == CodeText && !strings.Contains(f.Now, f.Was)
		if !gone || len(s.unplaced.exact) == 0 || !s.applied(f) {
			continue
		}
		for line := range strings.SplitSeq(f.Was, "\n") {
			if s.unplaced.takeSame(bare(line)) != nil {
				s.fail(f, sayCutAndPasted)
			}
		}
	}
}

// pasted is a paragraph that is gone from its place and has come to another one. When it cannot come there, it stays, and when it cannot
// go, it does not come there either.
type pasted struct{ cut, paste *finding }

// pasted returns the deleted paragraphs of the source whose text was added elsewhere, each with one finding about that.
func (c *changes) pasted() (out []pasted) {
	came := map[string][]*finding{}
	for _, f := range c.findings {
		if f.para == nil || f.Was != "" || f.Now == "" {
			continue
		}
		if now := text(f.para.Runs); f.Code == CodeInserted || f.Now == now { // which may be told as markup
			came[bare(now)] = append(came[bare(now)], f)
			if whole := said(f.para.Runs); bare(whole) != bare(now) {
				came[bare(whole)] = append(came[bare(whole)], f)
			}
		}
	}
	taken := map[*finding]bool{}
	for _, f := range c.findings {
		if f.Code != CodeDeleted || f.Now != "" || len(came) == 0 {
			continue
		}
		same := came[bare(f.Was)]
		for len(same) > 0 && taken[same[0]] {
			same = same[1:]
		}
		if len(same) > 0 {
			taken[same[0]] = true
			out, same = append(out, pasted{f, same[0]}), same[1:]
		}
		came[bare(f.Was)] = same
	}
	return out
}

// valueLines are the unmatched lines of values by their characters; -1 stands for several that read alike.
type valueLines map[string]int

func missingValues(st *story) valueLines {
	lines := valueLines{}
	for i := range st.items {
		p := st.items[i].para
		if st.back[i] >= 0 || p == nil || p.Line == nil || p.Part != layout.PartMeta && p.Part != layout.PartValue {
			continue
		}
		line := shown(p)
		if _, again := lines[line]; again {
			i = -1
		}
		if line != "" {
			lines[line] = i
		}
	}
	return lines
}

// of returns the line of values that a returned paragraph is in with other formatting, which such a line has not: it is
// known by its style and its characters.
func (v valueLines) of(st *story, j int) (item int, ok bool) {
	r := st.got[j].para
	if r == nil || len(v) == 0 {
		return 0, false
	}
	i, ok := v[text(r.Runs)]
	if !ok || i < 0 || st.back[i] >= 0 {
		return 0, false
	}
	return i, st.items[i].para.Style == r.Style || !st.styles
}
