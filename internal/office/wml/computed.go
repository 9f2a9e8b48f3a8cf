package wml

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Computed reports whether a run is a field that shows what no one types: page numbers, the properties and headings of the document.
func (r *Run) Computed() bool {
	if r.Kind != Field {
		return false
	}
	words := strings.Fields(r.Field().Instr)
	if len(words) == 0 {
		return true
	}
	switch strings.ToUpper(words[0]) {
	case "PAGE", "NUMPAGES", "SECTION", "SECTIONPAGES", "TITLE", "SUBJECT", "AUTHOR", "KEYWORDS", "COMMENTS", "FILENAME", "STYLEREF", "DOCPROPERTY":
		return true
	}
	return false
}

// OfPage returns what stands for a field that shows another thing on every page: "#" for one that counts pages or sections and has not been
// typed over, nothing for one that shows a heading. ok is false for other runs.
func (r *Run) OfPage() (stands string, ok bool) {
	switch {
	case r.Kind != Field || r.Field() == nil || r.typedOver():
		return "", false
	case r.counts():
		return "#", true
	}
	return "", fieldName(strings.TrimSpace(r.Field().Instr)) == "STYLEREF"
}

// counts reports whether a field counts pages or sections.
func (r *Run) counts() bool {
	switch fieldName(strings.TrimSpace(r.Field().Instr)) {
	case "PAGE", "NUMPAGES", "SECTION", "SECTIONPAGES":
		return true
	}
	return false
}

// typedOver reports whether a field that counts pages or sections shows words: letters that have cases, and are neither a Roman number nor
// one letter, once or repeated. Numbers that the field asks for in words are none.
func (r *Run) typedOver() bool {
	if !r.counts() {
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
