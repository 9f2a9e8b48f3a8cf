package sources

import (
	"regexp"
	"strings"
)

// bibSource makes a source of the fields of an entry.
func bibSource(key, kind string, fields map[string]string) *Source {
	first := func(names ...string) string {
		for _, n := range names {
			if v := plain(fields[n]); v != "" {
				return v
			}
		}
		return ""
	}
	s := &Source{Key: key, Type: kind, Title: first("title"), Container: first("journal", "journaltitle", "booktitle", "maintitle"),
		Publisher: first("publisher", "institution", "school", "organization", "howpublished"), Volume: first("volume"),
		Issue: first("number", "issue"), Pages: pageRange.ReplaceAllString(first("pages"), "$1–$2"), Edition: edition(first("edition")), URL: address(fields["url"]), DOI: DOI(fields["doi"]),
		Accessed: first("urldate"), Note: first("note")}
	switch k := strings.ToLower(kind); k {
	case "phdthesis", "mastersthesis", "thesis", "techreport", "report":
		s.Genre = map[string]string{"phdthesis": "Doctoral thesis", "mastersthesis": "Master’s thesis", "thesis": "Thesis"}[k]
		if t := first("type"); strings.Contains(t, " ") || s.Genre == "" && t != "" { // others are keys, such as phdthesis
			s.Genre = t
		}
	}
	if sub := first("subtitle"); sub != "" {
		s.Title += ": " + sub
	}
	if strings.HasPrefix(s.Publisher, "http") && s.URL == "" { // howpublished = {\url{…}}
		s.URL, s.Publisher = s.Publisher, ""
	}
	s.Date = first("date")
	if s.Date == "" {
		s.Date = strings.TrimSpace(first("month") + " " + first("year"))
	}
	var others bool
	s.Authors, s.OtherAuthors = names(fields["author"])
	s.Editors, others = names(fields["editor"])
	if len(s.Authors) == 0 {
		s.OtherAuthors = others
	}
	if by := first("organization", "institution"); len(s.Authors)+len(s.Editors) == 0 && by != "" {
		s.Authors = []Name{{Literal: by}}
		if s.Publisher == by {
			s.Publisher = ""
		}
	}
	return s
}

var pageRange = regexp.MustCompile(`\b(\d+)-(\d+)\b`)

// edition returns the number or the words of an edition, without "edition" or an ending as in 2nd.
func edition(s string) string {
	s = strings.TrimSpace(strings.TrimSuffix(strings.TrimSuffix(strings.TrimSpace(s), "edition"), "ed."))
	if m := numbered.FindStringSubmatch(s); m != nil {
		return m[1]
	}
	return s
}

var numbered = regexp.MustCompile(`^(\d{1,4})(st|nd|rd|th|\.)?$`)

// address is a URL as it is meant: braces and \_ are of LaTeX.
func address(s string) string {
	s = strings.TrimSpace(s)
	if v, ok := strings.CutPrefix(s, `\url{`); ok {
		s = strings.TrimSuffix(v, "}")
	}
	return strings.Join(strings.Fields(strings.NewReplacer(`\_`, "_", `\%`, "%", `\&`, "&", `\#`, "#", `\~{}`, "~", `\~`, "~", "{", "", "}", "").Replace(s)), "")
}

// DOI returns a digital object identifier without the address in front of it.
func DOI(s string) string {
	s = address(s)
	for _, p := range []string{"https://doi.org/", "http://doi.org/", "https://dx.doi.org/", "http://dx.doi.org/", "doi:", "DOI:"} {
		s = strings.TrimPrefix(s, p)
	}
	return s
}

// maxNames is how many authors of a source are kept.
const maxNames = 500

// names reads "A and B and others", whose parts are "First von Last", "von Last, First", "{An Organisation}" or "Ministry of Fish".
func names(s string) (list []Name, others bool) {
	depth, start := 0, 0
	add := func(one string) {
		one = strings.TrimSpace(one)
		switch {
		case one == "":
		case one == "others" || len(list) == maxNames:
			others = true
		default:
			list = append(list, name(one))
		}
	}
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\':
			i++
		case s[i] == '{':
			depth++
		case s[i] == '}':
			depth--
		case depth <= 0 && s[i] <= ' ' && len(s) > i+4 && strings.EqualFold(s[i+1:i+4], "and") && s[i+4] <= ' ':
			add(s[start:i])
			start = i + 4
			i += 3
		}
	}
	add(s[start:])
	return list, others
}

// suffix is what stands behind the name of a person.
var suffix = regexp.MustCompile(`^(?i:[js]r\.?)$|^[IVX]+$`)

// organisation are the lower-case words that no person's name has between others: "Port of Oslo" is one name.
var organisation = regexp.MustCompile(`\S\s(?:of|for|the|on|für|pour)\s\S`)

func name(s string) Name {
	if strings.HasPrefix(s, "{") && closes(s) {
		return Name{Literal: plain(s)}
	}
	parts := pieces(s, func(c byte) bool { return c == ',' })
	if len(parts) > 1 {
		n := Name{Family: plain(parts[0]), Given: plain(parts[len(parts)-1])}
		if len(parts) == 3 {
			if n.Suffix = plain(parts[1]); suffix.MatchString(n.Given) { // King, Martin, Jr.
				n.Given, n.Suffix = n.Suffix, n.Given
			}
		}
		return n
	}
	if organisation.MatchString(s) {
		return Name{Literal: plain(s)}
	}
	words := pieces(s, func(c byte) bool { return c <= ' ' || c == '~' })
	last := len(words) - 1
	for last > 1 && lower(words[last-1]) { // von, de la
		last--
	}
	if last < 1 {
		return Name{Family: plain(s)}
	}
	return Name{Given: plain(strings.Join(words[:last], " ")), Family: plain(strings.Join(words[last:], " "))}
}

func lower(s string) bool { return s != "" && s[0] >= 'a' && s[0] <= 'z' }

// closes reports whether the brace a text begins with ends at its end.
func closes(s string) bool {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i == len(s)-1
			}
		}
	}
	return false
}

// pieces cuts a text outside of braces.
func pieces(s string, at func(byte) bool) (out []string) {
	depth, start := 0, 0
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\':
			i++
		case s[i] == '{':
			depth++
		case s[i] == '}':
			depth--
		case depth <= 0 && at(s[i]):
			if p := strings.TrimSpace(s[start:i]); p != "" {
				out = append(out, p)
			}
			start = i + 1
		}
	}
	if p := strings.TrimSpace(s[start:]); p != "" {
		out = append(out, p)
	}
	return out
}
