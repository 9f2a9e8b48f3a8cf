package validate

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/diag"
)

// frontmatterKeys are the keys that a renderer, a rule or a verb reads; others are data of the author's own.
var frontmatterKeys = strings.Fields(`title subtitle author authors creator date status description summary abstract tags keywords
	lang language number_sections profile profiles aliases custom docx theme math stale_citation_days slug bibliography citation_style
	cover toc_page watermark logo organisation organization version audience`)

// otherTools are keys that pandoc and other tools read, and what to write instead.
var otherTools = map[string]string{
	"toc":                     toContents,
	"table-of-contents":       toContents,
	"number-sections":         toNumbers,
	"numbersections":          toNumbers,
	"numbering":               toNumbers,
	"numbered":                toNumbers,
	"geometry":                toPaper,
	"papersize":               toPaper,
	"margin":                  toPaper,
	"margins":                 toPaper,
	"mainfont":                toTemplate,
	"fontsize":                toTemplate,
	"linestretch":             toTemplate,
	"documentclass":           toTemplate,
	"header-includes":         toTemplate,
	"reference-doc":           "write it below docx:, indented by two blanks",
	"draft":                   "write status: draft",
	"abstract":                "write the text between ::abstract and a line with ::, or below a heading",
	"csl":                     "write citation_style: numeric or citation_style: author-date",
	"nocite":                  "give each of these sources a ::citation block",
	"link-citations":          "references always lead to the entries of the list",
	"reference-section-title": "write a heading, and ::bibliography and a line with :: below it",
	"toc-depth":               "write ::toc{depth=3} and a line with :: below it",
	"lof":                     "write ::toc{of=figures} and a line with :: below it",
	"lot":                     "write ::toc{of=tables} and a line with :: below it",
}

const (
	toContents = "write ::toc and a line with :: below it"
	toNumbers  = "write number_sections: true"
	toPaper    = "write ::page_setup{size=A4 margin=25mm} and a line with :: below it"
	toTemplate = "fonts and distances are those of a Word file that reference-doc below docx: names"
)

// wordKeys are the options of the Word file, under the key docx.
var wordKeys = []string{"charts", "plain-first-page", "reference-doc", "title-block", "toc"}

