package layout

import (
	"strings"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/blocks"
)

// LanguageKey names, as an attribute of a block or heading, the language of the text in it.
const LanguageKey = "lang"

// LanguageTag returns the tag of a language that is written with hyphens or underscores (BCP 47), "" for what is none.
func LanguageTag(s string) string {
	s = strings.ReplaceAll(strings.TrimSpace(s), "_", "-")
	parts := strings.Split(s, "-")
	if len(s) > 84 || len(parts[0]) < 2 || len(parts[0]) > 3 {
		return ""
	}
	for i, p := range parts {
		if len(p) == 0 || len(p) > 8 {
			return ""
		}
		for _, c := range p {
			letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
			if !letter && (i == 0 || c < '0' || c > '9') {
				return ""
			}
		}
	}
	return s
}

// primaryLanguage returns the language that a tag begins with, in small letters; of the forms of Norwegian, nb.
func primaryLanguage(tag string) string {
	switch base, _, _ := strings.Cut(strings.ToLower(tag), "-"); base {
	case "no", "nn":
		return "nb"
	default:
		return base
	}
}

// RightToLeft reports whether the language of a tag is written from right to left.
func RightToLeft(tag string) bool {
	switch primaryLanguage(tag) {
	case "ar", "fa", "he", "ur", "yi", "ps", "dv", "ckb", "ug", "sd":
		return true
	}
	return false
}

// LanguageOf returns the tag of the language that a block or heading says its text is in, "" for none. In blocks of code the attribute
// names the language of the code.
func LanguageOf(n noma.Node) string {
	switch n := n.(type) {
	case *noma.Section:
		a, _ := noma.FindAttr(n.Attrs, LanguageKey)
		return LanguageTag(a.Value.Text())
	case *noma.Directive:
		if a, ok := n.Attr(LanguageKey); ok {
			if b := blocks.Lookup(n.Name); b == nil || !b.Own(LanguageKey) {
				return LanguageTag(a.Value.Text())
			}
		}
	}
	return ""
}

// Languages returns the tags of the languages of the blocks of a document that are in one of their own, or within such a block.
func Languages(d *noma.Document) map[noma.Node]string {
	var of map[noma.Node]string
	for n := range noma.Walk(d) {
		tag := LanguageOf(n)
		if tag == "" && of != nil {
			tag = of[n.At().Parent]
		}
		if tag != "" {
			if of == nil {
				of = map[noma.Node]string{}
			}
			of[n] = tag
		}
	}
	return of
}
