package reviewsync

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

// The tracked changes that were sent, in the runs of a paragraph in which a program has made text of them.

// track gives a paragraph the tracked changes of those that were sent, and returns the paragraphs that stand before it then. edits are the
// differences between their text and its own, nil for none. It changes nothing and reports false where the words of a change or those
// beside it were edited, and where one would be in the middle of something that is no text.
func (in *normalized) track(came *wml.Paragraph, sent []*layout.Para, edits places) (before []wml.Block, ok bool) {
	known := hasMarks(came) // it is among the marked ones
	rest := flatReader{runs: slices.Clone(came.Runs), at: make([]spot, len(came.Runs)+1)}
	var parts [][]wml.Run
	text := acceptedText(came.Runs)
	at, taken := 0, 0 // how much of the text that was sent is read, and how much of what came is taken
	for part, p := range sent {
		var runs []wml.Run
		take := func(n int, ins *wml.Revision) bool { // n bytes from at on, with what came before them
			if n == 0 && at == 0 && part < len(sent)-1 {
				return true // all that stands before it is gone
			}
			from, ok := edits.kept(at, at+n)
			for _, x := range []struct {
				n   int
				ins *wml.Revision
			}{{from - taken, nil}, {n, ins}} {
				if ok && x.n != 0 {
					var words []wml.Run
					words, ok = rest.take(x.n, x.ins, part, len(runs))
					runs = append(runs, words...)
				}
			}
			taken = from + n
			return ok
		}
		all := p.Runs()
		for k, r := range all {
			ins := r.Ins
			if r.Del != nil {
				if !take(0, nil) || edits != nil && at > 0 && stillThere(text, taken, all, k) {
					return nil, false
				}
				runs = append(runs, r)
				continue
			}
			r.Ins = nil
			n := len(charactersOf(r))
			if ins != nil && !take(n, ins) {
				return nil, false
			}
			at += n
		}
		if part < len(sent)-1 && !take(0, nil) {
			return nil, false
		}
		parts = append(parts, runs)
	}
	last := len(parts) - 1
	parts[last] = append(parts[last], rest.all(last, len(parts[last]))...)
	rest.at[len(came.Runs)] = spot{last, len(parts[last])}
	points := make([][]wml.Point, len(parts))
	for _, x := range came.Points {
		to := rest.at[min(x.At, len(came.Runs))]
		x.At = to.run
		points[to.part] = append(points[to.part], x)
	}
	for i, p := range sent[:last] {
		x := came.Like(parts[i])
		if like := sent[last]; p.Style != like.Style || p.List != like.List || p.Level != like.Level || p.Align != like.Align {
			x.Style, x.List, x.Level, x.Align, x.StyleAlign = p.Style, p.List, p.Level, p.Align, ""
		}
		x.Points, x.MarkIns, x.MarkDel = points[i], p.Ins, p.Del
		before = append(before, x)
		in.marked = append(in.marked, x)
	}
	came.Runs, came.Points, came.MarkIns, came.MarkDel = parts[last], points[last], sent[last].Ins, sent[last].Del
	if !known {
		in.marked = append(in.marked, came)
	}
	return before, true
}

// stillThere reports whether a text has at a place, or right before it, the words that the runs from k on take out by tracked changes, and
// nothing is put in beside them.
func stillThere(text string, at int, runs []wml.Run, k int) bool {
	if k > 0 && runs[k-1].Ins != nil {
		return false
	}
	end := k
	for end < len(runs) && runs[end].Del != nil {
		end++
	}
	words := rejectedText(runs[k:end])
	return words != "" && (end == len(runs) || runs[end].Ins == nil) && (strings.HasPrefix(text[at:], words) || strings.HasSuffix(text[:at], words))
}

// flatReader takes runs by their characters; at says where each of them begins then.
type flatReader struct {
	runs []wml.Run
	next int // the number of the first of them
	cut  bool
	at   []spot
}

// spot is a run of one of several paragraphs.
type spot struct{ part, run int }

// all returns the runs that are left; they go behind count others of a paragraph.
func (r *flatReader) all(part, count int) []wml.Run {
	for i := range r.runs {
		if i > 0 || !r.cut {
			r.at[r.next+i] = spot{part, count + i}
		}
	}
	return r.runs
}

// take returns runs of n characters, and what has none before them, as parts of a tracked change; they go behind count others of
// a paragraph. It reports false when they end within something that is no text.
func (r *flatReader) take(n int, ins *wml.Revision, part, count int) (out []wml.Run, ok bool) {
	for len(r.runs) > 0 {
		run := r.runs[0]
		size := len(charactersOf(run))
		if n == 0 && size > 0 {
			break
		}
		if !r.cut {
			r.at[r.next] = spot{part, count + len(out)}
		}
		run.Ins = ins
		if size > n {
			if n < 0 || !run.Kind.IsText() || len(run.Text) != size {
				return nil, false
			}
			r.runs[0].Text, run.Text, r.cut = run.Text[n:], run.Text[:n], true
			return append(out, run), true
		}
		out, n = append(out, run), n-size
		r.runs, r.next, r.cut = r.runs[1:], r.next+1, false
	}
	return out, n == 0
}
