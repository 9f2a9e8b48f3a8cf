package reviewsync_test

import (
	"archive/zip"
	"bytes"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/nomadocx/nomadocx/controls"
	"github.com/nomadocx/nomadocx/internal/docgen"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/opc"
	"github.com/nomadocx/nomadocx/render/docx"
	"github.com/nomadocx/nomadocx/review/extract"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
	"github.com/nomadocx/nomadocx/source"
	"github.com/nomadocx/nomadocx/wml"
)

// The five laws, over generated documents and edits that are made in the package's XML.

func planOf(t fataler, src string) *layout.Plan {
	t.Helper()
	d, _, err := noma.Parse(source.NewFile("gen.noma", src), noma.Options{})
	if err != nil {
		t.Fatalf("parse: %v", err)
	}
	return layout.Build(d, layout.Options{Control: controls.Of})
}

type fataler interface {
	Helper()
	Fatalf(string, ...any)
}

func render(t fataler, src string) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := docx.Render(&b, planOf(t, src), docx.Options{}); err != nil {
		t.Fatalf("render: %v", err)
	}
	return b.Bytes()
}

func read(t fataler, file []byte) *wml.Document {
	t.Helper()
	p, err := opc.Read(bytes.NewReader(file), int64(len(file)), opc.Limits{})
	if err != nil {
		t.Fatalf("read package: %v", err)
	}
	d, err := wml.Read(p, wml.Options{})
	if err != nil {
		t.Fatalf("read document: %v", err)
	}
	return d
}

// sync is the whole way back: the new source and what was found.
func sync(t fataler, src string, file []byte) (string, *reviewsync.Result) {
	t.Helper()
	return syncWith(t, src, file, reviewsync.Options{})
}

func syncWith(t fataler, src string, file []byte, opts reviewsync.Options) (string, *reviewsync.Result) {
	t.Helper()
	d := read(t, file)
	lay := func(text string) (*layout.Plan, error) { return planOf(t, text), nil }
	res, err := reviewsync.Sync(planOf(t, src), lay, d, extract.Extract(d), opts)
	if err != nil {
		t.Fatalf("sync: %v\nsource:\n%s", err, src)
	}
	madeOfFindings(t, res)
	return res.Text, res
}

// madeOfFindings: every operation of a result says which of its findings it brings in.
func madeOfFindings(t fataler, res *reviewsync.Result) {
	t.Helper()
	if len(res.Made) != len(res.Ops) {
		t.Fatalf("%d operations, and of %d it is known what they are for", len(res.Ops), len(res.Made))
	}
	for i, finds := range res.Made {
		for _, k := range finds {
			if k < 0 || k >= len(res.Findings) {
				t.Fatalf("operation %d is for finding %d of %d", i, k, len(res.Findings))
			}
		}
	}
}

// times multiplies the documents of the laws: -laws.times=14 is the full run.
var times = flag.Int("laws.times", 1, "how many times the usual number of documents the laws are tried on")

// most edits of one file; with more, what the edits do to each other outweighs what each of them does.
var most = flag.Int("laws.edits", 3, "how many edits a file gets at most")

func scale() int { return max(1, *times) }

// chooser lets rapid make the choices, so that it can shrink them.
type chooser struct{ t *rapid.T }

func (c chooser) Intn(n int) int { return rapid.IntRange(0, n-1).Draw(c.t, "choice") }

type seeded struct{ r *rand.Rand }

func (c seeded) Intn(n int) int { return c.r.IntN(n) }

// Quiet: sent and returned untouched, nothing changes and nothing is remarked.
func TestQuiet(t *testing.T) {
	n := 2000 * scale()
	if testing.Short() {
		n = 200
	}
	for seed := range n {
		src := docgen.Document(seeded{rand.New(rand.NewPCG(uint64(seed), 1))}, 12)
		quiet(t, fmt.Sprintf("seed %d", seed), src)
	}
}

func quiet(t fataler, name, src string) {
	t.Helper()
	got, res := sync(t, src, render(t, src))
	if got != src || len(res.Findings) > 0 || len(res.Ops) > 0 {
		t.Fatalf("%s: not quiet\n%s\nfindings: %s", name, src, describe(res))
	}
}

// TestQuietShrinks is the same law with choices that shrink to a small document.
func TestQuietShrinks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { quiet(t, "document", docgen.Document(chooser{t}, 4)) })
}

