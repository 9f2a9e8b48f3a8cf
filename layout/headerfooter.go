package layout

import (
	"cmp"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/noma"
)

// headerFooter returns a header or footer: its content, then the page numbers it asks for.
func (b *builder) headerFooter(d *noma.Directive) *Story {
	s := &Story{Node: d}
	align := d.AttrText("align")
	e := &emitter{builder: b, page: b.firstPage}
	e.yield = func(x Block) bool {
		if p, ok := x.(*Para); ok && p.Align == "" && align != "" {
			p.Align = align
		}
		s.Blocks = append(s.Blocks, x)
		return true
	}
	b.noNotes = true
	e.content(d, flow{width: b.firstPage.TextWidth()})
	b.noNotes = false
	var before, after []Block
	first, text := firstPara(s.Blocks)
	for _, line := range b.runningLines(d, align) {
		if line.Beside = text && line.Align == "right" && (first.Align == "" || first.Align == "left"); line.Beside {
			before = append(before, line)
		} else {
			after = append(after, line)
		}
	}
	if len(s.Blocks)+len(after) == 0 {
		after = []Block{&Para{Node: d, Part: PartAnchor}}
	}
	s.Blocks = append(s.Blocks, after...)
	if p, ok := firstPara(s.Blocks); ok {
		p.Anchors = append(e.anchors(d), p.Anchors...)
	}
	s.Blocks = append(before, s.Blocks...)
	return s
}

// firstPara returns the first block when it is a paragraph.
func firstPara(blocks []Block) (p *Para, ok bool) {
	if len(blocks) > 0 {
		p, ok = blocks[0].(*Para)
	}
	return p, ok
}

// runningLines returns the lines that a header or footer asks for: the title of the section, on the side where the text is not, and the
// number of the page; one line for both when they are on one side.
func (b *builder) runningLines(d *noma.Directive, align string) (lines []*Para) {
	add := func(side string, runs ...wml.Run) {
		if n := len(lines); n > 0 && lines[n-1].Align == side {
			lines[n-1].Segs[0].Runs = append(append(lines[n-1].Segs[0].Runs, wml.Run{Text: " · "}), runs...)
			return
		}
		lines = append(lines, &Para{Node: d, Part: PartGenerated, Align: side, Segs: []Seg{{Runs: runs}}})
	}
	if truth(d, "section_title") {
		b.plan.Settings.SectionTitles = true
		side := "right"
		if align == side {
			side = "left"
		}
		add(side, wml.Run{Kind: wml.Field, Object: &wml.FieldCode{Instr: `STYLEREF "heading ` + strconv.Itoa(b.chapterLevel()) + `"`}})
	}
	if truth(d, "page_numbers") {
		runs := []wml.Run{{Text: WordOf(b.doc, "Page") + " "}, {Kind: wml.Field, Text: "1", Object: &wml.FieldCode{Instr: "PAGE"}}}
		if truth(d, "total_pages") {
			runs = append(runs, wml.Run{Text: " " + WordOf(b.doc, "of") + " "}, wml.Run{Kind: wml.Field, Text: "1", Object: &wml.FieldCode{Instr: "NUMPAGES"}})
		}
		add(cmp.Or(align, "right"), runs...)
	}
	return lines
}

// chapterLevel returns the level of the headings whose titles stand in headers and footers. Word fills them in page by page (STYLEREF,
// ECMA-376 part 1, §17.16.5.62). The file shows none, as programs that do not know the field would show it on each page.
func (b *builder) chapterLevel() int {
	levels := make([]int, 0, len(b.headings))
	for _, h := range b.headings {
		levels = append(levels, h.Level)
	}
	return ChapterLevel(levels)
}

// headingLevels notes the levels of the headings that the text shows.
func (b *builder) headingLevels() {
	shown := false
	for _, h := range b.headings {
		if !b.onCover(h) && h.Level < len(b.plan.Settings.Headings) {
			b.plan.Settings.Headings[h.Level], shown = true, true
		}
	}
	if shown {
		b.plan.Settings.Chapter = b.chapterLevel()
	}
}

// ChapterLevel returns the level of the headings that headers and footers show: the first one below the title of the document.
func ChapterLevel(headings []int) int {
	var count [7]int
	for _, level := range headings {
		if level > 0 && level < len(count) {
			count[level]++
		}
	}
	for level := 1; level < len(count); level++ {
		if count[level] > 1 || count[level] == 1 && level > 1 {
			return level
		}
	}
	return 1
}

