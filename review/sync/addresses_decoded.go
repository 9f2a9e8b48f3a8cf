package reviewsync

import (
	"net/url"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

// Addresses of links in which a program has written out percent-encoded signs: "%2F" became "/". AbiWord does that.

// decodedAddresses returns the addresses that were sent so, by the key of what such a program makes of them; nil when the file has none.
func (in *normalized) decodedAddresses() map[string]string {
	if in.keepsFormatting() {
		return nil
	}
	decoded, plain := map[string]string{}, map[string]bool{}
	for b := range in.flows() {
		layout.EachPara(b, func(p *layout.Para) {
			for _, r := range p.Runs() {
				if r.Link == nil || r.Link.URL == "" {
					continue
				}
				key := layout.LinkKey(r.Link)
				plain[key] = true
				if now, err := url.PathUnescape(r.Link.URL); err == nil {
					if made := layout.LinkKey(&wml.Link{URL: now}); made != key {
						decoded[made] = r.Link.URL
					}
				}
			}
		})
	}
	came := false
	for p := range in.texts() {
		for i := range p.Runs {
			key := layout.LinkKey(p.Runs[i].Link)
			came = came || decoded[key] != "" && !plain[key]
		}
	}
	if !came {
		return nil
	}
	for key := range plain {
		delete(decoded, key)
	}
	return decoded
}

// restoreAddresses gives links the addresses again that they were sent with.
func (in *normalized) restoreAddresses(decoded map[string]string) {
	back := habit{say: sayAddressesDecoded}
	for p := range in.paragraphs() {
		for i := range p.Runs {
			r := &p.Runs[i]
			if was := decoded[layout.LinkKey(r.Link)]; was != "" {
				back.add(nil, r.Text+": "+was, r.Link.URL)
				r.Link = &wml.Link{URL: was}
			}
		}
	}
	in.tell(back)
}
