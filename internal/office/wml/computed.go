package wml

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// computedFields are the fields that show what no one types: page numbers, the properties and headings of the document. Those that count
// pages or sections are true.
var computedFields = map[string]bool{
	"PAGE": true, "NUMPAGES": true, "SECTION": true, "SECTIONPAGES": true,
	"TITLE": false, "SUBJECT": false, "AUTHOR": false, "KEYWORDS": false, "COMMENTS": false, "FILENAME": false, "STYLEREF": false, "DOCPROPERTY": false,
}

// computed returns the name of a field, and whether it counts pages or sections. ok is true for those that show what no one types, and for
// those without an instruction.
func (r *Run) computed() (name string, counts, ok bool) {
	f := r.Field()
	if r.Kind != Field || f == nil {
		return "", false, false
	}
	instr := strings.TrimSpace(f.Instr)
	name = fieldName(instr)
	counts, ok = computedFields[name]
	return name, counts, ok || instr == ""
}

// Computed reports whether a run is a field that shows what no one types.
func (r *Run) Computed() bool {
	_, _, ok := r.computed()
	return ok
}

// OfPage returns what stands for a field that shows another thing on every page: "#" for one that counts pages or sections and has not been
// typed over, nothing for one that shows a heading. ok is false for other runs.
func (r *Run) OfPage() (stands string, ok bool) {
	switch name, counts, _ := r.computed(); {
	case counts && !r.typedOver():
		return "#", true
	default:
		return "", name == "STYLEREF"
	}
}

// typedOver reports whether a field that counts pages or sections shows words: letters that have cases, and are neither a Roman number nor
// one letter, once or repeated. Numbers that the field asks for in words are none.
func (r *Run) typedOver() bool {
	if _, counts, _ := r.computed(); !counts {
		return false
	}
	instr := strings.ToUpper(r.Field().Instr)
	letters := strings.Map(func(c rune) rune {
		if c = unicode.ToLower(c); c != unicode.ToUpper(c) {
			return c
		}
		return -1
	}, r.Text)
	first, _ := utf8.DecodeRuneInString(letters)
	return !strings.Contains(instr, "TEXT") && !strings.Contains(instr, "ORDINAL") &&
		strings.Trim(letters, "ivxlcdm") != "" && strings.Trim(letters, string(first)) != ""
}
