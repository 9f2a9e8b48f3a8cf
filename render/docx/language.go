package docx

import "strings"

const defaultLanguage = "en-US"

// languageTag returns a language for w:lang (ECMA-376 §17.3.2.20, a BCP 47 tag), the default when what
// the author wrote is none.
func languageTag(s string) string {
	s = strings.ReplaceAll(strings.TrimSpace(s), "_", "-")
	parts := strings.Split(s, "-")
	if len(s) > 84 || len(parts[0]) < 2 || len(parts[0]) > 3 {
		return defaultLanguage
	}
	for i, p := range parts {
		if len(p) == 0 || len(p) > 8 {
			return defaultLanguage
		}
		for _, c := range p {
			letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
			if !letter && (i == 0 || c < '0' || c > '9') {
				return defaultLanguage
			}
		}
	}
	return s
}

// bidiLanguage returns the language of right-to-left text in a document of the given language.
func bidiLanguage(tag string) string {
	switch primary, _, _ := strings.Cut(tag, "-"); strings.ToLower(primary) {
	case "ar", "he", "fa", "ur", "yi", "ps", "sd", "ug", "dv", "ckb":
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
