package validate

import (
	"cmp"
	"errors"
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/blocks"
	"github.com/nomadocx/nomadocx/noma/diag"
	"github.com/nomadocx/nomadocx/noma/source"
	"github.com/nomadocx/nomadocx/patch"
)

// What is close to a name of the format and is none was probably meant to be one. Names that are close to none are blocks and
// attributes of the author's own (Format spec, "Directive blocks").

var knownRules = []blockRule{
	{rule: rule{"unknown-block", diag.Warning}, check: func(c *checker, n *noma.Directive, r reporter) {
		switch guess := c.meant(n); {
		case guess != "":
			r.mend(n, "There is no block ::"+clip(n.Name)+". Did you mean ::"+guess+"? It is shown as a panel of your own.", c.corrected(n))
		case otherWays[n.Name] != "" && !slices.Contains(c.custom(), n.Name):
			r.at(n, "There is no block ::"+n.Name+"; "+otherWays[n.Name]+". It is shown as a panel of your own.")
		}
	}},
	{rule: unknownAttribute, check: func(c *checker, n *noma.Directive, r reporter) {
		for _, key := range c.wrongKeys(n.Attrs, c.block(n)) {
			r.mend(n, "::"+c.block(n).Name+" has no attribute "+clip(key.wrong)+"=. Did you mean "+key.right+"=?", c.corrected(n))
		}
	}},
	{rule: badValue, check: func(c *checker, n *noma.Directive, r reporter) {
		b := c.block(n)
		if b == nil || n.Name == "memory" { // that has rules of its own
			return
		}
		for _, a := range n.Attrs {
			if known, ok := b.Attr(a.Key); ok {
				if wrong := wrongValue(known, a.Value); wrong != "" {
					r.mend(n, a.Key+"="+quote(a.Value.Raw)+" of ::"+b.Name+" "+wrong, c.corrected(n))
				}
			}
		}
	}},
	{rule: missingFile, check: func(c *checker, n *noma.Directive, r reporter) {
		b := blocks.Lookup(n.Name)
		if b == nil || c.opts.File == nil || n.Name == "dataset" { // what is wrong with the file of a dataset is known from loading it
			return
		}
		for _, a := range n.Attrs {
			known, ok := b.Attr(a.Key)
			if !ok || known.Kind != blocks.File || a.Value.Raw == "" || strings.Contains(a.Value.Raw, ":") {
				continue // an address is not a file; a path of Windows is refused elsewhere
			}
			if err := c.opts.File(n, a.Value.Raw); err != nil {
				r.at(n, title(layout.ReadableName(n.Name), n)+" shows "+unreadable(a.Value.Raw, err))
			}
		}
	}},
}

// unreadable says of a file that it cannot be read, and why.
func unreadable(name string, err error) string {
	why := err.Error()
	if errors.Is(err, fs.ErrNotExist) {
		why = "there is no such file"
	}
	return quote(name) + ", which cannot be read: " + why + "."
}

// allNames finds the block that was meant by a wrong name.
var allNames = sync.OnceValue(func() (names []string) {
	for _, b := range blocks.All() {
		names = append(names, b.Name)
	}
	return names
})

// otherNames are names that other formats have for blocks, otherWays what is no block here.
var (
	otherNames = map[string]string{
		"image": "figure", "img": "figure", "picture": "figure", "chart": "plot", "graph": "plot", "equation": "math", "formula": "math",
		"newpage": "pagebreak", "clearpage": "pagebreak", "references": "bibliography", "contents": "toc", "tableofcontents": "toc",
	}
	otherWays = map[string]string{
		"landscape": toLandscape, "portrait": toLandscape,
		"info": "write ::callout{tone=\"info\"}", "important": "write ::callout{tone=\"info\" title=\"Important\"}",
		"danger": toDanger, "caution": toDanger, "alert": toDanger, "attention": toDanger,
		"admonition": toPanel, "box": toPanel,
		"quote": toQuote, "blockquote": toQuote, "quotation": toQuote,
		"mermaid": "write ::diagram{kind=\"mermaid\"}", "graphviz": "write ::diagram{kind=\"graphviz\"}",
		"cover": toCover, "titlepage": toCover,
		"appendix": "write a heading, as in ## Appendix {unnumbered}",
	}
)

const (
	toLandscape = "write ::page_setup{orientation=\"landscape\"} and a line with :: above what stands on such pages, and one with portrait behind it and at the beginning of the document"
	toDanger    = "write ::callout{tone=\"danger\"} or ::warning"
	toPanel     = "write ::callout, ::note, ::tip or ::warning"
	toCover     = "write cover: true in the frontmatter"
	toQuote     = "write > before each of its lines"
)

