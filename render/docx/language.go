package docx

import (
	"cmp"
	"strings"

	"github.com/nomadocx/nomadocx/layout"
)

const defaultLanguage = "en-US"

// languageOf returns the tag of a language, the default when what the author wrote is none.
func languageOf(s string) string { return cmp.Or(layout.LanguageTag(s), defaultLanguage) }

// bidiLanguage returns the language of right-to-left text in a document of the given language.
func bidiLanguage(tag string) string {
	if layout.RightToLeft(tag) {
		return tag
	}
	return "ar-SA"
}

// asianFont returns the face for Chinese, Japanese and Korean text. Which one is right depends on the
// language, because the scripts share characters that they draw differently.
func asianFont(tag string) string {
	primary, rest, _ := strings.Cut(strings.ToLower(tag), "-")
	switch {
	case primary == "ja":
		return "Yu Gothic"
	case primary == "ko":
		return "Malgun Gothic"
	case primary == "zh" && (strings.Contains(rest, "tw") || strings.Contains(rest, "hk") || strings.Contains(rest, "hant")):
		return "Microsoft JhengHei"
	case primary == "zh":
		return "Microsoft YaHei"
	}
	return bodyFont // editors then choose by character
}
