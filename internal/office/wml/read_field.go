package wml

import (
	"strings"
)

// Fields (ECMA-376 §17.16). A complex field is a begin mark, an instruction, a separator, a result
// and an end mark, spread over runs; fields nest and may run over paragraphs.
//
// A HYPERLINK becomes a Link on its result. Any other field that ends in the paragraph it began in
// becomes one Run, so that nobody takes a page number for typed text. A field that runs over
// paragraphs, such as a table of contents, is searched: its result is ordinary content.

// fields are the open fields of a story.
type fields struct {
	open []field
	// live is where the fields begun in the current paragraph start; those before are only there to
	// be ended.
	live int
	// hidden counts the open fields whose instruction is being read: text there is not content.
	hidden int
}

type field struct {
	instr    []string // parts of the instruction
	inResult bool
	kind     fieldKind
	start    int    // index of the first run of the result
	outer    *Link  // the link around a HYPERLINK field
	choice   string // what is chosen of the drop-down of an old form
}

type fieldKind uint8

const (
	plainField fieldKind = iota
	linkField
	looseField // searched
)

// maxFieldDepth is how many fields may be nested before inner ones are searched.
const maxFieldDepth = 32

// fieldChar reads a w:fldChar (§17.16.18).
func (r *reader) fieldChar() {
	switch r.value("fldCharType") {
	case "begin":
		r.beginField()
		r.choice()
		return
	case "separate":
		r.startResult()
	case "end":
		r.endField()
	}
	r.x.Skip()
}

// choice reads what a drop-down of an old form shows (w:ffData, §17.16.17): its field has no result.
func (r *reader) choice() {
	x := r.x
	var entries []string
	chosen := 0
	for depth := x.Depth(); r.in(depth); {
		switch x.Local() {
		case "listEntry":
			entries = append(entries, r.value("val"))
		case "result", "default":
			chosen = number(r.value("val"))
		}
	}
	if chosen >= 0 && chosen < len(entries) {
		r.fields.open[len(r.fields.open)-1].choice = r.texts.copy(entries[chosen])
	}
}

func (r *reader) beginField() {
	f := field{start: len(r.para.runs)}
	if len(r.fields.open)-r.fields.live >= maxFieldDepth {
		f.kind, f.inResult = looseField, true
	} else {
		r.fields.hidden++
	}
	r.fields.open = append(r.fields.open, f)
}

// instruction adds a part of text to the instruction being read.
func (f *fields) instruction(s string) {
	if n := len(f.open); n > f.live && !f.open[n-1].inResult {
		f.open[n-1].instr = append(f.open[n-1].instr, s)
	}
}

func (r *reader) startResult() {
	n := len(r.fields.open)
	if n <= r.fields.live || r.fields.open[n-1].inResult {
		return
	}
	f := &r.fields.open[n-1]
	f.inResult = true
	r.fields.hidden--
	f.start = len(r.para.runs)
	instr := r.texts.copy(strings.TrimSpace(strings.Join(f.instr, "")))
	f.instr = []string{instr}
	switch fieldName(instr) {
	case "HYPERLINK":
		f.kind, f.outer = linkField, r.link
		if l := parseHyperlink(instr); l != nil {
			r.link = l
		}
	case "TOC", "INDEX", "TOA", "BIBLIOGRAPHY", "INCLUDETEXT":
		f.kind = looseField
	}
}

func (r *reader) endField() {
	n := len(r.fields.open)
	if n == 0 {
		return // an end without a beginning
	}
	f := r.fields.open[n-1]
	r.fields.open = r.fields.open[:n-1]
	if n <= r.fields.live {
		r.fields.live = n - 1
		return // begun in an earlier paragraph
	}
	if !f.inResult {
		r.fields.hidden--
		f.instr = []string{r.texts.copy(strings.TrimSpace(strings.Join(f.instr, "")))}
		if fieldName(f.instr[0]) == "HYPERLINK" {
			return // nothing to show
		}
		f.start = len(r.para.runs)
	}
	switch f.kind {
	case linkField:
		if l := r.link; l != f.outer && l.Anchor == "" && strings.Contains(l.URL, "#") {
			r.severed = l
		}
		r.link = f.outer
	case plainField:
		if f.choice != "" && f.start == len(r.para.runs) {
			r.characters(Text, 0, f.choice)
		}
		r.fieldRun(f.start, f.instr[0])
	}
}

// endParagraph lets fields that have not ended run on as ordinary content.
func (f *fields) endParagraph() {
	for i := f.live; i < len(f.open); i++ {
		f.open[i] = field{kind: looseField, inResult: true}
	}
	f.live, f.hidden = len(f.open), 0
}

// simpleField reads a w:fldSimple (§17.16.19).
func (r *reader) simpleField() {
	instr := strings.TrimSpace(r.kept("instr"))
	start, outer := len(r.para.runs), r.link
	isLink := fieldName(instr) == "HYPERLINK"
	if isLink {
		if l := parseHyperlink(instr); l != nil {
			r.link = l
		}
	}
	x := r.x
	for depth := x.Depth(); r.in(depth); {
		if x.Space() == nsW && x.Local() == "fldData" {
			x.Skip()
			continue
		}
		r.inline()
	}
	r.link = outer
	if !isLink {
		r.fieldRun(start, instr)
	}
}

