package html

import (
	_ "embed"
	"errors"
	"fmt"
	"strings"

	"github.com/nomadocx/nomadocx/layout"
)

// Themes are the names of the themes.
//
// Default and serif follow the reader's choice of light or dark; light and dark do not; plain is light.
// Paper is always light. Sober, modern and academic are designs, which Word files can have too.
var Themes = []string{"default", "light", "dark", "serif", "plain", "sober", "modern", "academic"}

// ErrTheme says that there is no such theme.
var ErrTheme = errors.New("unknown theme")

//go:embed theme.css
var baseCSS string

// theme is what a theme adds to the base style sheet.
type theme struct {
	dark string // the media in which it is dark, "" for never
	css  string
}

var themes = map[string]theme{
	"default": {dark: preferred},
	"light":   {},
	"dark":    {dark: "screen"},
	"serif": {dark: preferred, css: `:root{--noma-text:"Source Serif 4","Source Serif Pro",Georgia,"Liberation Serif","DejaVu Serif",serif;` +
		"--noma-display:var(--noma-text)}\n"},
	"plain": {css: ":root{--noma-accent:#111;--noma-accent-soft:#777;--noma-tint:#f6f6f6;--noma-ground:#fff}.noma-document{box-shadow:none}\n"},
}

const preferred = "screen and (prefers-color-scheme:dark)"

// themeCSS returns the style sheet of a theme.
func themeCSS(name string) (string, error) {
	if name == "" {
		name = "default"
	}
	if d := layout.DesignOf(name); d != nil {
		return baseCSS + colourCSS(false) + designCSS(d), nil
	}
	t, ok := themes[name]
	if !ok {
		return "", fmt.Errorf("%w %q (there are %s)", ErrTheme, name, strings.Join(Themes, ", "))
	}
	css := baseCSS + colourCSS(false) + t.css
	if t.dark != "" {
		css += "@media " + t.dark + "{\n" + colourCSS(true) + "}\n"
	}
	return css, nil
}

// ThemeCSS returns the style sheet of a theme ("" is "default"), for pages that share one
// (Options.Stylesheet). The error is ErrTheme.
func ThemeCSS(name string) (string, error) { return themeCSS(name) }

// safeCSS keeps a style sheet from ending the style element it stands in (HTML 13.2.5.4, rawtext
// ends at "</style"). In CSS a backslash before the slash changes nothing.
func safeCSS(css string) string {
	if css == "" {
		return ""
	}
	return strings.ReplaceAll(css, "</", `<\/`) + "\n"
}
