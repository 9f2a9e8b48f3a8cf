package report

import (
	"fmt"
	"html"
	"strings"

	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

const pageStyle = `body{font:16px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem;color:#1b1f24;background:#fff}
h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem;border-bottom:1px solid #c8ccd1}
section>div{margin:1rem 0;padding:.1rem 0 .1rem .8rem;border-left:4px solid #1a7f37}
.refused{border-color:#9a6700}.conflict{border-color:#cf222e}.proposed,.waits{border-color:#0969da}.unchanged{border-color:#8c959f}
p{margin:.2rem 0}.place{color:#57606a;font-size:.85rem}dl{margin:.3rem 0;display:grid;grid-template-columns:max-content 1fr;gap:.1rem .8rem}
dt{color:#57606a}dd{margin:0;white-space:pre-wrap;overflow-wrap:anywhere}
@media(prefers-color-scheme:dark){body{color:#e6edf3;background:#0d1117}.place,dt{color:#9198a1}h2{border-color:#30363d}}`

// page returns a report as a page of its own: no script, nothing loaded, all texts escaped.
func page(title string, list []reviewsync.Finding) string {
	e := html.EscapeString
	var b strings.Builder
	title = e(oneLine(title))
	fmt.Fprintf(&b, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n"+
		"<title>Review of %s</title>\n<style>%s</style>\n</head>\n<body>\n<h1>Review of %s</h1>\n<p>%s</p>\n",
		title, pageStyle, title, e(Summary(reviewsync.Count(list))))
	for _, g := range groups(list) {
		if len(g.list) == 0 {
			continue
		}
		fmt.Fprintf(&b, "<section>\n<h2>%s (%d)</h2>\n<p>%s</p>\n", g.title, len(g.list), e(g.about))
		for i := range g.list {
			f := &g.list[i]
			class := ""
			switch f.Outcome {
			case reviewsync.Refused, reviewsync.Conflict, reviewsync.Proposed, reviewsync.Unchanged, reviewsync.Editor:
				class = ` class="` + string(f.Outcome) + `"`
			}
			if class == "" && f.Waits {
				class = ` class="waits"`
			}
			fmt.Fprintf(&b, "<div%s>\n<p class=\"place\">%s</p>\n<p>%s</p>\n", class, place(f, e), e(oneLine(f.Message)))
			if list := details(f); len(list) > 0 {
				b.WriteString("<dl>\n")
				for _, d := range list {
					fmt.Fprintf(&b, "<dt>%s</dt><dd>%s</dd>\n", d.name, e(printable(d.text)))
				}
				b.WriteString("</dl>\n")
			}
			b.WriteString("</div>\n")
		}
		b.WriteString("</section>\n")
	}
	b.WriteString("</body>\n</html>\n")
	return b.String()
}

// printable leaves out what HTML does not allow in a text, and keeps its lines.
func printable(s string) string {
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = oneLine(lines[i])
	}
	return strings.Join(lines, "\n")
}