// fieldRun joins the result of a field to one run, or to one for each side of a tracked change.
func (r *reader) fieldRun(start int, instr string) {
	if r.fields.hidden > 0 {
		return // a field in the instruction of another
	}
	code := &FieldCode{Instr: instr}
	look := Style(0)
	switch fieldName(instr) {
	case "REF", "PAGEREF", "NOTEREF":
		look = Underline // cross-references may resemble links
	}
	r.join(start, func(run *Run) {
		run.Kind, run.Object = Field, code
		run.Style &^= look
	})
	r.oneOf(start, code)
}

// oneOf lets a field whose result is in parts be one run: that with the tracked changes of its end. What was put into the
// result or taken out of it with tracking is part of that field, and none of its own.
func (r *reader) oneOf(start int, code *FieldCode) {
	d := r.para
	if len(d.runs) == start+1 && d.runs[start].Ins == nil && d.runs[start].Del == nil {
		return
	}
	like := Run{Kind: Field, Link: r.link, Object: code}
	like.Ins, like.Del = r.context()
	part := &FieldCode{Instr: code.Instr, Part: true}
	found := false
	for i := start; i < len(d.runs); i++ {
		run := &d.runs[i]
		if run.Kind != Field || run.Object != code {
			continue
		}
		if !found && (run.Ins == nil) == (like.Ins == nil) && (run.Del == nil) == (like.Del == nil) {
			found = true
		} else {
			run.Object = part
		}
	}
	if !found {
		d.runs = append(d.runs, like)
	}
}

// join replaces the text runs from start on by one run for each stretch with the same tracked
// changes, in the style of its first run, and lets shape make of it what it is. Other runs stay
// where they are. Where no text is left that counts, an empty run is added.
func (r *reader) join(start int, shape func(*Run)) {
	d := r.para
	start = min(start, len(d.runs)) // fields and controls that overlap have joined them already
	in := d.runs[start:]
	if len(in) == 1 && in[0].Kind == Text && in[0].Del == nil {
		shape(&in[0])
		return
	}
	var out []Run
	place := make([]int, len(in)+1) // new index of each run
	var text strings.Builder
	group := -1 // the joined run being filled, in out
	flush := func() {
		if group >= 0 {
			out[group].Text = text.String()
			shape(&out[group])
			group = -1
		}
	}
	shown := false
	for i, run := range in {
		if run.HasText() {
			if group < 0 || out[group].Ins != run.Ins || out[group].Del != run.Del {
				flush()
				text.Reset()
				group = len(out)
				out = append(out, Run{Style: run.Style, Link: run.Link, Ins: run.Ins, Del: run.Del})
				shown = shown || run.Del == nil
			}
			place[i] = start + group
			text.WriteString(run.Text)
		} else {
			flush()
			place[i] = start + len(out)
			out = append(out, run)
			shown = shown || run.Kind == Picture || run.Kind == Opaque
		}
	}
	flush()
	if !shown {
		empty := Run{Link: r.link}
		empty.Ins, empty.Del = r.context()
		if len(out) == 0 || empty.Del == nil {
			shape(&empty)
			out = append(out, empty)
		}
	}
	place[len(in)] = start + len(out)
	d.runs = append(d.runs[:start], out...)
	for i := len(d.points) - 1; i >= 0 && d.points[i].At > start; i-- {
		p := &d.points[i]
		at := p.At - start
		p.At = place[at]
		// A mark inside joined text: what starts there starts before the run, what ends there ends
		// behind it.
		if inside := at < len(in) && place[at] == place[at-1]; inside && (p.Kind == BookmarkEnd || p.Kind == CommentEnd) {
			p.At++
		}
	}
}

// fieldName returns the first word of an instruction, in upper case.
func fieldName(instr string) string {
	end := strings.IndexAny(instr, " \t\n\r\"\\")
	if end < 0 {
		end = len(instr)
	}
	return strings.ToUpper(instr[:end])
}

// parseHyperlink reads HYPERLINK "address" \l "bookmark" and its other switches (§17.16.5.25).
func parseHyperlink(instr string) *Link {
	var url, anchor string
	rest := instr[len("HYPERLINK"):]
	for {
		word, quoted, after := fieldWord(rest)
		if word == "" && !quoted {
			return newLink(url, anchor)
		}
		rest = after
		switch {
		case !quoted && strings.HasPrefix(word, `\`):
			switch strings.ToLower(word) {
			case `\l`:
				anchor, _, rest = fieldWord(rest)
			case `\o`, `\t`: // tool tip, target frame
				_, _, rest = fieldWord(rest)
			}
		case url == "":
			url = word
		}
	}
}

// fieldWord cuts the first word, which may be quoted, from an instruction. In quotes \" and \\ stand
// for the character (§17.16.1).
func fieldWord(s string) (word string, quoted bool, rest string) {
	s = strings.TrimLeft(s, " \t\r\n")
	if s == "" || s[0] != '"' {
		end := strings.IndexAny(s, " \t\r\n\"")
		if end < 0 {
			end = len(s)
		}
		return s[:end], false, s[end:]
	}
	var b strings.Builder
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == '"':
			return b.String(), true, s[i+1:]
		case s[i] == '\\' && i+1 < len(s) && (s[i+1] == '"' || s[i+1] == '\\'):
			i++
		}
		b.WriteByte(s[i])
	}
	return b.String(), true, ""
}
