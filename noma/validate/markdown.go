package validate

import (
	"bytes"
	"cmp"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/diag"
)

// Markdown that the language does not have is text, and would be printed as it is typed.

var markdownRules = []documentRule{
	{rule{"markdown-not-read", diag.Warning}, func(c *checker, r reporter) {
		p := noma.InlineParser{Known: c.citable()}
		var shows shown
		for n, t := range c.texts {
			if t.S == "" {
				continue
			}
			switch n := n.(type) {
			case *noma.Section:
				if !t.has.any(hash) {
					break
				}
				if at := closingHashes.FindStringIndex(t.S); at != nil {
					r.mend(n, "The hashes behind this heading are shown; leave them out.", retitled(n, t.S[:at[0]]))
				}
			case *noma.ListItem:
				if t.has.any(ruled) && spacedRule.MatchString(t.S) {
					r.mendIn(asRule, n, t.Text, 0, asRule, c.ruledOff(n))
				}
				if at := outOfItemLine.FindStringIndex(t.S); at != nil {
					r.bounded(inItemLine, n, t.Text, at[0], inItemLine)
				}
				c.lettersBelow(r, n, t)
			case *noma.Quote:
				if m := alert.FindStringSubmatch(t.S); m != nil && t.Offset(0) == n.Content.Offset(0) {
					r.mendIn(asAlert, n, t.Text, 0, "[!"+m[1]+"] "+asAlert, c.panelled(n, m[1]))
				}
				if at := outOfQuote.FindStringIndex(t.S); at != nil {
					r.bounded(inQuote, n, t.Text, at[0], inQuote)
				}
			case *noma.Paragraph:
				if instead, fix := c.misplaced(n, t); instead != "" {
					r.mendIn(instead, n, t.Text, 0, instead, fix)
					continue
				}
				c.lettersBelow(r, n, t)
				if instead, fix, all := c.whole(n, t); instead != "" {
					r.mendIn(instead, n, t.Text, 0, instead, fix)
					if all {
						continue
					}
				}
			}
			read := false
			for _, x := range inlineNotations {
				if !x.in(t) {
					continue
				}
				if !read {
					read = true
					shows.read(t, &p)
				}
				if bytes.Contains(shows.Bytes(), []byte(cmp.Or(x.shown, x.hint))) {
					c.notation(r, n, t, x, &shows)
				}
			}
		}
	}},
}

// whole returns what is wrong with a paragraph as a whole, "" for nothing, its repair, and whether that is all there is to say.
func (c *checker) whole(n noma.Node, t text) (instead string, fix repair, all bool) {
	for _, x := range blockNotations {
		if x.in(t) && x.is().MatchString(t.S) {
			if x.hint == "]:" {
				return x.instead, c.undefined(n, t), false
			}
			return x.instead, c.mendBlock(n, t, x), x.first == "!" || x.hint == "begin{"
		}
	}
	return touching(n), nil, false
}

// notation reports where a text shows a notation.
func (c *checker) notation(r reporter, n noma.Node, t text, x notation, shows *shown) {
	opened := map[string]bool{} // elements of HTML: of the tags that end them nothing is said
	for _, at := range x.is().FindAllIndex(shows.Bytes(), -1) {
		m := string(shows.Bytes()[at[0]:at[1]])
		name, _, _ := strings.Cut(strings.ToLower(strings.Trim(m, "</>")), " ")
		if x.hint == "@" && c.saidOfSource(m) || opened[name] && strings.HasPrefix(m, "</") {
			continue
		}
		opened[name] = true
		if i := strings.IndexByte(m, '['); x.hint == "](" && i > 0 && m[i-1] != '!' {
			at[0], m = at[0]+i, m[i:] // without the character before it
		}
		said := strings.TrimLeft(m, "\x00\x01")
		from := shows.origin(at[0] + len(m) - len(said))
		r.mendIn(x.instead, n, t.Text, from, quote(strings.ReplaceAll(strings.TrimRight(said, "\x00\x01"), "\x00", "…"))+" "+x.instead,
			c.mended(n, t, x, from, shows.origin(at[1]-1)+1))
	}
}

