package html

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/nomadocx/nomadocx/internal/testkit/webtest"
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

// inspect reads a page strictly and checks that it is valid HTML (webtest.Conform) and runs nothing
// that is not ours.
func inspect(s string) (*page, error) {
	root, err := webtest.Read(s)
	if err != nil {
		return nil, err
	}
	if found := webtest.Conform(root); len(found) > 0 {
		return nil, errors.New(strings.Join(found, "\n"))
	}
	p := &page{ids: map[string]int{}, tags: map[string]int{}, text: root.Words()}
	root.Walk(func(e *webtest.Element) {
		p.tags[e.Name]++
		if id, ok := e.Attrs["id"]; ok {
			p.ids[id]++
		}
		for k, v := range e.Attrs {
			switch {
			case k == "href" && e.Name == "a":
				p.hrefs = append(p.hrefs, v)
				if e.Attrs["class"] != "" {
					p.refs = append(p.refs, v)
				}
			case k == "src":
				p.srcs = append(p.srcs, v)
			case strings.HasPrefix(k, "on"):
				err = fmt.Errorf("event handler %s", k)
			}
		}
		if e.Name == "script" && !(e.Attrs["id"] == "noma-program" && json.Valid([]byte(e.Text)) || e.Text == "\n"+script()) {
			err = errors.New("a script that is not ours")
		}
	})
	return p, err
}

// content returns the part of a page that people read when a test fails.
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
		if i := strings.IndexAny(u, ":/?#"); i >= 0 && u[i] == ':' && u[:i] != "http" && u[:i] != "https" && u[:i] != "mailto" && u[:i] != "tel" {
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
