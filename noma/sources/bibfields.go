package sources

import "strings"

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
		Issue: first("number", "issue"), Pages: first("pages"), URL: address(fields["url"]), DOI: DOI(fields["doi"]),
		Accessed: first("urldate"), Note: first("note")}
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
	return s
}

// address returns a URL as it is meant: braces and \_ are of LaTeX.
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

// names reads "A and B and others", whose parts are "First von Last", "von Last, First" or "{An Organisation}".
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

func name(s string) Name {
	if strings.HasPrefix(s, "{") && closes(s) {
		return Name{Literal: plain(s)}
	}
	parts := pieces(s, func(c byte) bool { return c == ',' })
	if len(parts) > 1 {
		n := Name{Family: plain(parts[0]), Given: plain(parts[len(parts)-1])}
		if len(parts) == 3 {
			n.Family += " " + plain(parts[1])
		}
		return n
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
