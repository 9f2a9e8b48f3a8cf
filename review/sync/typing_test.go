package reviewsync_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	"github.com/nomadocx/nomadocx/internal/testkit/wordtest"
)

// What a reviewer might do, at random, straight in the XML of a package.

var (
	textElement = regexp.MustCompile(`<w:t xml:space="preserve">([^<]*)</w:t>`)
	paragraph   = regexp.MustCompile(`(?s)<w:p>.*?</w:p>`)
	heading     = regexp.MustCompile(`<w:pStyle w:val="Heading[1-6]"/>`)
	row         = regexp.MustCompile(`(?s)<w:tr>.*?</w:tr>`)
)

// edit changes a package as a reviewer would: words, whole paragraphs, rows, bold.
func edit(t fataler, file []byte, c docgen.Chooser) ([]byte, []string) {
	t.Helper()
	xml := part(t, file, "word/document.xml")
	var log []string
	many := 1 + c.Intn(3)
	if *most > 3 {
		many = 1 + c.Intn(*most)
	}
	for range many {
		switch c.Intn(15) {
		case 0, 1, 2, 3:
			xml = replaceNth(xml, textElement, c, func(m string) string {
				s := textElement.FindStringSubmatch(m)[1]
				now := s
				switch c.Intn(5) {
				case 0:
					now = s + " added"
				case 1:
					now = "New " + s
				case 2:
					now = "replaced text"
				case 3:
					if w := strings.Fields(s); len(w) > 1 {
						now = strings.Join(append(w[:1:1], w[2:]...), " ")
					}
				default:
					now = s + []string{" | x", " *star*", " [b]", " 🎉", " # no", " `tick"}[c.Intn(6)]
				}
				log = append(log, fmt.Sprintf("%q → %q", s, now))
				return `<w:t xml:space="preserve">` + now + `</w:t>`
			})
		case 4:
			xml = replaceNth(xml, textElement, c, func(m string) string {
				log = append(log, "bold "+m)
				return `<w:t></w:t></w:r><w:r><w:rPr><w:b/></w:rPr>` + m + `</w:r><w:r><w:t></w:t>`
			})
		case 5:
			xml = replaceNth(xml, paragraph, c, func(m string) string {
				if strings.Contains(m, "<w:sectPr") || strings.Contains(m, "w:commentRange") || strings.Contains(m, "noteReference") {
					return m
				}
				log = append(log, "deleted "+strings.Join(textsOf(m), " "))
				return ""
			})
		case 6:
			xml = replaceNth(xml, paragraph, c, func(m string) string {
				log = append(log, "inserted after "+strings.Join(textsOf(m), " "))
				return m + `<w:p><w:r><w:t xml:space="preserve">A typed paragraph.</w:t></w:r></w:p>`
			})
		case 7: // a heading of another level, or text that becomes one
			xml = replaceNth(xml, heading, c, func(m string) string {
				log = append(log, "another level "+m)
				return fmt.Sprintf(`<w:pStyle w:val="Heading%d"/>`, 1+c.Intn(6))
			})
		case 8: // a heading is typed
			xml = replaceNth(xml, paragraph, c, func(m string) string {
				log = append(log, "heading after "+strings.Join(textsOf(m), " "))
				title := []string{"A typed heading", "revenue", "Policy 2", "budget {x}"}[c.Intn(4)]
				return m + fmt.Sprintf(`<w:p><w:pPr><w:pStyle w:val="Heading%d"/></w:pPr><w:r><w:t xml:space="preserve">%s</w:t></w:r></w:p>`, 1+c.Intn(4), title)
			})
		case 9, 10: // some paragraphs are cut, and pasted somewhere else
			all := paragraph.FindAllStringIndex(xml, -1)
			if len(all) == 0 {
				continue
			}
			i := c.Intn(len(all))
			last := min(i+c.Intn(4), len(all)-1)
			cut := xml[all[i][0]:all[last][1]]
			if !movable(cut) {
				continue
			}
			rest := xml[:all[i][0]] + xml[all[last][1]:]
			log = append(log, "moved "+strings.Join(textsOf(cut), " / "))
			pasted := false
			xml = replaceNth(rest, paragraph, c, func(m string) string { pasted = true; return m + cut })
			if !pasted {
				xml = rest
			}
		case 11: // a paragraph is split
			xml = replaceNth(xml, paragraph, c, func(p string) string {
				if strings.Contains(p, "<w:hyperlink") || strings.Contains(p, "<w:ins") || strings.Contains(p, "<w:sdt") || strings.Contains(p, "<w:del") {
					return p
				}
				return replaceNth(p, textElement, c, func(m string) string {
					s := textElement.FindStringSubmatch(m)[1]
					a, b, ok := strings.Cut(s, " ")
					if !ok || strings.Contains(s, "&") {
						return m
					}
					log = append(log, "split "+s)
					return `<w:t xml:space="preserve">` + a + `</w:t></w:r></w:p><w:p><w:r><w:t xml:space="preserve">` + b + `</w:t>`
				})
			})
		case 12: // a change is proposed
			xml = replaceNth(xml, textElement, c, func(m string) string {
				if c.Intn(2) == 0 {
					log = append(log, "proposed after "+m)
					return m + `</w:r><w:ins w:id="7701" w:author="Ann" w:date="2026-02-01T10:00:00Z"><w:r><w:t xml:space="preserve"> proposed</w:t></w:r></w:ins><w:r><w:t></w:t>`
				}
				log = append(log, "proposed to delete "+m)
				return `<w:t></w:t></w:r><w:del w:id="7702" w:author="Ann" w:date="2026-02-01T10:00:00Z"><w:r><w:delText xml:space="preserve">` +
					textElement.FindStringSubmatch(m)[1] + `</w:delText></w:r></w:del><w:r><w:t></w:t>`
			})
		case 13: // an equation is edited
			xml = replaceNth(xml, mathText, c, func(m string) string {
				log = append(log, "equation "+m)
				return `<m:t xml:space="preserve">` + mathText.FindStringSubmatch(m)[1] + []string{"q", "+q", "|q"}[c.Intn(3)] + `</m:t>`
			})
		default:
			xml = replaceNth(xml, row, c, func(m string) string {
				if strings.Count(m, "<w:tr>") > 1 {
					return m // the beginning of a row that holds a table
				}
				if c.Intn(2) == 0 {
					log = append(log, "deleted row "+strings.Join(textsOf(m), " | "))
					return ""
				}
				log = append(log, "copied row "+strings.Join(textsOf(m), " | "))
				return m + m
			})
		}
	}
	return replacePart(t, file, "word/document.xml", xml), log
}

