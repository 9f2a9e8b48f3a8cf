package wml

import "strings"

// Look is how a run appears beyond what is content ([Style]): what it says itself, where its styles say
// otherwise. Editors repeat in runs what the styles say, so only what goes beyond them counts.
type Look struct {
	Color     string // RRGGBB, "" for that of the style
	Theme     string // the [ThemeColor.Key] of the colour, "" for one that is none of the theme
	Highlight string // the colour behind the words, by name or RRGGBB
	Font      string // of Latin letters; typewriter fonts are [Code] instead
	Size      int    // in half-points
	Letters   string // "capitals" or "hidden", "" for those that were typed
}

// read reads a child of a w:rPr that says something of the formatting.
func (l *Look) read(r *reader) {
	switch r.x.Local() {
	case "color":
		if v := strings.ToUpper(r.value("val")); v != "AUTO" {
			l.Color = v
			l.Theme = (&ThemeColor{Name: r.value("themeColor"), Tint: r.value("themeTint"), Shade: r.value("themeShade")}).Key()
			if l.Theme == linkTheme {
				l.Color, l.Theme = LinkColor, ""
			}
		}
	case "highlight":
		if v := r.value("val"); v != "none" && v != "yellow" { // yellow is [Highlight]
			l.Highlight = v
		}
	case "shd":
		if fill := strings.ToUpper(r.value("fill")); r.shaded() && fill != "AUTO" && fill != codeFill && fill != yellowFill {
			l.Highlight = fill
		}
	case "rFonts":
		l.Font = ""
		if r.value("asciiTheme") == "" && !monospace(r.font()) {
			l.Font = r.font()
		}
	case "sz":
		l.Size = number(r.value("val"))
	case "caps":
		l.letters(r, "capitals")
	case "vanish":
		l.letters(r, "hidden")
	}
}

// letters takes a switch that shows letters otherwise than they were typed, or not at all.
func (l *Look) letters(r *reader, as string) {
	if r.on() {
		l.Letters = as
	} else if l.Letters == as {
		l.Letters = ""
	}
}

// without leaves out what a style says as well.
func (l *Look) without(o *Look) {
	if l.Color == o.Color {
		l.Color, l.Theme = "", ""
	}
	if l.Highlight == o.Highlight {
		l.Highlight = ""
	}
	if l.Font == o.Font {
		l.Font = ""
	}
	if l.Size == o.Size {
		l.Size = 0
	}
	if l.Letters == o.Letters {
		l.Letters = ""
	}
}

// under adds what a style has from the one it is based on.
func (l *Look) under(base *Look) {
	if l.Color == "" {
		l.Color, l.Theme = base.Color, base.Theme
	}
	if l.Highlight == "" {
		l.Highlight = base.Highlight
	}
	if l.Font == "" {
		l.Font = base.Font
	}
	if l.Size == 0 {
		l.Size = base.Size
	}
	if l.Letters == "" {
		l.Letters = base.Letters
	}
}

// ownFormatting returns a run's look beyond those of its styles and of the document's defaults, nil for none.
// Equal formatting is one value: a document has few.
func (r *reader) ownFormatting(l Look, content Style, char *style) *Look {
	if content&Code != 0 {
		l.Font, l.Size = "", 0 // code has a size of its own
	}
	if l == (Look{}) {
		return nil
	}
	l.without(&r.styles.defaults)
	if s := r.para.style; s != nil {
		l.without(&s.dress)
	} else if s := r.styles.normal; s != nil {
		l.without(&s.dress)
	}
	if r.inTable != nil {
		l.without(&r.inTable.dress)
		for i := range r.inTable.parts {
			l.without(&r.inTable.parts[i])
		}
	}
	if char != nil {
		l.without(&char.dress)
	}
	if r.link != nil {
		l.Color, l.Theme = "", "" // links resemble that
	}
	if l == (Look{}) {
		return nil
	}
	known := r.looks[l]
	if known == nil {
		if r.looks == nil {
			r.looks = map[Look]*Look{}
		}
		known = &Look{Color: r.texts.copy(l.Color), Theme: r.texts.copy(l.Theme), Highlight: r.texts.copy(l.Highlight), Font: r.texts.copy(l.Font), Size: l.Size, Letters: l.Letters}
		r.looks[l] = known
	}
	return known
}
