package layout

import (
	"strings"

	"github.com/nomadocx/nomadocx/noma"
)

// Request is a ::change_request as Word shows it: a tracked change.
type Request struct {
	Action       string // insert, delete, replace; anything else is malformed
	From, To     string
	FromKey      string // where From and To stand: an attribute, or "" for the body
	ToKey        string
	BodyIsText   bool // the body is the revision text, not a rationale
	Author, Date string
	Status       string // lower case
	Valid        bool   // the texts the action needs are there
}

// ReadRequest reads a change request (contract docx-package.md §8).
func ReadRequest(d *noma.Directive) Request {
	r := Request{Status: strings.ToLower(strings.TrimSpace(d.AttrText("status")))}
	action, _ := d.First("action", "type")
	r.Action = strings.ToLower(strings.TrimSpace(action))
	author, _ := d.First("author", "reviewer")
	if r.Author = clean(author); r.Author == "" {
		r.Author = "Noma"
	}
	date, _ := d.First("date", "at")
	r.Date = FullDate(date)
	body := ""
	switch u := UnitOf(d); {
	case d.HasBody:
		body = d.Body
	case u == UnitParagraph || u == UnitItem: // an item or a heading is no single paragraph
		body = strings.TrimSpace(d.RawBody.S)
	}
	pick := func(keys ...string) (string, string, bool) {
		v, k := asWritten(d, keys...)
		if v == "" && body != "" {
			return body, "", true
		}
		return v, k, false
	}
	switch r.Action {
	case "insert":
		r.To, r.ToKey, r.BodyIsText = pick("to", "text")
		r.Valid = r.To != "" || UnitOf(d) == UnitBreak
	case "delete":
		r.From, r.FromKey, r.BodyIsText = pick("from", "text")
		r.Valid = r.From != "" || UnitOf(d) == UnitBreak
	case "replace":
		r.From, r.FromKey = asWritten(d, "from")
		if r.To, r.ToKey = asWritten(d, "to"); r.ToKey == "" && hasPlace(d) {
			r.To, r.ToKey, r.BodyIsText = pick("to") // an attribute cannot hold every text
		}
		r.Valid = r.From != "" && r.To != ""
	}
	return r
}

// asWritten returns the first of the keys that is set to something not blank, as the author wrote it: a proposal
// about 1.10 shows 1.10.
func asWritten(d *noma.Directive, keys ...string) (text, key string) {
	if _, key = d.First(keys...); key == "" {
		// Blanks are a text where the place says which.
		if a, ok := d.Attr(keys[0]); ok && Spelling(a) != "" && hasPlace(d) {
			return Spelling(a), keys[0]
		}
		return "", ""
	}
	a, _ := d.Attr(key)
	return Spelling(a), key
}

// Shown reports whether the request appears in Word at all.
func (r Request) Shown() bool { return r.Status != "deleted" && r.Status != "withdrawn" }

// Decided reports whether a reviewer has accepted or rejected the request. It then shows the text
// that came of it, as the reviewer saw it.
func (r Request) Decided() bool { return r.Status == "accepted" || r.Status == "rejected" }

// Open reports whether the request is written as a tracked change.
func (r Request) Open() bool { return r.Shown() && !r.Decided() && r.Valid }

// RequestOf finds the change request that a node is or stands in, nil for none.
func RequestOf(n noma.Node) *noma.Directive {
	for ; n != nil; n = n.At().Parent {
		if d, ok := n.(*noma.Directive); ok && d.Name == "change_request" {
			return d
		}
	}
	return nil
}