// ClosestBlock returns the name of the block that was probably meant by a wrong one, "" for none.
func ClosestBlock(wrong string) string { return cmp.Or(otherNames[wrong], closest(wrong, allNames())) }

// meant returns the block of the format whose name was probably meant, "" for none.
func (c *checker) meant(n *noma.Directive) string {
	if blocks.Lookup(n.Name) != nil || strings.Contains(n.Name, ":") || slices.Contains(c.custom(), n.Name) {
		return ""
	}
	return ClosestBlock(n.Name)
}

// block returns what the format says about a block, or about the one that was meant, nil for a block of the author's own.
func (c *checker) block(n *noma.Directive) *blocks.Block {
	if c.lastBlock.of != n {
		c.lastBlock.of, c.lastBlock.is = n, blocks.Lookup(n.Name)
		if guess := c.meant(n); guess != "" {
			c.lastBlock.is = blocks.Lookup(guess)
		}
	}
	return c.lastBlock.is
}

// custom returns the names of blocks that the frontmatter declares under the key custom.
func (c *checker) custom() []string {
	if c.ownBlocks == nil {
		c.ownBlocks = []string{}
		switch v := c.doc.Meta.Get("custom").(type) {
		case string:
			c.ownBlocks = strings.FieldsFunc(v, func(r rune) bool { return r == ',' || r == ' ' })
		case []any:
			for _, x := range v {
				if s, ok := x.(string); ok {
					c.ownBlocks = append(c.ownBlocks, s)
				}
			}
		}
	}
	return c.ownBlocks
}

type wrongKey struct {
	at           source.Span
	wrong, right string
}

// wrongKeys returns the attributes with names close to one that a block has, which may be nil. Of those that it has not, it examines
// the first hundred.
func (c *checker) wrongKeys(given []noma.Attr, b *blocks.Block) (wrong []wrongKey) {
	if b == nil {
		return nil
	}
	var names []string // those that are not given
	unknown := 0
	for _, a := range given {
		if _, ok := b.Attr(a.Key); ok || slices.Contains(c.custom(), a.Key) || strings.Contains(a.Key, ":") {
			continue
		}
		if unknown++; unknown > maxPerBlock {
			break
		}
		if names == nil {
			for _, list := range [][]blocks.Attr{b.Attrs, blocks.Common} {
				for _, k := range list {
					if _, has := noma.FindAttr(given, k.Name); !has {
						names = append(names, k.Name)
					}
				}
			}
		}
		if guess := closest(a.Key, names); guess != "" {
			wrong = append(wrong, wrongKey{source.Span{Start: a.Span.Start, End: a.Span.Start + len(a.Key)}, a.Key, guess})
		}
	}
	return wrong
}

// wrongValue says what is wrong with the value of an attribute, "" when nothing is.
func wrongValue(a blocks.Attr, v noma.Value) string {
	text := noma.TrimSpace(v.Text())
	if text == "" || v.Kind == noma.Bool && a.Kind != blocks.Word {
		return ""
	}
	switch a.Kind {
	case blocks.Word:
		if !a.Takes(text) {
			said := "is none of " + strings.Join(a.Values, ", ") + "."
			if guess := closest(strings.ToLower(text), a.Values); guess != "" {
				said += " Did you mean " + guess + "?"
			}
			return said
		}
	case blocks.Columns:
		for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || noma.IsSpace(r) }) {
			if !slices.Contains(alignments, strings.ToLower(word)) {
				return "has " + quote(word) + ", which is none of l, c, r and -."
			}
		}
	case blocks.Number:
		if _, err := strconv.ParseFloat(strings.TrimSuffix(text, "%"), 64); err != nil {
			return "is not a number."
		}
	case blocks.Language:
		if layout.LanguageTag(text) == "" {
			return "is not the tag of a language; write it as in fr or de-CH."
		}
	case blocks.Date:
		if _, ok := isoDate(text); !ok && !month.MatchString(text) {
			return notADate
		}
	case blocks.Text:
		if (a.Name == "date" || a.Name == "as_of") && noDate(text) {
			return notADate
		}
	case blocks.Length, blocks.Size:
		if _, ok := layout.Length(text); !ok && !(a.Kind == blocks.Size && (v.Kind == noma.Number || relative(text))) {
			return "is not a length; write a number and its unit, as in 25mm, 1in or 36pt."
		}
	}
	return ""
}

// alignments are what [blocks.Columns] holds.
var alignments = []string{"l", "c", "r", "-", "left", "center", "right"}

const notADate = "is not a date; write year, month and day as in 2026-03-31."

// noDate reports whether a text has the form of a date and is none.
func noDate(s string) bool {
	_, ok := isoDate(s)
	return !ok && dayShaped.MatchString(s)
}

var dayShaped = regexp.MustCompile(`^\d{4}-\d{2}-\d{2}$`)

