package reviewsync

import (
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/review/extract"
)

// The words of a finding's place. "A number became a paragraph" is of no use to somebody who does not know
// which number; a line number neither, once the file was edited, and some edits stand in no line at all.

// Everywhere is the place of what concerns no paragraph: the paper, the font of most of the text.
const Everywhere = "the whole document"

// surroundings finds the words around findings. What it needs of the whole file is made when it is first needed.
type surroundings struct {
	s       *session
	order   []*wml.Paragraph       // with text, as they follow each other in the returned file
	at      map[*wml.Paragraph]int // paragraph, with text or not → how many of order stand before it
	anchors map[string]markedPlace // "comment 4", "note 2", "endnote 3", "revision 7" → where it stands
	last    words                  // of the paragraph that was examined last: many findings may be about one
}

// words are the texts of a paragraph of the returned file.
type words struct {
	p        *wml.Paragraph
	text     string
	squeezed string
	marked   string // without what was inserted
	starts   []int  // of the runs, in marked
}

// of reads a paragraph.
func (x *surroundings) of(p *wml.Paragraph) *words {
	if x.last.p != p {
		whole := text(p.Runs)
		x.last = words{p: p, text: whole, squeezed: squeeze(whole)}
	}
	return &x.last
}

// markedPlace is where a mark stands: in front of runs[from], up to runs[to].
type markedPlace struct {
	p        *wml.Paragraph
	from, to int
}

// near returns the words of a finding's place.
func (x *surroundings) near(f *finding) string {
	if f.row != nil {
		row := rowsText([][]gridCell{f.row})
		return around(row, f.Was, f.Now)
	}
	if p, from, to := x.paragraph(f); p != nil {
		whole, squeezed := x.of(p).text, x.of(p).squeezed
		switch {
		case whole == "", f.Was == "" && squeeze(f.Now) == squeezed:
			return x.between(p)
		case f.para == nil:
			if near := x.of(p).around(from, to); near != "" {
				return near
			}
			return x.between(p)
		case f.Now == whole && (f.Code == CodeValue || strings.Count(squeezed, " ") <= 1):
			return x.between(p) // a number alone says nothing of its place
		case !f.Done() && f.Was != "" && squeeze(f.Now) == squeezed:
			return around(f.Was, f.Now, "") // what the source has is what its author can search for
		}
		return around(reads(p.Runs, true), f.Was, f.Now)
	}
	if f.inTable != nil {
		if near := x.inTable(f); near != "" {
			return near
		}
	}
	if f.node != nil {
		return x.inSource(f)
	}
	return Everywhere
}

// nearMost is how much of a text is searched for the words of a finding.
const nearMost = 1 << 14

// around cuts a text around what was changed in it.
func around(whole, was, now string) string {
	if len(whole) > nearMost {
		whole = strings.ToValidUTF8(whole[:nearMost], "")
	}
	if now != "" && strings.Contains(whole, now) && now != whole {
		i := strings.Index(whole, now)
		return Excerpt(whole, i, i+len(now))
	}
	if was != "" && strings.Contains(whole, was) && was != whole {
		i := strings.Index(whole, was)
		return Excerpt(whole, i, i+len(was))
	}
	start := commonPrefix(whole, was)
	end := commonSuffix(whole[start:], was[start:])
	if start == len(whole) || was == "" {
		return Excerpt(whole, 0, 0)
	}
	return Excerpt(whole, start, len(whole)-end)
}

// paragraph returns where a finding was seen in the returned file, and which of its runs it is about.
func (x *surroundings) paragraph(f *finding) (p *wml.Paragraph, from, to int) {
	key := ""
	switch {
	case f.para != nil:
		return x.s.returned.inFile(f.para), 0, 0
	case f.inComment != nil:
		key = "comment " + f.inComment.ID
	case f.inNote != nil && f.endnote:
		key = "endnote " + f.inNote.ID
	case f.inNote != nil:
		key = "note " + f.inNote.ID
	case f.revision != nil:
		key = "revision " + f.revision.NativeID
	default:
		return nil, 0, 0
	}
	if x.anchors == nil {
		x.survey()
	}
	a := x.anchors[key]
	return a.p, a.from, a.to
}

