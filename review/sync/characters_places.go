package reviewsync

import (
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/sergi/go-diff/diffmatchpatch"

	"github.com/nomadocx/nomadocx/internal/office/wml"
)

// Where the characters of a text are in what came of it: each in a time that does not depend on how many there are.

// mostWritten is the length of the longest text that programs write for a character.
const mostWritten = len("????")

// differences returns those of the text of a paragraph that was sent and the one that came of it. As far as only the characters of fields
// became others, from the beginning and from the end, they are read off in order.
func (t *flatText) differences(now string) []diffmatchpatch.Diff {
	was := charactersOf(t.para.Runs()...)
	out, at, came, left := readOff(was, now, t.fields)
	was, now = was[at:], now[came:]
	if len(left) == 0 || !utf8.ValidString(was) || !utf8.ValidString(now) {
		diffs, _ := mapped(was, now)
		return append(out, diffs...)
	}
	var back []flatField
	for _, f := range slices.Backward(left) {
		f.at = at + len(was) - f.at - len(f.run.Text)
		back = append(back, f)
	}
	behind, at, came, _ := readOff(backward(was), backward(now), back)
	diffs, _ := mapped(was[:len(was)-at], now[:len(now)-came])
	out = append(out, diffs...)
	for _, d := range slices.Backward(behind) {
		out = append(out, diffmatchpatch.Diff{Type: d.Type, Text: backward(d.Text)})
	}
	return out
}

// backward returns the characters of a text from the last to the first.
func backward(text string) string {
	r := []rune(text)
	slices.Reverse(r)
	return string(r)
}

// readOff returns the differences of two texts as far as nothing but the characters of fields became others in the second one, where these
// end in both, and the fields behind that.
func readOff(was, now string, fields []flatField) (out []diffmatchpatch.Diff, at, came int, left []flatField) {
	add := func(kind diffmatchpatch.Operation, text string) {
		if text != "" {
			out = append(out, diffmatchpatch.Diff{Type: kind, Text: text})
		}
	}
	for len(fields) > 0 {
		n, end := 0, fields[0].at
		for n < len(fields) && fields[n].at == end {
			end += len(fields[n].run.Text)
			n++ // it stands behind the one before
		}
		next := len(was)
		if n < len(fields) {
			next = fields[n].at
		}
		front, behind := was[at:fields[0].at], was[end:next]
		rest, ok := strings.CutPrefix(now[came:], front)
		size, most := 0, min(n*mostWritten, len(rest))
		for ok && size <= most && !(strings.HasPrefix(rest[size:], behind) && (next < len(was) || rest[size:] == behind)) {
			size++
		}
		if !ok || size > most || size%n != 0 {
			break
		}
		add(diffmatchpatch.DiffEqual, front)
		signs := rest[:size]
		for k, f := range fields[:n] {
			to := len(signs) / (n - k)
			if f.run.Text == signs[:to] {
				add(diffmatchpatch.DiffEqual, f.run.Text)
			} else {
				add(diffmatchpatch.DiffDelete, f.run.Text)
				add(diffmatchpatch.DiffInsert, signs[:to])
			}
			signs = signs[to:]
		}
		add(diffmatchpatch.DiffEqual, behind)
		at, came, fields = next, came+len(front)+size+len(behind), fields[n:]
	}
	return out, at, came, fields
}

// places are the differences of two texts with where each begins in both.
type places []placed

type placed struct {
	diffmatchpatch.Diff
	was, now int
}

// placesOf returns the places of differences, and one at the end of both texts.
func placesOf(diffs []diffmatchpatch.Diff) (out places) {
	was, now := 0, 0
	for _, d := range diffs {
		if d.Type != diffmatchpatch.DiffInsert {
			out = append(out, placed{d, was, now})
			was += len(d.Text)
		}
		if d.Type != diffmatchpatch.DiffDelete {
			now += len(d.Text)
		}
	}
	return append(out, placed{diffmatchpatch.Diff{Type: diffmatchpatch.DiffEqual}, was, now})
}

// cameTo returns where in the second text the byte at a place of the first is, and the end for the end; false when it is not there.
func (x places) cameTo(place int) (int, bool) {
	i := sort.Search(len(x), func(i int) bool { return x[i].was > place }) - 1
	if i < 0 || x[i].Type != diffmatchpatch.DiffEqual || i == len(x)-1 && place > x[i].was {
		return -1, false
	}
	return x[i].now + place - x[i].was, true
}

// between returns where in the second text begins and ends what stands in the place of a stretch of the first one; false when what is
// before and behind that did not stay.
func (x places) between(from, to int) (int, int, bool) {
	start, before := x.cameTo(from - 1)
	end, behind := x.cameTo(to)
	return start + 1, end, (before || from == 0) && behind && start < end
}

// putBack is where in a paragraph a character of a kind is to be put.
type putBack struct {
	from, to  int
	character string
	kind      int
}

// putCharacters puts characters in the place of stretches of those of a paragraph, in order, and gives those that were put: not what is
// no text.
func putCharacters(p *wml.Paragraph, list []putBack, put func(putBack)) {
	at := 0
	for i := range p.Runs {
		r := &p.Runs[i]
		n := len(charactersOf(*r))
		if n == 0 {
			continue
		}
		var b strings.Builder
		cut := 0
		for len(list) > 0 {
			x := list[0]
			if x.from > at+n || x.from == at+n && (x.from < x.to || r.Kind != wml.Text) {
				break // it is in a run behind this
			}
			list = list[1:]
			if r.Kind == wml.Text && x.to <= at+n && x.from >= at+cut {
				b.WriteString(r.Text[cut:x.from-at] + x.character)
				cut = x.to - at
				put(x)
			}
		}
		if b.Len() > 0 {
			r.Text = b.String() + r.Text[cut:]
		}
		at += n
	}
}

// besideKept is how many bytes beside a stretch say that it is the one that was there.
const besideKept = 4

// kept returns where in the second text a stretch of the first is; false when it was edited, or so much around it that it may be another
// one. Right beside an empty one nothing may be edited. No differences are those of two texts that are the same.
func (x places) kept(from, to int) (int, bool) {
	if x == nil {
		return from, true
	}
	end := x[len(x)-1]
	for _, p := range x {
		before, behind := from-p.was, p.was+len(p.Text)-to
		if p.Type != diffmatchpatch.DiffEqual || before < 0 || behind < 0 {
			continue
		}
		sure := max(before, behind) >= min(besideKept, end.was-(to-from))
		if from == to {
			starts, ends := from == 0 && p.now == 0, to == end.was && p.now+len(p.Text) == end.now
			sure = (before > 0 || starts) && (behind > 0 || ends) && len(p.Text) >= min(2*besideKept, end.was)
		}
		if sure {
			return p.now + before, true
		}
	}
	return -1, false
}
