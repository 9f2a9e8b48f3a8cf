package webtest

import (
	"context"
	"slices"
	"strconv"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// activeElement is the element that has the focus, also in a shadow tree.
const activeElement = `(() => {
	let e = document.activeElement;
	while (e.shadowRoot?.activeElement) e = e.shadowRoot.activeElement;
	return e;
})()`

// control is what can have the focus, with its role, and with its role and name as a screen reader says them.
type control struct {
	role, said string
	node       cdp.BackendNodeID
}

// focused returns the node that has the focus.
func (p *Page) focused() (active cdp.BackendNodeID) {
	p.t.Helper()
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		has, err := cdp.Call(ctx, t, runtime.Evaluate, runtime.EvaluateParams{Expression: activeElement})
		if err != nil {
			return err
		}
		node, err := cdp.Call(ctx, t, dom.DescribeNode, dom.DescribeNodeParams{ObjectID: has.Result.ObjectID})
		if err == nil {
			active = node.Node.BackendNodeID
		}
		return err
	}))
	return active
}

// controls returns all controls in the order in which a screen reader reads the page (the accessibility tree of the browser).
func (p *Page) controls() (all []control) {
	p.t.Helper()
	var nodes []*accessibility.Node
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		tree, err := cdp.Call(ctx, t, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
		if err == nil {
			nodes = tree.Nodes
		}
		return err
	}))
	byID := map[accessibility.NodeID]*accessibility.Node{}
	for _, n := range nodes {
		byID[n.NodeID] = n
	}
	var walk func(n *accessibility.Node)
	walk = func(n *accessibility.Node) {
		if n == nil {
			return
		}
		if !n.Ignored && said(n.Role) != "RootWebArea" && holds(n, "focusable") {
			all = append(all, control{said(n.Role), said(n.Role) + " " + said(n.Name), n.BackendDOMNodeID})
		}
		for _, id := range n.ChildIDs {
			walk(byID[id])
		}
	}
	if len(nodes) > 0 {
		walk(nodes[0])
	}
	return all
}

// Tab presses Tab until the focus comes to where it was before, and returns what is wrong: a control that is not reached in the order in
// which a screen reader reads the page, that has no name, or that is not reached although its role is none of those that other keys reach.
func (p *Page) Tab(otherKeys ...string) (wrong []string) {
	p.t.Helper()
	var reached []cdp.BackendNodeID
	for range 500 {
		p.Keys("\t")
		if p.Eval(`document.activeElement?.matches("iframe, body") ?? true`) == "true" {
			continue // in a frame of the page, or in the window of the browser
		}
		at := p.focused()
		if slices.Contains(reached, at) {
			break
		}
		reached = append(reached, at)
	}
	// What is out of sight is not in the tree of the browser until it is laid out.
	p.Eval(`(window.outOfSight = [...document.querySelectorAll("*")].filter(e => getComputedStyle(e).contentVisibility === "auto")).forEach(e => { e.style.contentVisibility = "visible"; })`)
	all := p.controls()
	p.Eval(`window.outOfSight.forEach(e => { e.style.contentVisibility = ""; })`)
	order := make([]int, len(reached))
	for i, node := range reached {
		order[i] = slices.IndexFunc(all, func(c control) bool { return c.node == node })
	}
	if len(order) == 0 || slices.Min(order) < 0 {
		return []string{"Tab reaches what no screen reader reads, or nothing"}
	}
	first := slices.Index(order, slices.Min(order))
	order = slices.Concat(order[first:], order[:first])
	for i, at := range order {
		if i > 0 && at < order[i-1] {
			wrong = append(wrong, all[at].said+" comes behind "+all[order[i-1]].said)
		}
	}
	for i, c := range all {
		switch {
		case slices.Contains(otherKeys, c.role):
		case !slices.Contains(order, i):
			wrong = append(wrong, "Tab never reaches "+c.said)
		case c.said == c.role+" ":
			wrong = append(wrong, c.role+" has no name")
		}
	}
	return wrong
}

// said returns a value of the tree as text.
func said(v *accessibility.Value) string {
	if v == nil {
		return ""
	}
	text := string(v.Value)
	if bare, err := strconv.Unquote(text); err == nil {
		return bare
	}
	return text
}

// holds reports whether a node has a property that is true.
func holds(n *accessibility.Node, name accessibility.PropertyName) bool {
	return slices.ContainsFunc(n.Properties, func(x *accessibility.Property) bool { return x.Name == name && said(x.Value) == "true" })
}