// survey notes where comments, notes and tracked changes stand.
func (x *surroundings) survey() {
	x.anchors = map[string]markedPlace{}
	note := func(key string, a markedPlace) {
		if _, there := x.anchors[key]; !there {
			x.anchors[key] = a
		}
	}
	for _, p := range x.s.returned.marked {
		starts := map[string]int{}
		for _, q := range p.Points {
			switch q.Kind {
			case wml.CommentStart:
				starts[q.ID] = q.At
				note("comment "+q.ID, markedPlace{p, q.At, len(p.Runs)})
			case wml.CommentEnd:
				if from, ok := starts[q.ID]; ok && x.anchors["comment "+q.ID].p == p {
					x.anchors["comment "+q.ID] = markedPlace{p, from, q.At}
				}
			case wml.CommentAt:
				note("comment "+q.ID, markedPlace{p, q.At, q.At})
			}
		}
		for i := range p.Runs {
			if n := p.Runs[i].Note(); n != nil && n.Endnote {
				note("endnote "+n.ID, markedPlace{p, i, i})
			} else if n != nil {
				note("note "+n.ID, markedPlace{p, i, i})
			}
		}
		if !p.Revised() {
			continue
		}
		places := revisedRuns(p)
		for _, ref := range x.s.review().ByParagraph(p) {
			if ref.List != extract.Revisions {
				continue
			}
			id := x.s.review().Revisions[ref.Index].NativeID
			from, to := places.of(id)
			note("revision "+id, markedPlace{p, from, to})
		}
	}
}

// revisedPlaces are the runs of tracked changes by their ids in the file: the first, and the one behind the last.
type revisedPlaces map[string][2]int

func revisedRuns(p *wml.Paragraph) revisedPlaces {
	out := revisedPlaces{}
	for i := range p.Runs {
		for _, r := range [...]*wml.Revision{p.Runs[i].Ins, p.Runs[i].Del} {
			if r == nil {
				continue
			}
			at, seen := out[r.ID]
			if !seen {
				at[0] = i
			}
			at[1] = i + 1
			out[r.ID] = at
		}
	}
	return out
}

// of returns where a change stands whose id names those of its parts: 4/5, or header1:4.
func (x revisedPlaces) of(id string) (from, to int) {
	from = -1
	for one := range strings.SplitSeq(id, "/") {
		for {
			if at, ok := x[one]; ok {
				if from < 0 || at[0] < from {
					from = at[0]
				}
				to = max(to, at[1])
			}
			_, rest, more := strings.Cut(one, ":")
			if !more {
				break
			}
			one = rest
		}
	}
	return max(from, 0), to
}

// around returns an excerpt of a paragraph around some of its runs, as it reads without what was inserted.
func (w *words) around(from, to int) string {
	if w.starts == nil {
		var b strings.Builder
		for i := range w.p.Runs {
			w.starts = append(w.starts, b.Len())
			r := &w.p.Runs[i]
			switch r.Kind {
			case wml.Text, wml.Tab, wml.Break, wml.NoBreakHyphen, wml.Field:
				if r.Ins == nil {
					b.WriteString(layout.Characters(r))
				}
			}
		}
		w.marked, w.starts = b.String(), append(w.starts, b.Len())
	}
	last := len(w.starts) - 1
	start := w.starts[min(from, last)]
	return Excerpt(w.marked, start, max(start, w.starts[min(to, last)]))
}

