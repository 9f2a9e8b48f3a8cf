package chart

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/nomadocx/nomadocx/internal/office/opc"
)

// Bounds of an SVG file. Real figures stay far below; a file above is refused.
const (
	maxSource   = 16 << 20
	maxElements = 50000
	maxNesting  = 100
)

// element is an XML element, or a stretch of text when name is empty. Prefixes are dropped: svg:rect
// is rect and xlink:href is href.
type element struct {
	name  string
	text  string
	attrs []xmlAttr
	kids  []*element
}

type xmlAttr struct{ name, value string }

func (e *element) attr(name string) string {
	for _, a := range e.attrs {
		if a.name == name {
			return a.value
		}
	}
	return ""
}

// parseXML reads an SVG figure and returns its root. It declares no entities and fetches nothing: a document type is
// skipped, an unknown entity stays as it is written. It fails on what is not XML, and on files beyond the bounds.
func parseXML(data []byte) (*element, error) {
	if len(data) > maxSource {
		return nil, fmt.Errorf("the SVG file is larger than %d bytes", maxSource)
	}
	if !utf8.Valid(data) {
		return nil, errors.New("the SVG file is not UTF-8 text")
	}
	s := strings.TrimPrefix(string(data), "\ufeff")
	x := opc.NewScanner(s, opc.Names{Doctype: true})
	open := []*element{{}} // the chain of open elements, below what holds the root
	for count, last := 0, 0; x.Next(); {
		from, to := x.Span()
		top := open[len(open)-1]
		if from > last && len(open) > 1 {
			if text := opc.Between(s[last:from]); text != "" {
				top.kids = append(top.kids, &element{text: text})
				count++
			}
		}
		last = to
		if !x.Opened() {
			open = open[:len(open)-1]
			continue
		}
		e := &element{name: x.Local()}
		for i := range min(x.Attrs(), 200) {
			a := x.Attr(i)
			e.attrs = append(e.attrs, xmlAttr{a.Local, a.Value})
		}
		top.kids = append(top.kids, e)
		if count++; count > maxElements {
			return nil, fmt.Errorf("the SVG file has more than %d elements", maxElements)
		}
		if open = append(open, e); len(open) > maxNesting {
			return nil, fmt.Errorf("the SVG file is nested more than %d levels deep", maxNesting)
		}
	}
	if err := x.Err(); err != nil {
		return nil, err
	}
	return open[0].kids[0], nil
}
