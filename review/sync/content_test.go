package reviewsync_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	"github.com/nomadocx/nomadocx/layout"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// Faithful and Accounted for all that a reader sees, not only for the paragraphs of the main text:
// headers and footers, notes, comments with who wrote them, tracked changes with who proposed them, alternative
// texts, links, formatting.

// contentOf counts what a file shows, each thing under its kind: "comment by Ann: Is that so?".
func contentOf(d *wml.Document) map[string]int {
	out := map[string]int{}
	for _, st := range d.Stories {
		kind := [...]string{wml.MainStory: "text", wml.HeaderStory: "header", wml.FooterStory: "footer"}[st.Kind]
		for _, b := range st.Blocks {
			if text, line := reviewsync.AtLastTab(b); line != nil && st.Kind != wml.MainStory { // the number of the page is apart
				noteContent(out, kind, line)
				b = text
			}
			noteContent(out, kind, b)
		}
	}
	for _, c := range d.Comments {
		note(out, "comment by "+c.Author, proseOf(c.Blocks))
		noteProposed(out, "comment", c.Blocks)
		if c.Resolved != nil && *c.Resolved {
			note(out, "resolved comment", proseOf(c.Blocks))
		}
	}
	for kind, notes := range map[string][]*wml.Note{"footnote": d.Footnotes, "endnote": d.Endnotes} {
		seen := referencesTo(d, kind)
		for _, n := range notes {
			if seen[n.ID] {
				note(out, kind, proseOf(n.Blocks))
				noteProposed(out, kind, n.Blocks)
			}
		}
	}
	return out
}

// noteProposed counts what is proposed in a comment or note.
func noteProposed(out map[string]int, kind string, blocks []wml.Block) {
	for p := range wml.Paragraphs(blocks...) {
		for i := range p.Runs {
			if p.Runs[i].Ins != nil || p.Runs[i].Del != nil {
				note(out, "proposed in a "+kind, p.Runs[i].Text)
			}
		}
	}
}

// referencesTo returns the notes of a kind that the text refers to. A note whose reference went with its text is in
// the file still, and nobody sees it.
func referencesTo(d *wml.Document, kind string) map[string]bool {
	out := map[string]bool{}
	for _, st := range d.Stories {
		for p := range wml.Paragraphs(st.Blocks...) {
			for i := range p.Runs {
				if n := p.Runs[i].Note(); n != nil && n.Endnote == (kind == "endnote") {
					out[n.ID] = true
				}
			}
		}
	}
	return out
}

func note(out map[string]int, kind, text string) {
	if text = strings.TrimSpace(text); text != "" {
		out[kind+": "+text]++
	}
}

// proseOf returns the text of a comment or note, without the line that says who resolved it.
func proseOf(blocks []wml.Block) string {
	var lines []string
	for p := range wml.Paragraphs(blocks...) {
		if s := plain(p); s != "" && !strings.HasPrefix(s, "Status: resolved") {
			lines = append(lines, s)
		}
	}
	return strings.Join(lines, "\n")
}

// eachMain calls f for the paragraphs of the main text.
func eachMain(d *wml.Document, f func(*wml.Paragraph)) {
	for _, st := range d.Stories {
		if st.Kind == wml.MainStory {
			for p := range wml.Paragraphs(st.Blocks...) {
				f(p)
			}
		}
	}
}

// plain returns what a reader sees of a paragraph that came back: what fields and controls of a reviewer show, too.
func plain(p *wml.Paragraph) string {
	text := layout.PlainText(layout.Glyphs(unwrapped(p.Runs), wml.Original))
	if _, rest := wml.TypedBox(text); p.List != wml.NoList {
		text = rest // the check box of an item, where there are no controls
	}
	return behindBox(p.Runs, text)
}

// unwrapped returns runs with the fields and controls that are not ours as words.
func unwrapped(in []wml.Run) []wml.Run {
	out := slices.Clone(in)
	for i := range out {
		r := &out[i]
		switch r.Kind {
		case wml.Field:
			words := append(strings.Fields(r.Field().Instr), "", "")
			switch words[0] {
			case "REF", "PAGEREF":
				if strings.HasPrefix(words[1], "n_") {
					continue
				}
			case "SEQ":
				if slices.Contains([]string{"Figure", "Table", "Plot", "Equation"}, words[1]) {
					continue
				}
			case "PAGE", "NUMPAGES":
				continue
			case "ADDIN":
				if words[1] == "NOMA_CITE" {
					continue
				}
			}
			r.Kind = wml.Text
		case wml.Input:
			if !strings.HasPrefix(r.Control().Tag, "noma-") {
				r.Kind = wml.Text
			}
		}
	}
	return out
}

func noteContent(out map[string]int, kind string, b wml.Block) {
	for p := range wml.Paragraphs(b) {
		note(out, kind, plain(p))
		if _, cell := b.(*wml.Table); !cell && p.MarkIns == nil && strings.HasPrefix(p.Style, "Heading") { // what is only split off has no style yet
			note(out, p.Style, plain(p))
		}
		for i := range p.Runs {
			r := &p.Runs[i]
			if r.Ins != nil {
				note(out, "insertion by "+r.Ins.Author, r.Text)
			}
			if r.Del != nil {
				note(out, "deletion by "+r.Del.Author, r.Text)
			}
			if r.Image() != nil {
				note(out, "alternative text", r.Image().Alt)
			}
			if r.Link != nil && r.Link.URL != "" {
				note(out, "link", r.Link.URL)
			}
			for look, bit := range map[string]wml.Style{"bold": wml.Bold, "italic": wml.Italic} {
				if _, cell := b.(*wml.Table); !cell && r.Style&bit != 0 && kind == "text" && r.Ins == nil && r.Del == nil {
					note(out, look, r.Text)
				}
			}
		}
	}
}

