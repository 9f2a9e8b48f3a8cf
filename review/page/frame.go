package reviewpage

import (
	"fmt"
	"html"
	"regexp"
	"strings"
)

var (
	styled  = regexp.MustCompile(` style="([^"]*)"`)
	sheets  = regexp.MustCompile(`(?s)<style[^>]*>(.*?)</style>`)
	endHead = regexp.MustCompile(`(?i)</head>`)
)

// marks is the style of what the script marks in the document.
const marks = `
ins.returned,del.returned{border-radius:2px;cursor:pointer}
del.returned+ins.returned{margin-left:.15em}
ins.returned{background:#d7f3dd;color:#0a3d18;text-decoration:underline;text-decoration-color:#1a7f37;text-underline-offset:2px}
del.returned{background:#fde2e1;color:#6b1512;text-decoration:line-through;text-decoration-color:#b3261e}
.returned-place{cursor:pointer;outline:2px solid #b98900;outline-offset:3px;border-radius:2px}
.returned-comment{background:#fff3c4;cursor:pointer}
.returned-new{margin:.6em 0;padding:.1em .4em;background:#d7f3dd;color:#0a3d18;text-decoration:underline;text-decoration-color:#1a7f37;cursor:pointer;white-space:pre-wrap}
.returned-current{outline:3px solid #1f5fbf;outline-offset:4px;border-radius:3px}
ins.returned-current,del.returned-current{outline-width:2px;outline-offset:0}
.returned-rejected{opacity:.55}
ins.returned.returned-rejected{text-decoration:none;display:none}
.returned-current ins.returned.returned-rejected,ins.returned.returned-rejected.returned-current{display:inline}
`

// framed returns a page as it stands in the frame: attributes of style become rules, as the policy names styles by their hashes; and
// all its styles.
func framed(page string) (document string, styles []string) {
	rules := map[string]int{}
	var order []string
	document = eachTag(page, func(tag string) string {
		return styled.ReplaceAllStringFunc(tag, func(attr string) string {
			value := html.UnescapeString(styled.FindStringSubmatch(attr)[1])
			n, known := rules[value]
			if !known {
				n = len(order)
				rules[value], order = n, append(order, value)
			}
			return fmt.Sprintf(` data-style="%d"`, n)
		})
	})
	var css strings.Builder
	for i, value := range order {
		if !strings.ContainsAny(value, "{}<>\\@") { // of the renderer's own values none has these
			fmt.Fprintf(&css, "[data-style=\"%d\"]{%s}\n", i, value)
		}
	}
	css.WriteString(marks)
	if at := endHead.FindStringIndex(document); at != nil {
		document = document[:at[0]] + "<style>" + css.String() + "</style>" + document[at[0]:]
	}
	for _, m := range sheets.FindAllStringSubmatch(document, -1) {
		styles = append(styles, m[1])
	}
	return document, styles
}

// eachTag rewrites the tags of a page, which our renderer wrote: text has no < in it, and values stand in double quotes.
func eachTag(page string, rewrite func(tag string) string) string {
	var b strings.Builder
	for {
		start := strings.IndexByte(page, '<')
		if start < 0 {
			b.WriteString(page)
			return b.String()
		}
		b.WriteString(page[:start])
		page = page[start:]
		end, quoted := 1, false
		for ; end < len(page) && (quoted || page[end] != '>'); end++ {
			if page[end] == '"' {
				quoted = !quoted
			}
		}
		end = min(end+1, len(page))
		tag := page[:end]
		page = page[end:]
		b.WriteString(rewrite(tag))
		if strings.HasPrefix(tag, "<style") { // its text is no markup
			rest := strings.Index(page, "</style>")
			if rest < 0 {
				rest = len(page)
			}
			b.WriteString(page[:rest])
			page = page[rest:]
		}
	}
}
