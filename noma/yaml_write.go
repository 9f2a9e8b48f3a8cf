package noma

import (
	"strconv"
	"strings"

	"go.yaml.in/yaml/v4"
)

// YAML returns the frontmatter text that reads back as the mapping, without a final line end; "" for an
// empty one. A document needs it that has metadata but no frontmatter of its own, as a book has.
func (m Map) YAML() string {
	if len(m) == 0 {
		return ""
	}
	text, err := yaml.Dump(yamlNode(m))
	if err != nil { // the nodes below are all there is, and they can be printed
		panic("noma: " + err.Error())
	}
	return strings.TrimSuffix(string(text), "\n")
}

func yamlNode(v any) *yaml.Node {
	n := &yaml.Node{Kind: yaml.ScalarNode}
	switch v := v.(type) {
	case nil:
		n.Tag, n.Value = "!!null", "null"
	case bool:
		n.Tag, n.Value = "!!bool", strconv.FormatBool(v)
	case float64:
		n.Tag, n.Value = "!!float", FormatNumber(v)
	case string:
		n.SetString(v)
	case []any:
		n.Kind = yaml.SequenceNode
		for _, e := range v {
			n.Content = append(n.Content, yamlNode(e))
		}
	case Map:
		n.Kind = yaml.MappingNode
		for _, e := range v {
			n.Content = append(n.Content, yamlNode(e.Key), yamlNode(e.Value))
		}
	default:
		panic("noma: value of a type that Map does not hold")
	}
	return n
}

// Public returns the metadata without the file name, which is not content.
func (m Map) Public() Map {
	var public Map
	for _, e := range m {
		if e.Key != "filename" {
			public = append(public, e)
		}
	}
	return public
}
