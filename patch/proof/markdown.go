package proof

import (
	"fmt"
	"io"
	"strings"

	"github.com/nomadocx/nomadocx/noma/diag"
	"github.com/nomadocx/nomadocx/noma/validate"
)

// WriteMarkdown writes the proof as a comment for a pull request (contract clarification 12). What
// comes from the document or the operations stands in code, where no markup, link or mention works.
func (p *Proof) WriteMarkdown(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "## Noma Proof: %s\n\n", strings.ToUpper(string(p.Status)))
	fmt.Fprintf(&b, "%s\n\n", p.verdict())
	b.WriteString("| | before | after |\n| --- | --- | --- |\n")
	fmt.Fprintf(&b, "| Validation | %s | %s |\n", p.Before.Validation, p.After.Validation)
	fmt.Fprintf(&b, "| SHA-256 | `%s` | `%s` |\n", p.Before.hash().SHA, p.After.hash().SHA)
	m := p.Metrics
	fmt.Fprintf(&b, "| Lines | %d | %d |\n| Bytes | %d | %d |\n\n", m.BeforeLines, m.AfterLines, m.BeforeBytes, m.AfterBytes)
	fmt.Fprintf(&b, "Source: %s. Lines preserved: %d of %d (%s).\n", code(p.File), m.UnchangedLines, m.BeforeLines, percent(m.PreservedPercent))
	if r := p.Refusal; r != nil {
		fmt.Fprintf(&b, "\n### Refused\n\n`%s`: %s\n", r.Code, code(r.Message))
	}
	b.WriteString("\n### Operations\n\n")
	for _, op := range p.Ops {
		fmt.Fprintf(&b, "- %s -> %s\n", code(op.Name), code(op.Target))
	}
	if len(p.Ops) == 0 {
		b.WriteString("None.\n")
	}
	if len(p.Blocks) > 0 {
		b.WriteString("\n### Blocks\n\n")
		for _, x := range p.Blocks {
			fmt.Fprintf(&b, "- %s %s (%s, line %d)\n", x.Change, code(x.ID), code(x.Kind), x.Line)
		}
	}
	fmt.Fprintf(&b, "\n### Diff\n\n%s\n", fenced("diff", p.Diff))
	p.markdownFindings(&b)
	_, err := io.WriteString(w, b.String())
	return err
}

// markdownFindings lists the diagnostics after the patch, those it would bring first.
func (p *Proof) markdownFindings(b *strings.Builder) {
	fresh, kept := p.findings()
	for _, part := range []struct {
		title string
		list  diag.List
	}{{"Findings the patch brings", fresh}, {"Findings that were there before", kept}} {
		if len(part.list) == 0 {
			continue
		}
		fmt.Fprintf(b, "\n<details><summary>%s: %d</summary>\n\n", part.title, len(part.list))
		for _, d := range part.list {
			fmt.Fprintf(b, "- %s\n", code(validate.Line(d, p.File)))
		}
		b.WriteString("\n</details>\n")
	}
}

// findings parts the diagnostics after the patch: those it brings, and those of before. Two are the
// same when they say the same of the same block; their lines may have moved.
func (p *Proof) findings() (fresh, kept diag.List) {
	type key struct {
		code, message, id string
	}
	known := map[key]int{}
	for _, d := range p.Before.Diagnostics {
		known[key{d.Code, d.Message, d.NodeID}]++
	}
	for _, d := range p.After.Diagnostics {
		k := key{d.Code, d.Message, d.NodeID}
		if known[k] > 0 {
			known[k]--
			kept = append(kept, d)
		} else {
			fresh = append(fresh, d)
		}
	}
	return fresh, kept
}

// verdict returns the proof in one sentence.
func (p *Proof) verdict() string {
	switch {
	case p.Result == Rejected:
		return "The patch was refused. Nothing can be written."
	case p.Status == Fail:
		return "The patch applies, but the document would have errors. Nothing can be written."
	case p.Result == NoOp:
		return "The patch applies and changes no byte."
	case p.Status == Warn:
		return "The patch applies. The document has warnings."
	}
	return "The patch applies, and the document is valid."
}

func percent(f float64) string { return strings.TrimSuffix(fmt.Sprintf("%.1f", f), ".0") + "%" }

// code returns a text as a code span: one line, in ticks that it does not hold itself.
func code(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	ticks := strings.Repeat("`", longestRun(s, '`')+1)
	if strings.HasPrefix(s, "`") || strings.HasSuffix(s, "`") || s == "" {
		s = " " + s + " "
	}
	return ticks + s + ticks
}

// fenced returns a text as a code block, its fence longer than any in the text.
func fenced(lang, s string) string {
	ticks := strings.Repeat("`", max(3, longestRun(s, '`')+1))
	return ticks + lang + "\n" + s + "\n" + ticks
}

func longestRun(s string, c byte) int {
	longest, run := 0, 0
	for i := range len(s) {
		if s[i] != c {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return longest
}
