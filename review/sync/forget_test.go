package reviewsync_test

import (
	"slices"
	"strings"
)

// What editors lose by themselves.

// forgetControls leaves the text of form fields in their place.
func (d *desk) forgetControls() error {
	for _, e := range below(d.body(), "sdt") {
		if content := e.SelectElement("w:sdtContent"); content != nil {
			for _, c := range content.ChildElements() {
				insertBefore(e, c.Copy())
			}
		}
		e.Parent().RemoveChild(e)
	}
	return nil
}

// forgetManifest drops the custom XML, and the short form in the properties too.
func (d *desk) forgetManifest(short bool) error {
	for _, name := range slices.Clone(d.names) {
		if strings.HasPrefix(name, "customXml/item") && !strings.Contains(name, "Props") {
			d.remove(name)
		}
	}
	if t := d.tree("docProps/custom.xml"); t != nil && short {
		for _, e := range t.ChildElements() {
			t.RemoveChild(e)
		}
	}
	return nil
}

func (d *desk) forgetBookmarks() error {
	for _, tag := range []string{"bookmarkStart", "bookmarkEnd"} {
		for _, e := range below(d.body(), tag) {
			e.Parent().RemoveChild(e)
		}
	}
	return nil
}
