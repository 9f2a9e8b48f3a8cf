package reviewsync_test

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/beevik/etree"

	"github.com/nomadocx/nomadocx/layout"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// What programs do to what words have of their own and by the style of their paragraph, to the levels of items, to white space before code
// and to descriptions of tables.

func init() {
	for name, do := range map[string]func(*desk) error{
		"as the styles have it":      (*desk).asStyled,
		"one level of items":         (*desk).oneLevel,
		"the last level lost":        (*desk).loseLastLevel,
		"no indents of code":         (*desk).flushCode,
		"descriptions as paragraphs": (*desk).typeDescriptions,
	} {
		channels[name], acts[name] = do, func(d *desk, _ []string, _ []int) error { return do(d) }
	}
}

// boldStyles finds the names of styles whose words are bold.
var boldStyles = regexp.MustCompile(`^(Title|Heading[1-6]|Noma(CoverTitle|Directive|MetricValue|Caption|TableHead))$`)

// asStyled leaves out what words have of their own and by the style of their paragraph.
func (d *desk) asStyled() error {
	for _, p := range d.allOf("p") {
		style := p.FindElement("w:pPr/w:pStyle")
		if style == nil {
			continue
		}
		tag, name := "b", style.SelectAttrValue("w:val", "")
		if name == layout.StyleQuote {
			tag = "i"
		} else if !boldStyles.MatchString(name) {
			continue
		}
		for _, e := range p.FindElements(".//w:rPr/w:" + tag) {
			e.Parent().RemoveChild(e)
		}
	}
	return nil
}

// oneLevel puts all items on the outermost level.
func (d *desk) oneLevel() error {
	for _, e := range d.allOf("ilvl") {
		e.CreateAttr("w:val", "0")
	}
	return nil
}

// loseLastLevel writes the indent of its level on every item, and puts the last paragraph of the text on the outermost level when it is an
// item.
func (d *desk) loseLastLevel() error {
	d.indentItems()
	body := d.body().ChildElements()
	for i := len(body) - 1; i >= 0; i-- {
		if body[i].Tag == "p" {
			if e := body[i].FindElement("w:pPr/w:numPr/w:ilvl"); e != nil {
				e.CreateAttr("w:val", "0")
			}
			break
		}
	}
	return nil
}

// indentItems gives items the indents of their levels as formatting of their own.
func (d *desk) indentItems() {
	for _, e := range d.allOf("ilvl") {
		if level, err := strconv.Atoi(e.SelectAttrValue("w:val", "")); err == nil && e.Parent().Parent().SelectElement("w:ind") == nil {
			mark(e.Parent().Parent(), "w:ind", "").CreateAttr("w:left", strconv.Itoa(500+360*level))
		}
	}
}

// flushCode takes away the white space before lines of code.
func (d *desk) flushCode() error {
	for _, p := range below(d.body(), "p") {
		if style := p.FindElement("w:pPr/w:pStyle"); style == nil || style.SelectAttrValue("w:val", "") != layout.StyleCode {
			continue
		}
		for _, e := range p.FindElements(".//w:r/*") {
			if e.Tag == "tab" {
				e.Parent().RemoveChild(e)
			} else if e.Tag == "t" || e.Tag == "delText" {
				if e.SetText(strings.TrimLeft(e.Text(), " ")); e.Text() != "" {
					break
				}
			}
		}
	}
	return nil
}

// typeDescriptions types what tables are described with before them, and makes it their title.
func (d *desk) typeDescriptions() error {
	for _, table := range below(d.body(), "tbl") {
		words := ""
		for _, tag := range []string{"tblCaption", "tblDescription"} {
			if e := table.FindElement("w:tblPr/w:" + tag); e != nil {
				words += e.SelectAttrValue("w:val", "")
				e.Parent().RemoveChild(e)
			}
		}
		if mark(table.SelectElement("w:tblPr"), "w:tblCaption", words); words == "" {
			continue
		}
		p := etree.NewElement("w:p")
		t := p.CreateElement("w:r").CreateElement("w:t")
		t.CreateAttr("xml:space", "preserve")
		t.SetText(words)
		insertBefore(table, p)
	}
	return nil
}

// TestLastLevel: the level of the last item that a program loses is reported and stays in the source, also beside edits; of an item that
// shows its new level, or is not the last one, the level is an edit.
func TestLastLevel(t *testing.T) {
	const src = "# Text\n\n- One item.\n  - A second item.\n  - The third item.\n"
	for _, x := range []struct{ script, now, want string }{
		{"the last level lost", src, src},
		{"the last level lost\nreplace \"third item\" with \"last item\"", src, strings.Replace(src, "third", "last", 1)},
		{"the last level lost\ninsert \"And an item.\" after \"The third item.\"", src, src + "  - And an item.\n"},
		{"the last level lost", src + "\nThe author went on.\n", src + "\nThe author went on.\n"},
		{"indent \"The third item.\" to level 1", src, strings.Replace(src, "  - The third", "- The third", 1)},
		{"the last level lost\nindent \"A second item.\" to level 1", src, strings.Replace(src, "  - A second", "- A second", 1)},
	} {
		file := performed(t, src, x.script+asQuill)
		got, res := sync(t, x.now, file)
		editor := 0
		for _, f := range res.Findings {
			if f.Outcome == reviewsync.Editor {
				editor++
			}
		}
		if got != x.want || (editor == 1) != strings.Contains(x.script, "lost") {
			t.Errorf("%s: the source becomes\n%s\nfindings: %s", x.script, got, describe(res))
		}
	}
}

// TestLastLevelIsNot: where the last item went, was raised or is another one, a smaller indent elsewhere in the text says nothing of it.
func TestLastLevelIsNot(t *testing.T) {
	const src = "# Text\n\n::note{title=\"M\"}\n- In a panel.\n- And so on.\n::\n\n- One item.\n- A second item.\n"
	for script, want := range map[string]string{
		"delete paragraph \"The inner item.\"":  src,
		"indent \"The inner item.\" to level 1": src + "- The inner item.\n",
	} {
		indented := func(d *desk) error { d.indentItems(); return nil }
		file := saved(t, performed(t, src+"  - The inner item.\n", script+asQuill), indented)
		if got, res := sync(t, src+"  - The inner item.\n", file); got != want {
			t.Errorf("%s: the source becomes\n%s\nfindings: %s", script, got, describe(res))
		}
	}
}

// TestDatesWithoutTags: a date field that LibreOffice saved without its tag and that shows what it was sent with is not filled in.
func TestDatesWithoutTags(t *testing.T) {
	const src = "# Plan\n\n::control{id=\"end\" type=\"date\" label=\"End\" default=\"2026-06-01T10:00:00Z\"}\n::\n"
	for _, typed := range []string{"", " or later"} {
		d, err := openDesk(render(t, src))
		if err == nil {
			err = d.writtenBy("LibreOffice/7.4.7.2")
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range below(d.body(), "date") {
			pr := e.Parent()
			for _, other := range pr.ChildElements() {
				if other != e && other.Tag != "dataBinding" {
					pr.RemoveChild(other)
				}
			}
			for _, text := range below(pr.Parent(), "t") {
				text.SetText(text.Text() + typed)
			}
		}
		file, err := d.save()
		if err != nil {
			t.Fatal(err)
		}
		if got, res := sync(t, src, file); got != src || (len(res.Findings) > 0) != (typed != "") {
			t.Errorf("with %q typed: %s\n%s", typed, got, describe(res))
		}
	}
}
