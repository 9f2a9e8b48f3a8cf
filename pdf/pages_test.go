package pdf

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/testkit/slow"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/render/docx"
)

// wholeRows is the number of rows up to which a table stays on one page.
const wholeRows = 12

// pagesOf returns a document of random blocks whose words say what they belong to, and the rows of its tables: t3 is the caption of the
// third table, t3r7 its seventh row; p4 is the caption of the fourth chart, p4x stands in its drawing; h5 is a heading, h5x behind it.
func pagesOf(r *rand.Rand, blocks int) (text string, rows map[int]int) {
	var b strings.Builder
	rows = map[int]int{}
	b.WriteString("---\ntitle: Pages\ncover: true\ntoc_page: true\nstatus: draft\n---\n\n# Pages\n\n::header{section_title}\nHead\n::\n\n::footer{page_numbers}\nFoot\n::\n\n")
	for i := range blocks {
		switch r.IntN(5) {
		case 0:
			n := 1 + r.IntN(wholeRows)
			if r.IntN(3) == 0 {
				n = wholeRows + 1 + r.IntN(70)
			}
			rows[i] = n
			b.WriteString("| Name | Number |\n| --- | ---: |\n")
			for k := range n {
				fmt.Fprintf(&b, "| t%dr%d %s | %.*f |\n", i, k, strings.Repeat("word ", r.IntN(14)), r.IntN(3), r.Float64()*100)
			}
			fmt.Fprintf(&b, "Table: t%dc\n\n", i)
		case 1:
			fmt.Fprintf(&b, "::plot{type=\"bar\" data=\"1,-2,3\" xlabels=\"p%dx,b,c\" title=\"p%dc\" value_label=\"Values\" value_labels}\n::\n\n", i, i)
		case 2:
			fmt.Fprintf(&b, "## h%dc\n\nh%dx %s\n\n", i, i, strings.Repeat("word ", r.IntN(60)))
		default:
			b.WriteString(strings.Repeat("More words here. ", 1+r.IntN(60)) + "\n\n")
		}
	}
	return b.String(), rows
}

var mark = regexp.MustCompile(`\b([tph]\d+)(c|x|r\d+)\b`)

// TestPages prints long documents and reads where things stand: a table of up to twelve rows is on one page, a longer one leaves no row
// alone, a caption is where its table or chart begins, and a heading where the text behind it does.
func TestPages(t *testing.T) {
	slow.Test(t, "a browser")
	for seed := range uint64(2) {
		text, rows := pagesOf(rand.New(rand.NewPCG(seed, 20)), 120)
		file := pdfOf(t, string(pageOf(t, text, "")), Options{})
		together(t, fmt.Sprint("seed ", seed), strings.Split(tool(t, file, "pdftotext", "-raw"), "\f"), rows)
	}
}

// TestPagesOfWord does the same for a Word file, which LibreOffice lays out.
func TestPagesOfWord(t *testing.T) {
	slow.Test(t, "an office")
	text, rows := pagesOf(rand.New(rand.NewPCG(7, 20)), 160)
	d, err := noma.ParseText("x.noma", text)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	var file bytes.Buffer
	if err := docx.Render(&file, layout.Build(d, layout.Options{}), docx.Options{}); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "x.docx"), file.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	office := exec.CommandContext(t.Context(), "soffice", "--headless", "-env:UserInstallation=file://"+filepath.Join(dir, "profile"),
		"--convert-to", "pdf", "--outdir", dir, filepath.Join(dir, "x.docx"))
	if log, err := office.CombinedOutput(); err != nil {
		t.Fatalf("soffice: %v\n%s", err, log)
	}
	printed, err := os.ReadFile(filepath.Join(dir, "x.pdf"))
	if err != nil {
		t.Fatal(err)
	}
	together(t, "Word", strings.Split(tool(t, printed, "pdftotext", "-raw"), "\f"), rows)
}

