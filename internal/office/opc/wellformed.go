package opc

import "github.com/beevik/etree"

// WellFormed reports whether a part made elsewhere is XML to the letter: one element, its tags in order, no
// entity and no character that XML does not have. Our own scanner forgives what editors forgive.
func WellFormed(part []byte) bool {
	doc := etree.NewDocument()
	return doc.ReadFromBytes(part) == nil && len(doc.ChildElements()) == 1
}
