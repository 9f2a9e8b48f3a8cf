package reviewsync_test

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/beevik/etree"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// Programs that cannot run in tests, each as the habits that are publicly known of the files it saves. That a program has a habit is
// assumed, see docs/editors.md; that a habit is no edit is what is tested.

// simulated is a program: what it calls itself in the properties of a file, and its habits in order.
type simulated struct {
	application string
	habits      []string
}

// simulations are the programs by name.
var simulations = map[string]simulated{
	"Word for the web": {"Microsoft Office Word", []string{"ids of sessions", "runs in parts", "marks of spelling", "language on runs", "hyphens as elements",
		"soft hyphens as elements"}},
	"Word for Mac": {"Microsoft Macintosh Word", []string{"ids of sessions", "runs in parts", "marks of spelling", "page breaks of the layout", "bookmark of the cursor",
		"no proofing", "properties of runs in another order", "pictures encoded anew", "hyphens as elements", "soft hyphens as elements"}},
	"Google Docs": {"", []string{"fields as text", "no content controls", "no custom XML", "no properties", "save with merged runs", "fonts on runs", "footnotes only",
		"lists of their own", "borders on tables", "no repeated rows", "no names of extensions", "bookmarks renamed", "comments anew"}},
	"Google Docs without our styles": {"", []string{"fields as text", "no content controls", "no custom XML", "no properties", "no styles of ours", "save with merged runs",
		"fonts on runs", "footnotes only", "lists of their own", "borders on tables", "no repeated rows", "no names of extensions", "bookmarks renamed", "comments anew"}},
	"Pages": {"", []string{"fields as text", "no content controls", "no custom XML", "no properties", "ids of styles", "lists of their own", "other marks of lists", "borders on tables", "no names of extensions",
		"other days of comments"}},
	"OnlyOffice": {"ONLYOFFICE/8.1", []string{"ids of styles", "lists of their own", "ids of content controls", "no names of extensions", "comments anew", "language on runs"}},
	"Quill":      {"Quill 3", []string{"frames as a style", "no content controls", "no custom XML", "no properties", "save with merged runs"}},
	"WPS":        {"WPS Office_12.1_F1E327BC", []string{"East Asian fonts on runs", "property of the build", "bookmark of the cursor", "runs in parts"}},
}

// TestPrograms: a file that was saved by one or two of these programs, unedited, changes nothing; and with an edit it brings in what it
// brings in without them.
func TestPrograms(t *testing.T) {
	t.Parallel()
	tally := map[string]int{}
	n := seeds(1000)
	eachSeed(t, *from, n, tally, throughPrograms)
	if lost := tally["reported"]; lost > 1 && 50*lost > tally["edits"] {
		t.Errorf("of %d edits %d are reported and not applied", tally["edits"], lost)
	}
	t.Logf("%d documents, %d edits, %d of them reported", n, tally["edits"], tally["reported"])
}

// TestProgramsBefore: a file that another program changed before Word or LibreOffice saved it changes nothing either.
func TestProgramsBefore(t *testing.T) {
	t.Parallel()
	before := []string{"Google Docs", "Pages"} // whose files say nothing of their export any more
	eachSeed(t, *from, seeds(200), nil, func(t *testing.T, seed int, _ map[string]int) {
		src := docgen.Document(seeded{rand.New(rand.NewPCG(uint64(seed), 69))}, 10)
		d, err := openDesk(savedBy(t, render(t, src), before[seed%2:seed%2+1]))
		if err == nil {
			err = d.writtenBy([]string{"LibreOffice/24.2", "Microsoft Office Word"}[seed/2%2])
		}
		if err != nil {
			t.Fatal(err)
		}
		file, err := d.save()
		if err != nil {
			t.Fatal(err)
		}
		if got, res := sync(t, src, file); got != src {
			t.Fatalf("the source becomes\n%s\nof\n%s\nfindings: %s", got, src, describe(res))
		}
	})
}

func throughPrograms(t *testing.T, seed int, tally map[string]int) {
	names := slices.Sorted(maps.Keys(simulations))
	c := seeded{rand.New(rand.NewPCG(uint64(seed), 67))}
	src := docgen.Document(c, 10)
	if seed%3 == 0 {
		src = withSigns(c, src)
	}
	through := []string{names[seed%len(names)]}
	if other := names[seed/len(names)%len(names)]; other != through[0] {
		through = append(through, other)
	}
	quietThrough(t, src, savedBy(t, render(t, src), through), through)
	faithfulThrough(t, src, through, c, tally)
}

