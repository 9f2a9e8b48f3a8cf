package layout

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
)

// Colours of panels and the theme. The colours of frames are those of the contract; in Word they are bound to the theme of the file, so
// that another theme recolours the document.

// frameThemes says which of the six accents of the theme the frames take; what begins with "text" is its grey, with the tint of the
// border.
var frameThemes = map[*Frame]string{
	frameGreen: "accent3", frameClaim: "accent3", frameCustom: "accent3",
	frameBlue: "accent1", frameTask: "accent1",
	frameAmber: "accent2", frameComment: "accent2", frameSource: "accent2",
	framePurple: "accent4", frameDelta: "accent4",
	frameRed:  "accent5",
	frameGrey: "text80", framePale: "text59", frameSubtle: "text40",
}

// signals are the frames whose colours warn: they are bound to an accent of their own hue only.
var signals = [...]*Frame{frameRed, frameAmber, frameComment}

// Colours of headings and of labels, of which frames have the first one too.
const (
	HeadingColor = "203C2F"
	LabelColor   = "3F5F4A"
)

// ThemeColors returns the colours of the theme that stand for those of frames, headings and labels, by RGB.
func ThemeColors() wml.Palette {
	out := wml.Palette{}
	for f, name := range frameThemes {
		border, fill, label := wml.ThemeColor{Name: name}, wml.ThemeColor{Name: name, Tint: "1A"}, wml.ThemeColor{Name: name, Shade: "73"}
		if tint, grey := strings.CutPrefix(name, "text"); grey {
			border, fill, label = wml.ThemeColor{Name: "text1", Tint: tint}, wml.ThemeColor{Name: "background1", Shade: "F7"},
				wml.ThemeColor{Name: "text1", Tint: "BF"}
		}
		out[f.Border], out[f.Fill], out[f.Text] = border, fill, label
	}
	out[HeadingColor], out[LabelColor] = wml.ThemeColor{Name: "text2"}, wml.ThemeColor{Name: "text2", Tint: "D6"}
	for rgb, c := range out {
		c.RGB = rgb
		out[rgb] = c
	}
	return out
}

// SignalColors returns the colours of the frames that warn.
func SignalColors() map[string]bool {
	out := map[string]bool{}
	for _, f := range signals {
		out[f.Border], out[f.Fill], out[f.Text] = true, true, true
	}
	return out
}

// LabelColors returns the colours of the labels of frames, in a fixed order.
func LabelColors() []string {
	var out []string
	for f := range frameThemes {
		out = append(out, f.Text)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// ColorsProperty is the custom document property that says which colours stand for those of labels in a file with a reference document,
// as words such as 2B5265:1D3747.
const ColorsProperty = "NomaColors"

// SentColors returns a test whether a look shows a colour that was sent: the colour itself, the one that stands for it in the file, or
// the one of the theme that does, whatever the theme is now.
func SentColors(properties map[string]string) func(sent string, now *wml.Look) bool {
	themes, words := ThemeColors(), PropertyWords(properties, ColorsProperty)
	stands := map[string]string{}
	for _, w := range words {
		ours, theirs, _ := strings.Cut(w, ":")
		stands[ours] = theirs
	}
	return func(sent string, now *wml.Look) bool {
		c := themes[sent]
		return strings.EqualFold(sent, now.Color) || stands[sent] != "" && strings.EqualFold(stands[sent], now.Color) || now.Theme != "" && now.Theme == c.Key()
	}
}