func describe(res *reviewsync.Result) string {
	var b strings.Builder
	for _, f := range res.Findings {
		fmt.Fprintf(&b, "\n  %s %s %q: %q → %q", f.Outcome, f.Code, f.BlockID, f.Was, f.Now)
	}
	return b.String()
}

// TestMain gives the shrinking laws a seed, so that two runs of one state agree; other seeds are
// tried with -rapid.seed.
func TestMain(m *testing.M) {
	if err := flag.Set("rapid.seed", "1"); err != nil {
		panic(err)
	}
	flag.Parse()
	os.Exit(m.Run())
}

// Three-way, the quiet half: the author went on writing, the reviewer sent the file back untouched.
// Not a byte of the author's text is touched, whatever they changed.
func TestAuthorWentOn(t *testing.T) {
	changed := 0
	for seed := range 400 * scale() {
		c := seeded{rand.New(rand.NewPCG(uint64(seed), 3))}
		src := docgen.Document(c, 8)
		file := render(t, src)
		lines := strings.Split(src, "\n")
		for i, l := range lines {
			if c.Intn(4) == 0 && strings.HasSuffix(l, ".") {
				lines[i] = strings.TrimSuffix(l, ".") + " as the author sees it."
			}
		}
		now := strings.Join(lines, "\n")
		if now == src {
			continue
		}
		changed++
		if got, res := sync(t, now, file); got != now {
			t.Fatalf("seed %d: the author's text was touched\nsent:\n%s\nnow:\n%s\nbecame:\n%s\nfindings: %s", seed, src, now, got, describe(res))
		}
	}
	if changed < 100 {
		t.Fatalf("only %d documents were changed", changed)
	}
}

// Three-way, the other half: both went on. The author's words stay, the reviewer's come in, and
// not a byte besides changes; or the report says what could not be done.
func TestThreeWay(t *testing.T) {
	const typed, wrote = "typed by hand ", " as the author sees it."
	landed, told := 0, 0
	for seed := range 360 * scale() {
		c := seeded{rand.New(rand.NewPCG(uint64(seed), 31))}
		src := docgen.Document(c, 8)
		xml := replaceNth(part(t, render(t, src), "word/document.xml"), textElement, c, func(m string) string {
			return strings.Replace(m, ">", ">"+typed, 1)
		})
		file := replacePart(t, render(t, src), "word/document.xml", xml)
		if alone, _ := sync(t, src, file); alone == src || strings.Replace(alone, typed, "", 1) != src {
			continue // it is no edit of running text
		}
		lines := strings.Split(src, "\n")
		for i, l := range lines {
			if c.Intn(3) == 0 && strings.HasSuffix(l, ".") {
				lines[i] = strings.TrimSuffix(l, ".") + wrote
			}
		}
		now := strings.Join(lines, "\n")
		got, res := sync(t, now, file)
		switch {
		case strings.Contains(got, typed) && strings.Replace(got, typed, "", 1) == now:
			landed++
		case got == now && slices.ContainsFunc(res.Findings, func(f reviewsync.Finding) bool {
			return f.Outcome == reviewsync.Conflict && strings.Contains(f.Now, strings.TrimSpace(typed))
		}):
			told++
		default:
			t.Fatalf("seed %d%s\nsent:\n%s\nnow:\n%s\nbecame:\n%s", seed, describe(res), src, now, got)
		}
	}
	t.Logf("%d landed, %d are conflicts", landed, told)
	if landed < 100 || told > landed/10 {
		t.Errorf("%d edits landed, %d are conflicts", landed, told)
	}
}

// Faithful, Accounted, Idempotent and Local, for random edits.
func TestEditedLaws(t *testing.T) {
	n := 1500 * scale()
	if testing.Short() {
		n = 150
	}
	for seed := range n {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			c := seeded{rand.New(rand.NewPCG(uint64(seed), 2))}
			edited(t, fmt.Sprintf("seed %d", seed), docgen.Document(c, 8), c)
		})
	}
}

func TestEditedLawsShrink(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { edited(t, "document", docgen.Document(chooser{t}, 3), chooser{t}) })
}

func edited(t fataler, name, src string, c docgen.Chooser) {
	t.Helper()
	file, edits := edit(t, render(t, src), c)
	editedFile(t, name, src, file, edits, c)
}

