package ingest

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/util"

	"github.com/nomadocx/nomadocx/noma"
)

// heading is what a section's line will say.
type heading struct {
	title string
	attrs string // the inside of the author's own `{…}`, "" for none
	id    string // the id to add, "" for none
}

// note is a footnote: what it is called, and its id.
type note struct{ label, id string }

// name gives headings and footnotes their ids, and collects all the ids that a wikilink may lead to.
//
// An id the author wrote is never given away a second time, wherever it stands: all of them are known
// before the first heading is named.
func (w *writer) name(blocks []ast.Node) {
	w.headings, w.ids = map[ast.Node]heading{}, map[string]bool{}
	w.notes, w.byIndex, w.linked = map[ast.Node]note{}, map[int]note{}, map[string]bool{}
	for _, n := range blocks {
		if f, ok := n.(*extast.Footnote); ok {
			w.byIndex[f.Index] = note{label: string(f.Ref)}
		}
		w.collect(n)
	}
	var named []*ast.Heading
	for _, n := range blocks {
		if n, ok := n.(*ast.Heading); ok {
			h := w.readHeading(n)
			for _, a := range noma.ParseAttrs("{"+h.attrs+"}", 0) {
				switch a.Key {
				case "id":
					w.ids[a.Value.Text()] = true
				case "aliases":
					for _, alias := range strings.FieldsFunc(a.Value.Text(), func(r rune) bool { return r == ',' || noma.IsSpace(r) }) {
						w.ids[alias] = true
					}
				}
			}
			w.headings[n] = h
			named = append(named, n)
		}
	}
	numbers := map[string]int{}
	for _, n := range named {
		h := w.headings[n]
		if hasID(h.attrs) {
			continue
		}
		if w.noIDs && !endsInBraces(h.title) {
			w.ids[noma.Slugify(h.title)] = true // the id Noma gives it
			continue
		}
		slug := noma.Slugify(h.title)
		if slug == "" {
			slug = "section"
		}
		h.id = w.free(slug, numbers)
		w.headings[n] = h
	}
	for _, n := range blocks {
		if f, ok := n.(*extast.Footnote); ok {
			of := note{string(f.Ref), string(f.Ref)}
			if w.ids[of.id] || !noma.IsNoteID(of.id) {
				slug := noma.Slugify(of.label)
				if slug == "" {
					slug = "note"
				}
				of.id = w.free("fn-"+slug, numbers)
			}
			w.ids[of.id] = true
			w.notes[n] = of
			w.byIndex[f.Index] = of
		}
	}
	// Only now is it known which wikilinks lead somewhere.
	for _, n := range named {
		h := w.headings[n]
		h.title = w.readHeading(n).title
		w.headings[n] = h
	}
}

// free returns the slug, or with the first number behind it that no id has. numbers remembers where to go
// on looking.
func (w *writer) free(slug string, numbers map[string]int) string {
	id := slug
	for n := max(2, numbers[slug]); w.ids[id]; n++ {
		id = slug + "-" + strconv.Itoa(n)
		numbers[slug] = n + 1
	}
	w.ids[id] = true
	return id
}

// collect notes which link definitions are in use, and the ids of divs.
func (w *writer) collect(root ast.Node) {
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		var ref *ast.ReferenceLink
		switch n := n.(type) {
		case *fencedDiv:
			_, attrs := w.divBlock(n)
			for _, a := range noma.ParseAttrs("{"+attrs+"}", 0) {
				if a.Key == "id" {
					w.ids[a.Value.Text()] = true
				}
			}
		case *ast.Link:
			ref = n.Reference
		case *ast.Image:
			ref = n.Reference
		}
		if entering && ref != nil {
			w.linked[util.ToLinkReference(ref.Value)] = true
		}
		return ast.WalkContinue, nil
	})
}

// readHeading returns a heading without the id it will get. The author's form of the title stays where
// Noma reads it the same.
func (w *writer) readHeading(n *ast.Heading) heading {
	title, attrs := splitAttrs(w.inline(n, oneLine))
	if n.Lines().Len() == 1 {
		line := n.Lines().At(0)
		own, ownAttrs := splitAttrs(noma.TrimSpace(string(line.Value(w.src))))
		if ownAttrs == attrs && own != title && w.sameText(own, title) {
			title = own
		}
	}
	return heading{title: title, attrs: attrs}
}

// splitAttrs divides a title from an attribute block behind it. Text in braces is none: it has to look
// like attributes, ours (key="value") or those of other Markdown tools (#id .class).
func splitAttrs(s string) (title, attrs string) {
	if !strings.HasSuffix(s, "}") {
		return s, ""
	}
	open := strings.LastIndexByte(s, '{')
	if open <= 0 || strings.Contains(s[open:len(s)-1], "}") {
		return s, ""
	}
	inside := noma.TrimSpace(s[open+1 : len(s)-1])
	title = noma.TrimSpace(s[:open])
	if title == "" || inside == "" {
		return s, ""
	}
	if found := noma.ParseAttrs("{"+inside+"}", 0); len(found) > 0 {
		rest := []byte("{" + inside + "}")
		pairs := false
		for _, a := range found {
			pairs = pairs || a.Span.End-a.Span.Start > len(a.Key)
			for i := a.Span.Start; i < a.Span.End; i++ {
				rest[i] = ' '
			}
		}
		if pairs && noma.TrimSpace(string(rest[1:len(rest)-1])) == "" {
			return title, inside
		}
	}
	var ours []string
	for _, word := range attrWords.FindAllString(inside, -1) {
		switch {
		case word == "-" || word == ".unnumbered":
			ours = append(ours, "unnumbered")
		case len(word) > 1 && word[0] == '#':
			ours = append(ours, "id="+noma.QuoteValue(word[1:]))
		case len(word) > 1 && word[0] == '.':
			ours = append(ours, "class="+noma.QuoteValue(word[1:]))
		case strings.IndexByte(word, '=') > 0 && len(noma.ParseAttrs("{"+word+"}", 0)) == 1:
			ours = append(ours, word)
		default:
			return s, ""
		}
	}
	return title, strings.Join(ours, " ")
}

// attrWords matches an attribute in pandoc's notation; white space in quotation marks is part of it.
var attrWords = regexp.MustCompile(`[^\s"]*"[^"]*"|\S+`)

func hasID(attrs string) bool {
	return slices.ContainsFunc(noma.ParseAttrs("{"+attrs+"}", 0), func(a noma.Attr) bool { return a.Key == "id" })
}

// endsInBraces reports whether Noma would take the end of a title for attributes.
func endsInBraces(title string) bool {
	read := nodes("# " + title)
	s, ok := read[0].(*noma.Section)
	return !ok || s.Title.S != title
}

// heading writes a section's line; nothing for a heading without a title.
func (w *writer) heading(n *ast.Heading) string {
	h := w.headings[n]
	if h.title == "" {
		return ""
	}
	attrs := h.attrs
	if noma.SaysID(h.id) {
		attrs = noma.TrimSpace(`id="` + h.id + `" ` + attrs)
	}
	if attrs != "" {
		attrs = " {" + attrs + "}"
	}
	level := strings.Repeat("#", n.Level) + " "
	line := level + h.title + attrs
	if s, ok := nodes(line)[0].(*noma.Section); !ok || s.Title.S != h.title {
		// An open brace in the title would begin the attributes.
		line = level + strings.ReplaceAll(h.title, "{", brace) + attrs
	}
	return line
}

// brace stands for an opening brace where a real one would be markup.
const brace = "\uFF5B"
