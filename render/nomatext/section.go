package nomatext

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

// section prints a heading and what is below it. The id is printed when it is not the title's slug,
// the aliases when they would not be derived again (contract text-renders.md §3).
func (p *printer) section(n *noma.Section, colons int) {
	heading := strings.Repeat("#", n.Level) + " " + n.Title.S
	p.add(heading)
	if block := p.headingAttrs(n, heading); block != "" {
		p.add(" ", block)
	}
	if len(n.Children) > 0 {
		p.add("\n\n")
		p.blocks(n.Children, colons)
	}
}

// headingAttrs returns the attribute block of a heading, "" for none.
func (p *printer) headingAttrs(n *noma.Section, heading string) string {
	if open := strings.LastIndexByte(n.Title.S, '{'); open > 0 && open > strings.LastIndexByte(n.Title.S, '}') {
		return "" // the brace would take the block along; such a heading never has one of its own
	}
	if noma.TrimSpace(n.Title.S) == "" {
		return "" // the braces would be the title
	}
	id, aliases := n.ID, p.ownAliases(n)
	if id == noma.TitleSlug(n.Title.S) {
		id = ""
	}
	list := strings.Join(aliases, ",")
	if !quotable(id) || !quotable(list) {
		if block := p.spelled(n.AttrSpan, append(slices.Clone(aliases), id)...); block != "" {
			return block
		}
	}
	if isNumeral(list) {
		list += "," // aliases="7" would be a number, which names nothing
	}
	switch {
	case id != "" && list != "":
		return "{id=" + noma.QuoteValue(id) + " aliases=" + noma.QuoteValue(list) + "}"
	case id != "":
		return "{id=" + noma.QuoteValue(id) + "}"
	case list != "":
		return "{aliases=" + noma.QuoteValue(list) + "}"
	case strings.HasSuffix(n.Title.S, "}") && !plainTitle(heading, n.Title.S):
		return "{_}" // a flag that means nothing, so that the braces before it are title
	}
	return ""
}

// plainTitle reports whether a heading without a block of attributes reads as that title.
func plainTitle(heading, title string) bool {
	d, _, err := noma.Parse(source.NewFile("", heading), noma.Options{})
	if err != nil || len(d.Children) != 1 {
		return false
	}
	s, ok := d.Children[0].(*noma.Section)
	return ok && s.Title.S == title
}

// ownAliases returns the aliases that parsing the output would not find by itself, or all of the heading's
// own when leaving some out would change their order.
func (p *printer) ownAliases(n *noma.Section) []string {
	if n.Level != 1 || p.rootDone || n.Parent != noma.Node(p.doc) {
		return n.Aliases
	}
	p.rootDone = true
	derived := p.doc.RootAliases(p.doc.Meta.String("filename"), n.ID)
	again := map[string]bool{}
	for _, a := range derived {
		again[a] = true
	}
	var own []string
	for _, a := range n.Aliases {
		if !again[a] {
			own = append(own, a)
		}
	}
	if n.OwnAliases > len(own) && !slices.Equal(n.Aliases, joined(own, derived)) {
		return n.Aliases[:n.OwnAliases]
	}
	return own
}

// joined returns a list of distinct names followed by the names of b that are not in it.
func joined(a, b []string) []string {
	out := slices.Clone(a)
	known := map[string]bool{}
	for _, s := range a {
		known[s] = true
	}
	for _, s := range b {
		if !known[s] {
			known[s] = true
			out = append(out, s)
		}
	}
	return out
}
