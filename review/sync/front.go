package reviewsync

import (
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// What is shown before the text: a cover, and contents.

// ofContents reports whether a sent block is part of contents.
func ofContents(b layout.Block) bool {
	n, _ := blockNode(b)
	return noma.Is(n, noma.Contents)
}

// front reports whether a node is the document, or contents that stand nowhere in the source: what is shown before the text.
func front(n noma.Node) bool {
	switch n := n.(type) {
	case *noma.Document:
		return true
	case *noma.Directive:
		kids := n.At().Parent.Kids()
		return n.Is(noma.Contents) && (n.At().Index >= len(kids) || kids[n.At().Index] != noma.Node(n))
	}
	return false
}
