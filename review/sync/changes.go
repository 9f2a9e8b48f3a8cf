package reviewsync

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/internal/halt"
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/review/extract"
)

// changes are what a comparison found: the findings in the order of the report, and what each of them changes in the source.
// They are only added to; [changes.schedule] says what becomes of them.
type changes struct {
	look     halt.Look
	doc      *noma.Document
	strategy Strategy

	findings []*finding
	habits   []foundHabit
	refusals // the edits that cannot be made, as came out later

	units      map[noma.Node]*unit
	order      []*unit
	operations []*operation
	dissolves  []dissolved
	leaving    map[noma.Node]bool // what is to go as a whole
	saved      map[noma.Node]bool // see [core.save]
	openers    map[*noma.Directive]opener
	ids
	naming
}

func newChanges(doc *noma.Document, look halt.Look, o *Options) *changes {
	return &changes{doc: doc, look: look, strategy: o.Strategy, refusals: refusals{},
		units: map[noma.Node]*unit{}, openers: map[*noma.Directive]opener{}, leaving: map[noma.Node]bool{}, saved: map[noma.Node]bool{},
		ids: idsOf(doc), naming: naming{choose: o.Choose, reviewer: o.Reviewer, used: o.used, held: o.held, seen: map[[3]string]int{}}}
}

// finding is an edit, or what is reported instead of one, with what the wire report needs. It is a Finding when it is known
// whether the edit can be made, see [refusals.concluded].
type finding struct {
	Finding
	change *Change // the entry in changes, nil when it is not applied
	unit   *unit   // its operation is the unit's
	// partners are made with it or not at all.
	partners []*finding
	// joined are the paragraphs of the source that it makes anew together, see [paragraphs.passage].
	joined []*layout.Para

	node noma.Node // where it belongs in the source, nil for nowhere

	nth    int    // among the findings with its texts
	choice Choice // what was decided on it, "" when nothing has asked
	left   bool   // an edit that is left out

	// Where it was seen in the returned file.
	para      *wml.Paragraph
	row       []gridCell // of an edited cell
	inTable   *wml.Table
	inComment *wml.Comment
	inNote    *wml.Note
	endnote   bool
	mark      string // the id of a note that was deleted and has its mark in a text
	revision  *extract.Revision
}

// restsOn says that an edit is made only if another one is, nil for none.
func (f *finding) restsOn(other *finding) {
	if other != nil {
		f.partners = append(f.partners, other)
	}
}

// The constructors of findings.

// apply adds a finding about an edit that is applied, and returns it.
func (c *changes) apply(x sentence, n noma.Node, was, now string) *finding {
	return c.find(Applied, x, n, was, now)
}

// refuse adds a finding about an edit that is not applied, and returns it.
func (c *changes) refuse(x sentence, n noma.Node, was, now string) *finding {
	return c.find(Refused, x, n, was, now)
}

// conflict adds a finding about a place that author and reviewer both changed, and returns it.
func (c *changes) conflict(n noma.Node, was, now string) *finding {
	return c.find(Conflict, sayAuthorChanged, n, was, now)
}

// find adds a finding at a node and returns it, with the line of the node and the nearest id.
func (c *changes) find(o Outcome, x sentence, n noma.Node, was, now string) *finding {
	c.look.Now()
	f := &finding{Finding: Finding{Outcome: o, Code: x.code, Message: x.text, Was: was, Now: now}}
	f.of(n)
	if o == Conflict && c.strategy == KeepOurs {
		f.Decided = KeepOurs
	}
	c.count(f)
	c.findings = append(c.findings, f)
	return f
}

// of ties a finding to a node of the source, nil for none, and returns it.
func (f *finding) of(n noma.Node) *finding {
	f.node = n
	if n == nil {
		return f
	}
	f.Line = n.At().Line
	for ; n != nil; n = n.At().Parent {
		if f.BlockID = n.At().ID; f.BlockID != "" {
			break
		}
	}
	return f
}

// by notes what was decided on the place of a finding.
func (f *finding) by(r ruling) *finding {
	f.merged = r.merged
	if r.won && f.Outcome == Applied {
		f.Decided = KeepTheirs
		f.Message += " " + reviewerWon
	}
	return f
}

// at ties a finding to the paragraph it was seen in, for the report.
func (f *finding) at(r *wml.Paragraph) *finding {
	f.para = r
	return f
}

// refusals are the edits that turned out to be impossible, with the reason.
type refusals map[*finding]sentence

// fail refuses an edit.
func (r refusals) fail(f *finding, why sentence) { r[f] = why }

// outcome returns what becomes of an edit, as far as is known.
func (r refusals) outcome(f *finding) Outcome {
	if _, refused := r[f]; refused {
		return Refused
	}
	return f.Outcome
}

// applied reports whether an edit is made, as far as is known.
func (r refusals) applied(f *finding) bool { return r.outcome(f) == Applied }

// concluded returns a finding with its outcome.
func (r refusals) concluded(f *finding) *finding {
	why, refused := r[f]
	if !refused {
		return f
	}
	end := *f
	end.Outcome, end.Code, end.Message, end.change = Refused, why.code, why.text, nil
	return &end
}

// ids are those of the blocks of a source.
type ids struct {
	taken map[string]bool
	last  map[string]int // the last number of ids that are alike
}

func idsOf(doc *noma.Document) ids {
	x := ids{taken: map[string]bool{}, last: map[string]int{}}
	for n := range noma.Walk(doc) {
		if id := n.At().ID; id != "" {
			x.taken[id] = true
		}
	}
	return x
}

// newID makes the id of a new block: kind, target and native id, in harmless letters.
func (x *ids) newID(kind, target, native string) string {
	raw := strings.ToLower(kind + "-" + cmp.Or(strings.Trim(target, noma.WholeDocument), "document") + "-" + native)
	var b strings.Builder
	other := false
	for _, r := range raw {
		harmless := r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '_' || r == '.' || r == '-'
		if harmless {
			b.WriteRune(r)
		} else if !other {
			b.WriteByte('-')
		}
		other = !harmless
	}
	id := strings.Trim(b.String(), "-")
	base := id
	for n := max(2, x.last[base]+1); x.taken[id]; n++ {
		id, x.last[base] = base+"-"+strconv.Itoa(n), n
	}
	x.taken[id] = true
	return id
}
