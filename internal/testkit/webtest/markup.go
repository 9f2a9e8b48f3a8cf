package webtest

import (
	"fmt"
	"strings"
)

// Element is an element of a page, as [Read] finds it. The page itself is an element without a name.
type Element struct {
	Name     string
	Attrs    map[string]string
	Parent   *Element
	Children []*Element
	Text     string // its own text, without that of its children; references are resolved
	at       string // the source from here on, for messages
}

// void elements have no end tag (HTML 13.1.2).
var void = map[string]bool{"meta": true, "link": true, "br": true, "hr": true, "img": true, "input": true, "col": true}

// verbatim elements hold text without tags and references (HTML 13.1.2).
var verbatim = map[string]bool{"script": true, "style": true}

// Read reads a page strictly: every element closed in order, every attribute in double quotes and given
// once, no single < or &. What it accepts any browser reads alike.
func Read(page string) (*Element, error) {
	root := &Element{at: page}
	open, s := root, page
	for s != "" {
		i := strings.IndexByte(s, '<')
		if i < 0 {
			i = len(s)
		}
		text, err := unescape(s[:i])
		if err != nil {
			return nil, wrong(s, "%v", err)
		}
		open.Text += text
		if s = s[i:]; s == "" {
			break
		}
		if rest, ok := strings.CutPrefix(s, "<!DOCTYPE html>"); ok && s == page {
			s = rest
			continue
		}
		if rest, ok := strings.CutPrefix(s, "</"); ok {
			name, after, ok := strings.Cut(rest, ">")
			if !ok || open.Name != name || open == root {
				return nil, wrong(s, "end tag %q where <%s> is open", name, open.Name)
			}
			open, s = open.Parent, after
			continue
		}
		e, closed, rest, err := startTag(s)
		if err != nil {
			return nil, wrong(s, "%v", err)
		}
		e.Parent = open
		open.Children = append(open.Children, e)
		s = rest
		switch {
		case verbatim[e.Name]:
			body, rest, ok := strings.Cut(s, "</"+e.Name+">")
			if !ok {
				return nil, wrong(e.at, "<%s> without an end", e.Name)
			}
			e.Text, s = body, rest
		case !void[e.Name] && !closed:
			open = e
		}
	}
	if open != root {
		return nil, wrong(open.at, "<%s> is not closed", open.Name)
	}
	return root, nil
}

// Walk visits an element and all below it, in the order of the page.
func (e *Element) Walk(visit func(*Element)) {
	visit(e)
	for _, c := range e.Children {
		c.Walk(visit)
	}
}

// Words returns the text of an element and all below it, but for scripts and style sheets.
func (e *Element) Words() string {
	var b strings.Builder
	e.Walk(func(e *Element) {
		if !verbatim[e.Name] {
			b.WriteString(e.Text + " ")
		}
	})
	return b.String()
}

// inside reports whether an element of one of the names is around e.
func (e *Element) inside(names ...string) bool {
	for p := e.Parent; p != nil; p = p.Parent {
		for _, n := range names {
			if p.Name == n {
				return true
			}
		}
	}
	return false
}

func wrong(at, format string, args ...any) error {
	return fmt.Errorf(format+" near %.160q", append(args, at)...)
}

// startTag reads a start tag; closed says that it ends in "/>", as elements of SVG may.
func startTag(s string) (e *Element, closed bool, rest string, err error) {
	e = &Element{at: s, Attrs: map[string]string{}}
	s = s[1:]
	n := strings.IndexAny(s, " >/")
	if n <= 0 {
		return nil, false, "", fmt.Errorf("no tag name")
	}
	e.Name, s = s[:n], s[n:]
	for {
		s = strings.TrimLeft(s, " ")
		if r, ok := strings.CutPrefix(s, "/>"); ok {
			return e, true, r, nil
		}
		if r, ok := strings.CutPrefix(s, ">"); ok {
			return e, false, r, nil
		}
		n := strings.IndexAny(s, `= >"'<`)
		if n <= 0 {
			return nil, false, "", fmt.Errorf("no attribute name")
		}
		key, value := s[:n], ""
		if s = s[n:]; strings.HasPrefix(s, `="`) {
			v, r, ok := strings.Cut(s[2:], `"`)
			if !ok || strings.ContainsAny(v, "<>") {
				return nil, false, "", fmt.Errorf("bad value of %s", key)
			}
			if value, err = unescape(v); err != nil {
				return nil, false, "", err
			}
			s = r
		}
		if _, twice := e.Attrs[key]; twice {
			return nil, false, "", fmt.Errorf("attribute %s twice", key)
		}
		e.Attrs[key] = value
	}
}

// escapes are the character references our renderers write.
var escapes = []string{"&lt;", "<", "&gt;", ">", "&#34;", `"`, "&quot;", `"`, "&#39;", "'", "&amp;", "&"}

var references = strings.NewReplacer(escapes...)

// unescape resolves character references; a & that starts none is an error.
func unescape(s string) (string, error) {
	for i := strings.IndexByte(s, '&'); i >= 0; {
		ok := false
		for k := 0; k < len(escapes); k += 2 {
			ok = ok || strings.HasPrefix(s[i:], escapes[k])
		}
		if !ok {
			return "", fmt.Errorf("stray & in %.60q", s[i:])
		}
		j := strings.IndexByte(s[i+1:], '&')
		if j < 0 {
			break
		}
		i += 1 + j
	}
	return references.Replace(s), nil
}
