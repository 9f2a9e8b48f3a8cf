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
	css.WriteString(embedded("marks.css"))
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
