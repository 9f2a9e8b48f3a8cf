package report

import (
	"fmt"
	"strings"

	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// markdown returns a report as Markdown: a heading for each group, an item for each finding.
func markdown(title string, list []reviewsync.Finding) string {
	var b strings.Builder
	b.WriteString("# Review of " + escapeMarkdown(title) + "\n\n" + Summary(reviewsync.Count(list)) + "\n")
	for _, g := range groups(list) {
		if len(g.list) == 0 {
			continue
		}
		fmt.Fprintf(&b, "\n## %s (%d)\n\n%s\n\n", g.title, len(g.list), g.about)
		for i := range g.list {
			f := &g.list[i]
			b.WriteString("- **" + place(f, escapeMarkdown) + "** " + escapeMarkdown(oneLine(f.Message)) + "\n")
			for _, d := range details(f) {
				b.WriteString("  - " + d.name + ": " + escapeMarkdown(oneLine(d.text)) + "\n")
			}
		}
	}
	return b.String()
}

// detail is one thing a report says about a finding.
type detail struct{ name, text string }

// short is a text in which people find a difference by themselves.
const short = 60

// details returns the texts of a finding, whole: a report for people is where they search for them.
func details(f *reviewsync.Finding) []detail {
	var out []detail
	add := func(name, text string) {
		if strings.TrimSpace(text) != "" {
			out = append(out, detail{name, text})
		}
	}
	was, now := "Before", "After"
	if f.Outcome == reviewsync.Conflict {
		was, now = "In the source", "In the file"
	}
	if f.Was == f.Now {
		add("Text", f.Was)
	} else {
		if len(f.Was)+len(f.Now) > 2*short && f.Was != "" && f.Now != "" {
			add("Change", words(f))
		}
		add(was, f.Was)
		add(now, f.Now)
	}
	add("Sent", f.Base)
	add("Near", f.Near)
	add("Reviewer", f.Reviewer)
	add("Against", f.Against)
	add("Decided for", map[reviewsync.Strategy]string{reviewsync.KeepOurs: "the source", reviewsync.KeepTheirs: "the file"}[f.Decided])
	for _, op := range f.Ops {
		if f.Waits && op.ID != "" {
			add("Id", op.ID)
		}
	}
	return out
}

// place names where a finding belongs: line, block and code.
func place(f *reviewsync.Finding, escape func(string) string) string {
	var parts []string
	if f.Line > 0 {
		parts = append(parts, fmt.Sprintf("Line %d", f.Line))
	}
	if f.BlockID != "" {
		parts = append(parts, escape(oneLine(f.BlockID)))
	}
	code := escape(oneLine(string(f.Code)))
	if f.Outcome == reviewsync.Conflict {
		code = "conflict, " + code
	}
	return strings.Join(append(parts, code), " · ")
}

// escapeMarkdown writes a text so that Markdown shows it and reads nothing in it, wherever it stands in a line
// but at its beginning.
func escapeMarkdown(s string) string {
	var b strings.Builder
	for _, r := range s {
		if strings.ContainsRune("\\`*_[]<>~$&@", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return strings.NewReplacer("://", "\\://", "www.", "www\\.").Replace(b.String())
}
