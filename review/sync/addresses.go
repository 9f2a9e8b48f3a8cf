package reviewsync

import (
	"net/url"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

// Addresses of links in which a program has written out percent-encoded signs, or encoded others: "%2F" became "/" or "#/" became "#%2F",
// as AbiWord does. LibreOffice cuts addresses at quotation marks in DOC.

// addresses are those that links were sent with.
type addresses struct {
	sent   map[string]bool   // by their keys
	byForm map[string]string // by the form that such programs leave as it is; "" for several
}

// otherAddresses returns the addresses that were sent when the file has one that such a program made of them, else nil.
func (in *normalized) otherAddresses() *addresses {
	if in.byWord() {
		return nil
	}
	a := &addresses{map[string]bool{}, map[string]string{}}
	for b := range in.flows() {
		layout.EachPara(b, func(p *layout.Para) {
			for _, r := range p.Runs() {
				if r.Link == nil || r.Link.URL == "" {
					continue
				}
				a.sent[layout.LinkKey(r.Link)] = true
				form, was := writtenOut(r.Link), r.Link.URL
				if known, ok := a.byForm[form]; ok && known != was {
					was = ""
				}
				a.byForm[form] = was
			}
		})
	}
	for p := range in.texts() {
		for i := range p.Runs {
			if a.of(&p.Runs[i]) != "" {
				return a
			}
		}
	}
	return nil
}

// of returns the address that a link was sent with which came back with another one, "" for none.
func (a *addresses) of(r *wml.Run) string {
	if r.Link == nil || r.Link.URL == "" || a.sent[layout.LinkKey(r.Link)] {
		return ""
	}
	return a.byForm[writtenOut(r.Link)]
}

// writtenOut returns an address without percent-encoding, up to its first quotation mark.
func writtenOut(l *wml.Link) string {
	out, err := url.PathUnescape(l.URL)
	if err != nil {
		out = l.URL
	}
	out, _, _ = strings.Cut(out, `"`)
	return layout.LinkKey(&wml.Link{URL: out})
}

// restoreAddresses gives links the addresses again that they were sent with.
func (in *normalized) restoreAddresses(sent *addresses) {
	back := habit{say: sayAddressesDecoded}
	for p := range in.paragraphs() {
		for i := range p.Runs {
			r := &p.Runs[i]
			if was := sent.of(r); was != "" {
				back.add(nil, r.Text+": "+was, r.Link.URL)
				r.Link = &wml.Link{URL: was}
			}
		}
	}
	in.tell(back)
}