// beside returns the node so many places behind another one in the same block, nil for none.
func beside(n noma.Node, by int) noma.Node {
	b := n.At()
	if kids, i := b.Parent.Kids(), b.Index+by; i >= 0 && i < len(kids) {
		return kids[i]
	}
	return nil
}

// hash and ruled are what closingHashes and spacedRule look for.
var hash, ruled = marksIn("#"), marksIn("*-")

// closingHashes finds what CommonMark allows behind a heading.
var closingHashes = regexp.MustCompile(`[ \t]+#+$`)

// retitled returns the operation that gives a heading another title, nil when it cannot be addressed.
func retitled(s *noma.Section, title string) map[string]any {
	if s.ID == "" || len(s.ID) > maxNodeID || title == "" || strings.HasSuffix(title, "}") {
		return nil
	}
	return map[string]any{"op": "update_heading", "id": s.ID, "title": title}
}

// spacedRule finds what is left of a rule with blanks in it, `* * *`, which is an item.
var spacedRule = regexp.MustCompile(`^[*-][ \t]+[*-][ \t*-]*$`)

const asRule = "This is an item; write a rule as ---."

// outOfQuote finds what cannot stand in a quote: other quotes, headings, code, tables, and lists of several items.
var outOfQuote = regexp.MustCompile("(?m)^(>|#{1,6}[ \t]|```|\\|[^\n]*\\|[ \t]*$|[-*+][ \t][^\n]*\n[-*+][ \t]|1[.)][ \t][^\n]*\n2[.)][ \t])")

const inQuote = "This is text, as quotes hold no other quotes, headings, lists, code and tables; write it outside of the quote, or write the whole as a ::callout."

// outOfItem finds what cannot stand in an item.
var outOfItem = regexp.MustCompile(`^(#{1,6}[ \t]|(-[ \t]*){3,}(\n|$)|::)`)

// outOfItemLine finds what cannot stand behind the mark of an item.
var outOfItemLine = regexp.MustCompile("^(#{1,6}[ \\t]|>[ \\t]|```|\\|[^\n]*\\|[ \\t]*$|::+[ \\t]*[\\w-])")

const inItemLine = "This is text, as words alone stand behind the mark of an item; write it below them, or at the margin."

// misplaced returns what is wrong with a paragraph because of what stands above or below it, "" for nothing, and its repair.
func (c *checker) misplaced(n noma.Node, t text) (string, repair) {
	text := t.S
	if _, ok := n.At().Parent.(*noma.ListItem); ok && outOfItem.MatchString(text) {
		return "This is text, as items hold no headings, rules and ::blocks; write it at the margin.", nil
	}
	if strings.HasPrefix(strings.TrimLeft(text, " \t"), "<!--") && text[0] != '<' {
		return "This comment is text, as it is indented; begin it at the margin.", nil
	}
	if instead, fix := c.lettered(n, t); instead != "" {
		return instead, fix
	}
	switch {
	case captionText(text):
		if _, ok := beside(n, -1).(*noma.Table); !ok && captionOf(n, 1) == nil {
			break
		}
		said := "This caption is text; write it on the line below the table, with no blank line between them."
		if text[0] == ':' {
			said = "This caption is text; write it on the line below the table, as in \"Table: Caption {id=\"t-1\"}\"."
		}
		return said, c.captioned(n, t)
	case strings.HasPrefix(text, "  "), text[0] == '\t':
		if d, ok := beside(n, -1).(*noma.Directive); ok && d.Marked() {
			return "This paragraph is not part of the footnote above it; write a footnote of several paragraphs as ::footnote{id=\"" + d.ID + "\"}.", c.footnoteOf(d, n)
		}
		if _, ok := beside(n, -1).(*noma.List); ok {
			return "This indented line is not part of the item above it; join the lines.", c.joined(n, t)
		}
	case strings.IndexByte(text, '\n') < 0:
		if rule, ok := beside(n, 1).(*noma.ThematicBreak); ok && rule.Line == n.At().EndLine+1 {
			return "This heading is text with a rule below it; write it as \"## Heading\".", c.headed(n, t)
		}
	}
	return "", nil
}

