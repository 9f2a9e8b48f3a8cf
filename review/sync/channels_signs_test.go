package reviewsync_test

import (
	"errors"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/beevik/etree"

	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
)

// What programs do to characters, marks of lists, pages, alignment and formatting, each to everything of a kind.

func init() {
	for name, do := range kindChannels {
		channels[name], acts[name] = do, func(d *desk, _ []string, _ []int) error { return do(d) }
	}
	for name, do := range kindHabits {
		habits[name], acts[name] = do, func(d *desk, _ []string, _ []int) error { return do(d) }
	}
}

// kindChannels are those that take something away, and kindHabits those that only write it in another way.
var (
	kindChannels = map[string]func(*desk) error{
		"no soft hyphens":        func(d *desk) error { return d.replaceSigns(oneOf("\u00ad"), "") },
		"hyphens at line ends":   func(d *desk) error { return d.replaceSigns(oneOf("\u2011"), "-") },
		"plain blanks":           func(d *desk) error { return d.replaceSigns(oneOf(fixedBlanks), " ") },
		"one kind of blanks":     func(d *desk) error { return d.replaceSigns(oneOf("\u202f\u2009"), "\u00a0") },
		"hyphens for dashes":     func(d *desk) error { return d.replaceSigns(oneOf("–—−"), "-") },
		"straight quotes":        (*desk).straightQuotes,
		"symbols of a font":      func(d *desk) error { return d.elementsOf(symbolSign, symbolOf) },
		"no symbols":             func(d *desk) error { return d.replaceSigns(symbolSign, "?") },
		"bullets only":           (*desk).bulletsOnly,
		"marks of lists as text": func(d *desk) error { return d.listMarks(true) },
		"no marks of lists":      func(d *desk) error { return d.listMarks(false) },
		"pages of another size":  (*desk).otherPages,
		"no headers":             (*desk).noHeaders,
		"one section":            (*desk).oneSection,
		"no landscape":           (*desk).noLandscape,
		"no breaks":              (*desk).noBreaks,
		"no alignment":           func(d *desk) error { return d.without("jc") },
		"justified":              (*desk).justified,
		"no bold":                func(d *desk) error { return d.without("b") },
		"no italic":              func(d *desk) error { return d.without("i") },
		"no struck words":        func(d *desk) error { return d.without("strike") },
		"no underlined words":    func(d *desk) error { return d.without("u") },
		"no raised words":        func(d *desk) error { return d.without("vertAlign") },
		"no links":               (*desk).unlink,
	}
	kindHabits = map[string]func(*desk) error{
		"hyphens as elements":      func(d *desk) error { return d.elementsOf(oneOf("\u2011"), named("w:noBreakHyphen")) },
		"soft hyphens as elements": func(d *desk) error { return d.elementsOf(oneOf("\u00ad"), named("w:softHyphen")) },
		"lists of their own":       (*desk).listsOfTheirOwn,
		"other marks of lists":     (*desk).otherMarks,
		"addresses written out":    (*desk).writeOutAddresses,
		"addresses encoded":        (*desk).encodeAddresses,
	}
)

const fixedBlanks = "\u00a0\u202f\u2009"

// oneOf returns what reports whether a character is one of a list.
func oneOf(list string) func(rune) bool {
	return func(r rune) bool { return strings.ContainsRune(list, r) }
}

// named returns what makes elements of a name.
func named(name string) func(rune) *etree.Element {
	return func(rune) *etree.Element { return etree.NewElement(name) }
}

// replaceSigns puts a text in the place of characters, in all parts with text.
func (d *desk) replaceSigns(is func(rune) bool, now string) error {
	for _, t := range append(d.allOf("t"), d.allOf("delText")...) {
		var b strings.Builder
		for _, r := range t.Text() {
			if is(r) {
				b.WriteString(now)
			} else {
				b.WriteRune(r)
			}
		}
		t.SetText(b.String())
	}
	return nil
}

