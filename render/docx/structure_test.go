package docx

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

// element is one element of a part, read with an independent parser.
type element struct {
	name     string // local name
	attrs    map[string]string
	children []*element
	text     string
}

func parse(data []byte) (*element, error) {
	d := xml.NewDecoder(bytes.NewReader(data))
	root := &element{}
	stack := []*element{root}
	for {
		tok, err := d.Token()
		if errors.Is(err, io.EOF) {
			return root, nil
		}
		if err != nil {
			return nil, err
		}
		top := stack[len(stack)-1]
		switch tok := tok.(type) {
		case xml.StartElement:
			e := &element{name: tok.Name.Local, attrs: map[string]string{}}
			for _, a := range tok.Attr {
				e.attrs[a.Name.Local] = a.Value
			}
			top.children = append(top.children, e)
			stack = append(stack, e)
		case xml.EndElement:
			stack = stack[:len(stack)-1]
		case xml.CharData:
			top.text += string(tok)
		}
	}
}

// walk calls f for every element, parents first.
func (e *element) walk(f func(*element)) {
	f(e)
	for _, c := range e.children {
		c.walk(f)
	}
}

// shown returns the text a reader sees in a part, one line for each paragraph. Equations have no text of
// their own: package wml tests them.
func (e *element) shown() string {
	var out strings.Builder
	var visit func(x *element)
	visit = func(x *element) {
		switch x.name {
		case "p":
			out.WriteString("\n")
		case "t", "delText":
			out.WriteString(x.text)
		case "oMath":
			return
		}
		for _, c := range x.children {
			visit(c)
		}
	}
	visit(e)
	return out.String()
}

// planned returns the same text, from the plan.
func planned(b layout.Block) string {
	var out strings.Builder
	layout.EachPara(b, func(p *layout.Para) {
		out.WriteString("\n")
		for _, r := range p.Runs() {
			switch r.Kind {
			case wml.Text, wml.Field:
				out.WriteString(sayable(r.Text))
			case wml.Input:
				// The text of a control is one w:t: a tab or line end in it is a blank.
				out.WriteString(sayable(blanks.Replace(r.Control().Text)))
			}
		}
	})
	return out.String()
}

var blanks = strings.NewReplacer("\t", " ", "\n", " ", "\r", " ")

// sayable is text without what has an element of its own in Word, and what XML cannot hold; bytes
// that are no UTF-8 become U+FFFD.
func sayable(s string) string {
	return strings.Map(func(c rune) rune {
		if c < ' ' || c == 0xFFFE || c == 0xFFFF {
			return -1
		}
		return c
	}, string([]rune(s)))
}

// snippets are what generated documents are made of: every construct that has marks, parts or
// nesting of its own. %d becomes a number, so that ids differ or are repeated by chance.
var snippets = []string{
	"# Heading %d {id=\"h%d\"}\n", "## Sub *heading* %d\n", "A **bold** [link](https://example.org/%d?a=b&c=d) and [[c%d]].\n",
	"- one\n- two %d\n", "1. one\n2. two %d\n", "> quote %d\n", "---\n", "```go\nx := %d\n\ty < 2\n```\n",
	"| a | b |\n| --- | --: |\n| %d | `x` |\n", "| z |\n| --- |\n| %d |\n",
	"::claim{id=\"c%d\" confidence=0.%d}\nBody.\n\n- item\n\nMore $x^%d$.\n::\n", "::risk{severity=high owner=\"Ann & Bo\"}\nRisk %d.\n::\n",
	"::table{id=\"t%d\" title=\"Table <%d>\" header}\n| a | b |\n| 1 | 2 |\n::\n", "::table{id=\"u%d\"}\n| a |\n::\n",
	"::comment{id=\"k%d\" for=\"c%d\" author=\"Ann\"}\nWhy?\n\nReally?\n::\n", "::comment{id=\"r%d\" reply_to=\"k%d\"}\nBecause.\n::\n",
	"::comment{for=\"c%d\"}\n| in | comment |\n| --- | --- |\n| 1 | 2 |\n::\n",
	"::footnote{id=\"f%d\" for=\"c%d\"}\nNote.\n::\n", "::endnote{id=\"e%d\" for=\"t%d\"}\nNote [x](https://example.org).\n::\n", "::footnote\nLoose %d.\n::\n",
	"::change_request{id=\"q%d\" target=\"c%d\" action=replace from=\"a **b**\" to=\"[c](#h%d) d\"}\nWhy.\n::\n",
	"::control{id=\"x%d\" type=checkbox default=true}\n::\n", "::control{type=select options=\"a,b=B %d\"}\n::\n", "::control{type=select options=\"a,b\tc%d\" default=\"b\tc%d\"}\n::\n", "::todo{id=\"d%d\"}\nDo it.\n::\n",
	"::grid{columns=2}\n:::card{id=\"g%d\"}\nCard.\n:::\n\n| n |\n| --- |\n| %d |\n\n::\n", "::toc\n::\n", "::pagebreak\n::\n",
	"::page_setup{id=\"p%d\" orientation=landscape}\n::\n", "::page_setup{size=a4}\n::\n", "::header\nHead [%d](https://example.org).\n::\n",
	"::footer{page_numbers}\n:::claim{id=\"c%d\"}\nIn the footer.\n:::\n::\n", "::figure{id=\"i%d\" src=\"data:image/svg+xml,<svg/>\" caption=\"F\"}\n::\n",
	"::bibliography\n::\n", "::citation{source=\"S %d\"}\n::\n", "::metric{id=\"m%d\" value=%d unit=\"%%\"}\n::\n", "::code{lang=sh}\necho %d\n\n::\n", "Emoji \U0001F600 %d\n",
}