// editedFile holds the laws against one edited file.
func editedFile(t fataler, name, src string, file []byte, edits []string, c docgen.Chooser) {
	t.Helper()
	opts := reviewsync.Options{AllowDelete: c.Intn(2) == 0}
	fail := func(what, after string, res *reviewsync.Result) {
		t.Helper()
		t.Fatalf("%s: %s\nedits: %s\nsource:\n%s\nbecame:\n%s\nfindings: %s", name, what, strings.Join(edits, "; "), src, after, describe(res))
	}
	once, res := syncWith(t, src, file, opts)

	// Idempotent: a second sync applies nothing.
	twice, again := syncWith(t, once, file, opts)
	if twice != once {
		fail("not idempotent: "+describe(again), once, res)
	}
	for _, f := range again.Findings {
		if f.Outcome == reviewsync.Applied {
			fail("the second sync applies "+string(f.Code), once, res)
		}
	}
	// Faithful and Accounted: every text of the returned file is shown by the new source, and every
	// text the new source shows is in the returned file, unless a finding says otherwise.
	returned, shown := returnedTexts(read(t, file)), shownTexts(planOf(t, once))
	// Counts of rows, badges and computed values follow the edits; they are not the reviewer's text.
	labels := map[string]bool{} // a badge in a label goes with the value it repeats
	for _, b := range append(slices.Collect(planOf(t, src).Body()), slices.Collect(planOf(t, once).Body())...) {
		layout.EachPara(b, func(p *layout.Para) {
			follows := p.Part == layout.PartGenerated || p.Part == layout.PartRevision
			for _, seg := range p.Segs {
				follows = follows || seg.Slot != nil && seg.Slot.Access != layout.Editable
			}
			if text := layout.PlainText(layout.Glyphs(p.Runs(), wml.Original)); follows {
				delete(returned, text)
				delete(shown, text)
			} else if p.Part == layout.PartLabel {
				labels[text] = true
			}
		})
	}
	for _, f := range res.Findings {
		if f.Code == reviewsync.CodeBlockGone && strings.Contains(f.Message, "still refer") {
			return // links to what was deleted show their address now
		}
	}
	explained := func(text string) bool {
		for _, f := range res.Findings {
			if f.Outcome != reviewsync.Applied && (strings.Contains(f.Now, text) || strings.Contains(f.Was, text)) {
				return true
			}
		}
		return false
	}
	for text, n := range returned {
		if strings.HasPrefix(text, "Control: ") || strings.HasPrefix(text, "☐ ") || strings.HasPrefix(text, "☒ ") {
			continue // the value of a form field or task that lost its control
		}
		if n > shown[text] && !explained(text) {
			fail(fmt.Sprintf("the reviewer wrote %q, the new source does not show it", text), once, res)
		}
	}
	for text, n := range shown {
		if n > returned[text] && !labels[text] && !explained(text) && !anyRefused(res) {
			fail(fmt.Sprintf("the new source shows %q, the returned file does not", text), once, res)
		}
	}
	// Local: without a change that is applied, not a byte differs.
	applied := slices.ContainsFunc(res.Findings, func(f reviewsync.Finding) bool { return f.Outcome == reviewsync.Applied })
	if !applied && once != src {
		fail("nothing was applied, but bytes changed", once, res)
	}
	if _, _, err := noma.Parse(source.NewFile("", once), noma.Options{}); err != nil {
		fail("the new source does not parse: "+err.Error(), once, res)
	}
}

func anyRefused(res *reviewsync.Result) bool {
	return slices.ContainsFunc(res.Findings, func(f reviewsync.Finding) bool { return f.Outcome != reviewsync.Applied })
}

// returnedTexts counts the texts of all paragraphs of the main story.
func returnedTexts(d *wml.Document) map[string]int {
	out := map[string]int{}
	var walk func([]wml.Block)
	walk = func(blocks []wml.Block) {
		for _, b := range blocks {
			switch b := b.(type) {
			case *wml.Paragraph:
				if s := layout.PlainText(layout.Glyphs(b.Runs, wml.Original)); s != "" {
					out[s]++
				}
			case *wml.Table:
				for _, r := range b.Rows {
					for _, c := range r.Cells {
						walk(c.Blocks)
					}
				}
			}
		}
	}
	for _, s := range d.Stories {
		if s.Kind == wml.MainStory {
			walk(s.Blocks)
		}
	}
	return out
}

