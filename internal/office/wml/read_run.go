package wml

import (
	"strconv"
	"strings"
)

// run reads a w:r (ECMA-376 §17.3.2.25). Each part of its content becomes a Run of its own: text,
// tab, break, mark.
//
// LibreOffice writes a link to a place in another document as a field around its first run alone; runs
// behind it that still resemble links are the rest of it.
func (r *reader) run() {
	x := r.x
	var look Style
	r.look, r.was = nil, nil
	severed := r.severed
	r.severed = nil
	for depth := x.Depth(); r.in(depth); {
		if x.Space() != nsW {
			x.Skip()
			continue
		}
		switch x.Local() {
		case "t", "delText":
			r.characters(Text, look, x.Text())
			continue
		case "rPr":
			look = r.runProps(severed)
			continue
		case "tab", "ptab":
			r.characters(Tab, look, "\t")
		case "br":
			if v := r.value("type"); v == "page" || v == "column" {
				r.add(Run{Kind: PageBreak})
			} else {
				r.characters(Break, look, "\n")
			}
		case "cr":
			r.characters(Break, look, "\n")
		case "noBreakHyphen":
			r.characters(NoBreakHyphen, look, "-") // contract docx-data.md, "Text of a control"
		case "softHyphen":
			r.characters(Text, look, "\u00ad")
		case "sym":
			r.characters(Text, look, symbol(r.value("char")))
		case "fldChar":
			r.fieldChar()
			continue
		case "instrText", "delInstrText":
			r.fields.instruction(x.Text())
			continue
		case "footnoteReference":
			r.add(Run{Kind: NoteMark, Object: &NoteRef{ID: r.kept("id")}})
		case "endnoteReference":
			r.add(Run{Kind: NoteMark, Object: &NoteRef{Endnote: true, ID: r.kept("id")}})
		case "commentReference":
			r.add(Run{Kind: CommentMark, Object: Ref(r.value("id"))})
		case "drawing", "pict":
			r.picture(false)
			continue
		case "object":
			r.picture(true)
			continue
		case "contentPart":
			r.opaque("contentPart", "")
		case "ruby":
			r.ruby()
			continue
		}
		// Marks without content (w:footnoteRef, w:annotationRef, w:separator) and what Word computes
		// anew (w:lastRenderedPageBreak, w:pgNum) need no run.
		x.Skip()
	}
	if r.severed != nil && r.link == r.severed {
		r.link = nil
	}
}

// characters adds characters, unless they are in the instruction of a field.
func (r *reader) characters(kind RunKind, look Style, s string) {
	if s == "" || r.fields.hidden > 0 {
		return
	}
	if r.was == nil || r.was.style == look {
		r.add(Run{Kind: kind, Style: look, Look: r.look, Text: s})
		return
	}
	if ins, del := r.context(); ins != nil || del != nil {
		if ins == nil {
			look = r.was.style // it is there only as long as nothing is accepted
		}
		r.add(Run{Kind: kind, Style: look, Look: r.look, Text: s})
		return
	}
	// Formatting that is proposed is text that goes and text that comes.
	r.para.runs = append(r.para.runs,
		Run{Kind: kind, Style: r.was.style, Text: s, Link: r.link, Del: r.was.rev}, Run{Kind: kind, Style: look, Look: r.look, Text: s, Link: r.link, Ins: r.was.rev})
}

// formatting is that of a run before a tracked change of it.
type formatting struct {
	style Style
	rev   *Revision
}

// formerly reads a w:rPrChange (§17.13.5.31). Where only properties that are no content were changed, the paragraph is
// said to have a change.
func (r *reader) formerly() *formatting {
	x := r.x
	f := &formatting{rev: r.revision(Format)}
	look, shaded := r.look, r.para.Shaded
	for depth := x.Depth(); r.in(depth); {
		if x.Space() == nsW && x.Local() == "rPr" {
			f.style = r.runProps(nil)
			continue
		}
		x.Skip()
	}
	r.look, r.para.Shaded = look, shaded
	return f
}

// add appends a run with the changes and the link that hold here.
func (r *reader) add(run Run) {
	run.Ins, run.Del = r.context()
	run.Link = r.link
	r.para.runs = append(r.para.runs, run)
}

// opaque keeps something that stands apart from the text: what it is, and its words.
func (r *reader) opaque(what, words string) {
	r.add(Run{Kind: Opaque, Text: what, Object: Ref(clipped(words))})
}

// symbol returns the character of a w:sym: the code point as written, also where it is in the private
// area that stands for a symbol font.
func symbol(hex string) string {
	n, err := strconv.ParseUint(hex, 16, 32)
	if err != nil || n == 0 || n > 0x10ffff || n >= 0xd800 && n < 0xe000 {
		return ""
	}
	return string(rune(n))
}

