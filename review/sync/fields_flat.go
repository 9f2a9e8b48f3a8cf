package reviewsync

import (
	"slices"
	"strings"

	"github.com/sergi/go-diff/diffmatchpatch"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// Some programs keep no fields but what they show, or not even that. What has happened to every field of a kind was done by the
// program that saved the file, and is no edit: the fields are put back where they stood.

// The kinds of fields, and how a finding names them.
const (
	citeField = iota
	blockField
	captionField
	pageField
	codeWords // from here on no fields: a program that does not know the formatting makes text of it
	highlightedWords
	smallCapsWords
	boldOfStyle // bold words in a paragraph whose style is bold
	italicOfQuote
	linkApart // a link in a header, footer, comment or note
	boldWords // from here on what all programs know
	italicWords
	struckWords
	underlinedWords
	raisedWords // or lowered
	linkOfText
)

var fieldKinds = [...]string{"references to sources", "references to blocks", "numbers of captions and equations", "numbers of pages", "code in sentences",
	"highlighting", "small capitals", "bold words in headings, labels and captions", "italic words in quotes", "links in headers, footers, comments and notes",
	"bold words", "italic words", "struck words", "underlined words", "raised or lowered words", "links"}

// ofKind is what is known of each kind of fields.
type ofKind [len(fieldKinds)]bool

// flatText is a text that was sent with fields which did not come back.
type flatText struct {
	wording
	fields []flatField
	para   *layout.Para
}

// flatField is a field at a byte of the text.
type flatField struct {
	at, kind int
	run      wml.Run
	word     string // goes before it, see [normalized.asBefore]
}

// eachKind gives the kind of a field in a paragraph, or those of the formatting of a text.
func eachKind(names *layout.Names, r *wml.Run, of paraKind, yield func(kind int)) {
	switch kind := fieldKind(names, r); {
	case r.Kind == wml.Text:
		formattedKinds(r, of, yield)
	case r.Kind == wml.Math && r.Link != nil: // in an entry of the contents
		yield(of.link())
	case kind >= 0:
		yield(kind)
	}
}

// fieldKind returns the kind of a field, -1 for others and for what is none.
func fieldKind(names *layout.Names, r *wml.Run) int {
	if r.Kind != wml.Field {
		return -1
	}
	f := r.Field()
	if f == nil || f.Part {
		return -1
	}
	name, rest, _ := strings.Cut(f.Instr, " ")
	switch strings.ToUpper(name) {
	case "REF":
		return blockField
	case "SEQ":
		return captionField
	case "PAGE", "NUMPAGES", "PAGEREF":
		return pageField
	}
	if _, ok := names.Cite(f); ok && rest != "" {
		return citeField
	}
	return -1
}

// fewFields is the number of things of a kind up to which a person may have changed all of them: what decides then is the program that
// saved the file, and what else it has changed.
const fewFields = 2

// fieldCounts are the numbers of fields of each kind.
type fieldCounts [len(fieldKinds)]int

// count adds the fields of a paragraph, which stands in the text or apart from it.
func (n *fieldCounts) count(names *layout.Names, p *layout.Para, apart bool) {
	for i := range p.Segs {
		for k := range p.Segs[i].Runs {
			eachKind(names, &p.Segs[i].Runs[k], sentKind(p, apart), func(kind int) { n[kind]++ })
		}
	}
}

// lostFields returns the kinds of fields that were sent and of which nearly none came back; of few, none, and not from Word, which keeps
// them.
func (in *normalized) lostFields() (lost ofKind) {
	sent := in.base.fields
	in.base.eachAsSent(in.plan.HeaderFooter(), func(p *layout.Para) { sent.count(in.plan.Names, p, true) })
	for _, b := range annotationBlocks(in.plan) {
		layout.EachPara(b, func(p *layout.Para) { sent.count(in.plan.Names, p, true) })
	}
	for kind, n := range sent {
		lost[kind] = n > fewFields || n > 0 && !in.byWord()
		if kind >= codeWords {
			lost[kind] = lost[kind] && !in.keepsFormatting()
		}
	}
	gone := sent
	for p, apart := range in.paragraphs() {
		if lost == (ofKind{}) {
			break
		}
		for i := range p.Runs {
			eachKind(in.plan.Names, &p.Runs[i], paraKind{p.Style, apart}, func(kind int) {
				if lost[kind] {
					gone[kind]--
					lost[kind] = sent[kind] > fewFields && nearlyAllOf(gone[kind], sent[kind])
				}
			})
		}
	}
	of := func(kind int) bool { return lost[kind] && sent[kind] > fewFields }
	if !slices.ContainsFunc(knownFormats, of) {
		for _, kind := range knownFormats {
			lost[kind] = false // a person may have done it
		}
	}
	return lost
}

// restoreFields makes the fields again that were lost.
func (in *normalized) restoreFields() {
	sent, got := in.sentTexts(in.flatText), in.withRuns()
	var back []ofOneKind
	codes := captionCodes(sent)
	pairs := pairTexts(sent, got, func(p *wml.Paragraph) string { return codes.Replace(flatOf(p.Runs...)) })
	for _, x := range pairs {
		in.plan.Look.Now()
		if in.editedSince(x.para) && in.wasSent(x.came.Runs) {
			continue // what it has not is what the author gave it
		}
		back = append(back, in.restore(x)...)
	}
	if dropped := in.dropped(back); dropped != (ofKind{}) {
		for _, x := range pairs {
			in.plan.Look.Now()
			whole := *x.came
			again := x.putBack(&whole, dropped)
			if in.editedSince(x.para) && !in.wasSent(whole.Runs) {
				continue // nothing says that it was sent with them
			}
			*x.came = whole
			back = append(back, again...)
		}
	}
	in.tellKinds(sayFieldsFlat, fieldKinds[:], slices.DeleteFunc(back, in.shownStill))
}

// shownStill reports whether a field of a note is there as the text that it showed, as LibreOffice leaves it in ODT: nobody sees a
// difference, and an edit of the text is one of the field.
func (in *normalized) shownStill(x ofOneKind) bool {
	note := false
	for n := x.node; n != nil && !note; n = n.At().Parent {
		d, ok := n.(*noma.Directive)
		note = ok && d.Is(noma.Note)
	}
	return note && x.kind < codeWords && x.now == x.was && in.byLibreOffice()
}

// captionCodes takes the instructions of the numbers of captions out of a text, where they came as text as well: what is left of a
// short caption is then like what was sent.
func captionCodes(sent []flatText) *strings.Replacer {
	var codes []string
	for _, t := range sent {
		for _, f := range t.fields {
			if f.kind != captionField {
				continue
			}
			if code := " " + f.run.Field().Instr + " "; !slices.Contains(codes, code) {
				codes = append(codes, code, "")
			}
		}
	}
	return strings.NewReplacer(codes...)
}

// sentTexts returns the texts of the paragraphs that were sent, as of makes them, but those without words.
func (in *normalized) sentTexts(of func(p *layout.Para, apart bool) flatText) (sent []flatText) {
	for b, apart := range in.flows() {
		layout.EachPara(b, func(p *layout.Para) {
			if t := of(p, apart); t.text != "" {
				sent = append(sent, t)
			}
		})
	}
	return sent
}

// withRuns returns the paragraphs that came back with something in them.
func (in *normalized) withRuns() (got []*wml.Paragraph) {
	for p := range in.paragraphs() {
		if len(p.Runs) > 0 {
			got = append(got, p)
		}
	}
	return got
}

// flatText returns the text of a paragraph as it is without fields, and its fields of the kinds that were lost. References show what they
// did before an earlier round changed what they are to.
func (in *normalized) flatText(p *layout.Para, apart bool) flatText {
	t := flatText{para: p}
	for _, r := range p.Runs() {
		eachKind(in.plan.Names, &r, sentKind(p, apart), func(kind int) {
			if !in.lost[kind] {
				return
			}
			f := flatField{at: len(t.text), kind: kind, run: r}
			if kind == blockField {
				t.text = in.asBefore(t.text, &f)
				r = f.run
			}
			t.fields = append(t.fields, f)
		})
		t.text += flatOf(r)
	}
	return t
}

// flatOf returns the text of runs as it was before tracked changes, with a sign for each equation: programs write these in their own way.
func flatOf(runs ...wml.Run) string { return flatWith(nil, runs) }

// flatWith does so with a sign for what stands for an equation, too.
func flatWith(drawn func(*wml.Run) bool, runs []wml.Run) string {
	var b strings.Builder
	for i := range runs {
		switch r := &runs[i]; {
		case !wml.Original.Shows(r):
		case r.Kind == wml.Math, drawn != nil && drawn(r):
			b.WriteRune(sign)
		case r.Kind.IsText() || r.Kind == wml.Field:
			b.WriteString(r.Text)
		}
	}
	return b.String()
}

// sign stands for an equation in a text.
const sign = '\ufffc'

// dropped returns the kinds that the program has left out: of which not even what they show came back.
func (in *normalized) dropped(back []ofOneKind) (dropped ofKind) {
	for kind, lost := range in.lost {
		dropped[kind] = lost && kind < codeWords && !in.byWord()
	}
	for _, x := range back {
		dropped[x.kind] = false
	}
	return dropped
}

// restore puts the fields in the place of what they show. It returns those that it has put there. Words that were typed into
// what a field shows are refused, as in a field.
func (in *normalized) restore(t flatPair) (back []ofOneKind) {
	p := t.came
	now := flatOf(p.Runs...)
	diffs, place := mapped(t.text, now)
	came := stretches(diffs)
	for _, f := range slices.Backward(t.fields) {
		if f.kind >= codeWords {
			if f.format(p, came) {
				back = append(back, t.again(&f, f.run.Text))
			}
			continue
		}
		from, to := place(f.at), place(f.at+len(f.run.Text))
		code := " " + f.run.Field().Instr + " " // may have come as text as well
		if i := strings.Index(now, code+f.run.Text); i >= 0 && i == strings.LastIndex(now, code) {
			from, to = i+len(code), i+len(code)+len(f.run.Text)
		}
		if isField(p, from) {
			continue // it came back
		}
		if f.kind == pageField { // pages are other ones in every program
			to = from + len(now[from:]) - len(strings.TrimLeft(now[from:], "0123456789"))
		} else if from >= to || now[from:to] != f.run.Text {
			from, to = f.stretch(came)
			if typed := now[from:to]; !leftOf(typed, f.run.Text) {
				if likeness(&wording{text: f.run.Text}, &wording{text: typed}) < mostly {
					continue
				}
				in.refused = append(in.refused, refusal{sayTypedIntoField, t.para.Node, f.run.Text, typed, p})
			}
		}
		if from >= to {
			continue
		}
		if strings.HasSuffix(now[:from], code) {
			from -= len(code)
		}
		made := f.kind == captionField || f.kind == pageField
		typed, ok := putField(p, from, to-from, &f, made)
		if ok {
			back = append(back, t.again(&f, f.run.Text))
		}
		if typed != "" {
			in.refused = append(in.refused, refusal{sayTypedIntoField, t.para.Node, f.run.Text, typed, p})
		}
	}
	return back
}

// again returns a field of a text with what it became.
func (t *flatText) again(f *flatField, now string) ofOneKind {
	return ofOneKind{f.kind, instance{t.para.Node, f.run.Text, now}}
}

// putBack puts the fields of dropped kinds where the text before or behind them is there. It returns those that it has put there.
func (t *flatText) putBack(p *wml.Paragraph, dropped ofKind) (back []ofOneKind) {
	text, cut := "", 0
	var fields []flatField
	there := map[string]int{} // fields that came back, by their instructions
	for i := range p.Runs {
		if f := p.Runs[i].Field(); p.Runs[i].Kind == wml.Field && f != nil {
			there[f.Instr]++
		}
	}
	for _, f := range t.fields {
		if f.kind < codeWords && there[f.run.Field().Instr] > 0 {
			there[f.run.Field().Instr]--
			continue
		}
		if dropped[f.kind] {
			text += t.text[cut:f.at]
			cut = f.at + len(f.run.Text)
			f.at = len(text)
			fields = append(fields, f)
		}
	}
	if fields == nil {
		return nil
	}
	text += t.text[cut:]
	diffs, place := mapped(text, flatOf(p.Runs...))
	for _, f := range slices.Backward(fields) {
		if besideEqual(diffs, f.at, len(text)) {
			if _, ok := putField(p, place(f.at), 0, &f, false); ok {
				back = append(back, t.again(&f, ""))
			}
		}
	}
	return back
}

// mapped returns the differences of two texts, and which place in the second one is that of the first.
func mapped(was, now string) ([]diffmatchpatch.Diff, func(at int) int) {
	d := diffmatchpatch.New()
	d.DiffTimeout = 0
	diffs := d.DiffMain(was, now, false)
	return diffs, func(at int) int { return d.DiffXIndex(diffs, at) }
}

// besideEqual reports whether what stands before or behind a place in the first of two texts, of a length, is in the second as well.
func besideEqual(diffs []diffmatchpatch.Diff, place, length int) bool {
	at := 0
	for _, d := range diffs {
		if d.Type == diffmatchpatch.DiffInsert {
			continue
		}
		end := at + len(d.Text)
		if d.Type == diffmatchpatch.DiffEqual && at <= place && place <= end {
			return true
		}
		at = end
	}
	return length == 0
}