// movable: what a person can cut and paste without taking a part of a table or of a mark along.
func movable(xml string) bool {
	for _, mark := range []string{"<w:sectPr", "<w:ins", "<w:del", "w:commentRange", "noteReference", "<w:tc", "</w:tc", "<w:tbl", "</w:tbl"} {
		if strings.Contains(xml, mark) {
			return false
		}
	}
	return true
}

func textsOf(xml string) []string {
	var out []string
	for _, m := range textElement.FindAllStringSubmatch(xml, -1) {
		out = append(out, m[1])
	}
	return out
}

func replaceNth(s string, re *regexp.Regexp, c docgen.Chooser, f func(string) string) string {
	all := re.FindAllStringIndex(s, -1)
	if len(all) == 0 {
		return s
	}
	at := all[c.Intn(len(all))]
	return s[:at[0]] + f(s[at[0]:at[1]]) + s[at[1]:]
}

func part(t fataler, file []byte, name string) string {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatalf("%v", err)
	}
	f, err := z.Open(name)
	if err != nil {
		t.Fatalf("%v", err)
	}
	data, err := io.ReadAll(f)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return string(data)
}

func replacePart(t fataler, file []byte, name, text string) []byte {
	t.Helper()
	out, err := wordtest.Rewrite(file, func(part, was string) (string, error) {
		if part == name {
			return text, nil
		}
		return was, nil
	})
	if err != nil {
		t.Fatalf("%v", err)
	}
	return out
}
