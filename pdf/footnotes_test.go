package pdf

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/testkit/slow"
)

// notesOf returns a document of random blocks with footnotes. The third one is n3x zword …, and before its mark stands r3x.
func notesOf(r *rand.Rand, blocks int) (text string, notes int) {
	var b strings.Builder
	b.WriteString("---\ntitle: Notes\nlang: en\n")
	if r.IntN(2) == 0 {
		b.WriteString("cover: true\ntoc_page: true\n")
	}
	b.WriteString("---\n\n# Notes\n\n::page_setup{size=\"a4\"}\n::\n\n::header{section_title}\nHead\n::\n\n::footer{page_numbers total_pages}\nFoot\n::\n\n")
	words := func(least, most int) string {
		var w []string
		for range least + r.IntN(most-least) {
			w = append(w, []string{"harbour", "and", "of", "salt", "ledger", "*quay*", "responsibility", "a"}[r.IntN(8)])
		}
		return strings.Join(w, " ")
	}
	behind := ""                   // notes that are written behind the text
	note := func(one int) string { // one in so many
		if r.IntN(one) > 0 {
			return ""
		}
		notes++
		said := fmt.Sprintf("n%dx%s.", notes, strings.Repeat(" zword", r.IntN(60)))
		if r.IntN(3) > 0 {
			return fmt.Sprintf(" r%dx^[%s]", notes, said)
		}
		behind += fmt.Sprintf("[^n%d]: %s\n\n", notes, said)
		return fmt.Sprintf(" r%dx[^n%d]", notes, notes)
	}
	for i := range blocks {
		switch r.IntN(11) {
		case 0:
			fmt.Fprintf(&b, "## Section %d%s\n\n%s%s.\n\n", i, note(4), words(5, 40), note(3))
		case 1:
			wide := 0
			if r.IntN(3) == 0 {
				wide = 6 + r.IntN(9) // as wide as a page, and wider
			}
			b.WriteString("| Name | Number |" + strings.Repeat(" Responsibilities |", wide) + "\n| --- | ---: |" + strings.Repeat(" --- |", wide) + "\n")
			for k := range 1 + r.IntN(40) {
				fmt.Fprintf(&b, "| %s%s | %d |%s\n", words(1, 14), note(9), k, strings.Repeat(" words |", wide))
			}
			fmt.Fprintf(&b, "Table: T%d\n\n", i)
		case 2:
			for range 1 + r.IntN(9) {
				fmt.Fprintf(&b, "- %s%s\n", words(2, 40), note(5))
			}
			b.WriteString("\n")
		case 3:
			fmt.Fprintf(&b, "::plot{type=\"bar\" data=\"1,-2,3\" xlabels=\"a,b,c\" title=\"Plot\"}\n::\n\n")
		case 4:
			fmt.Fprintf(&b, "> %s%s\n\n", words(10, 200), note(2))
		case 5:
			fmt.Fprintf(&b, "::claim{id=\"c%d\"}\n%s%s\n::\n\n", i, words(10, 200), note(2))
		case 6:
			fmt.Fprintf(&b, "```\n%s```\n\n", strings.Repeat("code of a line\n", 1+r.IntN(40)))
		default:
			for range 1 + r.IntN(9) {
				b.WriteString(words(10, 40) + note(5) + ". ")
			}
			b.WriteString("\n\n")
		}
		if r.IntN(3) == 0 {
			b.WriteString(behind)
			behind = ""
		}
		if i == blocks/2 {
			b.WriteString("::page_setup{orientation=\"landscape\"}\n::\n\n")
		}
		if i == blocks/2+8 {
			b.WriteString("::page_setup{orientation=\"portrait\"}\n::\n\n")
		}
	}
	return b.String() + behind, notes
}

var boxedWord = regexp.MustCompile(`<word xMin="[^"]*" yMin="([^"]*)" xMax="[^"]*" yMax="([^"]*)">(.*?)</word>`)

// TestFootnotes prints generated documents: each note once, on the page with its mark, below all of its text and above the margin. A note in
// a table that fills its page stays behind the table, which is said; such documents are left out, and most are not.
func TestFootnotes(t *testing.T) {
	slow.Test(t, "a browser")
	printed := 0
	for seed := range uint64(5) {
		text, notes := notesOf(rand.New(rand.NewPCG(seed, 6)), 60)
		left := false
		warn := func(string) { left = true }
		file := pdfOf(t, string(pageOf(t, text, []string{"", "academic"}[seed%2])), Options{Accessible: true, Warn: warn})
		if left {
			continue
		}
		atFoot(t, fmt.Sprint("seed ", seed), tool(t, file, "pdftotext", "-bbox"), notes)
		if printed++; printed == 3 {
			return
		}
	}
	t.Errorf("of 5 documents %d have all notes at the foot of a page", printed)
}