func shownTexts(p *layout.Plan) map[string]int {
	out := map[string]int{}
	for b := range p.Body() {
		layout.EachPara(b, func(x *layout.Para) {
			if s := layout.PlainText(layout.Glyphs(x.Runs(), wml.Original)); s != "" {
				out[s]++
			}
		})
	}
	return out
}

var (
	textElement = regexp.MustCompile(`<w:t xml:space="preserve">([^<]*)</w:t>`)
	paragraph   = regexp.MustCompile(`(?s)<w:p>.*?</w:p>`)
	heading     = regexp.MustCompile(`<w:pStyle w:val="Heading[1-6]"/>`)
	row         = regexp.MustCompile(`(?s)<w:tr>.*?</w:tr>`)
)

// edit changes a package as a reviewer would: words, whole paragraphs, rows, bold.
func edit(t fataler, file []byte, c docgen.Chooser) ([]byte, []string) {
	t.Helper()
	xml := part(t, file, "word/document.xml")
	var log []string
	many := 1 + c.Intn(3)
	if *most > 3 {
		many = 1 + c.Intn(*most)
	}
	for range many {
		switch c.Intn(15) {
		case 0, 1, 2, 3:
			xml = replaceNth(xml, textElement, c, func(m string) string {
				s := textElement.FindStringSubmatch(m)[1]
				now := s
				switch c.Intn(5) {
				case 0:
					now = s + " added"
				case 1:
					now = "New " + s
				case 2:
					now = "replaced text"
				case 3:
					if w := strings.Fields(s); len(w) > 1 {
						now = strings.Join(append(w[:1:1], w[2:]...), " ")
					}
				default:
					now = s + []string{" | x", " *star*", " [b]", " 🎉", " # no", " `tick"}[c.Intn(6)]
				}
				log = append(log, fmt.Sprintf("%q → %q", s, now))
				return `<w:t xml:space="preserve">` + now + `</w:t>`
			})
		case 4:
			xml = replaceNth(xml, textElement, c, func(m string) string {
				log = append(log, "bold "+m)
				return `<w:t></w:t></w:r><w:r><w:rPr><w:b/></w:rPr>` + m + `</w:r><w:r><w:t></w:t>`
			})
		case 5:
			xml = replaceNth(xml, paragraph, c, func(m string) string {
				if strings.Contains(m, "<w:sectPr") || strings.Contains(m, "w:commentRange") || strings.Contains(m, "noteReference") {
					return m
				}
				log = append(log, "deleted "+strings.Join(textsOf(m), " "))
				return ""
			})
		case 6:
			xml = replaceNth(xml, paragraph, c, func(m string) string {
				log = append(log, "inserted after "+strings.Join(textsOf(m), " "))
				return m + `<w:p><w:r><w:t xml:space="preserve">A typed paragraph.</w:t></w:r></w:p>`
			})
		case 7: // a heading of another level, or text that becomes one
			xml = replaceNth(xml, heading, c, func(m string) string {
				log = append(log, "another level "+m)
				return fmt.Sprintf(`<w:pStyle w:val="Heading%d"/>`, 1+c.Intn(6))
			})
		case 8: // a heading is typed
			xml = replaceNth(xml, paragraph, c, func(m string) string {
				log = append(log, "heading after "+strings.Join(textsOf(m), " "))
				title := []string{"A typed heading", "revenue", "Policy 2", "budget {x}"}[c.Intn(4)]
				return m + fmt.Sprintf(`<w:p><w:pPr><w:pStyle w:val="Heading%d"/></w:pPr><w:r><w:t xml:space="preserve">%s</w:t></w:r></w:p>`, 1+c.Intn(4), title)
			})
		case 9, 10: // some paragraphs are cut, and pasted somewhere else
			all := paragraph.FindAllStringIndex(xml, -1)
			if len(all) == 0 {
				continue
			}
			i := c.Intn(len(all))
			last := min(i+c.Intn(4), len(all)-1)
			cut := xml[all[i][0]:all[last][1]]
			if !movable(cut) {
				continue
			}
			rest := xml[:all[i][0]] + xml[all[last][1]:]
			log = append(log, "moved "+strings.Join(textsOf(cut), " / "))
			pasted := false
			xml = replaceNth(rest, paragraph, c, func(m string) string { pasted = true; return m + cut })
			if !pasted {
				xml = rest
			}
		case 11: // a paragraph is split
			xml = replaceNth(xml, paragraph, c, func(p string) string {
				if strings.Contains(p, "<w:hyperlink") || strings.Contains(p, "<w:ins") || strings.Contains(p, "<w:sdt") || strings.Contains(p, "<w:del") {
					return p
				}
				return replaceNth(p, textElement, c, func(m string) string {
					s := textElement.FindStringSubmatch(m)[1]
					a, b, ok := strings.Cut(s, " ")
					if !ok || strings.Contains(s, "&") {
						return m
					}
					log = append(log, "split "+s)
					return `<w:t xml:space="preserve">` + a + `</w:t></w:r></w:p><w:p><w:r><w:t xml:space="preserve">` + b + `</w:t>`
				})
			})
		case 12: // a change is proposed
			xml = replaceNth(xml, textElement, c, func(m string) string {
				if c.Intn(2) == 0 {
					log = append(log, "proposed after "+m)
					return m + `</w:r><w:ins w:id="7701" w:author="Ann" w:date="2026-02-01T10:00:00Z"><w:r><w:t xml:space="preserve"> proposed</w:t></w:r></w:ins><w:r><w:t></w:t>`
				}
				log = append(log, "proposed to delete "+m)
				return `<w:t></w:t></w:r><w:del w:id="7702" w:author="Ann" w:date="2026-02-01T10:00:00Z"><w:r><w:delText xml:space="preserve">` +
					textElement.FindStringSubmatch(m)[1] + `</w:delText></w:r></w:del><w:r><w:t></w:t>`
			})
		case 13: // an equation is edited
			xml = replaceNth(xml, mathText, c, func(m string) string {
				log = append(log, "equation "+m)
				return `<m:t xml:space="preserve">` + mathText.FindStringSubmatch(m)[1] + []string{"q", "+q", "|q"}[c.Intn(3)] + `</m:t>`
			})
		default:
			xml = replaceNth(xml, row, c, func(m string) string {
				if strings.Count(m, "<w:tr>") > 1 {
					return m // the beginning of a row that holds a table
				}
				if c.Intn(2) == 0 {
					log = append(log, "deleted row "+strings.Join(textsOf(m), " | "))
					return ""
				}
				log = append(log, "copied row "+strings.Join(textsOf(m), " | "))
				return m + m
			})
		}
	}
	return replacePart(t, file, "word/document.xml", xml), log
}