// habitNamed is in the message of every finding about a program: how many of what it changed, what cannot be seen any more, and its name.
var habitNamed = []*regexp.Regexp{regexp.MustCompile(`\(\d+\)`), regexp.MustCompile(`hether a reviewer .* is not seen`),
	regexp.MustCompile(`the program that saved it|Quill 3|AbiWord|ONLYOFFICE|WPS Office|Microsoft|LibreOffice`)}

// quietThrough holds Quiet against an unedited file: at most one finding of a class, and all of what programs do.
func quietThrough(t *testing.T, src string, file []byte, through []string) {
	t.Helper()
	got, res := sync(t, src, file)
	said := map[string]bool{}
	for _, f := range res.Findings {
		if f.Outcome != reviewsync.Editor || said[f.Message] {
			t.Fatalf("%s: %s: %q → %q\n%s\nfindings: %s", through, f.Message, f.Was, f.Now, src, describe(res))
		}
		said[f.Message] = true
		for _, part := range habitNamed {
			if !part.MatchString(f.Message) {
				t.Fatalf("%s: no %s in: %s", through, part, f.Message)
			}
		}
	}
	if got != src {
		t.Fatalf("%s: the source becomes\n%s\nof\n%s\nfindings: %s", through, got, src, describe(res))
	}
}

// edits are what a person does in any program; the rest of the gestures are kinds of which some programs keep nothing.
var edits = []gesture{
	{"words", (*hand).typeToken}, {"words", (*hand).typeToken}, {"words deleted", (*hand).deleteWords}, {"paragraph", (*hand).typeBody},
	{"cell", (*hand).typeTokenInCell}, {"comment", (*hand).commentSomewhere}, {"tracked words", (*hand).trackWords},
}

// faithfulThrough: an edit comes into the source as it does without the programs, or is reported.
func faithfulThrough(t *testing.T, src string, through []string, c docgen.Chooser, tally map[string]int) {
	t.Helper()
	file, log := someOf(t, edits, render(t, src), c, 1, map[string]int{})
	if log == nil {
		return
	}
	want, alone := sync(t, src, file)
	got, res := sync(t, src, savedBy(t, file, through))
	tally["edits"]++
	if sameBesidePlace(got, want, through) {
		return
	}
	open := func(f reviewsync.Finding) bool { return !f.Done() && !f.NoEdit() }
	// Of one or two things that a program may have changed the report says which.
	told := func(f reviewsync.Finding) bool { return open(f) || f.Outcome == reviewsync.Editor && f.Was != "" }
	gone := func(name string) bool { return slices.Contains(simulations[name].habits, "no styles of ours") }
	if slices.ContainsFunc(through, gone) && withoutTyped(got) == withoutTyped(src) {
		tally["as text"]++ // which style a new paragraph has is nowhere
		return
	}
	if strings.Contains(want, "So zz1q it is.\n```") && slices.Contains(through, "Quill") && withoutTyped(got) == withoutTyped(want) {
		tally["as text"]++ // a line behind the last one of code has the style of code nowhere, as that one has another
		return
	}
	if got == src && slices.ContainsFunc(res.Findings, told) {
		tally["reported"]++
		return
	}
	if want == src && !slices.ContainsFunc(res.Findings, open) && proposes(t, got, src, file) {
		return // words in a field, which are reported without the programs, are words of the text where the field came back as text
	}
	t.Fatalf("%s, %s: the source becomes\n%s\nand without\n%s\nof\n%s\nfindings: %s\nwithout: %s", through, log, got, want, src, describe(res), describe(alone))
}

