package html

import (
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/nomadocx/nomadocx/layout"
)

// Themes are the names of the themes.
var Themes = []string{"default", "serif", "plain"}

// ErrTheme says that there is no such theme.
var ErrTheme = errors.New("unknown theme")

//go:embed theme.css
var baseCSS string

// themes change a few variables of the base style sheet.
var themes = map[string]string{
	"default": "",
	"serif":   `:root{--noma-text:"Source Serif 4","Source Serif Pro",Georgia,"Liberation Serif","DejaVu Serif",serif;--noma-display:var(--noma-text)}` + "\n",
	"plain":   `:root{--noma-accent:#111;--noma-accent-soft:#777;--noma-tint:#f6f6f6;--noma-ground:#fff}.noma-document{box-shadow:none}` + "\n",
}

// themeCSS is the style sheet of a theme.
func themeCSS(name string) (string, error) {
	if name == "" {
		name = "default"
	}
	extra, ok := themes[name]
	if !ok {
		return "", fmt.Errorf("%w %q (there are %s)", ErrTheme, name, strings.Join(Themes, ", "))
	}
	return baseCSS + frameCSS() + extra, nil
}

// frameCSS are the colours of the blocks, from the same table as Word's: border, fill and text of
// the label. A theme may set the three variables anew.
var frameCSS = sync.OnceValue(func() string {
	all := []*layout.Frame{customFrame, dataFrame}
	for _, s := range layout.Table() {
		all = append(all, s.Frame.Else)
		for _, f := range s.Frame.Cases {
			all = append(all, f)
		}
	}
	all = slices.DeleteFunc(all, func(f *layout.Frame) bool { return f == nil })
	// Sorted, because the cases come from a map.
	slices.SortFunc(all, func(a, b *layout.Frame) int {
		return cmp.Or(cmp.Compare(a.Border, b.Border), cmp.Compare(a.Fill, b.Fill), cmp.Compare(a.Text, b.Text))
	})
	all = slices.CompactFunc(all, func(a, b *layout.Frame) bool { return a.Border == b.Border })
	var b strings.Builder
	for _, f := range all {
		fmt.Fprintf(&b, ".noma-frame-%s{--noma-border:#%s;--noma-fill:#%s;--noma-label:#%s}\n", frameClass(f), f.Border, f.Fill, f.Text)
	}
	return b.String()
})

// safeCSS keeps a style sheet from ending the style element it stands in (HTML 13.2.5.4, rawtext
// ends at "</style"). In CSS a backslash before the slash changes nothing.
func safeCSS(css string) string {
	if css == "" {
		return ""
	}
	return strings.ReplaceAll(css, "</", `<\/`) + "\n"
}