// month is a date without a day, or a year.
var month = regexp.MustCompile(`^\d{4}(-(0[1-9]|1[0-2]))?$`)

// relative reports whether a size is one of a window or of the text, such as 60% or 20em.
func relative(s string) bool {
	for _, unit := range []string{"%", "rem", "em", "ch", "vw", "vh"} {
		if n, ok := strings.CutSuffix(s, unit); ok {
			v, err := strconv.ParseFloat(n, 64)
			return err == nil && v >= 0
		}
	}
	return s == "auto" || s == "full" || s == "wide"
}

// maxCorrected is the longest block, in bytes, that a repair writes anew.
const maxCorrected = 1 << 16

// corrected returns the operation that corrects the names on the first line of a block, nil when there is nothing to correct.
// It is the same for all findings about the block, so that applying one applies all.
func (c *checker) corrected(n *noma.Directive) map[string]any {
	f := c.doc.File
	if c.opts.FileOf != nil || f == nil || n.Closer.Empty() { // the file of a chapter is another one
		return nil
	}
	var edits []source.Edit
	// The text of a block is not shown in those that have none.
	if guess := c.meant(n); guess != "" && (len(n.Children) == 0 || guess != "pagebreak" && guess != "toc" && guess != "bibliography") {
		edits = append(edits, source.Edit{Span: n.NameSpan, New: guess})
	}
	for _, k := range c.wrongKeys(n.Attrs, c.block(n)) {
		edits = append(edits, source.Edit{Span: k.at, New: k.right})
	}
	if b := c.block(n); b != nil {
		for _, a := range n.Attrs {
			known, ok := b.Attr(a.Key)
			if !ok || known.Kind != blocks.Word || a.Value.Raw == "" || known.Takes(a.Value.Text()) {
				continue
			}
			if guess := closest(strings.ToLower(a.Value.Text()), known.Values); guess != "" {
				edits = append(edits, source.Edit{Span: a.ValueSpan, New: guess})
			}
		}
	}
	if len(edits) == 0 {
		return nil
	}
	// A block without an id is written anew with the block around it that can be addressed.
	parent, index, unit := patch.Address(n)
	if n.ID != "" {
		unit = n
	}
	span := lineSpan(f, unit.At().Line, lastLine(unit))
	if _, heading := unit.(*noma.Section); heading || index < 0 && n.ID == "" || span.Len() > maxCorrected {
		return nil
	}
	for i := range edits {
		edits[i].Span.Start -= span.Start
		edits[i].Span.End -= span.Start
	}
	content, err := source.Apply(span.Of(f.Text), edits)
	if err != nil {
		return nil
	}
	content = strings.ReplaceAll(content, "\r\n", "\n")
	if n.ID != "" {
		return map[string]any{"op": "replace_block", "id": n.ID, "content": content}
	}
	return map[string]any{"op": "replace_child", "parent": parent, "index": index, "baseHash": patch.BlockHash(f, unit), "content": content}
}

// clip shortens a name of the document for a message.
func clip(s string) string {
	if len(s) > maxQuoted {
		return strings.ToValidUTF8(s[:maxQuoted], "") + "…"
	}
	return s
}

// closest returns the one word that a wrong one was probably meant to be, "" for none: one letter is missing, too many, another
// one, or two have changed places; of words of six letters and more, two such mistakes. In words of two or three letters only
// two that have changed places count.
func closest(wrong string, words []string) (best string) {
	if len(wrong) > maxWord {
		return ""
	}
	most := 1
	if len(wrong) >= 6 {
		most = 2
	}
	nearest := most + 1
	for _, w := range words {
		d := mistakes(wrong, w)
		if min(len(wrong), len(w)) <= 3 && d > 0 && !(d == 1 && swapped(wrong, w)) {
			continue
		}
		switch {
		case d == 0:
			return ""
		case d < nearest:
			best, nearest = w, d
		case d == nearest:
			best = "" // a tie is no answer
		}
	}
	return best
}

// swapped reports whether two words have the same letters.
func swapped(a, b string) bool {
	x, y := []byte(a), []byte(b)
	slices.Sort(x)
	slices.Sort(y)
	return string(x) == string(y)
}

// mistakes returns the number of letters that are missing, too many, wrong, or have changed places with their neighbour.
func mistakes(a, b string) int {
	if d := len(a) - len(b); d > maxEdits || d < -maxEdits {
		return maxEdits + 1
	}
	before, last, now := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		now[0] = i
		for j := 1; j <= len(b); j++ {
			same := last[j-1]
			if a[i-1] != b[j-1] {
				same++
			}
			now[j] = min(same, last[j]+1, now[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				now[j] = min(now[j], before[j-2]+1)
			}
		}
		before, last, now = last, now, before
	}
	return last[len(b)]
}