func (d *desk) straightQuotes() error {
	return errors.Join(d.replaceSigns(oneOf("“”„"), `"`), d.replaceSigns(oneOf("‘’‚"), "'"))
}

// without leaves out a property of runs and paragraphs.
func (d *desk) without(tag string) error {
	for _, e := range d.allOf(tag) {
		if e.Parent().Tag == "rPr" || e.Parent().Tag == "pPr" {
			e.Parent().RemoveChild(e)
		}
	}
	return nil
}

// justified aligns what is aligned left to both sides.
func (d *desk) justified() error {
	for _, p := range d.allOf("p") {
		pr := p.SelectElement("w:pPr")
		if pr == nil {
			pr = etree.NewElement("w:pPr")
			p.InsertChildAt(0, pr)
		}
		if jc := pr.SelectElement("w:jc"); jc == nil {
			mark(pr, "w:jc", "both")
		} else if jc.SelectAttrValue("w:val", "") == "left" {
			jc.CreateAttr("w:val", "both")
		}
	}
	return nil
}

// unlink leaves the words of links.
func (d *desk) unlink() error {
	for _, e := range d.allOf("hyperlink") {
		for _, c := range e.ChildElements() {
			insertBefore(e, c.Copy())
		}
		e.Parent().RemoveChild(e)
	}
	return nil
}

// writeOutAddresses writes the percent-encoded signs of addresses out.
func (d *desk) writeOutAddresses() error {
	for _, e := range d.tree("word/_rels/document.xml.rels").ChildElements() {
		if to, err := url.PathUnescape(e.SelectAttrValue("Target", "")); err == nil && e.SelectAttrValue("TargetMode", "") == "External" {
			e.CreateAttr("Target", to)
		}
	}
	return nil
}

// encodeAddresses percent-encodes what stands behind the # of addresses, and cuts them off at quotation marks.
func (d *desk) encodeAddresses() error {
	for _, e := range d.tree("word/_rels/document.xml.rels").ChildElements() {
		if e.SelectAttrValue("TargetMode", "") == "External" {
			to, _, _ := strings.Cut(e.SelectAttrValue("Target", ""), "%22")
			if head, place, ok := strings.Cut(to, "#"); ok {
				to = head + "#" + url.PathEscape(place)
			}
			e.CreateAttr("Target", to)
		}
	}
	return nil
}

// elementsOf writes characters as elements, made by of.
func (d *desk) elementsOf(is func(rune) bool, of func(rune) *etree.Element) error {
	for _, t := range d.allOf("t") {
		if t.Parent().Tag != "r" || !strings.ContainsFunc(t.Text(), is) {
			continue
		}
		rest, at := t.Text(), t
		t.SetText("")
		for {
			i := strings.IndexFunc(rest, is)
			if i < 0 {
				at.SetText(at.Text() + rest)
				break
			}
			r := []rune(rest[i:])[0]
			at.SetText(rest[:i])
			sign, next := of(r), t.Copy()
			next.SetText("")
			insertAfter(at, sign)
			insertAfter(sign, next)
			rest, at = rest[i+len(string(r)):], next
		}
	}
	return nil
}

// symbolSign reports whether a character is one that programs write with a font of symbols.
func symbolSign(r rune) bool { return r > 0x7f && unicode.IsSymbol(r) || r == '•' }

func symbolOf(r rune) *etree.Element {
	e := etree.NewElement("w:sym")
	e.CreateAttr("w:font", "Wingdings")
	e.CreateAttr("w:char", "F0"+strconv.FormatInt(int64(0x20+r%0xd0), 16))
	return e
}