// inTable returns the row of a returned table that shows what a finding says.
func (x *surroundings) inTable(f *finding) string {
	if was, now := strings.Split(f.Was, "\n"), strings.Split(f.Now, "\n"); len(now) > 1 {
		for i, row := range now {
			if i >= len(was) || was[i] != row {
				return Excerpt(row, 0, 0)
			}
		}
	}
	first := ""
	for _, r := range f.inTable.Rows {
		var cells []string
		hit := false
		for _, c := range r.Cells {
			var lines []string
			for p := range wml.Paragraphs(c.Blocks...) {
				lines = append(lines, reads(p.Runs, true))
			}
			cell := strings.Join(lines, " ")
			cells, hit = append(cells, cell), hit || f.Now != "" && cell == f.Now
		}
		row := strings.Join(cells, " | ")
		if hit || f.Now != "" && row == f.Now {
			return around(row, f.Was, f.Now)
		}
		if first == "" {
			first = Excerpt(row, 0, 0)
		}
	}
	return first
}

// inSource returns an excerpt of the source of the block that a finding is about, around what was deleted or
// changed there.
func (x *surroundings) inSource(f *finding) string {
	file, at := x.s.doc.File, f.node.At()
	start, end := at.Span.Start, at.Span.End
	if sec, ok := f.node.(*noma.Section); ok {
		start, end = sec.Heading.Start, sec.Heading.End
	}
	if _, ok := f.node.(*noma.Document); ok {
		return Everywhere
	}
	const most = 1 << 14 // enough of a block to find a word in
	end = min(end, start+most)
	slice := file.Text[start:end]
	if f.Now == "" && f.Was != "" && squeeze(slice) == squeeze(f.Was) {
		return x.betweenLines(at.Line, at.EndLine)
	}
	line, _, _ := strings.Cut(f.Was, "\n")
	if i := strings.Index(slice, line); line != "" && i >= 0 {
		return Excerpt(slice, i, i+len(line))
	}
	return Excerpt(slice, 0, 0)
}

// betweenLines names the lines of the source around others.
func (x *surroundings) betweenLines(first, last int) string {
	file := x.s.doc.File
	shows := func(line int) string {
		t := strings.TrimSpace(file.LineSpan(line).Of(file.Text))
		if strings.Trim(t, ":`~-") == "" {
			return "" // the end of a block
		}
		return t
	}
	before, after := "", ""
	for line := first - 1; line >= 1 && before == ""; line-- {
		before = shows(line)
	}
	for line := last + 1; line <= file.Lines() && after == ""; line++ {
		after = shows(line)
	}
	return betweenTexts(before, after)
}

// between names what stands around a paragraph of the returned file.
func (x *surroundings) between(p *wml.Paragraph) string {
	if x.at == nil {
		x.at = map[*wml.Paragraph]int{}
		for _, st := range x.s.returned.Stories {
			for q := range wml.Paragraphs(st.Blocks...) {
				x.at[q] = len(x.order)
				if text(q.Runs) != "" {
					x.order = append(x.order, q)
				}
			}
		}
	}
	k, ok := x.at[p]
	if !ok {
		return Everywhere
	}
	before, after := "", ""
	if k > 0 {
		before = reads(x.order[k-1].Runs, true)
	}
	if k < len(x.order) && x.order[k] == p {
		k++
	}
	if k < len(x.order) {
		after = reads(x.order[k].Runs, true)
	}
	return betweenTexts(before, after)
}

func betweenTexts(before, after string) string {
	quote := func(t string, end bool) string {
		const half = nearWidth / 2
		r := []rune(squeeze(flat(t)))
		switch {
		case len(r) <= half:
			return "“" + string(r) + "”"
		case end:
			return "“…" + strings.TrimSpace(string(r[nextWord(r, len(r)-half, len(r)-1):])) + "”"
		}
		return "“" + strings.TrimSpace(string(r[:lastWord(r, half, half/2)])) + "…”"
	}
	switch {
	case before == "" && after == "":
		return Everywhere
	case before == "":
		return "before " + quote(after, false)
	case after == "":
		return "behind " + quote(before, true)
	}
	return "between " + quote(before, true) + " and " + quote(after, false)
}
