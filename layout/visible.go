package layout

import "github.com/nomadocx/nomadocx/noma"

// Not every block is seen in Word: what stands inside a block that shows its body as code, or as
// data, has no paragraph of its own. Nothing may belong to such a block or link to it.

// hides reports whether a directive does not show its children as blocks.
func hides(d *noma.Directive) bool {
	if s := byName[d.Name]; s != nil {
		return s.code(d) || d.Name == "metric" && metricFromBody(d)
	}
	switch d.Name {
	case "control", "button", "export_button", "toc", "pagebreak", "page_setup", "doc_protection":
		return true
	case "change_request":
		return ReadRequest(d).BodyIsText || !ReadRequest(d).Shown()
	case "comment", "footnote", "endnote":
		return Withdrawn(d)
	}
	return d.Is(noma.Raw)
}

// elsewhere reports whether a directive's content is a story of its own.
func elsewhere(d *noma.Directive) bool {
	return d.Name == "header" || d.Name == "footer" || d.Is(noma.Annotates) && d.Name != "change_request"
}

// seen returns the block that stands for n in the body: n itself, or the block around it that hides it;
// nil when n is in another story.
func seen(n noma.Node) noma.Node {
	out := n
	for p := n.At().Parent; p != nil; p = p.At().Parent {
		if d, ok := p.(*noma.Directive); ok {
			if elsewhere(d) {
				return nil
			}
			if hides(d) {
				out = d
			}
		}
	}
	return out
}

// storyOf returns the directive whose content is the story n stands in, nil in the body.
func storyOf(n noma.Node) noma.Node {
	for p := n.At().Parent; p != nil; p = p.At().Parent {
		if d, ok := p.(*noma.Directive); ok && elsewhere(d) {
			return d
		}
	}
	return nil
}