// listsOfTheirOwn gives each list a definition of its own, under other numbers.
func (d *desk) listsOfTheirOwn() error {
	root := d.tree("word/numbering.xml")
	if root == nil {
		return nil
	}
	abstract := map[string]*etree.Element{}
	for _, e := range below(root, "abstractNum") {
		abstract[e.SelectAttrValue("w:abstractNumId", "")] = e
	}
	to := map[string]string{}
	for i, n := range below(root, "num") {
		id := strconv.Itoa(500 + i)
		to[n.SelectAttrValue("w:numId", "")] = id
		n.CreateAttr("w:numId", id)
		ref := n.SelectElement("w:abstractNumId")
		if own := abstract[ref.SelectAttrValue("w:val", "")]; own != nil {
			own = own.Copy()
			own.CreateAttr("w:abstractNumId", id)
			root.InsertChildAt(0, own)
			ref.CreateAttr("w:val", id)
		}
		for _, o := range below(n, "lvlOverride") {
			o.Parent().RemoveChild(o)
		}
	}
	for _, part := range append(d.stories(), d.tree("word/styles.xml")) {
		for _, e := range below(part, "numId") {
			if now := to[e.SelectAttrValue("w:val", "")]; now != "" {
				e.CreateAttr("w:val", now)
			}
		}
	}
	return nil
}

// otherMarks gives lists other bullets and numbers.
func (d *desk) otherMarks() error {
	root := d.tree("word/numbering.xml")
	if root == nil {
		return nil
	}
	for _, l := range below(root, "lvl") {
		if l.SelectElement("w:pStyle") != nil {
			continue
		}
		f, t := l.SelectElement("w:numFmt"), l.SelectElement("w:lvlText")
		if f.SelectAttrValue("w:val", "") == "bullet" {
			t.CreateAttr("w:val", "\uf0b7")
		} else {
			f.CreateAttr("w:val", "upperRoman")
		}
	}
	return nil
}

// bulletsOnly makes bullets of all numbers.
func (d *desk) bulletsOnly() error {
	root := d.tree("word/numbering.xml")
	if root == nil {
		return nil
	}
	for _, l := range below(root, "lvl") {
		if l.SelectElement("w:pStyle") == nil {
			l.SelectElement("w:numFmt").CreateAttr("w:val", "bullet")
		}
	}
	return nil
}

// listMarks types the marks of lists before the words, or leaves them out.
func (d *desk) listMarks(typed bool) error {
	root := d.tree("word/numbering.xml")
	if root == nil {
		return nil
	}
	format := map[string]string{}
	abstract := map[string]*etree.Element{}
	for _, e := range below(root, "abstractNum") {
		abstract[e.SelectAttrValue("w:abstractNumId", "")] = e
	}
	for _, n := range below(root, "num") {
		if a := abstract[n.SelectElement("w:abstractNumId").SelectAttrValue("w:val", "")]; a != nil {
			for _, l := range below(a, "lvl") {
				format[n.SelectAttrValue("w:numId", "")+" "+l.SelectAttrValue("w:ilvl", "")] = l.SelectElement("w:numFmt").SelectAttrValue("w:val", "")
			}
		}
	}
	at := map[string]int{}
	for _, e := range d.allOf("numPr") {
		id := e.SelectElement("w:numId").SelectAttrValue("w:val", "")
		if e.Parent().Tag != "pPr" || id == "0" {
			continue // a heading without a number
		}
		p := e.Parent().Parent()
		level := "0"
		if l := e.SelectElement("w:ilvl"); l != nil {
			level = l.SelectAttrValue("w:val", "0")
		}
		e.Parent().RemoveChild(e)
		if !typed {
			continue
		}
		at[id+" "+level]++
		mark := "•"
		if format[id+" "+level] != "bullet" {
			mark = strconv.Itoa(at[id+" "+level]) + "."
		}
		r := etree.NewElement("w:r")
		t := r.CreateElement("w:t")
		t.CreateAttr("xml:space", "preserve")
		t.SetText(mark)
		r.CreateElement("w:tab")
		if pr := p.SelectElement("w:pPr"); pr != nil {
			insertAfter(pr, r)
		} else {
			p.InsertChildAt(0, r)
		}
	}
	return nil
}

