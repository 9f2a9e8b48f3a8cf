package validate

import (
	"strings"

	"github.com/nomadocx/nomadocx/noma"
)

// link is a place where a block names another one.
type link struct {
	from   noma.Node
	target string
	key    string // the attribute, "" for a wikilink
	silent bool   // the block it stands in has noverify (Protocol §4.4)
}

// verbatimBodies are the directives whose body is not prose: x[[i]] is an index there, not a link.
var verbatimBodies = words("code code_cell output query math diagram plotly dataset html svg script")

func (c *checker) wikiLinks(n noma.Node, text string) {
	targets := wikiTargets(text)
	if len(targets) == 0 {
		return
	}
	silent := excused(n)
	for _, t := range targets {
		c.links = append(c.links, link{from: n, target: t, silent: silent})
	}
}

// excused reports whether the directive whose text a node is, or which the node is, has noverify.
// Directives inside another one, and what stands under a heading, speak for themselves.
func excused(n noma.Node) bool {
	for ; n != nil; n = n.At().Parent {
		switch n := n.(type) {
		case *noma.Directive:
			return noVerify(n)
		case *noma.Section:
			return false
		}
	}
	return false
}

// referenceKeys are, for each directive with rules of its own, the attributes that name another
// block. Of each group the first that is set counts.
var referenceKeys = map[string][][]string{
	"evidence":        {{"for"}},
	"counterevidence": {{"for"}},
	"state_change":    {{"block"}},
	"comment":         {{"target", "for", "parent", "block", "ref"}, {"reply_to", "replyTo", "reply"}},
	"change_request":  {{"target", "for", "parent", "block"}},
	"footnote":        {{"target", "for", "parent", "block", "ref"}},
	"endnote":         {{"target", "for", "parent", "block", "ref"}},
	"plot":            {{"for"}, {"parent"}}, // its dataset= has rules of its own
}

// otherKeys are the attributes that name a block on any other directive (Protocol §4.4).
var otherKeys = [][]string{{"for"}, {"parent"}, {"dataset"}}

func (c *checker) attributeLinks(n *noma.Directive) {
	groups, own := referenceKeys[n.Name]
	if !own {
		groups = otherKeys
	}
	for _, keys := range groups {
		for _, key := range keys {
			target, ok := stringAttr(n, key)
			if !ok {
				continue
			}
			if target == noma.WholeDocument && n.Is(noma.Annotates) {
				break
			}
			if own || noma.IsReference(target) {
				c.links = append(c.links, link{n, target, key, noVerify(n)})
			}
			break
		}
	}
}

// references reports the links that lead nowhere: target by target in the order of first mention,
// with all places that name it.
func (c *checker) references() {
	places := map[string][]link{}
	var missing []string
	for _, l := range c.links {
		c.opts.Look.Now()
		if l.silent {
			continue
		}
		if _, ok := c.doc.Block(l.target); ok {
			continue
		}
		if _, ok := c.doc.Titled(l.target); ok && l.key == "" {
			continue
		}
		if places[l.target] == nil {
			missing = append(missing, l.target)
		}
		places[l.target] = append(places[l.target], l)
	}
	if missing == nil {
		return
	}
	near := namesOf(c.doc, func(noma.Node) bool { return true })
	hints, guesses := map[string]string{}, map[string]string{}
	for _, target := range missing {
		if hint, guess := near.didYouMean(idOf(target)); guess != "" {
			hints[target], guesses[target] = hint, guess
		}
	}
	for _, target := range missing {
		for _, l := range places[target] {
			var fix map[string]any
			switch guess := guesses[target]; {
			case guess == "":
			case l.key != "":
				fix = setAttribute(l.from, l.key, guess)
			default:
				fix = relinked(c.doc, l.from, guesses)
			}
			if l.key != "" || noma.IsReference(target) {
				c.add(&brokenReference, l.from, "Reference to unknown block ID "+quote(target)+"."+hints[target], fix)
			} else {
				c.add(&unknownHeading, l.from, "No block and no heading is called "+quote(target)+"; the reference is shown as plain words."+hints[target], fix)
			}
		}
	}
}

// idOf returns the id that a reference would have found its block or heading by: none of Page#Heading, which leads to one of many.
func idOf(target string) string {
	target = strings.TrimPrefix(target, "#")
	switch {
	case noma.IsReference(target):
		return target
	case strings.Contains(target, "#"):
		return ""
	}
	return noma.Slugify(target)
}

// setAttribute returns the operation that mends an attribute, nil when the right value is not known or the
// block has no id to be addressed by.
func setAttribute(n noma.Node, key string, value any) map[string]any {
	id := n.At().ID
	if id == "" || len(id) > maxNodeID || value == "" {
		return nil
	}
	return map[string]any{"op": "update_attribute", "id": id, "key": key, "value": value}
}
