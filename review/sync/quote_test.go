package reviewsync_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	"github.com/nomadocx/nomadocx/internal/testkit/wordtest"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/render/docx"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// edition is what a manifest says of how sources were laid out.
var edition = regexp.MustCompile(` edition="\d+"`)

// older renders a source as files of an older edition have it: each line of a quote is a paragraph, the words of the program are English.
// If silent, the file does not say what was exported.
func older(t *testing.T, src, of string, silent bool) []byte {
	t.Helper()
	plan := planFor(t, src, false)
	a := layout.AudienceOf(plan.Doc)
	a.QuoteLines, a.Older, a.SpansAside, a.Before21, a.CodeLines, a.Points = of == "10", of == "10" || of == "12", of < "20", of < "21", true, true
	layout.Present(plan.Doc, a)
	var b bytes.Buffer
	if err := docx.Render(&b, layout.Build(plan.Doc, layout.Options{}), docx.Options{}); err != nil {
		t.Fatal(err)
	}
	file, err := wordtest.Rewrite(b.Bytes(), func(part, text string) (string, error) {
		if silent {
			text = strings.ReplaceAll(strings.ReplaceAll(text, "urn:noma:manifest", "urn:other"), "NomaExport", "Other")
		}
		return edition.ReplaceAllString(text, ` edition="`+of+`"`), nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func TestOlderQuotes(t *testing.T) {
	t.Parallel()
	for seed := range seeds(100) {
		src := docgen.Document(seeded{rand.New(rand.NewPCG(uint64(seed), 57))}, 8)
		file := older(t, src, "10", seed%2 == 0)
		res, err := reviewsync.SyncFile("", src, bytes.NewReader(file), int64(len(file)), reviewsync.Options{})
		if err != nil {
			t.Fatalf("%d: %v\n%s", seed, err, src)
		}
		if res.Text != src {
			t.Fatalf("%d: an unedited older file changes the source%s\n%s\nbecame:\n%s", seed, describe(res), src, res.Text)
		}
	}
}

// TestOlderWords: a file with English words in another language and, for a client, with the title in its contents, as older ones are,
// leaves the source as it is.
func TestOlderWords(t *testing.T) {
	t.Parallel()
	languages := 0
	for seed := range seeds(400) {
		c := seeded{rand.New(rand.NewPCG(uint64(seed), 113))}
		src := docgen.Document(c, 8)
		if seed%3 == 0 {
			src = docgen.Client(c, 8) + "\n::toc\n::\n\n## The last\n"
		}
		if !strings.Contains(src, "\nlang: ") && seed%3 > 0 {
			continue
		}
		languages++
		file := older(t, src, "12", seed%2 == 0)
		res, err := reviewsync.SyncFile("", src, bytes.NewReader(file), int64(len(file)), reviewsync.Options{})
		if err != nil {
			t.Fatalf("%d: %v\n%s", seed, err, src)
		}
		if res.Text != src {
			t.Fatalf("%d: an unedited older file changes the source%s\n%s\nbecame:\n%s", seed, describe(res), src, res.Text)
		}
	}
	if languages < seeds(400)/20 {
		t.Errorf("only %d documents have a language", languages)
	}
}

// TestOlderSpans: cells of headers over several columns that are aligned as their first column is leave nothing to say in files that are
// so, and neither do centred ones in files of today; nor do cells that are a row.
func TestOlderSpans(t *testing.T) {
	t.Parallel()
	for seed := range seeds(200) {
		src := docgen.Merged(seeded{rand.New(rand.NewPCG(uint64(seed), 121))})
		file := older(t, src, []string{"19", "20"}[seed/2%2], seed%2 == 0)
		for _, f := range [][]byte{file, render(t, src)} {
			res, err := reviewsync.SyncFile("", src, bytes.NewReader(f), int64(len(f)), reviewsync.Options{})
			if err != nil || res.Text != src || len(res.Findings) > 0 {
				t.Fatalf("%d: an unedited file is not quiet (%v)%s\n%s\nbecame:\n%s", seed, err, describe(res), src, res.Text)
			}
		}
	}
}

func TestOlderQuoteEdited(t *testing.T) {
	const src = "# Plan\n\nBefore.\n\n> The first line of what\n> was said, and\n> a third.\n>\n> An end.\n\nBehind.\n"
	for _, silent := range []bool{false, true} {
		file, err := wordtest.Rewrite(older(t, src, "10", silent), func(_, text string) (string, error) {
			return strings.Replace(text, "was said, and", "was written, and", 1), nil
		})
		if err != nil {
			t.Fatal(err)
		}
		res, err := reviewsync.SyncFile("", src, bytes.NewReader(file), int64(len(file)), reviewsync.Options{})
		if want := strings.Replace(src, "said", "written", 1); err != nil || res.Text != want {
			t.Errorf("silent %v: %v%s\n%s", silent, err, describe(res), res.Text)
		}
	}
}

// TestOlderPanels: a paragraph typed in a nested item of a panel is in that item, in files of older editions too, whose items are indented
// more and whose code stands between two parts of the panel.
func TestOlderPanels(t *testing.T) {
	t.Parallel()
	const src = "# T\n\n::callout{id=\"c\"}\nDo this:\n\n```\nrun\n```\n\n- one\n  - two\n    - three\n\n      Inner.\n\nEnd.\n::\n"
	want := strings.Replace(src, "    - three", "\n    Typed.\n    - three", 1)
	for indents, of := range map[int]string{layout.PanelItemIndent(1): "", layout.ItemIndent(1): "17"} {
		file, err := wordtest.Rewrite(render(t, src), func(part, text string) (string, error) {
			if of != "" {
				text = edition.ReplaceAllString(text, ` edition="`+of+`"`)
				text = regexp.MustCompile(`(<w:pStyle w:val="NomaCode"/>)<w:pBdr>.*?</w:pBdr><w:shd [^>]*>`).ReplaceAllString(text, "$1")
			}
			return text, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if after, res := syncWith(t, src, file, reviewsync.Options{}); after != src || len(res.Findings) > 0 {
			t.Errorf("edition %q is not quiet: %s", of, describe(res))
		}
		file = typeBehind(t, file, "two", indents)
		if after, res := syncWith(t, src, file, reviewsync.Options{}); after != want {
			t.Errorf("edition %q became\n%s\n%s", of, after, describe(res))
		}
	}
}

// typeBehind puts a paragraph with an indentation behind one of a panel.
func typeBehind(t *testing.T, file []byte, text string, indent int) []byte {
	t.Helper()
	out, err := wordtest.Rewrite(file, func(part, content string) (string, error) {
		i := strings.Index(content, ">"+text+"</w:t>")
		if part != "word/document.xml" || i < 0 {
			return content, nil
		}
		start, end := strings.LastIndex(content[:i], "<w:p>"), i+strings.Index(content[i:], "</w:p>")+len("</w:p>")
		p := regexp.MustCompile(`<w:numPr>.*?</w:numPr>`).ReplaceAllString(content[start:end], "")
		p = regexp.MustCompile(`<w:ind [^>]*>`).ReplaceAllString(p, fmt.Sprintf(`<w:ind w:left="%d"/>`, indent))
		return content[:end] + strings.Replace(p, ">"+text+"<", ">Typed.<", 1) + content[end:], nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestFlatPanels: files from before panels in panels were indented and had rules and captions in them come back quiet, and what is typed in a
// panel in a panel stays there.
func TestFlatPanels(t *testing.T) {
	t.Parallel()
	const src = "# T\n\n::callout{id=\"c\"}\nOne.\n\n---\n\n:::tip\nInside.\n\n- an item\n  - another\n\n    In it.\n:::\n\n| a |\n| - |\n| 1 |\nTable: Some\n\nEnd.\n::\n"
	boxed := regexp.MustCompile(`<w:pBdr>.*?</w:pBdr><w:shd [^>]*>`)
	file, err := wordtest.Rewrite(render(t, src), func(part, text string) (string, error) {
		if part != "word/document.xml" {
			return text, nil
		}
		for _, p := range regexp.MustCompile(`<w:p>.*?</w:p>`).FindAllString(text, -1) {
			flat := p
			switch {
			case strings.Contains(p, `"NomaCaption"`):
				flat = boxed.ReplaceAllString(p, "")
			case !strings.Contains(p, "<w:r>"): // the rule
				flat = boxed.ReplaceAllString(p, `<w:pBdr><w:bottom w:val="single" w:sz="6" w:space="1" w:color="DDDDDD"/></w:pBdr>`)
			case strings.Contains(p, ">In it.<"):
				flat = strings.NewReplacer(`w:left="680"`, `w:left="690"`, `w:right="420"`, `w:right="200"`).Replace(p)
			}
			text = strings.Replace(text, p, strings.NewReplacer(`w:left="400"`, `w:left="200"`, `w:right="400"`, `w:right="200"`).Replace(flat), 1)
		}
		return text, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if after, res := syncWith(t, src, file, reviewsync.Options{}); after != src || len(res.Findings) > 0 {
		t.Errorf("not quiet: %s", describe(res))
	}
	file = typeBehind(t, file, "Inside.", 200)
	if after, res := syncWith(t, src, file, reviewsync.Options{}); after != strings.Replace(src, "Inside.\n", "Inside.\n\nTyped.\n", 1) {
		t.Errorf("%s\n%s", describe(res), after)
	}
}

// TestOlderTitles: a reference to data or to a form field shows clients its title, and in files of older editions what it is; neither leaves
// anything to say.
func TestOlderTitles(t *testing.T) {
	t.Parallel()
	const src = "---\naudience: client\n---\n\n# T\n\nSee [[d]], [[c]] and [[e]].\n\n::dataset{id=\"d\" title=\"Sales of May\"}\na,b\n1,2\n::\n\n" +
		"::control{id=\"c\" label=\"Growth in %\" default=\"3\"}\n::\n\n::dataset{id=\"e\"}\na,b\n1,2\n::\n"
	for _, c := range []struct {
		file []byte
		want string
	}{{older(t, src, "20", false), "See dataset, control and dataset."}, {older(t, src, "20", true), "See dataset, control and dataset."}, {render(t, src), "See Sales of May, Growth in % and dataset."}} {
		res, err := reviewsync.SyncFile("", src, bytes.NewReader(c.file), int64(len(c.file)), reviewsync.Options{})
		if err != nil || res.Text != src || len(res.Findings) > 0 {
			t.Errorf("an unedited file is not quiet (%v)%s\nbecame:\n%s", err, describe(res), res.Text)
		}
		text := ""
		if _, err := wordtest.Rewrite(c.file, func(part, content string) (string, error) {
			if part == "word/document.xml" {
				text = regexp.MustCompile(`<[^>]*>`).ReplaceAllString(content, "")
			}
			return content, nil
		}); err != nil || !strings.Contains(text, c.want) {
			t.Errorf("%v: the file does not say %q: %s", err, c.want, text)
		}
	}
}

// TestOlderCode: a line end in a code span is a blank, and in files of older editions a line end, which is none in the source either.
func TestOlderCode(t *testing.T) {
	t.Parallel()
	const src = "Call `go\ntest` now, or [`go\nvet`](https://example.org).\n"
	for name, file := range map[string][]byte{"older": older(t, src, "21", false), "silent": older(t, src, "21", true), "new": render(t, src)} {
		sync := func() (*reviewsync.Result, string) {
			res, err := reviewsync.SyncFile("", src, bytes.NewReader(file), int64(len(file)), reviewsync.Options{})
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			return res, res.Text
		}
		if res, text := sync(); text != src || len(res.Findings) > 0 {
			t.Errorf("%s: an unedited file is not quiet%s\nbecame:\n%s", name, describe(res), text)
		}
		var err error
		if file, err = wordtest.Rewrite(file, func(_, text string) (string, error) { return strings.Replace(text, " now, or", " today, or", 1), nil }); err != nil {
			t.Fatal(err)
		}
		if res, text := sync(); text != strings.Replace(src, "now", "today", 1) {
			t.Errorf("%s: %s\nbecame:\n%s", name, describe(res), text)
		}
	}
}