// movable: what a person can cut and paste without taking a part of a table or of a mark along.
func movable(xml string) bool {
	for _, mark := range []string{"<w:sectPr", "<w:ins", "<w:del", "w:commentRange", "noteReference", "<w:tc", "</w:tc", "<w:tbl", "</w:tbl"} {
		if strings.Contains(xml, mark) {
			return false
		}
	}
	return true
}

func textsOf(xml string) []string {
	var out []string
	for _, m := range textElement.FindAllStringSubmatch(xml, -1) {
		out = append(out, m[1])
	}
	return out
}

func replaceNth(s string, re *regexp.Regexp, c docgen.Chooser, f func(string) string) string {
	all := re.FindAllStringIndex(s, -1)
	if len(all) == 0 {
		return s
	}
	at := all[c.Intn(len(all))]
	return s[:at[0]] + f(s[at[0]:at[1]]) + s[at[1]:]
}

func part(t fataler, file []byte, name string) string {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatalf("%v", err)
	}
	f, err := z.Open(name)
	if err != nil {
		t.Fatalf("%v", err)
	}
	data, err := io.ReadAll(f)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return string(data)
}

func replacePart(t fataler, file []byte, name, text string) []byte {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatalf("%v", err)
	}
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, f := range z.File {
		x, err := w.Create(f.Name)
		if err != nil {
			t.Fatalf("%v", err)
		}
		if f.Name == name {
			_, err = io.WriteString(x, text)
		} else {
			var r io.ReadCloser
			if r, err = f.Open(); err == nil {
				_, err = io.Copy(x, r)
			}
		}
		if err != nil {
			t.Fatalf("%v", err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatalf("%v", err)
	}
	return out.Bytes()
}
