package wml

import (
	"bytes"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/opc"
)

// Envelope is a custom XML part that carries a text of another format:
//
//	<root xmlns="…" version="0.1"><payload encoding="application/json">…</payload></root>
//
// Other children of the root are hints for those who search for such parts, and ignored.
type Envelope struct {
	Namespace string
	Root      string // local name
	Payloads  []Payload
}

// Payload is a payload element in the namespace of the root.
type Payload struct {
	Encoding string
	Text     string
	Nested   bool // there are elements in it, so it is no text
}

// ReadEnvelope reads an envelope whose root is in one of the namespaces. It is nil without an error
// when the part is something else.
func ReadEnvelope(text string, namespaces ...string) (*Envelope, error) {
	mentions := false
	known := opc.Names{URI: make(map[string]opc.Namespace, len(namespaces))}
	for i, n := range namespaces {
		known.URI[n] = opc.Namespace(i + 1)
		mentions = mentions || strings.Contains(text, n)
	}
	if !mentions {
		return nil, nil // whatever it is, well-formed or not
	}
	x := opc.NewScanner(text, known)
	if !x.Next() {
		return nil, x.Err()
	}
	if x.Space() == 0 {
		return nil, nil
	}
	space := x.Space()
	e := &Envelope{Namespace: namespaces[space-1], Root: x.Local()}
	for x.Next() {
		if !x.Opened() {
			continue
		}
		if x.Depth() != 2 || x.Space() != space || x.Local() != "payload" {
			x.Skip()
			continue
		}
		p := Payload{}
		p.Encoding, _ = x.Value("encoding")
		from, _ := x.Span()
		p.Text = x.Text()
		_, to := x.Span()
		p.Nested = hasElements(text[from:to])
		e.Payloads = append(e.Payloads, p)
	}
	return e, x.Err()
}

// hasElements reports whether there are elements inside the element whose text this is.
func hasElements(text string) bool {
	x := opc.NewScanner(text, opc.Names{})
	x.Next()
	return x.Next() && x.Opened()
}

// WriteEnvelope returns the text of an envelope. The payload must hold characters of XML only.
func WriteEnvelope(namespace, root, version, encoding, payload string) []byte {
	var out bytes.Buffer
	out.Grow(len(payload) + len(payload)/16 + 512)
	b := NewBuilder(&out)
	b.Markup(XMLHeader + "<" + root)
	b.Attr("xmlns", namespace)
	b.Attr("version", version)
	b.Markup("><payload")
	b.Attr("encoding", encoding)
	b.Markup(">")
	b.Text(payload)
	b.Markup("</payload></" + root + ">")
	_ = b.Flush() // writing to memory does not fail
	return out.Bytes()
}