var frontmatterRules = []documentRule{
	{rule{"unknown-key", diag.Warning}, func(c *checker, r reporter) {
		var known []string
		for _, key := range frontmatterKeys {
			if c.doc.Meta.Get(key) == nil {
				known = append(known, key)
			}
		}
		for _, e := range c.doc.Meta {
			if instead := otherTools[e.Key]; instead != "" && e.Value != nil && e.Value != false {
				r.key(e.Key, "The key "+quote(e.Key)+" of the frontmatter has no effect on the text; "+instead+".", c.rekeyed(e))
				continue
			}
			if slices.Contains(frontmatterKeys, e.Key) {
				continue
			}
			if guess := closest(e.Key, known); guess != "" {
				r.key(e.Key, "Nothing reads the key "+quote(e.Key)+" of the frontmatter. Did you mean "+guess+"?", nil)
			}
		}
		for _, key := range [...]string{"author", "authors", "creator"} {
			if more := otherThanNames(c.doc.Meta.Get(key)); len(more) > 0 {
				r.key(key, "Of authors the name is shown; nothing reads "+strings.Join(more, ", ")+".", nil)
			}
		}
		word, _ := c.doc.Meta.Get(layout.WordMeta).(noma.Map)
		for _, e := range word {
			if !slices.Contains(wordKeys, e.Key) {
				r.key(layout.WordMeta, "The frontmatter's docx has no option "+quote(e.Key)+"; it has "+strings.Join(wordKeys, ", ")+".", nil)
			}
		}
	}},
	{badValue, func(c *checker, r reporter) {
		word, _ := c.doc.Meta.Get(layout.WordMeta).(noma.Map)
		for _, m := range []struct {
			of   noma.Map
			at   string // the key that they stand below
			keys []string
		}{{c.doc.Meta, "", []string{layout.NumberKey, layout.CoverKey, layout.ContentsKey}}, {word, layout.WordMeta, []string{"plain-first-page", "title-block", "toc"}}} {
			for _, key := range m.keys {
				if v := m.of.Get(key); v != nil && v != true && v != false {
					r.key(cmp.Or(m.at, key), "The frontmatter's "+key+" is "+quote(fmt.Sprint(v))+"; write true or false.", nil)
				}
			}
		}
		if v := word.Get("charts"); v != nil && v != "native" && v != "image" {
			r.key(layout.WordMeta, "The frontmatter's docx has charts: "+fmt.Sprint(v)+"; write native or image.", nil)
		}
		if typed, _ := c.typed(noma.Entry{Key: "date"}); noDate(typed) {
			r.key("date", "The frontmatter's date is "+typed+", which is no day; write year, month and day as in 2026-03-31.", nil)
		}
	}},
	{rule{"number-in-frontmatter", diag.Warning}, func(c *checker, r reporter) {
		for _, e := range c.doc.Meta {
			if _, number := e.Value.(float64); !number || !slices.Contains(shownKeys, e.Key) {
				continue
			}
			typed, fix := c.typed(e)
			if shows := layout.Said(c.doc, e.Key); typed != "" && typed != shows {
				r.key(e.Key, "The frontmatter's "+e.Key+" is a number and shown as "+quote(shows)+"; write "+e.Key+": \""+typed+"\".", fix)
			}
		}
	}},
	{rule{"unknown-language", diag.Warning}, func(c *checker, r reporter) {
		for _, key := range [...]string{"lang", "language"} {
			if s := c.doc.Meta.String(key); s != "" && layout.LanguageTag(s) == "" {
				r.at(c.front(), "The frontmatter's "+key+" is "+quote(s)+", which is no tag of a language; write de, or en-GB.")
			}
		}
	}},
	{rule{"unknown-audience", diag.Error}, func(c *checker, r reporter) {
		if _, err := layout.ReadAudience(c.doc.Meta.String(layout.AudienceKey)); err != nil {
			r.at(c.front(), "The frontmatter's audience: "+err.Error()+".")
		}
	}},
	{rule{"source-not-shown", diag.Warning}, func(c *checker, r reporter) {
		if a, _ := layout.ReadAudience(cmp.Or(c.opts.Audience, c.doc.Meta.String(layout.AudienceKey))); !a.Client {
			return
		}
		doc := *c.doc // as clients get it
		layout.Present(&doc, noma.Audience{Client: true})
		for _, n := range c.blocks {
			if noVerify(n) || doc.LeftOut(n) {
				continue
			}
			if why := layout.SourceHidden(&doc, layout.SourceOf(n)); why != "" {
				r.at(n, title(layout.ReadableName(n.Name), n)+" has a source that clients do not see: "+why+
					". Write words, an address, or the id of one block that clients get.")
			}
		}
	}},
	{rule{"duplicate-source", diag.Warning}, func(c *checker, r reporter) {
		first := map[string]*noma.Directive{}
		for _, n := range c.blocks {
			if n.Name != "citation" || noVerify(n) {
				continue
			}
			for _, key := range []string{"doi", "url", "href"} {
				address, ok := stringAttr(n, key)
				if !ok {
					continue
				}
				if other := first[address]; other != nil {
					r.at(n, title("Citation", n)+" is the same source as "+title("citation", other)+"; refer to that one.")
				} else {
					first[address] = n
				}
				break
			}
		}
	}},
}

// shownKeys are the keys of the frontmatter whose words a document shows.
var shownKeys = strings.Fields("title subtitle date version status organisation organization")

// otherThanNames returns the keys beside name in what the frontmatter says of authors, each once, ten at most.
func otherThanNames(v any) (more []string) {
	list, ok := v.([]any)
	if !ok {
		list = []any{v}
	}
	for _, x := range list {
		m, _ := x.(noma.Map)
		for _, e := range m {
			if key := quote(e.Key); e.Key != "name" && len(more) < 10 && !slices.Contains(more, key) {
				more = append(more, key)
			}
		}
	}
	return more
}