// document returns a generated source text.
func document(t *rapid.T) string {
	var out strings.Builder
	out.WriteString("Start.\n\n") // or a rule would open frontmatter
	for _, s := range rapid.SliceOfN(rapid.SampledFrom(snippets), 0, 14).Draw(t, "blocks") {
		n := strings.Count(strings.ReplaceAll(s, "%%", ""), "%d")
		args := make([]any, n)
		for i := range args {
			args[i] = rapid.IntRange(1, 4).Draw(t, "number")
		}
		out.WriteString(fmt.Sprintf(s, args...) + "\n")
	}
	return out.String()
}

// TestLawPackagesAreSound checks what Word is strict about, on generated documents.
func TestLawPackagesAreSound(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		text := document(rt)
		if problem := unsound(t, text); problem != "" {
			rt.Fatalf("%s\n%s", problem, text)
		}
	})
}

// unsound renders a source text and tells the first rule the package breaks.
func unsound(t testing.TB, text string) string {
	return unsoundFile(t, rendered(t, text), planOf(t, text))
}

// unsoundFile tells the first rule the package of a plan breaks.
func unsoundFile(t testing.TB, file []byte, plan *layout.Plan) string {
	all := parts(t, file)
	trees := map[string]*element{}
	for name, data := range all {
		if !strings.HasPrefix(name, "word/media/") {
			tree, err := parse(data)
			if err != nil {
				return fmt.Sprintf("%s is not well-formed: %v", name, err)
			}
			trees[name] = tree
		}
	}
	for _, check := range []func(map[string][]byte, map[string]*element) string{relationships, marks, flows} {
		if problem := check(all, trees); problem != "" {
			return problem
		}
	}
	var want strings.Builder
	for b := range plan.Body() {
		want.WriteString(planned(b))
	}
	// Paragraphs we put between and behind tables are empty.
	if got := trees[mainPart].shown(); squeeze(got) != squeeze(want.String()) {
		return fmt.Sprintf("the document shows %q, the plan %q", got, want.String())
	}
	return ""
}

func squeeze(s string) string {
	for strings.Contains(s, "\n\n") {
		s = strings.ReplaceAll(s, "\n\n", "\n")
	}
	return strings.Trim(s, "\n")
}

// relationships: every id in markup is declared, every declared target is a part, every part has a
// content type.
func relationships(all map[string][]byte, trees map[string]*element) string {
	for name, tree := range trees {
		if path.Ext(name) == ".rels" || !strings.HasPrefix(name, "word/") {
			continue
		}
		known := map[string]bool{}
		if rels := trees[path.Dir(name)+"/_rels/"+path.Base(name)+".rels"]; rels != nil {
			rels.walk(func(e *element) {
				if e.name == "Relationship" {
					known[e.attrs["Id"]] = true
				}
			})
		}
		problem := ""
		tree.walk(func(e *element) {
			for _, key := range []string{"embed", "link"} {
				if id := e.attrs[key]; id != "" && !known[id] {
					problem = fmt.Sprintf("%s names the relationship %s, which is not there", name, id)
				}
			}
			if id := e.attrs["id"]; (e.name == "hyperlink" || strings.HasSuffix(e.name, "Reference")) && strings.HasPrefix(id, "rId") && !known[id] {
				problem = fmt.Sprintf("%s names the relationship %s, which is not there", name, id)
			}
		})
		if problem != "" {
			return problem
		}
	}
	types := string(all["[Content_Types].xml"])
	for name := range all {
		ext := strings.TrimPrefix(path.Ext(name), ".")
		if name != "[Content_Types].xml" && !strings.Contains(types, `PartName="/`+name+`"`) && !strings.Contains(types, `Extension="`+ext+`"`) {
			return name + " has no content type"
		}
	}
	return ""
}

