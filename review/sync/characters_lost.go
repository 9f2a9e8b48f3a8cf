package reviewsync

import (
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

// Characters that a program writes in its own way: it has no sign for them, leaves them out or takes others. What has happened to nearly
// all of a character in the same way was done by the program, and is no edit: they are put back.

// The kinds of characters, as a finding names them.
const (
	softHyphens = iota
	fixedHyphens
	fixedBlanks
	quotationMarks
	dashes
	symbols
)

var characterKinds = [...]string{"soft hyphens", "hyphens at which no line ends", "blanks at which no line ends", "quotation marks", "dashes", "symbols"}

// characterKind returns the kind of a character, -1 for one that all programs write alike.
func characterKind(r rune) int {
	switch {
	case r == '"', r == '\'', unicode.In(r, unicode.Pi, unicode.Pf), r == '‚', r == '„':
		return quotationMarks
	case r < utf8.RuneSelf, unicode.IsLetter(r), r == sign, r == utf8.RuneError:
		return -1
	case r == '\u00ad':
		return softHyphens
	case r == '\u2011':
		return fixedHyphens
	case unicode.IsSpace(r), unicode.Is(unicode.Zs, r):
		return fixedBlanks
	case unicode.Is(unicode.Pd, r), r == '−':
		return dashes
	case unicode.IsPunct(r), unicode.IsSymbol(r), unicode.In(r, unicode.No, unicode.Co):
		return symbols
	}
	return -1
}

// usual reports whether a text is what programs write for a character that they do not have.
func usual(r rune, now string) bool {
	c, n := utf8.DecodeRuneInString(now)
	if n == len(now) && (c == '?' || c == utf8.RuneError && n > 1 || unicode.Is(unicode.Co, c)) {
		return true
	}
	switch kind := characterKind(r); kind {
	case softHyphens:
		return now == "" || now == "-"
	case fixedHyphens:
		return now == "-"
	case dashes:
		return strings.Trim(now, "-") == "" && n > 0
	case fixedBlanks:
		return now == " " || now == "\u00a0"
	case quotationMarks:
		return n > 0 && n == len(now) && characterKind(c) == kind
	}
	return r == '…' && now == "..."
}

// charactersOf returns a text with the characters of runs, as [flatOf], but with those that are elements of their own.
func charactersOf(runs ...wml.Run) string {
	var b strings.Builder
	for i := range runs {
		if r := &runs[i]; wml.Original.Shows(r) && r.Kind == wml.NoBreakHyphen {
			b.WriteString(layout.Characters(r))
		} else {
			b.WriteString(flatOf(*r))
		}
	}
	return b.String()
}

// lettersOf returns the letters of a text and the blanks between them: by these paragraphs are paired, whatever became of the rest. Soft
// hyphens are within words.
func lettersOf(text string) string {
	return strings.Join(strings.FieldsFunc(strings.ReplaceAll(text, "\u00ad", ""), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && r != sign
	}), " ")
}

// lostCharacters returns the characters of which nearly all that were sent did not come back.
func (in *normalized) lostCharacters() map[rune]bool {
	if in.keepsFormatting() {
		return nil
	}
	n := map[rune]int{}
	count := func(text string, by int) {
		for _, r := range text {
			if characterKind(r) >= 0 {
				n[r] += by
			}
		}
	}
	in.eachAsSent(func(p *layout.Para) { count(charactersOf(p.Runs()...), 1) })
	if len(n) == 0 {
		return nil
	}
	sent := maps.Clone(n)
	for p := range in.paragraphs() {
		count(withoutMark(p), -1)
	}
	lost := map[rune]bool{}
	for r, gone := range n {
		if sent[r] > 0 && nearlyAllOf(gone, sent[r]) {
			lost[r] = true
		}
	}
	return lost
}

// habitual is how many of 1000 of a kind make a habit of what happened to them.
const habitual = 750

