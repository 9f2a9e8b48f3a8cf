package wml

// ThemeColor is a colour of the theme (ST_ThemeColor, ECMA-376 §17.18.97), made lighter or darker by a share of 255 in hexadecimal
// digits. Programs that know themes show it; RGB is for the others.
type ThemeColor struct {
	RGB         string
	Name        string // "" for a colour that is none of the theme
	Tint, Shade string
}

// Key returns what is written of the theme, "" for a colour that is none of it. A theme that is exchanged changes RGB only.
func (c *ThemeColor) Key() string {
	if c.Name == "" {
		return ""
	}
	return c.Name + "+" + c.Tint + "-" + c.Shade
}

// Palette says which colour stands for a colour of the layout, RRGGBB. A colour that is not in it is written as it is.
type Palette map[string]ThemeColor

// color writes a colour of the layout into the attributes with the given names.
func (b *Builder) color(rgb, value, theme, tint, shade string) {
	b.themed(b.Palette.of(rgb), value, theme, tint, shade)
}

// of returns what stands for a colour of the layout.
func (p Palette) of(rgb string) ThemeColor {
	if c, ok := p[rgb]; ok {
		return c
	}
	return ThemeColor{RGB: rgb}
}

// Same reports whether two colours of the layout are one in Word, whose theme decides and not the values beside its names.
func (p Palette) Same(rgb, other string) bool {
	a, b := p.of(rgb), p.of(other)
	if a.Name != "" && b.Name != "" {
		a.RGB, b.RGB = "", ""
	}
	return a == b
}

func (b *Builder) themed(c ThemeColor, value, theme, tint, shade string) {
	b.Attr(value, c.RGB)
	if c.Name == "" {
		return
	}
	b.Attr(theme, c.Name)
	if c.Tint != "" {
		b.Attr(tint, c.Tint)
	}
	if c.Shade != "" {
		b.Attr(shade, c.Shade)
	}
}

// textColor writes a w:color.
func (b *Builder) textColor(rgb string) {
	b.Markup("<w:color")
	b.color(rgb, "w:val", "w:themeColor", "w:themeTint", "w:themeShade")
	b.Markup("/>")
}

// linkTheme is the key of the colour of links.
var linkTheme = (&ThemeColor{Name: "hyperlink"}).Key()
