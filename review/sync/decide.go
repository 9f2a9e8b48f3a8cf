package reviewsync

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/review/extract"
	"github.com/nomadocx/nomadocx/wml"
)

// Decisions on change requests, made at home. An accepted request becomes what a reviewer would have
// typed in Word: the paragraph with the proposed text goes the way of every edited paragraph, so that
// labels, cells, headings and prose follow the same rules as in a file that came back.

// Decision is what was decided on one request.
type Decision struct {
	Request *noma.Directive // of the plan's document
	Accept  bool
}

// The status of a request that was dealt with (Format, change_request): it stays as a record and is
// shown in Word no more. How it was decided stands beside it.
const (
	closedStatus = "deleted"
	decisionKey  = "decision"
)

// Closed reports whether a request was decided at home or withdrawn: nothing is left to decide.
func Closed(d *noma.Directive) bool { return !layout.ReadRequest(d).Shown() }

// Decide makes the operations of decisions: an accepted request's text goes into its target, and every
// decided request is closed. One that cannot be applied stays open, and its finding says why.
func Decide(plan *layout.Plan, decisions []Decision) (*Result, error) {
	nothing := &wml.Document{}
	s := newSession(plan, nothing, extract.Extract(nothing), Options{})
	s.base = &base{}
	k := &desk{session: s}
	for _, b := range plan.Chrome() {
		k.collect(b)
	}
	for b := range plan.Body() {
		k.collect(b)
	}
	for _, d := range decisions {
		k.decide(d)
	}
	k.write()
	return s.result()
}

// desk holds the paragraphs of a document while proposals are put into them.
type desk struct {
	*session
	sheets []*sheet
	of     map[noma.Node][]*sheet // by the block with an id that they belong to
	grids  []*layout.Grid
	cells  map[*layout.Para]*sheet
}

func (k *desk) collect(b layout.Block) {
	if k.of == nil {
		k.of, k.cells = map[noma.Node][]*sheet{}, map[*layout.Para]*sheet{}
	}
	switch b := b.(type) {
	case *layout.Para:
		k.sheet(b, false)
	case *layout.Grid:
		k.grids = append(k.grids, b)
		for _, row := range b.Rows {
			for _, p := range row {
				k.cells[p] = k.sheet(p, true)
			}
		}
	case *layout.Columns:
		for _, row := range b.Rows {
			for _, cell := range row {
				for _, x := range cell {
					k.collect(x)
				}
			}
		}
	}
}

func (k *desk) sheet(p *layout.Para, grid bool) *sheet {
	d, ok := p.Node.(*noma.Directive)
	if ok && d.Name == "change_request" || p.Part == layout.PartGenerated || p.Part == layout.PartAnchor {
		return nil
	}
	sh := &sheet{p: p, grid: grid, atoms: atoms(p.Runs(), false)}
	k.sheets = append(k.sheets, sh)
	at := k.addressable(p.Node)
	k.of[at] = append(k.of[at], sh)
	return sh
}

func (k *desk) decide(d Decision) {
	q := layout.ReadRequest(d.Request)
	word, message := "rejected", "The proposal was rejected."
	if d.Accept {
		word, message = "accepted", "The proposal was accepted."
	}
	f := k.apply(CodeRequest, d.Request, message, q.From, q.To)
	f.change = &Change{Action: "update_change_request", ID: d.Request.ID, Target: rawRequestTarget(d.Request)}
	refuse := func(c Code, message string) { f.fail(c, message) }
	switch target := k.names.Target(d.Request); {
	case !q.Shown():
		refuse(CodeUnmatched, "The request is closed already.")
	case !d.Accept:
	case !q.Valid:
		refuse(CodeNoPlace, "The request does not say what to change: replace needs from and to, insert needs to, delete needs from.")
	case target == nil:
		refuse(CodeNoPlace, "The request's target is not in the source.")
	case q.Action == "insert":
		k.insert(f, target, q)
	default:
		k.replace(f, target, q)
	}
	if f.Outcome == Applied {
		k.attribute(f, d.Request, "status", closedStatus)
		k.attribute(f, d.Request, decisionKey, word)
	}
}

// replace puts the new text where the old one stands: in the target's own text, or else in what
// the target contains. It must stand in one place only.
func (k *desk) replace(f *finding, target noma.Node, q layout.Request) {
	own := k.of[target]
	for _, from := range []string{k.plain(q.From), strings.TrimSpace(k.plain(q.From))} {
		sh, at, n := find(own, from)
		if n == 0 {
			sh, at, n = find(k.under(target), from)
		}
		switch {
		case n > 1:
			f.fail(CodeUnmatched, "The old text stands in several places of the target; make the change in the source.")
			return
		case n == 1:
			end := at + len([]rune(from))
			sh.put(f, at, end, k.dressed(q, sh.atoms[at:end]))
			return
		}
	}
	f.fail(CodeUnmatched, "The old text is not in the target any more.")
}

