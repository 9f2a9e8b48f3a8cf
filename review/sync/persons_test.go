package reviewsync_test

import (
	"strconv"
	"strings"
	"testing"

	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// TestBesideHabits: what a person did beside the habits of a program, or the author since, is an edit, and the program's is none.
func TestBesideHabits(t *testing.T) {
	t.Parallel()
	const dashes = "# Text\n\nOne — two and thre words here.\n\nFour — five words are here.\n\nSix — seven.\n\nAnother sentence stands here.\n"
	const numbers = "# Text\n\n1. One one.\n2. Two one.\n\nA sentence.\n\n1. One two.\n2. Two two.\n\nA second one.\n\n1. One three.\n2. Two three.\n"
	const links = "# Text\n\nSee [first](https://a.org/1) and [second](https://a.org/2), [third](https://a.org/3) and [**fourth**](https://a.org/4) **here**.\n"
	const table = "# Text\n\nThere is one.\n\n| a | b | c |\n|---:|---:|---:|\n| one | two | three |\n| so | it | is |\n"
	const lines = "# Text\n\n```go\nfunc f() {\n\tfor {\n\t\tone()\n\t}\n\treturn two\n}\n```\n\nA sentence stands here.\n"
	const codes = "# Text\n\n| first | b |\n|---|---|\n| `one` | `two` |\n| `three` | `four` |\n\nA sentence stands here.\n"
	for _, x := range []struct {
		name, sent, now, script, want string
		notes                         []reviewsync.Outcome
	}{
		{"the author formatted since", "# Text\n\nOne word and two words and three of them.\n\nA **bold** word.\n",
			"# Text\n\n**One** word and **two** words and **three** of those.\n\nA **bold** word.\n", "", "", nil},
		{"a typing error beside dashes", dashes, strings.Replace(dashes, "Another", "Some other", 1), "hyphens for dashes\nreplace \"thre words\" with \"three words\"",
			strings.Replace(strings.Replace(dashes, "Another", "Some other", 1), "thre words", "three words", 1), []reviewsync.Outcome{reviewsync.Editor}},
		{"a sign beside a soft hyphen", "# Text\n\nSee auto\u00admatic and § 5 here.\n", "", "no soft hyphens\nreplace \"§ 5\" with \"Sec 5\"",
			"# Text\n\nSee auto\u00admatic and Sec 5 here.\n", []reviewsync.Outcome{reviewsync.Editor}},
		{"a sentence that begins like an item", "# Text\n\n1. First one.\n2. Second one.\n3. Third one.\n", "",
			"marks of lists as text\ninsert \"A. Smith disagrees.\" after \"Third one.\"",
			"# Text\n\n1. First one.\n2. Second one.\n3. Third one.\n\nA. Smith disagrees.\n", []reviewsync.Outcome{reviewsync.Editor}},
		{"an item that was typed", "# Text\n\n1. First one.\n2. Second one.\n3. Third one.\n", "",
			"marks of lists as text\ninsert \"4. Fourth one.\" after \"Third one.\"",
			"# Text\n\n1. First one.\n2. Second one.\n3. Third one.\n4. Fourth one.\n", []reviewsync.Outcome{reviewsync.Editor}},
		{"an item indented among bullets for numbers", numbers, "", "bullets only\nindent \"Two two.\" to level 2",
			strings.Replace(numbers, "2. Two two.", "   1. Two two.", 1), []reviewsync.Outcome{reviewsync.Editor}},
		{"bold taken away in a link", links, "", "no links\nnot bold \"fourth\"", strings.Replace(links, "**fourth**", "fourth", 1), []reviewsync.Outcome{reviewsync.Editor}},
		{"a line of code without its indent", lines, "", "no indents of code\nreplace \"return two\" with \"return three\"", strings.Replace(lines, "two", "three", 1),
			[]reviewsync.Outcome{reviewsync.Editor}},
		{"a line typed between two without their style", lines, "", "no styles of ours\ninsert \"three()\" after \"one()\"",
			strings.Replace(lines, "one()", "one()\nthree()", 1), nil},
		{"a paragraph typed between two of a quote", "# Text\n\n> One here.\n>\n> Two here.\n", "", "no styles of ours\ninsert \"Three here.\" after \"One here.\"",
			"# Text\n\n> One here.\n>\n> Three here.\n>\n> Two here.\n", nil},
		{"code that is all of a cell", codes, "", "no code\nreplace \"three\" with \"other words\"", strings.Replace(codes, "three", "other words", 1),
			[]reviewsync.Outcome{reviewsync.Editor}},
		{"a header of a described table", codes, "", "replace \"first\" with \"another one\"\ndescriptions as paragraphs", strings.Replace(codes, "| first |", "| another one |", 1),
			[]reviewsync.Outcome{reviewsync.Editor}},
		{"a described table deleted", codes, "", "descriptions as paragraphs\ndelete table 1", "# Text\n\nA sentence stands here.\n", []reviewsync.Outcome{reviewsync.Editor}},
		{"bold by the style taken away beside a word", "# A **bold** heading\n\nOne.\n", "", "as the styles have it\nreplace \"heading\" with \"title\"",
			"# A **bold** title {id=\"a-bold-heading\"}\n\nOne.\n", []reviewsync.Outcome{reviewsync.Editor}},
		{"a soft hyphen behind an equation", "# Text\n\nSo $x$\u00adfold it is.\n", "", "no soft hyphens", "", []reviewsync.Outcome{reviewsync.Editor}},
		{"a file that does not say what was sent", table, strings.Replace(table, "There", "And there", 1), "forget long manifest\nno alignment", "",
			[]reviewsync.Outcome{reviewsync.Conflict}},
	} {
		t.Run(x.name, func(t *testing.T) {
			file := performed(t, x.sent, x.script+asQuill)
			now := x.now
			if now == "" {
				now = x.sent
			}
			want := x.want
			if want == "" {
				want = now
			}
			got, res := sync(t, now, file)
			var notes []reviewsync.Outcome
			for _, f := range res.Findings {
				if !f.Done() {
					notes = append(notes, f.Outcome)
				}
			}
			if got != want || len(notes) != len(x.notes) || len(notes) > 0 && notes[0] != x.notes[0] {
				t.Fatalf("the source becomes\n%s\nnot\n%s\nfindings: %s", got, want, describe(res))
			}
		})
	}
}

// BenchmarkDashes compares a file of a program that has hyphens for dashes, all in one paragraph, in which a word was replaced as well.
func BenchmarkDashes(b *testing.B) {
	for _, n := range []int{25_000, 50_000} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			src := "First" + strings.Repeat(" one—two", n) + " —— here.\n"
			file := performed(b, src, "hyphens for dashes\nreplace \"First\" with \"Last\""+asQuill)
			for b.Loop() {
				if got, _ := sync(b, src, file); got != "Last"+strings.TrimPrefix(src, "First") {
					b.Fatal("something else changed")
				}
			}
		})
	}
}
