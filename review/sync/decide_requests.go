package reviewsync

import (
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

// Requests that wait for a decision beside words that accepted ones change: they keep their places.

// keepRequests brings their selectors up to date, for what was accepted.
func (k *desk) keepRequests(accepted []*finding) {
	sent := k.requests.requestsOfPlan()
	back, texts := k.requests.returnedOf(sent), k.requests.texts
	texts.collect()
	last := &presentText{}
	for _, q := range sent {
		r, target := back[q.para], k.names.Target(q.t.Node)
		key, known := texts.keys[r]
		if r == nil || target == nil || !known || k.decided[q.t.Node] || q.t.Unit == layout.UnitRow || q.t.Unit == layout.UnitColumn {
			continue
		}
		c := &tracked{unit: q.t.Unit, action: q.t.Request.Action, para: r, before: q.t.Before}
		switch whole := len(q.t.Blocks) > 0; {
		case whole:
			c.blocks = []*wml.Paragraph{r}
			if c.end = len(layout.Glyphs(r.Runs, wml.Original)); c.before {
				c.end = 0
			}
			c.start = c.end
		case c.unit == layout.UnitBreak && c.action == "delete":
			if key+1 >= len(texts.order) {
				continue
			}
			c.blocks = []*wml.Paragraph{texts.order[key+1]}
			c.start = len(layout.Glyphs(r.Runs, wml.Original))
			c.end = c.start
		case c.unit == layout.UnitText, c.unit == layout.UnitBreak:
			var ok [2]bool
			if last.got != r || last.plan != q.para { // thousands may stand in one paragraph
				last = &presentText{got: r, plan: q.para, was: layout.Glyphs(q.para.Runs(), wml.Original), now: layout.Glyphs(r.Runs, wml.Original)}
			}
			c.start, ok[0] = k.placeOnceAccepted(last, q.t.Start, false)
			c.end, ok[1] = k.placeOnceAccepted(last, q.t.End, q.t.Start < q.t.End)
			if !ok[0] || !ok[1] {
				continue
			}
		default:
			continue
		}
		now := layout.ReadQuote(q.t.Node)
		now.Exact = q.from
		if at, _, ok := texts.all.Find(target, now, true); ok && (at == layout.Spot{Para: key, At: c.start}) {
			continue
		}
		selector, ok := texts.quote(c, target)
		if !ok || now.Prefix == selector.Prefix && now.Suffix == selector.Suffix {
			continue
		}
		f := k.session.apply(sayRequestPlace, q.t.Node, joinTexts(q.from, q.to), joinTexts(q.from, q.to)).at(r)
		f.change = &Change{Action: "update_change_request", ID: q.t.Node.ID, Key: "prefix"}
		f.partners = append(f.partners, accepted...)
		k.requests.selector(f, q.t.Node, selector)
	}
}

// placeOnceAccepted returns where a place in a paragraph is in that paragraph with the accepted requests in it, which is x.now; behind
// tells that the place ends words that a request takes out.
func (k *desk) placeOnceAccepted(x *presentText, at int, behind bool) (int, bool) {
	shift, all := 0, 0
	for _, t := range x.plan.Marks.Tracked {
		if k.accepted[t] == nil || t.Unit != layout.UnitText {
			continue
		}
		grows := 0
		if t.Inserts() {
			grows += len(layout.AllGlyphs(t.Runs, wml.Original))
		}
		if t.Deletes() {
			grows -= t.End - t.Start
		}
		if all += grows; t.End < at || t.End == at && (!behind || t.Start < t.End) {
			shift += grows
		}
	}
	if len(x.now) != len(x.was)+all {
		return x.placeIn(at)
	}
	return at + shift, true
}
