package arch

import (
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"
)

// TestLinksOfDocs: every link from a page of the documentation to a file or a heading has its target.
func TestLinksOfDocs(t *testing.T) {
	noticeChanges(t)
	var pages []string
	for _, dir := range []string{"", "docs", "docs/gallery", "examples", "examples/*"} {
		found, err := filepath.Glob(filepath.Join("../..", dir, "*.md"))
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, found...)
	}
	headings := map[string]map[string]bool{}
	for _, page := range pages {
		links, _ := readPage(t, page)
		for _, link := range links {
			to, err := url.Parse(link)
			if err != nil || to.Scheme != "" {
				continue
			}
			target := page
			if to.Path != "" {
				target = filepath.Join(filepath.Dir(page), filepath.FromSlash(to.Path))
			}
			if _, err := os.Stat(target); err != nil {
				t.Errorf("%s: %s: there is no such file", page, link)
				continue
			}
			if to.Fragment == "" || filepath.Ext(target) != ".md" {
				continue
			}
			if headings[target] == nil {
				_, headings[target] = readPage(t, target)
			}
			if !headings[target][to.Fragment] {
				t.Errorf("%s: %s: there is no such heading", page, link)
			}
		}
	}
}

// notInAnchors are the characters that GitHub leaves out of a heading's anchor.
var notInAnchors = regexp.MustCompile(`[^\p{L}\p{N}_\- ]`)

// readPage returns the addresses of the links and pictures of a page, and the anchors of its headings as GitHub makes them.
func readPage(t *testing.T, page string) (links []string, headings map[string]bool) {
	src, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	headings = map[string]bool{}
	doc := goldmark.New(goldmark.WithExtensions(extension.GFM)).Parser().Parse(text.NewReader(src))
	err = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Link:
			links = append(links, string(n.Destination))
		case *ast.Image:
			links = append(links, string(n.Destination))
		case *ast.Heading:
			var words strings.Builder
			for i := range n.Lines().Len() {
				line := n.Lines().At(i)
				words.Write(line.Value(src))
			}
			headings[strings.ReplaceAll(notInAnchors.ReplaceAllString(strings.ToLower(words.String()), ""), " ", "-")] = true
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return links, headings
}
