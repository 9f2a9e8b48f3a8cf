package docx

import (
	"strings"
	"sync"

	"github.com/beevik/etree"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

// Colours of the theme. The sheet, panels and tables name literal colours; a palette says which colour of the theme stands for each.

// themed are the colours of the sheet beside those of the layout, and what they are in a theme.
var themed = wml.Palette{
	quiet:         {Name: "text1", Tint: "A6"},
	ruleColor:     {Name: "text2", Tint: "40"},
	headerFill:    {Name: "accent3", Tint: "26"},
	codeFill:      {Name: "background1", Shade: "F7"},
	wml.LinkColor: {Name: "hyperlink"},
	neutralFill:   {Name: "accent1", Tint: "26"},
	brand:         {Name: "accent1"},
	highlight:     {Name: "accent2"},
	tintFill:      {Name: "background2"},
	paper:         {Name: "background1"},
	textInk:       {Name: "text1"},
}

var ownPalette = sync.OnceValue(func() wml.Palette { return paletteOf(&layout.OwnTheme) })

// palette returns the colours that stand for those of the layout.
func (o *Options) palette() wml.Palette {
	switch {
	case o.Template != nil:
		return o.Template.palette
	case o.Design != nil:
		return paletteOf(&o.Design.Theme)
	}
	return ownPalette()
}

// paletteOf returns the palette of a theme.
func paletteOf(t *layout.Theme) wml.Palette {
	out := t.Palette()
	for rgb, c := range themed {
		c.RGB = rgb
		if *t != layout.OwnTheme {
			c.RGB = t.Resolve(c)
		}
		if c.RGB != "" {
			out[rgb] = c
		}
	}
	return out
}

// Accents returns the accents of the theme of a template, RRGGBB, nil when it has none that can be named.
func (t *Template) Accents() []string {
	theme, ok := t.readTheme()
	if !ok {
		return nil
	}
	return theme[4:10]
}

// readTheme returns the colours of the theme of a template; ok is false when it has none that can be named.
func (t *Template) readTheme() (theme layout.Theme, ok bool) {
	if t.theme == nil || !t.settings.plainColours() {
		return theme, false
	}
	scheme := t.theme.tree.FindElement("//clrScheme")
	if scheme == nil {
		return theme, false
	}
	for i, name := range layout.ThemeNames {
		e := scheme.SelectElement(name)
		if e == nil || len(e.ChildElements()) == 0 {
			return theme, false
		}
		c := e.ChildElements()[0]
		rgb := strings.ToUpper(c.SelectAttrValue(map[string]string{"srgbClr": "val", "sysClr": "lastClr"}[c.Tag], ""))
		if !isRGB(rgb) {
			return theme, false
		}
		theme[i] = rgb
	}
	return theme, true
}

func isRGB(s string) bool {
	return len(s) == 6 && strings.Trim(strings.ToUpper(s), "0123456789ABCDEF") == ""
}

// plainColours reports whether texts and shadings name the colours of the theme as they stand there (§17.15.1.20).
func (s *templateSettings) plainColours() bool {
	for _, e := range s.end {
		for _, a := range e.Attr {
			if e.Tag == "clrSchemeMapping" && colourMapping[a.Key] != "" && colourMapping[a.Key] != a.Value {
				return false
			}
		}
	}
	return true
}

var colourMapping = map[string]string{"bg1": "light1", "t1": "dark1", "bg2": "light2", "t2": "dark2"}

// colour gives the template the colours that stand for ours, and its styles the colours that their theme has now: a theme that was
// exchanged outside of Word leaves the old ones beside the names.
func (t *Template) colour() {
	if t.theme == nil { // ours
		t.palette = paletteOf(&layout.OwnTheme)
		delete(t.palette, neutralFill)
		return
	}
	theme, ok := t.readTheme()
	if !ok {
		return
	}
	for _, tree := range t.trees() {
		refresh(tree, &theme)
	}
	t.palette = paletteOf(&theme)
}

// brandAs makes a colour of the template stand for itself, with what its heading says of the theme.
func (t *Template) brandAs(rgb string, heading *etree.Element) {
	if rgb == "" || heading == nil {
		return
	}
	c := wml.ThemeColor{RGB: rgb}
	if t.palette != nil {
		c.Name, c.Tint, c.Shade = heading.SelectAttrValue("w:themeColor", ""), heading.SelectAttrValue("w:themeTint", ""), heading.SelectAttrValue("w:themeShade", "")
	} else {
		t.palette = wml.Palette{}
	}
	t.palette[rgb] = c
}

// refresh computes the colours beside the names of theme colours anew.
func refresh(e *etree.Element, theme *layout.Theme) {
	for _, a := range [...]struct{ value, name, tint, shade string }{
		{"color", "themeColor", "themeTint", "themeShade"}, {"val", "themeColor", "themeTint", "themeShade"},
		{"fill", "themeFill", "themeFillTint", "themeFillShade"},
	} {
		value := e.SelectAttr("w:" + a.value)
		if value == nil || !isRGB(value.Value) {
			continue
		}
		c := wml.ThemeColor{Name: e.SelectAttrValue("w:"+a.name, ""), Tint: e.SelectAttrValue("w:"+a.tint, ""), Shade: e.SelectAttrValue("w:"+a.shade, "")}
		if rgb := theme.Resolve(c); rgb != "" {
			value.Value = rgb
		}
	}
	for _, c := range e.ChildElements() {
		refresh(c, theme)
	}
}

// sentColors returns the property that says which colours stand for those of labels.
func (r *renderer) sentColors() string {
	if r.opts.Template == nil {
		return ""
	}
	var words []string
	for _, rgb := range layout.LabelColors() {
		if c, ok := r.palette[rgb]; ok && c.RGB != rgb {
			words = append(words, rgb+":"+c.RGB)
		}
	}
	return strings.Join(words, " ")
}
