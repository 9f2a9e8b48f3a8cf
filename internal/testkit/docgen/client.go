package docgen

import (
	"regexp"
	"strings"
)

// Client returns a document for clients, of up to size top-level blocks, some of whose blocks and sections are internal.
func Client(c Chooser, size int) string {
	src := Document(c, size)
	lines := strings.SplitAfter(src, "\n")
	if strings.HasPrefix(src, "---") {
		lines[0] += "audience: client" + strings.TrimPrefix(lines[0], "---")
	} else {
		eol := "\n"
		if strings.HasSuffix(lines[0], "\r\n") {
			eol = "\r\n"
		}
		title := ""
		if len(lines)%2 == 0 {
			title = "title: Review of the year\nsubtitle: For the board\nauthor: [Ann Bee, Cid Dee]\ndate: 2026-05-04\nlang: cs\n"
		}
		lines[0] = strings.ReplaceAll("---\naudience: client\n"+title+"---\n\n", "\n", eol) + lines[0]
	}
	headings := 0
	for i, line := range lines {
		if i%2 == 0 { // a source that clients do not see
			line = strings.Replace(line, ` source="https://example.org/a"`, ` source="Survey, data/raw one.csv"`, 1)
			lines[i] = line
		}
		heading := strings.HasPrefix(line, "#")
		if heading {
			headings++
		}
		if heading && (headings == 1 || c.Intn(4) > 0) || !heading && (!opener.MatchString(line) || c.Intn(5) > 0) {
			continue
		}
		bare := strings.TrimRight(line, "\r\n")
		end := line[len(bare):]
		switch at := strings.LastIndex(bare, "}"); {
		case at == len(bare)-1 && strings.Contains(bare, `{id="`):
			bare = bare[:at] + ` audience="internal"}`
		case heading:
			bare += ` {audience="internal"}`
		case at < 0:
			bare += `{audience="internal"}`
		case at == len(bare)-1:
			bare = bare[:at] + ` audience="internal"}`
		}
		lines[i] = bare + end
	}
	return strings.Join(lines, "")
}

// opener matches the first line of a block at the margin.
var opener = regexp.MustCompile(`^::+[a-z_]+(\{[^{}]*\})?\r?\n`)