// TemplateProperty is the custom document property that holds the [HeaderFooterKeys] of a template's headers
// and footers. They belong to no block of the source.
const TemplateProperty = "NomaTemplate"

// maxHeaderFooterKeys bounds how many paragraphs of headers and footers are distinguished.
const maxHeaderFooterKeys = 64

// HeaderFooterKeys returns the [HeaderFooterKey] of all paragraphs in the headers and footers of a document that have one, and the
// [ApartKey] of all that stands apart in them, in order, joined by blanks.
func HeaderFooterKeys(d *wml.Document) string {
	var keys []string
	add := func(k string) {
		if k != "" && len(keys) < maxHeaderFooterKeys && !slices.Contains(keys, k) {
			keys = append(keys, k)
		}
	}
	for _, s := range d.Stories {
		if s.Kind == wml.MainStory {
			continue
		}
		add(WithoutWords)
		for p := range wml.Paragraphs(s.Blocks...) {
			add(HeaderFooterKey(p.Runs))
			for i := range p.Runs {
				if r := &p.Runs[i]; r.Kind == wml.Opaque {
					add(ApartKey(r))
				}
			}
		}
	}
	return strings.Join(keys, " ")
}

// HeaderFooterKey returns a short hash of the words of a paragraph in a header or footer, "" without any. What
// editors compute (page numbers, the title) does not count, nor do blanks; of other fields it counts what they are.
func HeaderFooterKey(runs []wml.Run) string {
	var words []string
	for i := range runs {
		if wml.Current.Shows(&runs[i]) {
			words = append(words, strings.Fields(headerFooterWords(&runs[i]))...)
		}
	}
	return wordsKey(words)
}

// ApartKey returns a short hash of the words of a text box or of letters that are drawn, as [HeaderFooterKey] of the same words, as
// programs make boxes of frames; [WithoutWords] for what has none.
func ApartKey(r *wml.Run) string { return cmp.Or(wordsKey(strings.Fields(r.Ref())), WithoutWords) }

// WithoutWords is among the keys of every template that has headers or footers: whatever has no words there is of the template.
const WithoutWords = "-"

// wordsKey returns a short hash of words, "" for none.
func wordsKey(words []string) string {
	if len(words) == 0 {
		return ""
	}
	h := fnv.New32a()
	for _, w := range words {
		_, _ = h.Write([]byte(w)) // a hash never fails
	}
	return strconv.FormatUint(uint64(h.Sum32()), 16)
}

// headerFooterWords returns the words by which a run of a header or footer is known.
func headerFooterWords(r *wml.Run) string {
	switch {
	case r.Kind.IsText():
		return Characters(r)
	case r.Kind == wml.Input:
		return ControlObject
	case r.Kind == wml.Field && !r.Computed():
		return fieldObject(r)
	}
	return ""
}

func truth(d *noma.Directive, key string) bool {
	switch strings.ToLower(d.AttrText(key)) {
	case "true", "yes", "1", "on":
		return true
	}
	return false
}

// toc adds a generated list of headings or captions. Without a layout pass Word fills in the page numbers
// when it opens the file, and all of them are 1 until then.
func (e *emitter) toc(d *noma.Directive, f flow) {
	if d == e.firstToc {
		e.newPage(d)
	}
	word, kind := "Contents", CaptionsListed(d)
	if kind != "" {
		word = "List of " + kind + "s"
	}
	e.label(d, Label{Text: WordOf(e.doc, word), Title: title("title"), Bare: true}, nil)
	targets := e.contents(d)
	top := 1
	if !e.doc.Audience.Older {
		top = topLevel(targets)
	}
	for i, n := range targets {
		switch n := n.(type) {
		case *noma.Section:
			runs := withoutPictures(e.inline(noma.WithoutNotes(n.Title.S)))
			if no := e.names.sections.Before(n); no != "" {
				runs = append([]wml.Run{{Text: no}}, runs...)
			}
			e.tocEntry(d, n, runs, n.Level-top+1, i, len(targets)-1, f)
		default:
			runs := append([]wml.Run{{Text: WordOf(e.doc, captionKind(n)[1]) + " " + strconv.Itoa(e.captionNo[n]) + ": "}}, withoutPictures(e.inline(e.captionSlot(n).Value))...)
			e.tocEntry(d, n, runs, 1, i, len(targets)-1, f)
		}
	}
	if len(targets) == 0 {
		e.out(&Para{Style: StyleToc, Node: d, Part: PartGenerated, Segs: literal(noEntries(kind))})
	}
	if d == e.lastToc {
		e.newPage(d)
	}
}

