package extract

import "strings"

// heading lists the paragraph if it is a title: style Heading1 to Heading6 and some text.
func (p *part) heading(q *para) {
	digit, ok := strings.CutPrefix(q.Style, "Heading")
	if !ok || len(digit) != 1 || digit[0] < '1' || digit[0] > '6' || q.blank {
		return
	}
	title := p.reviewText(q.Paragraph)
	if title == "" {
		return
	}
	p.review.note(q.Paragraph, Headings, len(p.review.Headings))
	p.review.Headings = append(p.review.Headings, Heading{NativeID: p.number(Headings), Anchors: q.names,
		HasRevisions: revised(q.Paragraph), Level: int(digit[0] - '0'), Title: title, At: q.at})
}