// otherPages gives all sections one size and other margins.
func (d *desk) otherPages() error {
	for _, s := range below(d.body(), "sectPr") {
		for _, tag := range []string{"pgSz", "pgMar"} {
			if e := s.SelectElement("w:" + tag); e != nil {
				s.RemoveChild(e)
			}
		}
		size := s.CreateElement("w:pgSz")
		size.CreateAttr("w:w", "10000")
		size.CreateAttr("w:h", "14000")
		m := s.CreateElement("w:pgMar")
		for _, side := range []string{"top", "right", "bottom", "left"} {
			m.CreateAttr("w:"+side, "1000")
		}
	}
	return nil
}

// noHeaders leaves out headers and footers.
func (d *desk) noHeaders() error {
	for _, tag := range []string{"headerReference", "footerReference"} {
		for _, e := range below(d.body(), tag) {
			e.Parent().RemoveChild(e)
		}
	}
	for _, name := range slices.Clone(d.names) {
		if strings.HasPrefix(name, "word/header") || strings.HasPrefix(name, "word/footer") && !strings.HasPrefix(name, "word/footnotes") {
			d.remove(name)
		}
	}
	return nil
}

// noLandscape turns all pages upright.
func (d *desk) noLandscape() error {
	for _, e := range below(d.body(), "pgSz") {
		if e.RemoveAttr("w:orient") != nil {
			w, h := e.SelectAttrValue("w:w", ""), e.SelectAttrValue("w:h", "")
			e.CreateAttr("w:w", h)
			e.CreateAttr("w:h", w)
		}
	}
	return nil
}

// noBreaks leaves out breaks of pages and rules.
func (d *desk) noBreaks() error {
	for _, e := range below(d.body(), "br") {
		if e.SelectAttrValue("w:type", "") == "page" {
			e.Parent().RemoveChild(e)
		}
	}
	for _, e := range below(d.body(), "pBdr") {
		e.Parent().RemoveChild(e)
	}
	return nil
}

// oneSection leaves out the ends of sections.
func (d *desk) oneSection() error {
	for _, e := range below(d.body(), "sectPr") {
		if e.Parent().Tag == "pPr" {
			e.Parent().RemoveChild(e)
		}
	}
	return nil
}

// withSigns returns a document with characters behind it that programs write in their own way.
func withSigns(c docgen.Chooser, src string) string {
	words := strings.Split("auto\u00admatic\u00adally co\u2011operation 5\u00a0km 10\u202f000 a\u2009b → € – — … “so” ‘it’ § • ✓ ± ½ 10\u00a0% soft\u00adware re\u2011enter −5 ½\u00a0cup ← ≤ × plain words to read here with others", " ")
	eol := "\n"
	if strings.Contains(src, "\r\n") {
		eol = "\r\n"
	}
	var b strings.Builder
	b.WriteString(strings.TrimRight(src, "\r\n") + eol)
	sentence := func() string {
		out := "Now"
		for range 3 + c.Intn(9) {
			out += " " + words[c.Intn(len(words))]
		}
		return out + "."
	}
	b.WriteString(eol + "# **Signs**" + eol + eol)
	for i := range 4 {
		n := strconv.Itoa(i)
		b.WriteString("So **strong" + n + "** and *soft" + n + "* words, ~~gone" + n + "~~ ones, [lined" + n + "]{.underline} and x^up" + n + "^ ones by [a link" + n +
			"](https://example.org/" + n + ") here." + eol + eol + n + "1. Item " + n + "." + eol + n + "2. Next " + n + "." + eol + eol + "- [ ] Outside " + n + "." + eol + "  - [x] Inside " + n + "." + eol + "    1. Further " + n + "." + eol + eol)
	}
	for range 1 + c.Intn(4) {
		b.WriteString(sentence() + eol + eol)
	}
	switch c.Intn(4) {
	case 0:
		b.WriteString("- [ ] One." + eol + "  - " + sentence() + eol)
	case 1:
		b.WriteString("- " + sentence() + eol + "- " + sentence() + eol + eol + "1. One." + eol + "2. " + sentence() + eol + "3. Three." + eol)
	case 2:
		b.WriteString("| a | b |" + eol + "|---|---|" + eol + "| " + sentence() + " | x |" + eol)
	}
	return b.String()
}
