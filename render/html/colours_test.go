package html

import (
	"math"
	"regexp"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

// TestContrast calculates the contrast of every pair of text and ground the style sheet makes, in
// daylight and in the dark: at least 4.5 for text and 3 for what shows that something is there
// (WCAG 2.2, 1.4.3 and 1.4.11).
func TestContrast(t *testing.T) {
	for _, dark := range []bool{false, true} {
		named := map[string]rgb{}
		for _, c := range colours {
			named[c.name] = parseRGB(c.light)
			if dark {
				named[c.name] = parseRGB(c.dark)
			}
		}
		check := func(what string, text, ground rgb, least float64) {
			if got := contrast(text, ground); got < least {
				t.Errorf("dark %v: %s has a contrast of %.2f, less than %v", dark, what, got, least)
			}
		}
		for _, pair := range [][2]string{
			{"ink", "paper"}, {"soft", "paper"}, {"soft", "ground"}, {"soft", "tint"}, {"soft", "fill"}, {"quote", "paper"}, {"link", "paper"}, {"link", "tint"},
			{"link", "ground"}, {"ink", "ground"}, {"accent", "ground"}, {"accent", "paper"}, {"accent", "tint"}, {"accent", "head"}, {"ink", "code"}, {"ink", "pre"}, {"ink", "tint"}, {"label", "fill"},
			{"button-text", "button"}, {"button-text", "export"}, {"button-text", "export-markdown"}, {"button-text", "export-json"}, {"button-text", "export-llm"},
			{"ins", "ins-fill"}, {"del", "del-fill"}, {"words", "words-fill"}, {"ink", "words-fill"}, {"link", "words-fill"},
			{"accent", "words-fill"}, {"soft", "words-fill"}, {"quote", "words-fill"},
		} {
			check(pair[0]+" on "+pair[1], named[pair[0]], named[pair[1]], 4.5)
		}
		check("the outline of the focus", named["accent-soft"], named["paper"], 3)
		check("the edge of an input", named["input-line"], named["paper"], 3)
		for _, f := range frames() {
			if dark {
				f.Frame = inTheDark(f.Frame)
			}
			fill := parseRGB(f.Fill)
			for _, name := range []string{"ink", "soft", "link", "accent"} {
				check(name+" in "+f.class, named[name], fill, 4.5)
			}
			check("the label of "+f.class, parseRGB(f.Text), fill, 4.5)
		}
	}
	for i := range layout.Designs {
		d := &layout.Designs[i]
		ink := func(c string) rgb { return parseRGB(strings.ToLower(d.Theme.Resolve(wml.ThemeColor{Name: c}))) }
		for _, f := range designFrames(d) {
			for what, text := range map[string]rgb{"text": ink("text1"), "link": ink("hyperlink"), "heading": ink("text2"), "label": parseRGB(f.Text)} {
				if got := contrast(text, parseRGB(f.Fill)); got < 4.5 {
					t.Errorf("%s: %s in %s has a contrast of %.2f", d.Name, what, f.class, got)
				}
			}
		}
		for what, text := range map[string]rgb{"a heading": ink("accent1"), "small text": parseRGB(strings.ToLower(d.Theme.Resolve(wml.ThemeColor{Name: "text1", Tint: "A6"})))} {
			if got := contrast(text, ink("background1")); got < 4.5 {
				t.Errorf("%s: %s has a contrast of %.2f", d.Name, what, got)
			}
		}
	}
	if got := contrast(parseRGB("000000"), parseRGB("ffffff")); math.Abs(got-21) > 1e-9 {
		t.Errorf("black on white is %v, not 21", got)
	}
}

// TestColoursAreVariables: the style sheet names no colour itself, so that nothing stays light in the
// dark. Shadows and the margins of paper may.
func TestColoursAreVariables(t *testing.T) {
	base := regexp.MustCompile(`(?m)^@page.*$|box-shadow:[^;}]*`).ReplaceAllString(baseCSS, "")
	for _, m := range regexp.MustCompile(`.{0,60}#[0-9a-fA-F]{3,8}\b`).FindAllString(base, -1) {
		t.Errorf("a colour of its own: %s", m)
	}
	defined := map[string]bool{}
	for _, c := range colours {
		defined[c.name] = true
	}
	for _, m := range regexp.MustCompile(`--noma-([a-z-]+):`).FindAllStringSubmatch(baseCSS, -1) {
		defined[m[1]] = true
	}
	for _, m := range regexp.MustCompile(`var\(--noma-([a-z-]+)\)`).FindAllStringSubmatch(baseCSS, -1) {
		if !defined[m[1]] {
			t.Errorf("--noma-%s is used and not set", m[1])
		}
	}
}
