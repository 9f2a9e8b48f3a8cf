package html

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
)

// page is what the tests need to know of a rendered page.
type page struct {
	ids   map[string]int
	hrefs []string // of links
	refs  []string // of links that the renderer made itself
	srcs  []string // of pictures
	tags  map[string]int
	text  string // without tags, references resolved
}

// void elements have no end tag (HTML 13.1.2).
var void = map[string]bool{"meta": true, "link": true, "br": true, "hr": true, "img": true, "input": true}

// inspect reads a page strictly: every element closed in order, every attribute quoted and given
// once, no stray < or &. It is the tests' own reader, so that what it accepts any browser reads alike.
func inspect(s string) (*page, error) {
	p := &page{ids: map[string]int{}, tags: map[string]int{}}
	var open []string
	var text strings.Builder
	fail := func(at string, format string, args ...any) (*page, error) {
		return nil, fmt.Errorf(format+" near %.120q", append(args, at)...)
	}
	for len(s) > 0 {
		i := strings.IndexByte(s, '<')
		if i < 0 {
			i = len(s)
		}
		t, err := unescape(s[:i])
		if err != nil {
			return fail(s, "%v", err)
		}
		text.WriteString(t)
		if s = s[i:]; s == "" {
			break
		}
		if rest, ok := strings.CutPrefix(s, "<!DOCTYPE html>"); ok {
			s = rest
			continue
		}
		if rest, ok := strings.CutPrefix(s, "</"); ok {
			name, after, ok := strings.Cut(rest, ">")
			if !ok || len(open) == 0 || open[len(open)-1] != name {
				return fail(s, "end tag %q does not match %v", name, open)
			}
			open, s = open[:len(open)-1], after
			continue
		}
		name, attrs, closed, after, err := startTag(s)
		if err != nil {
			return fail(s, "%v", err)
		}
		p.tags[name]++
		if id, ok := attrs["id"]; ok {
			if p.ids[id]++; p.ids[id] > 1 {
				return fail(s, "id %q twice", id)
			}
		}
		for k, v := range attrs {
			switch {
			case k == "href" && name == "a":
				p.hrefs = append(p.hrefs, v)
				if attrs["class"] != "" {
					p.refs = append(p.refs, v)
				}
			case k == "src":
				p.srcs = append(p.srcs, v)
			case strings.HasPrefix(k, "on"):
				return fail(s, "event handler %s", k)
			}
		}
		if name == "a" || name == "button" {
			for _, o := range open {
				if o == "a" || o == "button" {
					return fail(s, "<%s> inside <%s>", name, o)
				}
			}
		}
		s = after
		switch {
		case name == "script":
			body, rest, ok := strings.Cut(s, "</script>")
			if ours := attrs["id"] == "noma-program" && json.Valid([]byte(body)) || body == "\n"+script(); !ok || !ours {
				return fail(s, "a script that is not ours")
			}
			s = rest
		case name == "style":
			end := strings.Index(s, "</style>")
			if end < 0 {
				return fail(s, "style without an end")
			}
			s = s[end+len("</style>"):]
		case !void[name] && !closed:
			open = append(open, name)
		}
	}
	if len(open) > 0 {
		return nil, fmt.Errorf("not closed: %v", open)
	}
	p.text = text.String()
	return p, nil
}

// startTag reads a start tag; closed says that it ends in "/>", as elements of SVG may.
func startTag(s string) (name string, attrs map[string]string, closed bool, rest string, err error) {
	s = s[1:]
	n := strings.IndexAny(s, " >/")
	if n <= 0 {
		return "", nil, false, "", fmt.Errorf("no tag name")
	}
	name, s = s[:n], s[n:]
	attrs = map[string]string{}
	for {
		s = strings.TrimLeft(s, " ")
		if r, ok := strings.CutPrefix(s, "/>"); ok {
			return name, attrs, true, r, nil
		}
		if r, ok := strings.CutPrefix(s, ">"); ok {
			return name, attrs, false, r, nil
		}
		n := strings.IndexAny(s, `= >"'<`)
		if n <= 0 {
			return "", nil, false, "", fmt.Errorf("no attribute name")
		}
		key, value := s[:n], ""
		if s = s[n:]; strings.HasPrefix(s, `="`) {
			v, r, ok := strings.Cut(s[2:], `"`)
			if !ok || strings.ContainsAny(v, "<>") {
				return "", nil, false, "", fmt.Errorf("bad value of %s", key)
			}
			if value, err = unescape(v); err != nil {
				return "", nil, false, "", err
			}
			s = r
		}
		if _, twice := attrs[key]; twice {
			return "", nil, false, "", fmt.Errorf("attribute %s twice", key)
		}
		attrs[key] = value
	}
}

var references = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&#34;", `"`, "&quot;", `"`, "&#39;", "'", "&amp;", "&")

// unescape resolves character references; a & that starts none is an error.
func unescape(s string) (string, error) {
	for i := strings.IndexByte(s, '&'); i >= 0; {
		ok := false
		for _, r := range []string{"&lt;", "&gt;", "&#34;", "&quot;", "&#39;", "&amp;"} {
			ok = ok || strings.HasPrefix(s[i:], r)
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

// content is the part of a page that people read when a test fails.
func content(s string) string {
	if i := strings.Index(s, "<body>"); i >= 0 {
		return s[i:]
	}
	return s
}

// links checks that every reference inside the page leads somewhere and no address is of a kind that
// could run something. A [link](#x) that the author wrote may lead nowhere; it is theirs.
func (p *page) links() error {
	for _, h := range p.refs {
		if id, ok := strings.CutPrefix(h, "#"); ok {
			id, err := url.PathUnescape(id)
			if err != nil {
				return fmt.Errorf("link %q: %w", h, err)
			}
			if p.ids[id] == 0 {
				return fmt.Errorf("link to %q leads nowhere", id)
			}
		}
	}
	for _, h := range p.hrefs {
		u := strings.ToLower(strings.TrimLeft(h, " \t\r\n\f\x00"))
		if i := strings.IndexAny(u, ":/?#"); i >= 0 && u[i] == ':' && u[:i] != "http" && u[:i] != "https" && u[:i] != "mailto" {
			return fmt.Errorf("link to %q", h)
		}
	}
	for _, s := range p.srcs {
		u := strings.ToLower(s)
		if i := strings.IndexAny(u, ":/?#"); i >= 0 && u[i] == ':' && u[:i] != "http" && u[:i] != "https" && !strings.HasPrefix(u, "data:image/") {
			return fmt.Errorf("picture from %q", s)
		}
	}
	return nil
}