// marks: ids are unique, what starts ends, what is referred to exists.
func marks(_ map[string][]byte, trees map[string]*element) string {
	seen := map[string]bool{}
	open := map[string]bool{}
	problem := ""
	once := func(key string) {
		if seen[key] {
			problem = key + " stands twice"
		}
		seen[key] = true
	}
	for name, tree := range trees {
		if !strings.HasPrefix(name, "word/") || strings.HasSuffix(name, ".rels") || name == settingsPart {
			continue
		}
		tree.walk(func(e *element) {
			id := e.attrs["id"]
			switch e.name {
			case "bookmarkStart":
				once("bookmark " + id)
				once("bookmark name " + e.attrs["name"])
				open["bookmark "+id] = true
			case "bookmarkEnd":
				delete(open, "bookmark "+id)
			case "commentRangeStart":
				once("range " + id)
				open["range "+id] = true
			case "commentRangeEnd":
				delete(open, "range "+id)
			case "commentReference", "footnoteReference", "endnoteReference", "comment", "footnote", "endnote", "ins", "del", "docPr":
				once(name + " " + e.name + " " + id)
			case "p":
				if para := e.attrs["paraId"]; para != "" {
					once("paragraph " + para)
				}
			case "commentEx":
				if len(e.attrs["paraId"]) != 8 {
					problem = "a comment state without a paragraph"
				}
			case "numId":
				if id := e.attrs["val"]; id != "0" && !seen["num "+id] { // 0 takes a list away
					seen["wanted num "+id] = true
				}
			case "num":
				seen["num "+e.attrs["numId"]] = true
			}
		})
	}
	for key := range seen {
		if n, ok := strings.CutPrefix(key, "wanted "); ok && !seen[n] {
			return n + " is used and not defined"
		}
		for _, kind := range []string{"comment", "footnote", "endnote"} {
			part := "word/" + kind + "s.xml " + kind + " "
			if id, ok := strings.CutPrefix(key, part); ok && id != "-1" && !(kind != "comment" && id == "0") && !seen[mainPart+" "+kind+"Reference "+id] {
				return kind + " " + id + " has no reference in the text"
			}
			if id, ok := strings.CutPrefix(key, mainPart+" "+kind+"Reference "); ok && !seen[part+id] {
				return "reference to the " + kind + " " + id + ", which is not there"
			}
		}
	}
	for key := range open {
		return key + " has no end"
	}
	return problem
}

// flows: containers end with a paragraph, tables do not touch, sections stand in the body alone,
// the last paragraph of a comment is the one its state names.
func flows(_ map[string][]byte, trees map[string]*element) string {
	problem := ""
	for name, tree := range trees {
		if name == settingsPart {
			continue // names the separators of notes, and has no flow
		}
		tree.walk(func(e *element) {
			switch e.name {
			case "tc", "hdr", "ftr", "comment", "footnote", "endnote", "body":
				last := ""
				for _, c := range e.children {
					if c.name == "tbl" && last == "tbl" {
						problem = name + ": two tables touch"
					}
					if c.name != "sectPr" {
						last = c.name
					}
				}
				if last != "p" {
					problem = fmt.Sprintf("%s: a %s ends with %q", name, e.name, last)
				}
			}
			if e.name == "comment" {
				last := e.children[len(e.children)-1].attrs["paraId"]
				stated := false
				trees[statePart].walk(func(x *element) { stated = stated || x.name == "commentEx" && x.attrs["paraId"] == last })
				if last == "" || !stated {
					problem = fmt.Sprintf("the state part does not name %q, the last paragraph of comment %s", last, e.attrs["id"])
				}
			}
			if e.name == "tc" {
				e.walk(func(x *element) {
					if x.name == "sectPr" {
						problem = name + ": a section ends inside a cell"
					}
				})
			}
			if e.name == "tr" {
				if cells := count(e, "tc"); cells == 0 {
					problem = name + ": a row without cells"
				}
			}
		})
	}
	return problem
}

func count(e *element, name string) int {
	n := 0
	for _, c := range e.children {
		if c.name == name {
			n++
		}
	}
	return n
}