// noEntries returns what contents, or a list of captions of a kind, say without entries.
func noEntries(kind string) string {
	if kind == "" {
		kind = "section"
	}
	return "No " + strings.ToLower(kind) + "s found."
}

// SaysNoEntries reports whether a text is what contents or lists of captions say without entries.
func SaysNoEntries(text string) bool {
	return slices.ContainsFunc([]string{"", "Figure", "Table", "Plot"}, func(kind string) bool { return text == noEntries(kind) })
}

// topLevel returns the highest level of the headings among some blocks, 1 without any: a title that stands elsewhere indents no chapter.
func topLevel(targets []noma.Node) int {
	top := 0
	for _, n := range targets {
		if s, ok := n.(*noma.Section); ok && (top == 0 || s.Level < top) {
			top = s.Level
		}
	}
	return max(top, 1)
}

// contents returns the blocks a list points to: headings, or captions of the kind it is of.
func (b *builder) contents(d *noma.Directive) []noma.Node {
	var out []noma.Node
	// listed: the block has a bookmark of its own, in the body.
	listed := func(n noma.Node) bool { return seen(n) == n && b.bookmark(n) != "" }
	if kind := CaptionsListed(d); kind != "" {
		for _, c := range b.captioned {
			if captionKind(c)[1] == kind && listed(c) {
				out = append(out, c)
			}
		}
	} else {
		depth := 3
		if v, _ := d.First("depth", "levels"); v != "" {
			if x, err := strconv.Atoi(v); err == nil && x > 0 {
				depth = x
			}
		}
		title := ContentsTitle(b.doc, b.names.sections)
		for _, s := range b.headings {
			if s.Level <= depth && listed(s) && !b.onCover(s) && s != title {
				out = append(out, s)
			}
		}
	}
	return out
}

// bookmark returns the name of the bookmark that lists lead to, "" for a heading that has none. Captions of blocks without an id have one
// made of their number.
func (b *builder) bookmark(n noma.Node) string {
	if id := n.At().ID; id != "" && b.names.Node(id) == n {
		return b.names.Of(id)
	}
	if no := b.captionNo[n]; no > 0 && n.At().ID == "" {
		return "_Toc_" + captionKind(n)[1] + "_" + strconv.Itoa(no)
	}
	return ""
}

// CaptionsListed returns the kind of captions that a ::toc lists: Figure, Table or Plot; "" for headings.
func CaptionsListed(d *noma.Directive) string {
	switch strings.ToLower(strings.TrimSpace(d.AttrText("of"))) {
	case "figures", "figure":
		return "Figure"
	case "tables", "table":
		return "Table"
	case "plots", "plot":
		return "Plot"
	}
	return ""
}

func (e *emitter) tocEntry(d *noma.Directive, target noma.Node, runs []wml.Run, level, index, last int, f flow) {
	name := e.bookmark(target)
	link := &wml.Link{Anchor: name}
	out := make([]wml.Run, 0, len(runs)+2)
	for _, r := range runs {
		if r.Kind != wml.Text && r.Kind != wml.Math {
			r = wml.Run{Text: r.Text}
		}
		r.Link, r.Look, r.Style = link, nil, r.Style&^wml.Bold
		out = append(out, r)
	}
	page := e.opts.Pages[name]
	if page == "" {
		page = "1"
	}
	out = append(out, wml.Run{Kind: wml.Tab, Text: "\t"}, wml.Run{Kind: wml.Field, Text: page, Object: &wml.FieldCode{Instr: "PAGEREF " + name + ` \h`}})
	e.out(&Para{Style: StyleToc, Indent: 360 * (level - 1), Tab: f.width, Node: d, Part: PartGenerated, Index: index,
		KeepNext: index < last && (index == 0 || index == last-1), Segs: []Seg{{Runs: out}}})
}

func (e *emitter) pageBreak(d *noma.Directive, _ flow) {
	if e.madePage && !e.marked(d) {
		return
	}
	p := breakPara(d)
	e.head(p, d)
	e.out(p)
	e.onNewPage = true
}

// pageSetup ends the section before it when the page changes (§17.6.18: a section's properties
// stand in its last paragraph).
func (e *emitter) pageSetup(d *noma.Directive, f flow) {
	g := e.pages[d]
	if g == e.page && !e.marked(d) {
		return
	}
	p := &Para{Style: StyleMeta, Node: d, Part: PartBreak}
	if g != e.page {
		old := e.page
		p.SectionEnd = &old
		e.page = g
	}
	e.head(p, d)
	e.out(p)
}
