package noma

import (
	"errors"
	"io"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v4"
)

// maxYAMLDepth bounds how deep frontmatter may nest, cycles through aliases included.
const maxYAMLDepth = 200

func isEOF(err error) bool { return errors.Is(err, io.EOF) }

// yamlReader turns YAML nodes into data by the YAML 1.2 core schema plus timestamps and merge keys
// (contract ast.md §3). The library's own idea of plain scalars is not used: it has octals such as
// 0777 and digit groups such as 1_000, which other readers of the format take for 777 and for text.
type yamlReader struct {
	aliases int // aliases around the node at hand
	budget  int // how much they may still repeat: 16 for a node, 1 for a byte of text
}

func (c *yamlReader) value(n *yaml.Node, depth int) (any, error) {
	if err := c.spend(n); err != nil {
		return nil, err
	}
	if depth > maxYAMLDepth {
		return nil, &FrontmatterError{n.Line, "nested too deeply"}
	}
	switch n.Kind {
	case yaml.AliasNode:
		c.aliases++
		v, err := c.value(n.Alias, depth+1)
		c.aliases--
		return v, err
	case yaml.MappingNode:
		return c.mapping(n, depth)
	case yaml.SequenceNode:
		list := make([]any, 0, len(n.Content))
		for _, item := range n.Content {
			v, err := c.value(item, depth+1)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		return list, nil
	}
	return scalar(n)
}

// spend takes a node off the budget when an alias repeats it.
func (c *yamlReader) spend(n *yaml.Node) error {
	if c.aliases == 0 {
		return nil
	}
	if c.budget -= 16 + len(n.Value); c.budget < 0 {
		return &FrontmatterError{n.Line, "aliases repeat too much"}
	}
	return nil
}

func (c *yamlReader) mapping(n *yaml.Node, depth int) (any, error) {
	m := Map{}
	at := map[string]int{}      // key → place in m
	merged := map[string]bool{} // keys that a later explicit key may still replace
	for i := 0; i+1 < len(n.Content); i += 2 {
		k, valueNode := n.Content[i], n.Content[i+1]
		v, err := c.value(valueNode, depth+1)
		if err != nil {
			return nil, err
		}
		if k.Kind == yaml.ScalarNode && k.Style == 0 && k.Value == "<<" {
			sources, ok := v.([]any)
			if !ok {
				sources = []any{v}
			}
			for _, src := range sources {
				entries, ok := src.(Map)
				if !ok {
					return nil, &FrontmatterError{k.Line, "only mappings can be merged"}
				}
				for _, e := range entries {
					if _, known := at[e.Key]; !known {
						at[e.Key], merged[e.Key] = len(m), true
						m = append(m, e)
					}
				}
			}
			continue
		}
		for k.Kind == yaml.AliasNode {
			k = k.Alias
		}
		if k.Kind != yaml.ScalarNode {
			return nil, &FrontmatterError{k.Line, "a key must be a single value"}
		}
		key, err := c.key(k)
		if err != nil {
			return nil, err
		}
		switch j, known := at[key]; {
		case !known:
			at[key] = len(m)
			m = append(m, Entry{key, v})
		case merged[key]:
			m[j].Value, merged[key] = v, false
		default:
			return nil, &FrontmatterError{k.Line, "the key " + strconv.Quote(key) + " is given twice"}
		}
	}
	return m, nil
}

// key returns the text of a key: numbers and the like read as values print.
func (c *yamlReader) key(n *yaml.Node) (string, error) {
	if err := c.spend(n); err != nil {
		return "", err
	}
	v, err := scalar(n)
	switch v := v.(type) {
	case nil:
		return "null", err
	case bool:
		return strconv.FormatBool(v), err
	case float64:
		return FormatNumber(v), err
	case string:
		return v, err
	}
	return n.Value, err
}

// scalar reads a scalar by its tag or, when it is plain and has none, by its form.
func scalar(n *yaml.Node) (any, error) {
	s := n.Value
	tag := ""
	if n.Style&yaml.TaggedStyle != 0 {
		tag = n.ShortTag()
	} else if n.Style != 0 {
		return s, nil // quoted or block text
	}
	if tag == "!!str" || tag == "!" {
		return s, nil
	}
	var v any = s
	if yamlNull(s) {
		v = nil
	} else if b, ok := yamlBool(s); ok {
		v = b
	} else if f, ok := yamlNumber(s); ok {
		v = f
	} else if t, ok := yamlTimestamp(s); ok {
		v = t
	}
	var ok bool
	switch tag {
	case "":
		return v, nil
	case "!!null":
		ok = v == nil
	case "!!bool":
		_, ok = v.(bool)
	case "!!int", "!!float":
		_, ok = v.(float64)
	case "!!timestamp":
		_, ok = yamlTimestamp(s)
	default:
		return nil, &FrontmatterError{n.Line, "unknown tag " + tag}
	}
	if !ok {
		return nil, &FrontmatterError{n.Line, strconv.Quote(s) + " is not of the type " + tag}
	}
	return v, nil
}

func yamlNull(s string) bool {
	return s == "" || s == "~" || s == "null" || s == "Null" || s == "NULL"
}

func yamlBool(s string) (value, ok bool) {
	switch s {
	case "true", "True", "TRUE":
		return true, true
	case "false", "False", "FALSE":
		return false, true
	}
	return false, false
}

// yamlNumber reads integers (decimal, 0o, 0x, 0b) and floats.
func yamlNumber(s string) (float64, bool) {
	digits := strings.TrimPrefix(strings.TrimPrefix(s, "-"), "+")
	if digits == "" || len(s)-len(digits) > 1 {
		return 0, false
	}
	negative := s[0] == '-'
	if len(digits) > 2 && digits[0] == '0' {
		if base := map[byte]int{'x': 16, 'o': 8, 'b': 2}[digits[1]]; base > 0 {
			return basedNumber(digits[2:], base, negative)
		}
	}
	switch digits {
	case ".inf", ".Inf", ".INF":
		f, _ := strconv.ParseFloat("inf", 64)
		if negative {
			f = -f
		}
		return f, true
	case ".nan", ".NaN", ".NAN":
		f, _ := strconv.ParseFloat("nan", 64)
		return f, digits == s
	}
	// What is left is digits with at most one point and an exponent; Go's own syntax is wider.
	number := false
	for i := 0; i < len(digits); i++ {
		switch c := digits[i]; {
		case isDigit(c):
			number = true
		case c == '.' || c == 'e' || c == 'E':
			if c != '.' && !number {
				return 0, false
			}
		case (c == '+' || c == '-') && i > 0 && digits[i-1]|0x20 == 'e':
		default:
			return 0, false
		}
	}
	if !number {
		return 0, false
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return 0, false
	}
	return f, true
}

func basedNumber(digits string, base int, negative bool) (float64, bool) {
	f := 0.0
	for i := 0; i < len(digits); i++ {
		d, err := strconv.ParseUint(digits[i:i+1], base, 8)
		if err != nil {
			return 0, false
		}
		f = f*float64(base) + float64(d)
	}
	if negative {
		f = -f
	}
	return f, true
}