// touching returns what is wrong with a paragraph because of the list on the line above or below it, "" for nothing.
func touching(n noma.Node) string {
	if l, ok := beside(n, -1).(*noma.List); ok && l.EndLine+1 == n.At().Line {
		return "This line is not part of the item above it; indent it to the text of the item, or leave a blank line between them."
	}
	if l, ok := beside(n, 1).(*noma.List); ok && l.Line == n.At().EndLine+1 && l.Ordered && l.Items[0].Number > 1 {
		number := strconv.Itoa(l.Items[0].Number)
		return "The line below this paragraph is an item, as it begins with a number; write " + number + "\\. if it is text."
	}
	return ""
}

// notation is a construct of Markdown and what to write instead. A text without the hint has none, nor has a text that does not
// begin with one of the characters of first, or whose second line has others than those of second. What is shown of the text has
// the hint as well, or another one when shown is set.
type notation struct {
	first, hint, second string
	shown               string
	has                 marks // of each such text, besides those of the hint
	is                  func() *regexp.Regexp
	instead             string
	mend                inlineMend // nil when the text is not repaired
	block               blockMend
}

// pattern returns a regular expression that is made when it is needed first: most documents have none of these notations.
func pattern(s string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(s) })
}

// hinted adds the marks of the hints.
func hinted(all []notation) []notation {
	for i := range all {
		all[i].has |= marksIn(all[i].hint)
	}
	return all
}

func (x *notation) in(t text) bool {
	if !t.has.all(x.has) || x.first != "" && strings.IndexByte(x.first, t.S[0]) < 0 {
		return false
	}
	if x.second != "" {
		_, rest, _ := strings.Cut(t.S, "\n")
		line, _, _ := strings.Cut(rest, "\n")
		return line != "" && strings.Trim(line, x.second) == "" && strings.Contains(t.S, x.hint)
	}
	return strings.Contains(t.S, x.hint) && (x.hint != "](" || oddAddress(t.S))
}

// oddAddress reports whether one of the brackets that stand before a parenthesis may be no link, or one that ends too early: between
// the parentheses there is nothing, or what no plain address has.
func oddAddress(s string) bool {
	for {
		_, behind, ok := strings.Cut(s, "](")
		if !ok {
			return false
		}
		n := strings.IndexByte(behind, ')')
		if n <= 0 || strings.ContainsAny(behind[:n], " \t<(`$\\") {
			return true
		}
		s = behind[n:]
	}
}

