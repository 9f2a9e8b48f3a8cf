package docgen

import "strings"

// Commented returns a document of up to size top-level blocks with comments between its blocks.
func Commented(c Chooser, size int) string {
	src := Document(c, size)
	lines := strings.SplitAfter(src, "\n")
	eol := "\n"
	if strings.HasSuffix(lines[0], "\r\n") {
		eol = "\r\n"
	}
	var b strings.Builder
	code, front := false, strings.HasPrefix(src, "---")
	for i, line := range lines {
		b.WriteString(line)
		bare := strings.TrimRight(line, "\r\n")
		switch {
		case front:
			front = i == 0 || bare != "---"
		case strings.HasPrefix(bare, "```"):
			code = !code
		}
		if code || front || bare != "" && bare != "---" || !strings.HasSuffix(line, "\n") || c.Intn(3) > 0 {
			continue
		}
		comment := []string{"<!-- TODO: ask Ann -->", "<!--\n## Old heading\n\n- old item\n-->", "<!-- *a* -->\n<!-- [[b]] -->", "<!--\n::note\nold\n::\n-->"}[c.Intn(4)]
		comment += []string{"\n", "\n\n", "\n\n"}[c.Intn(3)]
		b.WriteString(strings.ReplaceAll(comment, "\n", eol))
	}
	return b.String()
}
