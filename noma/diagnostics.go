package noma

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/noma/diag"
	"github.com/nomadocx/nomadocx/noma/source"
)

// No text is refused, so mistakes in its fences are mended silently: a block without an end takes all
// that follows, a fence that fits nothing is text. The places of such nodes are hints (Protocol §6.2,
// "Tier 2"). The diagnostics say where that happened: a text about which there is no error is a valid one
// in the Protocol's sense (Tier 1), whose spans are exact.

// maxDiagnostics bounds what is said about one text. One missing fence makes many others fit nothing.
const maxDiagnostics = 200

// ParserCodes are the codes of what Parse says about a text.
var ParserCodes = []string{"bad-attribute", "broken-fence", "byte-order-mark", "long-row", "shallow-fence", "stray-fence", "unclosed-code", "unclosed-directive", "unclosed-frontmatter"}

// report adds a diagnostic: it says something about lines of the text. column counts bytes from 0.
func (p *parser) report(severity diag.Severity, code string, line, column, endLine int, nodeID string, message ...string) {
	if len(p.diagnostics) == maxDiagnostics {
		return
	}
	column = p.f.Position(p.f.LineSpan(line).Start + column).Column
	p.diagnostics = append(p.diagnostics, diag.Diagnostic{
		Severity: severity, Code: code, Message: strings.Join(message, ""),
		File: p.f.Name, Line: line, Column: column, EndLine: endLine, NodeID: nodeID,
	})
}

func (p *parser) reportUnclosedDirective(n *Directive) {
	fence := strings.Repeat(":", n.Fence)
	p.report(diag.Error, "unclosed-directive", n.Line, 0, n.EndLine, n.ID,
		"The block ::", n.Name, " has no closing line and takes everything to line ", strconv.Itoa(n.EndLine), "; end it with ", fence, ".")
}

func (p *parser) reportUnclosedCode(n *Code) {
	p.report(diag.Error, "unclosed-code", n.Line, 0, n.EndLine, "",
		"The code block has no closing line and takes everything to line ", strconv.Itoa(n.EndLine), "; end it with ```.")
}

func (p *parser) reportStrayFence(line int) {
	message := "This fence closes nothing and is read as text; remove it, or give its block an opening line with as many colons."
	if n := isCloser(p.line(line)); p.broken[n] > 0 {
		message = "This fence closes nothing and is read as text, as line " + strconv.Itoa(p.broken[n]) + " opens no block."
		delete(p.broken, n)
	}
	p.report(diag.Error, "stray-fence", line, 0, line, "", message)
}

func (p *parser) reportShallowFence(line int, o opener, depth int) {
	p.report(diag.Error, "shallow-fence", line, 0, line, "",
		"The block ::", p.line(line)[o.name.Start:o.name.End], " is within a block of ", strconv.Itoa(depth),
		" colons and has ", strconv.Itoa(o.colons), ", so it is read as text; end the block around it first, or give that more colons.")
}

// reportFrontmatter: a first line of hyphens is a rule, but not when a key follows it.
func (p *parser) reportFrontmatter() {
	if strings.HasPrefix(p.line(1), "\ufeff") {
		p.report(diag.Warning, "byte-order-mark", 1, 0, 1, "",
			"The file begins with a byte order mark, so its first line is text and no heading, block or frontmatter; save it as UTF-8 without BOM.")
	}
	if p.f.Lines() < 2 || !isFrontmatterFence(p.line(1)) {
		return
	}
	key := p.line(2)
	end := nameEnd(key, 0)
	if end > 0 && end < len(key) && key[end] == ':' {
		p.report(diag.Error, "unclosed-frontmatter", 1, 0, 1, "",
			"The frontmatter has no closing line and is read as text; end it with ---.")
	}
}