// together reports what a printed document of [pagesOf] tears apart.
func together(t *testing.T, what string, sheets []string, rows map[int]int) {
	t.Helper()
	if len(sheets) < 20 {
		t.Fatalf("%s: %d pages", what, len(sheets))
	}
	at := map[string][]int{}           // the pages on which a word stands
	for i, sheet := range sheets[2:] { // behind cover and contents
		_, sheet, _ = strings.Cut(sheet, "\n") // the running head has the name of a section
		for _, m := range mark.FindAllString(sheet, -1) {
			at[m] = append(at[m], i+3)
		}
	}
	check := func(first, second, why string) {
		if len(at[first]) == 0 || len(at[second]) == 0 {
			t.Errorf("%s: %s or %s is on no page", what, first, second)
		} else if at[first][0] != at[second][0] {
			t.Errorf("%s: %s: %s is on page %d, %s on page %d", what, why, first, at[first][0], second, at[second][0])
		}
	}
	for i, n := range rows {
		name := "t" + strconv.Itoa(i)
		last := name + "r" + strconv.Itoa(n-1)
		check(name+"c", name+"r0", "a caption is apart")
		if n > 1 {
			check(name+"r0", name+"r1", "the first row is alone")
			check(name+"r"+strconv.Itoa(n-2), last, "the last row is alone")
		}
		if n <= wholeRows {
			check(name+"r0", last, "a short table is split")
		}
	}
	for word := range at {
		if m := mark.FindStringSubmatch(word); m[2] == "x" {
			check(m[1]+"c", word, "a caption or heading is apart")
		}
	}
}

// TestNumbersAreOnPaper: numbers of lists and of lists of references stand inside the text, outside of which paper is cut.
func TestNumbersAreOnPaper(t *testing.T) {
	slow.Test(t, "a browser")
	var text, sources strings.Builder
	text.WriteString("---\naudience: client\n---\n\n# Numbers\n\n")
	for i := range 104 {
		fmt.Fprintf(&text, "%d. Item\n", i+1)
		fmt.Fprintf(&sources, "::citation{id=\"s%d\" title=\"Source %d\"}\n::\n\n", i, i)
	}
	fmt.Fprintf(&text, "\nText [@s0].\n\n::bibliography\n::\n\n%s", sources.String())
	words := tool(t, pdfOf(t, string(pageOf(t, text.String(), "")), Options{}), "pdftotext", "-bbox")
	left, least, numbers := 0.0, 1e9, 0
	for _, m := range regexp.MustCompile(`xMin="([\d.]+)"[^>]*>([^<]*)</word>`).FindAllStringSubmatch(words, -1) {
		x, _ := strconv.ParseFloat(m[1], 64)
		switch {
		case m[2] == "Numbers" && left == 0:
			left = x
		case strings.HasSuffix(m[2], ".") && strings.Trim(m[2], "0123456789") == ".":
			least, numbers = min(least, x), numbers+1
		}
	}
	if numbers < 200 || least < left {
		t.Errorf("%d numbers, the first of them at %g; the text begins at %g", numbers, least, left)
	}
}

// TestTopsOfPages: headings at the top of pages stand at one height, whatever began the page.
func TestTopsOfPages(t *testing.T) {
	slow.Test(t, "a browser")
	text := "---\ntitle: Report\ncover: true\ntoc_page: true\n---\n\n# Report\n\n::page_setup{size=\"A4\"}\n::\n\n::toc\n::\n\n## Alpha\n\nText.\n\n::pagebreak\n::\n\n## Beta\n\n" +
		strings.Repeat("Word. ", 640) + "\n\n## Gamma\n\nText.\n\n::page_setup{orientation=\"landscape\"}\n::\n\n## Delta\n\nText.\n\n" +
		"::page_setup{orientation=\"portrait\"}\n::\n\n## Epsilon\n\nText.\n"
	boxes := tool(t, pdfOf(t, string(pageOf(t, text, "")), Options{}), "pdftotext", "-bbox")
	for _, page := range strings.Split(boxes, "<page ")[3:] { // behind cover and contents
		words := regexp.MustCompile(`yMin="([\d.]+)"[^>]*>([^<]*)<`).FindAllStringSubmatch(page, -1)
		if len(words) == 0 || slices.Contains([]string{"Word.", "Text."}, words[0][2]) {
			continue
		}
		if words[0][1] != regexp.MustCompile(`yMin="([\d.]+)"[^>]*>Alpha<`).FindAllStringSubmatch(boxes, -1)[1][1] {
			t.Errorf("%s stands at %s", words[0][2], words[0][1])
		}
	}
}