// ruby reads the base text of a phonetic guide (§17.3.3.25). The guide above it stands apart from the text.
func (r *reader) ruby() {
	x := r.x
	var guide strings.Builder
	for depth := x.Depth(); r.in(depth); {
		switch {
		case x.Space() == nsW && x.Local() == "rubyBase":
			for depth := x.Depth(); r.in(depth); {
				r.inline()
			}
		case x.Space() == nsW && x.Local() == "rt":
			for depth := x.Depth(); r.in(depth); {
				if x.Space() == nsW && x.Local() == "t" {
					guide.WriteString(x.Text())
				}
			}
		default:
			x.Skip()
		}
	}
	if guide.Len() > 0 {
		r.opaque("ruby", guide.String())
	}
}

// toggled returns the property that an element switches on or off, 0 for none.
func toggled(element string) Style {
	switch element {
	case "b":
		return Bold
	case "i":
		return Italic
	case "strike", "dstrike":
		return Strike
	case "u":
		return Underline
	case "highlight":
		return Highlight
	case "smallCaps":
		return SmallCaps
	}
	return 0
}

// runProps reads w:rPr (§17.3.2.28) and returns the properties that are content. What the run says
// itself overrules its character style.
func (r *reader) runProps(severed *Link) Style {
	x := r.x
	var look, off Style
	var dress Look
	var char *style
	var was *formatting
	set := func(s Style, on bool) {
		if on {
			look |= s
			off &^= s
		} else {
			look &^= s
			off |= s
		}
	}
	for depth := x.Depth(); r.in(depth); {
		if x.Space() != nsW {
			x.Skip()
			continue
		}
		if s := toggled(x.Local()); s != 0 {
			set(s, r.on())
		}
		switch x.Local() {
		case "rStyle":
			char = r.styles.byID[r.value("val")]
		case "rFonts":
			if f := r.font(); f != "" {
				set(Code, r.isMonospace(f))
			}
		case "shd":
			if strings.EqualFold(r.value("fill"), codeFill) {
				set(Code, true)
			}
			if strings.EqualFold(r.value("fill"), yellowFill) && r.shaded() {
				set(Highlight, true)
			}
			if r.shaded() {
				r.para.Shaded = true
			}
		case "bdr":
			if r.bordered() {
				r.para.Shaded = true
			}
		case "vertAlign":
			v := r.value("val")
			set(Superscript, v == "superscript")
			set(Subscript, v == "subscript")
		case "rPrChange":
			was = r.formerly()
			continue
		}
		dress.read(r)
		x.Skip()
	}
	if char != nil {
		look |= char.look &^ off
	}
	if s := r.para.style; s != nil {
		look &^= s.look & Beyond // editors repeat in runs what the style says
	}
	if severed != nil && r.link == nil && look&Underline != 0 && dress.Color == LinkColor {
		r.link, r.severed = severed, severed
	}
	r.look = r.ownFormatting(dress, look, char)
	if r.link != nil {
		look &^= Underline // links resemble that
	}
	if r.was = was; was != nil {
		if was.style = was.style&Content | look&^Content; was.style == look {
			r.para.FormatChange = true
		}
	}
	return look
}

// codeFill is the shading behind our code runs.
const codeFill = "EEF2F0"

// yellowFill is the shading that LibreOffice makes of yellow highlighting on the way through OpenDocument.
const yellowFill = "FFFF00"

// font returns the font of Latin text.
func (r *reader) font() string {
	if f := r.value("ascii"); f != "" {
		return f
	}
	return r.value("hAnsi")
}

func (r *reader) isMonospace(font string) bool {
	known, ok := r.monospace[font]
	if !ok {
		known = monospace(font)
		r.monospace[strings.Clone(font)] = known
	}
	return known
}

// monospace tells typewriter fonts by their names; a document does not say (w:pitch in the font
// table is often wrong).
func monospace(font string) bool {
	name := strings.ToLower(strings.TrimSpace(font))
	for _, f := range [...]string{
		"courier", "courier new", "consolas", "menlo", "monaco", "monospace", "lucida console", "cascadia code",
		"fira code", "source code pro", "inconsolata", "hack", "letter gothic", "ocr a extended", "nimbus mono l",
		"lucida sans typewriter", "cousine", "iosevka",
	} {
		if name == f {
			return true
		}
	}
	return strings.HasSuffix(name, " mono") || strings.HasSuffix(name, "-mono") || strings.HasPrefix(name, "nimbus mono") ||
		strings.HasPrefix(name, "courier ")
}
