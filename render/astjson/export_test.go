package astjson

import "github.com/nomadocx/nomadocx/noma"

// Append appends the JSON of one node and all below it, in one chunk and without a final newline.
func Append(dst []byte, n noma.Node) []byte {
	p := &printer{buf: dst, flush: func() {}}
	p.node(n)
	return p.buf
}
