package docx

import (
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

// The look of a report. One sans-serif face in few sizes, a quiet green as the only accent, space
// instead of lines. What is decided here can be changed in Word by editing a style; what a panel's
// colours say is decided in layout.
const (
	bodyFont  = "Calibri"
	codeFont  = "Courier New"
	ink       = layout.HeadingColor
	accent    = layout.LabelColor // labels, bullets
	quiet     = "5E6761"          // metadata
	slate     = "46505A"          // captions, quotes
	ruleColor = "C9D6CE"          // thin lines
	codeFill  = "F4F6F5"
	actionInk = "2B5265"
	// Colours of designs, by those of our theme.
	brand      = "3A6E8F"
	highlight  = "D08A4E"
	tintFill   = "EEF2F1"
	paper      = "FFFFFF"
	textInk    = "000000"
	bodySize   = 22
	smallSize  = 20
	noteSize   = 18
	bodyAfter  = 160
	bodyLine   = 276 // 1.15 lines
	tightLine  = 252
	singleLine = 240
)

func (r *renderer) styles() error {
	if t := r.opts.Template; t != nil {
		return r.tree(stylesPart, wordType+"styles+xml", r.numberedStyles(t.withLanguage(r.plan.Properties.Language)))
	}
	return r.simple(stylesPart, wordType+"styles+xml", func(b *wml.Builder) {
		b.StartPart("w:styles")
		face, size, align := r.face()
		writeDefaults(b, languageOf(r.plan.Properties.Language), face, size, align)
		for _, s := range r.sheet() {
			r.numberHeading(&s)
			b.StyleDef(&s)
		}
		b.Markup("</w:styles>")
	})
}

// writeDefaults writes the document defaults. Spacing stands there and not in Normal: a table style can
// override defaults only.
func writeDefaults(b *wml.Builder, lang, face string, size int, align string) {
	asian := asianFont(lang)
	if asian == bodyFont {
		asian = face
	}
	b.Defaults(&wml.ParaProps{WidowControl: true, Align: align, Spacing: space(0, bodyAfter, bodyLine)},
		&wml.RunProps{Font: face, EastAsia: asian, Size: size, Language: lang, Bidi: bidiLanguage(lang)})
}

func space(before, after, line int) wml.Spacing {
	return wml.Spacing{Before: before, After: after, Line: line, Set: wml.SetBefore | wml.SetAfter | wml.SetLine}
}

// sheet returns the whole style sheet, in the order in which it is written.
func sheet() []wml.StyleDef {
	out := []wml.StyleDef{
		{Type: "paragraph", ID: "Normal", Name: "Normal", Default: true, Quick: true},
		{Type: "character", ID: "DefaultParagraphFont", Name: "Default Paragraph Font", Default: true, Priority: 1, Hidden: true},
		{Type: "table", ID: "TableNormal", Name: "Normal Table", Default: true, Priority: 99, Hidden: true, Table: &wml.TableStyle{MarginLeft: 108}},
		{Type: "numbering", ID: "NoList", Name: "No List", Default: true, Priority: 99, Hidden: true},
	}
	out = append(out, titles()...)
	out = append(out, cover()...)
	out = append(out, headings()...)
	out = append(out, blocks()...)
	out = append(out, references()...)
	return append(out, tables()...)
}

// titles returns the styles of the title block.
func titles() []wml.StyleDef {
	line := func(id string, custom bool, before, after int, run wml.RunProps) wml.StyleDef {
		return wml.StyleDef{Type: "paragraph", ID: id, Name: id, BasedOn: "Normal", Next: "Normal", Custom: custom, Priority: 10, Quick: true,
			Para: wml.ParaProps{KeepNext: true, KeepLines: true, Spacing: space(before, after, singleLine)}, Run: run}
	}
	return []wml.StyleDef{
		line(layout.StyleTitle, false, 240, 80, wml.RunProps{Bold: true, Color: ink, Size: 48}),
		line(layout.StyleSubtitle, false, 0, 160, wml.RunProps{Color: accent, Size: 28}),
		line(layout.StyleAuthor, true, 0, 20, wml.RunProps{Color: slate}),
		line(layout.StyleDate, false, 0, 360, wml.RunProps{Color: slate}),
	}
}

// cover returns the styles of a cover that titles have not.
func cover() []wml.StyleDef {
	title := custom(layout.StyleCoverTitle, layout.StyleSubtitle, wml.ParaProps{KeepNext: true, KeepLines: true, Spacing: space(3200, 160, singleLine)},
		wml.RunProps{Size: 64})
	title.BasedOn = layout.StyleTitle
	return []wml.StyleDef{custom(layout.StyleCoverLogo, layout.StyleCoverTitle, wml.ParaProps{Spacing: space(0, 0, singleLine)}, wml.RunProps{}), title}
}

func headings() []wml.StyleDef {
	var out []wml.StyleDef
	for i, h := range [...]struct {
		size, before, after int
		color               string
	}{{36, 480, 200, ink}, {30, 400, 140, ink}, {26, 320, 100, ink}, {24, 280, 80, accent}, {22, 240, 60, accent}, {22, 240, 60, slate}} {
		digit := string(rune('1' + i))
		s := wml.StyleDef{Type: "paragraph", ID: "Heading" + digit, Name: "heading " + digit, BasedOn: "Normal", Next: "Normal", Priority: 9, Quick: true,
			Para: wml.ParaProps{KeepNext: true, KeepLines: true, Spacing: space(h.before, h.after, singleLine), Outline: i + 1},
			Run:  wml.RunProps{Bold: true, Color: h.color, Size: h.size}}
		if i == 0 {
			s.Para.Borders = &wml.Borders{Bottom: wml.Edge{Style: "single", Size: 6, Space: 4, Color: ruleColor}}
		}
		out = append(out, s)
	}
	return out
}

// custom returns a paragraph style of our own; its name is its id, so that editors which make ids from
// names make the same one.
func custom(id, next string, p wml.ParaProps, r wml.RunProps) wml.StyleDef {
	return wml.StyleDef{Type: "paragraph", ID: id, Name: id, BasedOn: "Normal", Next: next, Custom: true, Priority: 20, Quick: true, Para: p, Run: r}
}

func blocks() []wml.StyleDef {
	codePad := wml.Edge{Style: "single", Size: 4, Space: 4, Color: codeFill}
	return []wml.StyleDef{
		custom(layout.StyleDirective, "Normal", wml.ParaProps{KeepNext: true, KeepLines: true, Spacing: space(240, 60, singleLine)},
			wml.RunProps{Bold: true, SmallCaps: true, Color: accent, Tracking: 10}),
		custom(layout.StyleMeta, "Normal", wml.ParaProps{Spacing: space(0, 120, tightLine)}, wml.RunProps{Color: quiet, Size: smallSize}),
		custom(layout.StyleMetricValue, layout.StyleMeta, wml.ParaProps{KeepNext: true, Spacing: space(0, 60, singleLine)},
			wml.RunProps{Bold: true, Color: ink, Size: 32}),
		custom(layout.StyleCaption, "Normal", wml.ParaProps{KeepNext: true, KeepLines: true, Spacing: space(200, 100, singleLine)},
			wml.RunProps{Bold: true, Color: slate, Size: smallSize}),
		custom(layout.StyleSource, "Normal", wml.ParaProps{KeepLines: true, Spacing: space(0, captionEnd, tightLine)}, wml.RunProps{Color: quiet, Size: smallSize}),
		// Header cells are bold through it and not through the table style, because LibreOffice turns what a table style says into
		// formatting of the text, and a title of which only a word is bold would come back bold as a whole. They are kept with the next
		// row: a header alone at the foot of a page helps nobody.
		custom(layout.StyleTableHead, layout.StyleTableHead, wml.ParaProps{KeepNext: true}, wml.RunProps{Bold: true, Color: ink}),
		custom(layout.StyleToc, layout.StyleToc, wml.ParaProps{Spacing: space(0, 40, tightLine)}, wml.RunProps{}),
		custom(layout.StyleCode, layout.StyleCode, wml.ParaProps{
			Borders: &wml.Borders{Top: codePad, Left: codePad, Bottom: codePad, Right: codePad}, Fill: codeFill,
			Spacing: space(0, 200, singleLine), Indent: wml.Indent{Left: codeIndent, Right: codeIndent, Set: true}, Contextual: true},
			wml.RunProps{Font: codeFont, Size: smallSize, NoProof: true}),
		custom(layout.StyleMath, "Normal", wml.ParaProps{Spacing: space(equationGap, equationEnd, bodyLine)}, wml.RunProps{Font: "Cambria Math"}),
		custom(layout.StyleAction, layout.StyleMeta, wml.ParaProps{Spacing: space(120, 60, bodyLine)}, wml.RunProps{Color: actionInk}),
		custom(layout.StyleQuote, "Normal", wml.ParaProps{
			Borders: &wml.Borders{Left: wml.Edge{Style: "single", Size: 18, Space: 10, Color: ruleColor}},
			Spacing: space(0, 200, bodyLine), Indent: wml.Indent{Left: quoteIndent, Right: quoteIndent, Set: true}, Contextual: true},
			wml.RunProps{Italic: true, Color: slate}),
	}
}

// references returns the styles of headers, notes, comments and links, under the names Word knows them by.
func references() []wml.StyleDef {
	note := wml.ParaProps{Spacing: space(0, 40, singleLine)}
	edge := wml.ParaProps{Spacing: space(0, 0, singleLine)} // of the page
	return []wml.StyleDef{
		{Type: "paragraph", ID: "Header", Name: "header", BasedOn: "Normal", Priority: 99, Para: edge, Run: wml.RunProps{Color: quiet, Size: noteSize}},
		{Type: "paragraph", ID: "Footer", Name: "footer", BasedOn: "Normal", Priority: 99, Para: edge, Run: wml.RunProps{Color: quiet, Size: noteSize}},
		{Type: "paragraph", ID: layout.StyleFootnote, Name: "footnote text", BasedOn: "Normal", Priority: 99, Para: note, Run: wml.RunProps{Size: noteSize}},
		{Type: "character", ID: "FootnoteReference", Name: "footnote reference", BasedOn: "DefaultParagraphFont", Priority: 99, Run: wml.RunProps{Vertical: "superscript"}},
		{Type: "paragraph", ID: layout.StyleEndnote, Name: "endnote text", BasedOn: "Normal", Priority: 99, Para: note, Run: wml.RunProps{Size: noteSize}},
		{Type: "character", ID: "EndnoteReference", Name: "endnote reference", BasedOn: "DefaultParagraphFont", Priority: 99, Run: wml.RunProps{Vertical: "superscript"}},
		{Type: "paragraph", ID: "CommentText", Name: "annotation text", BasedOn: "Normal", Priority: 99, Hidden: true,
			Para: wml.ParaProps{Spacing: space(0, 80, singleLine)}, Run: wml.RunProps{Size: smallSize}},
		{Type: "character", ID: "CommentReference", Name: "annotation reference", BasedOn: "DefaultParagraphFont", Priority: 99, Hidden: true, Run: wml.RunProps{Size: 16}},
		{Type: "character", ID: "Hyperlink", Name: "Hyperlink", BasedOn: "DefaultParagraphFont", Priority: 99, Run: wml.RunProps{Color: wml.LinkColor, Underline: true}},
	}
}

// cellSpacing is that of the cells of tables.
var cellSpacing = space(40, 40, singleLine)

func tables() []wml.StyleDef {
	heavy := wml.Edge{Style: "single", Size: 8, Color: "7E9A82"}
	thin := wml.Edge{Style: "single", Size: 4, Color: ruleColor}
	return []wml.StyleDef{
		{Type: "table", ID: layout.TableData, Name: "Table Grid", BasedOn: "TableNormal", Priority: 39,
			Para: wml.ParaProps{Spacing: cellSpacing}, Run: wml.RunProps{Size: smallSize},
			Table: &wml.TableStyle{Top: heavy, Bottom: heavy, InsideH: thin, MarginTop: 30, MarginLeft: 100, HeaderBottom: heavy, HeaderFill: headerFill}},
		{Type: "table", ID: layout.TableLayout, Name: layout.TableLayout, BasedOn: "TableNormal", Custom: true, Priority: 99,
			Table: &wml.TableStyle{MarginTop: 40, MarginLeft: 108}},
	}
}