// nearlyAllOf reports whether a number is nearly all of another one.
func nearlyAllOf(n, of int) bool { return n > 0 && 1000*n >= habitual*of }

// restoreCharacters puts characters back that were lost.
func (in *normalized) restoreCharacters(lost map[rune]bool) {
	if len(lost) == 0 {
		return
	}
	var sent []flatText
	for b := range in.flows() {
		layout.EachPara(b, func(p *layout.Para) {
			text := charactersOf(p.Runs()...)
			t := flatText{wording: wording{text: lettersOf(text)}, para: p}
			for at, r := range text {
				if lost[r] {
					t.fields = append(t.fields, flatField{at: at, kind: characterKind(r), run: wml.Run{Text: string(r)}})
				}
			}
			if text != "" {
				sent = append(sent, t)
			}
		})
	}
	pairs := pairTextsBy(sent, in.withRuns(), func(p *wml.Paragraph) string { return lettersOf(charactersOf(p.Runs...)) },
		func(letters string) string { return strings.Join(strings.Fields(letters), "") }) // a sign between them may have become none
	became := in.becameOf(pairs)
	var back []ofOneKind
	for _, x := range pairs {
		in.plan.Look.Now()
		whole := *x.came
		whole.Runs = slices.Clone(whole.Runs)
		again := x.charactersBack(&whole, became)
		if in.editedSince(x.para) && !in.wasSent(whole.Runs) {
			continue // nothing says that it was sent with them
		}
		x.came.Runs = whole.Runs
		back = append(back, again...)
	}
	in.tellKinds(sayCharacters, characterKinds[:], back)
}

// becameOf returns what nearly all of each character became. Of few it counts only when programs usually write that.
func (in *normalized) becameOf(pairs []flatPair) map[string]string {
	seen := map[string]map[string]int{}
	for _, x := range pairs {
		in.plan.Look.Now()
		now := charactersOf(x.came.Runs...)
		came := placesOf(x.differences(now))
		for _, f := range x.fields {
			if from, to, ok := came.between(f.at, f.at+len(f.run.Text)); ok && to-from <= mostWritten {
				if seen[f.run.Text] == nil {
					seen[f.run.Text] = map[string]int{}
				}
				seen[f.run.Text][now[from:to]]++
			}
		}
	}
	became := map[string]string{}
	for c, list := range seen {
		n, most := 0, ""
		for _, now := range slices.Sorted(maps.Keys(list)) {
			if n += list[now]; list[now] > list[most] {
				most = now
			}
		}
		r, _ := utf8.DecodeRuneInString(c)
		if most != c && nearlyAllOf(list[most], n) && (n > fewFields || usual(r, most)) {
			became[c] = most
		}
	}
	return became
}

// charactersBack puts the characters of a text back into the paragraph that came of it. It returns these.
func (t *flatText) charactersBack(p *wml.Paragraph, became map[string]string) (back []ofOneKind) {
	var was strings.Builder // the text as the program writes it
	var at []int
	var fields []flatField
	cut, text := 0, charactersOf(t.para.Runs()...)
	for _, f := range t.fields {
		if now, ok := became[f.run.Text]; ok {
			was.WriteString(text[cut:f.at])
			at, fields = append(at, was.Len()), append(fields, f)
			was.WriteString(now)
			cut = f.at + len(f.run.Text)
		}
	}
	was.WriteString(text[cut:])
	diffs, _ := mapped(was.String(), charactersOf(p.Runs...))
	came := placesOf(diffs)
	var list []putBack
	for i, f := range fields {
		now := became[f.run.Text]
		if from, to, ok := came.between(at[i], at[i]+len(now)); ok && to-from == len(now) {
			list = append(list, putBack{from, to, f.run.Text, f.kind})
		}
	}
	putCharacters(p, list, func(x putBack) {
		back = append(back, ofOneKind{x.kind, instance{t.para.Node, x.character, became[x.character]}})
	})
	return back
}