// under are the sheets of everything in a block.
func (k *desk) under(target noma.Node) []*sheet {
	var out []*sheet
	for _, sh := range k.sheets {
		if within(sh.p.Node, target) {
			out = append(out, sh)
		}
	}
	return out
}

// insert adds text at the end of the target: a request does not say where in it.
func (k *desk) insert(f *finding, target noma.Node, q layout.Request) {
	if sec, ok := target.(*noma.Section); ok {
		text, ok := guard(strings.TrimSpace(q.To))
		if !ok {
			f.fail(CodeNoSpelling, "The text would be read as something else than a paragraph.")
			return
		}
		at := 0
		for at < len(sec.Children) {
			if _, sub := sec.Children[at].(*noma.Section); sub {
				break
			}
			at++
		}
		change := f.change
		k.addChild(f, sec, at, text)
		f.change, f.Message = change, "The proposal was accepted; its text is a paragraph at the end of the section, as a request does not say where."
		return
	}
	var last *sheet
	for _, sh := range append(k.under(target), k.of[target]...) {
		if sh.p.Part == layout.PartText && !sh.grid && (last == nil || k.addressable(sh.p.Node) == target) {
			last = sh
		}
	}
	if last == nil {
		f.fail(CodeNoPlace, "The target has no text of its own that the proposal could be added to.")
		return
	}
	fresh := k.dressed(q, nil)
	if n := len(last.atoms); n > 0 && len(fresh) > 0 && !blank(last.atoms[n-1]) && !blank(fresh[0]) {
		fresh = append(atoms([]wml.Run{{Text: " "}}, true), fresh...)
	}
	last.put(f, len(last.atoms), len(last.atoms), fresh)
	f.Message = "The proposal was accepted; its text is at the end of the block, as a request does not say where."
}

// dressed is the new text. Without a look of its own it takes that of the text it replaces.
func (k *desk) dressed(q layout.Request, old []atom) []atom {
	fresh := atoms(k.shows(q.To), true)
	if len(old) == 0 || len(fresh) == 0 {
		return fresh
	}
	look := old[0].run
	for _, a := range old {
		if a.run.Style != look.Style || a.run.Link != look.Link {
			return fresh
		}
	}
	for _, a := range append(atoms(k.shows(q.From), true), fresh...) {
		if a.run.Kind != wml.Text || a.run.Style != 0 || a.run.Link != nil {
			return fresh
		}
	}
	for i := range fresh {
		fresh[i].run.Style, fresh[i].run.Link = look.Style, look.Link
	}
	return fresh
}

// shows is what a proposed text shows. White space at its ends counts: without it words would grow
// together.
func (k *desk) shows(markup string) []wml.Run {
	core := strings.TrimSpace(markup)
	lead, trail, _ := strings.Cut(markup, core)
	return slices.Concat([]wml.Run{{Text: lead}}, k.names.Inline(core), []wml.Run{{Text: trail}})
}

func (k *desk) plain(markup string) string {
	var b strings.Builder
	for _, r := range k.shows(markup) {
		b.WriteString(r.Text)
	}
	return b.String()
}

// write edits every paragraph that was changed, as if it had come back so.
func (k *desk) write() {
	for _, sh := range k.sheets {
		if len(sh.decided) > 0 && !sh.grid {
			before := len(k.findings)
			k.paragraph(sh.p, &wml.Paragraph{Style: sh.p.Style, List: sh.p.List, Runs: sh.runs()})
			k.bind(sh.decided, before)
		}
	}
	for _, g := range k.grids {
		var decided []*finding
		t := &wml.Table{}
		for _, row := range g.Rows {
			var r wml.Row
			for _, p := range row {
				runs := p.Runs()
				if sh := k.cells[p]; sh != nil {
					runs = sh.runs()
					decided = append(decided, sh.decided...)
				}
				r.Cells = append(r.Cells, wml.TableCell{Span: 1, Blocks: []wml.Block{&wml.Paragraph{Runs: runs}}})
			}
			t.Rows = append(t.Rows, r)
		}
		if len(decided) > 0 {
			before := len(k.findings)
			k.grid(g, t)
			k.bind(decided, before)
		}
	}
}

// bind ties requests to the edits that apply them: each is made with the other or not at all. The
// edits' own findings would tell the same again, so they are not kept.
func (k *desk) bind(decided []*finding, before int) {
	edits := k.findings[before:]
	k.findings = k.findings[:before]
	for _, e := range edits {
		e.partners = decided
		if e.Outcome == Applied {
			continue
		}
		for _, f := range decided {
			f.fail(e.Code, e.Message)
		}
	}
	if len(edits) == 0 {
		for _, f := range decided {
			f.fail(CodeNoSpelling, "The text with the proposal in it reads as it did.")
		}
	}
}