// proposes reports whether a source is another one with a change request for the tracked words of a file, and nothing else.
func proposes(t *testing.T, now, was string, file []byte) bool {
	t.Helper()
	if newRequest.ReplaceAllString(plainLines(now), "") != plainLines(was) {
		return false
	}
	plan, d := planOf(t, now), read(t, file)
	typed := func(r *wml.Revision) bool { return r != nil && len(r.ID) == 4 && strings.HasPrefix(r.ID, "90") }
	from, to := "", ""
	for _, st := range d.Stories {
		for p := range wml.Paragraphs(st.Blocks...) {
			for _, r := range p.Runs {
				switch {
				case typed(r.Ins):
					to += r.Text
				case typed(r.Del):
					from += r.Text
				}
			}
		}
	}
	shows := func(markup string) (text string) {
		for _, r := range plan.Names.Inline(markup) {
			text += r.Text
		}
		return text
	}
	for n := range noma.Walk(plan.Doc) {
		if x, ok := n.(*noma.Directive); ok && x.Is(noma.Request) && !strings.Contains(was, x.ID) {
			q := layout.ReadRequest(x)
			return strings.TrimSpace(shows(q.From)) == strings.TrimSpace(from) && strings.TrimSpace(shows(q.To)) == strings.TrimSpace(to)
		}
	}
	return false
}

// typed is a paragraph that a reviewer typed, and blank lines.
var typed = regexp.MustCompile(`(?m)^So zz1q it is\.(\n|\z)|^\n+`)

// withoutTyped returns a source without paragraphs that were typed and without blank lines.
func withoutTyped(text string) string {
	return strings.TrimSuffix(typed.ReplaceAllString(plainLines(text), ""), "\n")
}

// plainLines returns a source with line feeds alone at the ends of its lines.
func plainLines(text string) string { return strings.ReplaceAll(text, "\r\n", "\n") }

// newRequest is a change request that was brought in.
var newRequest = regexp.MustCompile(`(?m)^(:{2,})change_request\{id="change-[^}]*-90\d\d" .*\n:{2,}\n\n`)

// sameBesidePlace compares sources without what may differ of new comments and change requests through programs.
func sameBesidePlace(a, b string, through []string) bool {
	if slices.ContainsFunc(through, func(name string) bool { return slices.Contains(simulations[name].habits, "no content controls") }) {
		a, b = wholeLine.ReplaceAllString(a, ""), wholeLine.ReplaceAllString(b, "")
	}
	return besidePlace.ReplaceAllString(a, "") == besidePlace.ReplaceAllString(b, "")
}

// savedBy returns a file as programs save it, one after the other.
func savedBy(t *testing.T, file []byte, through []string) []byte {
	t.Helper()
	d, err := openDesk(file)
	for _, name := range through {
		x := simulations[name]
		for _, habit := range x.habits {
			do := channels[habit]
			if do == nil {
				do = habits[habit]
			}
			if do == nil {
				t.Fatalf("%s: no such habit: %s", name, habit)
			}
			err = errors.Join(err, do(d))
		}
		err = errors.Join(err, d.writtenBy(x.application))
	}
	if err != nil {
		t.Fatal(err)
	}
	out, err := d.save()
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// typeToken types a word behind another one.
func (h *hand) typeToken() string { return h.tokenIn(h.writing()) }

// typeTokenInCell does so in a cell.
func (h *hand) typeTokenInCell() string {
	if cell := h.pick(below(h.body(), "tc")); cell != nil {
		return h.tokenIn(h.pick(below(cell, "p")))
	}
	return ""
}

// typeBody types a paragraph like another one behind it.
func (h *hand) typeBody() string {
	p := h.writing()
	if p == nil || p.FindElement("w:pPr/w:sectPr") != nil {
		return ""
	}
	now := newParagraph("So "+h.token()+" it is.", p.SelectElement("w:pPr"))
	insertAfter(p, now)
	return fmt.Sprintf("%q behind %q", textOf(now), textOf(p))
}

// tokenIn types a word behind another one of a paragraph.
func (h *hand) tokenIn(p *etree.Element) string {
	if p == nil {
		return ""
	}
	_, t := h.run(p)
	if t == nil || !strings.Contains(strings.TrimSpace(t.Text()), " ") {
		return ""
	}
	words := strings.SplitAfter(t.Text(), " ")
	k := 1 + h.c.Intn(len(words)-1)
	was := t.Text()
	t.SetText(strings.Join(words[:k], "") + h.token() + " " + strings.Join(words[k:], ""))
	return fmt.Sprintf("%q → %q", was, t.Text())
}