// atFoot reports notes that are not where they belong.
func atFoot(t *testing.T, what, boxes string, notes int) {
	t.Helper()
	const margin = 20 * 72 / 25.4
	at, heights := map[string][]int{}, map[string]float64{}
	for i, sheet := range strings.Split(boxes, "<page ")[1:] {
		var width, height float64
		if _, err := fmt.Sscanf(sheet, `width="%f" height="%f"`, &width, &height); err != nil {
			t.Fatal(err)
		}
		text, foot := 0.0, height
		for _, m := range boxedWord.FindAllStringSubmatch(sheet, -1) {
			top, _ := strconv.ParseFloat(m[1], 64)
			bottom, _ := strconv.ParseFloat(m[2], 64)
			word := strings.Trim(m[3], ".")
			if (top+bottom)/2 < margin || (top+bottom)/2 > height-margin {
				if strings.HasPrefix(word, "n") && strings.HasSuffix(word, "x") {
					t.Errorf("%s: %s on page %d is in the margin", what, word, i+1)
				}
				continue
			}
			switch {
			case word == "zword":
				foot = min(foot, top)
			case strings.HasPrefix(word, "n") && strings.HasSuffix(word, "x"):
				foot = min(foot, top)
				at[word] = append(at[word], i+1)
				heights[word] = top
			case strings.HasPrefix(word, "r") && strings.Contains(word, "x"):
				word, _, _ = strings.Cut(word, "x")
				at[word+"x"] = append(at[word+"x"], i+1)
				text = max(text, bottom)
			case len(strings.Trim(word, "0123456789")) > 0:
				text = max(text, bottom)
			}
		}
		if text > foot {
			t.Errorf("%s: on page %d text ends at %.1f and notes begin at %.1f", what, i+1, text, foot)
		}
	}
	for i := range notes {
		note, mark, before := fmt.Sprintf("n%dx", i+1), fmt.Sprintf("r%dx", i+1), fmt.Sprintf("n%dx", i)
		if slices.Equal(at[note], at[before]) && heights[note] <= heights[before] {
			t.Errorf("%s: on page %d note %d stands above note %d", what, at[note], i+1, i)
		}
		if len(at[note]) != 1 || len(at[mark]) == 0 || at[note][0] != at[mark][len(at[mark])-1] { // contents come before headings
			t.Errorf("%s: note %d is on page %d, its mark on page %d", what, i+1, at[note], at[mark])
		}
	}
}

// TestFootnotesInPlace: notes stay where they are when they are too long for a page or the page is made in a way that is not understood,
// and somebody hears of it. Several marks lead to one note, which is on the page of the first.
func TestFootnotesInPlace(t *testing.T) {
	slow.Test(t, "a browser")
	const note = `<aside class="noma-block noma-footnote noma-note-text" id="n"><span class="noma-note-label"><span class="noma-note-number">1</span>
		<a class="noma-note-back" href="#m" aria-label="back">↩</a></span><p>The note. `
	const mark = `<sup class="noma-note-mark" id="m"><a href="#n">1</a></sup>`
	for _, c := range []struct {
		name, html string
		pages      string // on which the words are
		warned     bool
	}{
		{"at the foot", `<p>Words` + mark + `</p>` + note + `</aside><p>Behind.`, "Words 1 Behind 1 note 1", false},
		{"too long", `<p>Words` + mark + `</p>` + note + strings.Repeat("long <br>", 180) + `</aside><p>Behind.`, "Words 1 note 1 Behind 4", true},
		{"pages by number", `<style>@page:first{margin:1cm}</style><p>Words` + mark + `</p>` + note + `</aside><p>Behind.`, "Words 1 note 1 Behind 1", true},
		{"in a box of its own", `<div style="position:relative"><p>Words` + mark + `</p>` + note + `</aside></div><p>Behind.`, "Words 1 note 1 Behind 1", true},
		{"two marks", `<p>Words` + mark + `</p>` + note + `</aside><p style="break-before:page">Behind` + mark, "Words 1 note 1 Behind 2", false},
		{"without a mark", `<p>Words</p>` + note + `</aside><p>Behind.`, "Words 1 note 1 Behind 1", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			warned := ""
			file := pdfOf(t, `<html lang="en"><title>T</title>`+c.html, Options{Accessible: true, Warn: func(s string) { warned += s }})
			sound(t, file)
			var got []string
			for i, sheet := range strings.Split(tool(t, file, "pdftotext", "-layout"), "\f") {
				for _, w := range regexp.MustCompile(`Words|note|Behind`).FindAllString(sheet, -1) {
					got = append(got, w, strconv.Itoa(i+1))
				}
			}
			if strings.Join(got, " ") != c.pages || (warned != "") != c.warned {
				t.Errorf("on pages %q, warned %q", got, warned)
			}
		})
	}
}

// TestFootnoteTags: a note at the foot of the page is tagged behind the paragraph with its mark, which stays one where a page ends in it,
// and links lead both ways.
func TestFootnoteTags(t *testing.T) {
	slow.Test(t, "a browser")
	file := pdfOf(t, `<html lang="en"><title>T</title><style>p{text-align:justify}</style><p>`+strings.Repeat("word ", 900)+
		`<sup class="noma-note-mark" id="m"><a href="#n">1</a></sup> `+strings.Repeat("word ", 300)+`</p>
		<aside class="noma-block noma-footnote noma-note-text" id="n"><span class="noma-note-label"><span class="noma-note-number">1</span>
		<a class="noma-note-back" href="#m" aria-label="back">↩</a></span><p>The note.</p></aside><p>Behind.`, Options{Accessible: true})
	_, tags := tagsOf(t, file)
	if got, want := strings.Join(tags, "\n"), "Document\n P\n  NonStruct\n   Link → Note 1\n Note\n  Lbl\n   Link → back\n  P\n P"; got != want {
		t.Errorf("the tags are\n%s\nwant\n%s", got, want)
	}
}
