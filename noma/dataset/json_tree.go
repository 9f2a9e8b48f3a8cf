package dataset

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
)

// jsonNode is a JSON value with its place in the text: the bytes [from, to).
type jsonNode struct {
	kind     byte // '{', '[', or 'v' for a scalar
	from, to int
	value    any          // of a scalar
	members  []jsonMember // of an object
	elements []*jsonNode  // of an array
}

type jsonMember struct {
	key   string
	from  int // where the key's quotes start
	value *jsonNode
}

// maxJSONDepth bounds the nesting of a dataset; two levels are the use.
const maxJSONDepth = 200

// parseJSON reads one JSON value with the places of all its parts. encoding/json does the lexing; its
// decoder tells where each token ends.
func parseJSON(text string) (*jsonNode, error) {
	p := &jsonParser{text: text, dec: json.NewDecoder(strings.NewReader(text))}
	p.dec.UseNumber()
	n, err := p.next(0)
	if err != nil {
		return nil, fmt.Errorf("the dataset is not JSON: %w", err)
	}
	if noma.TrimSpace(text[p.dec.InputOffset():]) != "" {
		return nil, errors.New("the dataset has text after its JSON value")
	}
	return n, nil
}

type jsonParser struct {
	text string
	dec  *json.Decoder
}

// token returns the next token and its place.
func (p *jsonParser) token() (t json.Token, from, to int, err error) {
	from = int(p.dec.InputOffset())
	if t, err = p.dec.Token(); err != nil {
		return nil, 0, 0, err
	}
	for from < len(p.text) && strings.IndexByte(" \t\r\n,:", p.text[from]) >= 0 {
		from++
	}
	return t, from, int(p.dec.InputOffset()), nil
}

func (p *jsonParser) next(depth int) (*jsonNode, error) {
	if depth > maxJSONDepth {
		return nil, errors.New("it is nested too deeply")
	}
	t, from, to, err := p.token()
	if err != nil {
		return nil, err
	}
	n := &jsonNode{kind: 'v', from: from, to: to}
	switch v := t.(type) {
	case json.Delim:
		n.kind = byte(v)
		for p.dec.More() {
			var m jsonMember
			if n.kind == '{' {
				k, at, _, err := p.token()
				if err != nil {
					return nil, err
				}
				m.key, _ = k.(string)
				m.from = at
			}
			if m.value, err = p.next(depth + 1); err != nil {
				return nil, err
			}
			if n.kind == '{' {
				n.members = append(n.members, m)
			} else {
				n.elements = append(n.elements, m.value)
			}
		}
		if _, _, n.to, err = p.token(); err != nil {
			return nil, err
		}
	case json.Number:
		n.value, err = strconv.ParseFloat(string(v), 64)
		if err != nil {
			n.value = string(v) // beyond float64: shown as it is written
		}
	default:
		n.value = v
	}
	return n, nil
}

// data returns the value without places.
func (n *jsonNode) data() any {
	switch n.kind {
	case '[':
		out := make([]any, 0, len(n.elements))
		for _, e := range n.elements {
			out = append(out, e.data())
		}
		return out
	case '{':
		out := noma.Map{}
		for _, m := range n.members {
			out = append(out, noma.Entry{Key: m.key, Value: m.value.data()})
		}
		return out
	}
	return n.value
}

// member returns the last member with the key, as JSON readers have it.
func (n *jsonNode) member(key string) (jsonMember, int) {
	for i := len(n.members) - 1; i >= 0; i-- {
		if n.members[i].key == key {
			return n.members[i], i
		}
	}
	return jsonMember{}, -1
}