// blockNotations are found at the start of a paragraph; the first that fits is reported.
var blockNotations = hinted([]notation{
	{first: " \t", is: pattern(`^[ \t]+([-*+]|\d{1,9}[.)])[ \t]`), instead: "An indented item with no item above it is text; begin the item at the margin.",
		block: dedented},
	{first: " \t", hint: ":::", is: pattern(`^[ \t]+:{3,}[ \t]*(\{[^\n]*\}|[\w-]+)?[ \t]*(\n|$)`),
		instead: "This line of colons is text; write the name of a block behind two colons at the margin, as in ::note, and :: on the line below its text."},
	{first: "+", hint: "+ ", is: pattern(`^\+ `), instead: "This list is text; begin its items with a hyphen, as in \"- First\".",
		block: replaced(`(?m)^([ \t]*)\+ `, "$1- ")},
	{hint: "|", second: "|:- \t", is: pattern(`^[^\n|]*\|[^\n]*\n[ \t]*\|?[ \t]*:?-+:?[ \t]*(\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*(\n|$)`),
		instead: "This table is text: the row of hyphens below the head needs as many cells as the head."},
	{hint: "\n: ", is: pattern(`^[^\n]+\n: `), instead: "This definition list is text; write \"**Term**: definition\".",
		block: replaced(`^([^\n*]+)\n:[ \t]+([^\n]+)$`, "**$1**: $2")},
	{hint: "\n==", second: "= \t\r", is: pattern(`^[^\n]+\n={2,}[ \t]*(\n|$)`), instead: "This heading is text; write it as \"# Heading\".",
		block: underlined},
	{first: "`", hint: "```", is: pattern("^`{3,}[^`\n]*(\n|$)"),
		instead: "This line begins no code: write three back-ticks and a language of letters and digits, as in ```cpp."},
	{first: "+", hint: "+-", is: pattern(`^\+[-=:]+\+`),
		instead: "This table is text; write it as \"| a | b |\" with \"| - | - |\" below its head."},
	{first: "|", hint: "|\n|", is: pattern(`^\|[^\n]*\|[^\n]*\|[ \t]*(\n\|[^\n]*\|[^\n]*\|[ \t]*)+$`),
		instead: "This table is text, as it has no row of hyphens; write one, such as \"| - | - |\", below its head.", block: withHyphens},
	{first: "|", hint: "\n|", is: pattern(`^\|[ \t][^|\n]*(\n\|[ \t][^|\n]*)+$`), instead: "These lines are text; end each line but the last with two blanks, without the bars.",
		block: barred},
	{first: "#(", is: pattern(`^(#\.|\(@[^)\n]*\))[ \t]`), instead: "This list is text; number its items, as in \"1. First\".",
		block: numbered},
	{first: "<", hint: "<!--", is: pattern(`^<!--`), instead: "This comment is text, as it does not end at the end of a line; write --> there, and no text behind it."},
	{first: "#", is: pattern(`^(#\pL|#{2,6}[^\s#{])[^\n#]*(\n|$)`), instead: "This heading is text; write a blank behind the number signs.",
		block: replaced(`^(#{2,6})([^\n]*)$`, "$1 $2")},
	{first: "#", hint: "#######", is: pattern(`^#{7,}[ \t]`), instead: "This heading is text, as headings have up to six levels."},
	{first: "~", hint: "~~~", is: pattern(`^~~~`), instead: "This code is text; put it between lines of three back-ticks."},
	{first: "[", hint: "]:", is: pattern(`^\[[^\]\n]+\]:[ \t]`),
		instead: "This address is text; write it where it is used, as in \"[words](address)\"."},
	{first: "$", hint: "$$", is: pattern(`^\$\$[^$]+\$\$[ \t]*\{`),
		instead: "These braces are text; write {id=\"eq-1\"} for an equation with a number.",
		block:   replaced(`\{#([\pL\d][\pL\d_.:-]*)\}$`, `{id="$1"}`)},
	{first: "[", is: pattern(`^\[(TOC|toc|\[_TOC_\])\][ \t]*$`), instead: "This is text; write ::toc and a line with :: below it.",
		block: replaced(`^.*$`, "::toc\n::")},
	{first: "\\", hint: "begin{", is: pattern(`^\\begin\{`), instead: "LaTeX is text here; write the formula between ::math and a line with ::.",
		block: equation},
	{first: "!", hint: "{#", is: pattern(`^!\[[^\]\n]*\]\([^)\s]+\)\{#[^}\n]*\}$`), instead: "These braces are text; write a picture with a number and an id as ::figure{id=\"fig-1\" src=\"file.png\" alt=\"What it shows\" caption=\"Caption\"}, and :: below it.",
		block: figure},
	{first: "\\", is: pattern(`^\\(newpage|pagebreak|clearpage)\b`), instead: "LaTeX is text here; write ::pagebreak and a line with :: below it.",
		block: replaced(`^\\\w+$`, "::pagebreak\n::")},
})

