package opc

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
)

// WellFormed reports whether a part made elsewhere is XML to the letter: one element, its tags in order, no
// entity and no character that XML does not have. Our own scanner forgives what editors forgive.
func WellFormed(part []byte) bool {
	roots, depth := 0, 0
	for d := xml.NewDecoder(bytes.NewReader(part)); ; {
		token, err := d.Token()
		if err != nil {
			return errors.Is(err, io.EOF) && roots == 1
		}
		switch token.(type) {
		case xml.StartElement:
			if depth == 0 {
				roots++
			}
			depth++
		case xml.EndElement:
			depth--
		}
	}
}