// tokens are the words that gestures typed.
var tokens = regexp.MustCompile(`zz\d+q`)

// kindsOf says for each typed word where a reader sees it.
func kindsOf(content map[string]int) map[string][]string {
	out := map[string][]string{}
	for _, item := range slices.Sorted(maps.Keys(content)) {
		kind, text, _ := strings.Cut(item, ": ")
		for _, w := range tokens.FindAllString(text, -1) {
			if !slices.Contains(out[w], kind) {
				out[w] = append(out[w], kind)
			}
		}
	}
	return out
}

// TestFullLaws holds the laws against lists of gestures of every kind.
func TestFullLaws(t *testing.T) {
	n := seeds(700)
	tally := map[string]int{}
	for seed := *from; seed < *from+n; seed++ {
		t.Run(fmt.Sprint(seed), func(t *testing.T) { fullLaws(t, seed, tally) })
	}
	for _, g := range gestures {
		t.Logf("%6d × %s", tally[g.name], g.name)
		if tally[g.name] == 0 && !testing.Short() {
			t.Errorf("%q was never made in %d documents", g.name, n)
		}
	}
}

func fullLaws(t *testing.T, seed int, tally map[string]int) {
	c := seeded{rand.New(rand.NewPCG(uint64(seed), 51))}
	src := docgen.Document(c, 8)
	if seed%10 == 0 { // controls are rare
		src += "\n\n::control{type=\"text\" label=\"Name\" default=\"x\"}\n::\n"
	}
	file, edits := gesturesOn(t, render(t, src), c, *most, tally)
	editedFile(t, "", src, file, edits, c)
	accounted(t, src, file, edits)
}

// accounted: every word that was typed stands in the new source where it stood in the file, and what is
// gone from the file is gone from the source; or the report says what is not so.
func accounted(t fataler, src string, file []byte, edits []string) {
	t.Helper()
	once, res := syncWith(t, src, file, reviewsync.Options{AllowDelete: true})
	fail := func(what string) {
		t.Helper()
		t.Fatalf("%s\nedits: %s\nsource:\n%s\nbecame:\n%s\nfindings: %s", what, strings.Join(edits, "; "), src, once, describe(res))
	}
	was, back, now := contentOf(read(t, render(t, src))), contentOf(read(t, file)), contentOf(read(t, render(t, once)))
	wrote, shows := kindsOf(back), kindsOf(now)
	around := map[string]string{} // what the file shows around each link's target, and around each description that was sent
	eachMain(read(t, render(t, src)), func(p *wml.Paragraph) {
		for i := range p.Runs {
			if im := p.Runs[i].Image(); im != nil {
				around[im.Alt] = plain(p)
			}
		}
	})
	eachMain(read(t, file), func(p *wml.Paragraph) {
		for i := range p.Runs {
			if l := p.Runs[i].Link; l != nil {
				for _, w := range tokens.FindAllString(l.URL, -1) {
					around[w] = plain(p)
				}
			}
		}
	})
	told := func(text string) bool {
		return slices.ContainsFunc(res.Findings, func(f reviewsync.Finding) bool {
			return !f.Done() && (strings.Contains(f.Now, text) || strings.Contains(f.Was, text) || strings.Contains(f.Message, text))
		})
	}
	// What is proposed inside a change request of the source joins that request.
	joined := func(w string) bool {
		return slices.ContainsFunc(res.Findings, func(f reviewsync.Finding) bool {
			return f.Done() && f.Code == reviewsync.CodeRequest && strings.Contains(f.Now, w)
		})
	}
	for _, w := range slices.Sorted(maps.Keys(wrote)) {
		for _, kind := range wrote[w] {
			if change, _, ok := strings.Cut(kind, " by "); ok && change != "comment" && joined(w) && slices.ContainsFunc(shows[w], func(k string) bool { return strings.HasPrefix(k, change) }) {
				continue
			}
			if !slices.Contains(shows[w], kind) && !told(w) && (around[w] == "" || !told(around[w])) {
				fail(fmt.Sprintf("%s is %s in the file, in the source it is %q", w, kind, shows[w]))
			}
		}
	}
	for _, item := range slices.Sorted(maps.Keys(was)) {
		kind, text, _ := strings.Cut(item, ": ")
		switch kind {
		case "header", "footer", "footnote", "endnote", "alternative text", "resolved comment":
		default:
			if !strings.HasPrefix(kind, "comment by") || strings.HasPrefix(text, layout.MarkerPrefix) {
				continue
			}
		}
		picture := kind == "alternative text" && slices.ContainsFunc(res.Findings, func(f reviewsync.Finding) bool { return f.Code == reviewsync.CodePicture })
		if back[item] == 0 && now[item] > 0 && !picture && !told(text) && (around[text] == "" || !told(around[text])) {
			fail(fmt.Sprintf("%q is gone from the file, the source shows it", item))
		}
	}
}