// inlineNotations are found anywhere in the text of a block.
var inlineNotations = hinted([]notation{
	{hint: "^[", is: pattern(`\^\[[^\]\n]+\]`),
		instead: "is text here, as captions, headers, comments and notes hold no such footnote; write [^1] in a caption, and a ::footnote{id=\"1\"} block."},
	{hint: "@", is: pattern(`\[-?@[\pL\d_][^\]\n]*\]`),
		instead: "is no reference to a source, as none is known; write ::citation{id=\"key\"}, or \"bibliography: refs.bib\" in the frontmatter."},
	{hint: ":", has: marksIn("@"), is: pattern(`@(sec|fig|tbl|eq|lst):[\pL\d_](?:[\pL\d_:.-]*[\pL\d_])?`), instead: "is no reference to a block; write its id as in [[fig:a]].",
		mend: reference},
	{hint: "{", has: marksIn("\\"), is: pattern(`\\(ref|eqref|autoref|cref|cite[pt]?|label|textbf|textit|emph|footnote)\{[^{}\n]*\}`),
		instead: "is shown as it is typed, as LaTeX is not read outside of formulas; write [[id]], [@key], **words** or ^[text].", mend: command},
	{hint: "][", is: pattern(`\[[^\]\[\n]+\]\[[^\]\n]*\]`), instead: "is no link; write \"[words](address)\".", mend: byLabel},
	{hint: "<", is: pattern(`(?i)<(/?(b|i|u|s|em|strong|sub|sup|span|div|p|br|hr|a|img|font|table|tr|td|th|ul|ol|li|mark|small|center|details|summary|kbd|code|pre|abbr|cite|q|h[1-6]|dl|dt|dd|figure|section)(\s[^>]*)?/?|!--[^>]*--)>`),
		instead: "is shown as it is typed, as HTML is not read.", mend: element},
	{hint: "](", is: pattern(`(^|[^!\\])\[[^\]\[\n]+\]\((<[^>\n]*>|[^)\n<]*[ \t][^)\n]*|)\)`),
		instead: "is no link; write \"[words](address)\", with %20 for blanks in the address and without a title.", mend: spaced},
	{hint: "[p", is: pattern(`\x00 \[pp?\.[^\]\n]*\]`), instead: "is text; write it in the brackets of the reference, as in [@key, p. 3]."},
	{hint: ";", has: marksIn("&"), is: pattern(`&([A-Za-z]{2,8}|#\d+);`), instead: "is shown as it is typed; write the character itself.",
		mend: character},
	{hint: "--", is: pattern(`( --{1,2} |[\pL\d)]---[\pL(]|\d--\d)`), instead: "is shown as it is typed; write the dash itself, – or —.", mend: dash},
	{hint: "<http", is: pattern(`<https?://[^>\s]+>`), instead: "is shown with its brackets; write \"[words](address)\".", mend: address},
	{hint: "<", has: marksIn("@"), is: pattern(`<[\w.+-]+@[\w-]+(\.[\w-]+)+>`), instead: "is shown with its brackets; write \"[words](mailto:address)\".",
		mend: mailbox},
	{hint: "](", shown: "\x01)", is: pattern(`\x01\)`), instead: "is text, as an address ends at its first closing parenthesis; write %28 and %29 for those in the address.",
		mend: parenthesised},
	{hint: "![", shown: "[\x00](", is: pattern(`\[\x00\]\([^)\n]*\)`),
		instead: "is no link, as labels hold no pictures; write \"[words](address)\" behind the picture."},
	{hint: "![", is: pattern(`!\[[^\]\n]*\]\([^)\n]*\)`), instead: "is no picture; write ![what it shows](file.png), with %20 for blanks in the address and without a title.",
		mend: spaced},
	{hint: "){", shown: "\x00{", is: pattern(`\x00\{[.#][^}\n]*\}`),
		instead: "are no attributes of a picture; those are width and height, as in {width=3cm}."},
	{hint: "{", is: pattern(`\B\{[^{}\n]*\b(id|audience|lang|aliases|class)="?[^{}\n=]*"?\}$`),
		instead: "is text, as only headings, blocks and captions have attributes; write a block around the text, as in ::note{audience=\"internal\"}."},
	{hint: "[[", is: pattern(`\[\[[^\]\[\n]*\n[^\]\[]*\]\]`), instead: "is broken over two lines and no reference; write it on one line.",
		mend: oneLine},
})
