package chart

import (
	"slices"
	"strings"
)

// StaticSVG reports whether an SVG picture is a drawing and nothing else: no scripts, and nothing fetched
// from outside the file when it is shown. Word does not draw others, and whoever opens a document may not
// be made to call somewhere.
func StaticSVG(svg []byte) bool {
	root, err := parseXML(svg)
	return err == nil && static(root)
}

func static(e *element) bool {
	if e.name == "script" {
		return false
	}
	for _, a := range e.attrs {
		switch {
		case a.name == "href" && e.name != "a":
			if v := strings.TrimSpace(a.value); v != "" && v[0] != '#' && !strings.HasPrefix(v, "data:") {
				return false
			}
		case strings.HasPrefix(a.name, "on"): // no other attribute of SVG begins so
			return false
		}
	}
	return !slices.ContainsFunc(e.kids, func(k *element) bool { return !static(k) })
}