// reportBrokenOpener: a line that begins as a block does and is text, such as `::note Title` or `::: {.note}`.
func (p *parser) reportBrokenOpener(line int) {
	s := p.line(line)
	colons := len(s) - len(strings.TrimLeft(s, ":"))
	end := nameEnd(s, colons)
	rest := TrimSpace(s[end:])
	unnamed := end == colons && strings.HasPrefix(rest, "{") && strings.HasSuffix(rest, "}")
	if colons < 2 || end == colons && !unnamed || end == len(s) {
		return
	}
	if p.broken == nil {
		p.broken = map[int]int{}
	}
	p.broken[colons] = line
	why := "nothing but {…} may follow the name"
	switch {
	case colons > maxFence:
		why = "it has more than " + strconv.Itoa(maxFence) + " colons"
	case unnamed:
		why = "no name stands before its {; write the name of a block there, as in ::note"
	case strings.HasPrefix(rest, "{"):
		why = "its { has no } at the end of the line"
	case strings.HasPrefix(rest, ":"):
		why = "its name is not one"
	}
	p.report(diag.Warning, "broken-fence", line, 0, line, "", "This line resembles the start of a block and is read as text: ", why, ".")
}

func (p *parser) reportLongRow(line int, cell source.Span) {
	p.report(diag.Warning, "long-row", line, cell.Start-p.f.LineSpan(line).Start, line, "",
		"The row has more cells than the header, and what is from here on is not shown; write \\| for a pipe that divides no cells.")
}

// plainID is an id as pandoc writes it.
var plainID = regexp.MustCompile(`^#[\pL\d][\pL\d_.:-]*$`)

// ourAttr returns what an attribute of pandoc is written as, false for nothing known: an id, and `-` or `.unnumbered` of a heading without
// a number.
func ourAttr(token string, attrs []Attr) (string, bool) {
	if token == "-" || token == ".unnumbered" {
		return "unnumbered", true
	}
	_, named := FindAttr(attrs, "id")
	if named || !plainID.MatchString(token) {
		return "", false
	}
	return `id="` + token[1:] + `"`, true
}

// reportAttrs reports the first mistake in a block of attributes: what is not an attribute is skipped
// (contract ast.md §5.4), and a quote that is never closed belongs to the value.
func (p *parser) reportAttrs(line int, block source.Span, attrs []Attr, nodeID string) {
	if block.Empty() {
		return
	}
	at := block.Start + 1
	tell := func(place int, message ...string) {
		p.report(diag.Warning, "bad-attribute", line, place-p.f.LineSpan(line).Start, line, nodeID, message...)
	}
	for i := 0; i <= len(attrs); i++ {
		next := block.End - 1
		if i < len(attrs) {
			next = attrs[i].Span.Start
		}
		gap := trimSpan(p.text, source.Span{Start: at, End: max(at, next)})
		if skipped := gap.Of(p.text); skipped != "" && skipped != "," {
			instead := "key=\"value\", without blanks around the equals sign."
			token, _, _ := strings.Cut(p.text[gap.Start:block.End-1], " ")
			fix, fixed := ourAttr(token, attrs)
			switch {
			case skipped[0] == '#':
				instead = "id=\"…\"."
			case fixed:
				skipped, instead = token, fix+"."
			}
			tell(gap.Start, "The attributes hold ", strconv.Quote(clip(skipped)), ", which is skipped; write ", instead)
			if fixed && len(p.diagnostics) < maxDiagnostics {
				p.diagnostics[len(p.diagnostics)-1].Fix = diag.Rewriting(p.f, source.Span{Start: gap.Start, End: gap.Start + len(token)}, fix)
			}
			return
		}
		if i == len(attrs) {
			return
		}
		a := attrs[i]
		if v := a.Value.Raw; a.Quote == 0 && v != "" && (v[0] == '"' || v[0] == '\'') {
			tell(a.ValueSpan.Start, "The quote of ", a.Key, "= is never closed and is part of the value ", strconv.Quote(clip(v)), ".")
			return
		}
		at = a.Span.End
	}
}

// clip keeps a message readable.
func clip(s string) string {
	const most = 40
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}
