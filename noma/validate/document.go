package validate

import (
	"slices"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/diag"
)

// documentRules need the whole document; they come after all rules of single blocks.
var documentRules = slices.Concat(wholeRules, mathRules, inlinePictureRules, accessibleRules, anchorRules, frontmatterRules, sourceRules, markdownRules, noteRules, referenceWordRules, pageRules)

var wholeRules = []documentRule{
	{rule{"memory-wikilink-non-memory-target", diag.Warning}, func(c *checker, r reporter) {
		if !c.active["memory"] {
			return
		}
		for _, l := range c.links {
			target, ok := c.doc.Block(l.target)
			if d, isBlock := target.(*noma.Directive); l.key == "" && !l.silent && ok && !(isBlock && d.Name == "memory") {
				r.at(l.from, "Wikilink "+quote(l.target)+" does not lead to a memory block.")
			}
		}
	}},
	{rule{"broken-link", diag.Warning}, func(c *checker, r reporter) {
		var near *spelling
		var p noma.InlineParser
		for n, t := range c.texts {
			if !t.has.all(linked) || !strings.Contains(t.S, "](#") {
				continue
			}
			each(t.inline(&p), func(x *noma.Inline) {
				id, ok := strings.CutPrefix(x.Target, "#")
				if x.Kind != noma.InlineLink || !ok || !noma.IsReference(id) {
					return
				}
				if _, ok := c.doc.Block(id); ok {
					return
				}
				if near == nil {
					near = namesOf(c.doc, func(noma.Node) bool { return true })
				}
				hint, _ := near.didYouMean(id)
				r.bounded("", n, t.Text, x.Start, "A link leads to "+quote("#"+id)+", and no block has this id."+hint)
			})
		}
	}},
	{rule{"alias-shadowed", diag.Warning}, func(c *checker, r reporter) {
		for n := range noma.Walk(c.doc) {
			own, said := n.At().Aliases, 0
			if s, ok := n.(*noma.Section); ok {
				own = own[:s.OwnAliases] // the others come from the file's name or its frontmatter
			}
			for _, alias := range own {
				if other, ok := c.doc.Block(alias); ok && other != n && said < maxPerBlock {
					said++
					r.at(n, "The alias "+quote(alias)+" belongs to another block as well, in line "+strconv.Itoa(other.At().Line)+": references lead there.")
				}
			}
		}
	}},
	{rule{"adr-missing-decision", diag.Warning}, func(c *checker, r reporter) {
		if !c.active["adr"] {
			return
		}
		for _, n := range c.blocks {
			if n.Name == "decision" || n.Name == "adr" {
				return
			}
		}
		r.at(nil, "The adr profile asks for a decision or adr block, but there is none.")
	}},
	{rule{"claim-without-evidence", diag.Warning}, func(c *checker, r reporter) {
		if c.opts.NoEvidence {
			return
		}
		backed := map[noma.Node]bool{}
		named := map[string]bool{} // covers ids given twice
		for _, n := range c.blocks {
			if n.Name == "evidence" || n.Name == "counterevidence" {
				if id, ok := stringAttr(n, "for"); ok {
					named[id] = true
					if claim, ok := c.doc.Block(id); ok {
						backed[claim] = true
					}
				}
			}
		}
		for _, n := range c.blocks {
			if n.Name == "claim" && n.ID != "" && !named[n.ID] && !backed[n] && !noVerify(n) {
				r.at(n, title("Claim", n)+" has no evidence backing it.")
			}
		}
	}},
}

// unknownIgnores reports codes to be ignored that no rule has.
func (c *checker) unknownIgnores() {
	for i, code := range c.opts.IgnoreRules {
		if _, known := slices.BinarySearch(allCodes(), code); !known && !slices.Contains(c.opts.IgnoreRules[:i], code) {
			c.add(&unknownIgnoreRule, nil, "--ignore-rule "+quote(code)+" matches no known validator rule (ignored).", nil)
		}
	}
}
