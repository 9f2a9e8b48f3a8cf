package nomatext

import (
	"strconv"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/nomadocx/nomadocx/noma"
)

// meta prints frontmatter for a document that has metadata but no frontmatter of its own, as a book
// has. The file name is not content.
func (p *printer) meta(m noma.Map) {
	var public noma.Map
	for _, e := range m {
		if e.Key != "filename" {
			public = append(public, e)
		}
	}
	if len(public) == 0 {
		return
	}
	text, err := yaml.Dump(yamlNode(public))
	if err != nil { // the nodes below are all there is, and they can be printed
		panic("nomatext: " + err.Error())
	}
	p.add("---\n", strings.TrimSuffix(string(text), "\n"), "\n---\n\n")
}

func yamlNode(v any) *yaml.Node {
	n := &yaml.Node{Kind: yaml.ScalarNode}
	switch v := v.(type) {
	case nil:
		n.Tag, n.Value = "!!null", "null"
	case bool:
		n.Tag, n.Value = "!!bool", strconv.FormatBool(v)
	case float64:
		n.Tag, n.Value = "!!float", noma.FormatNumber(v)
	case string:
		n.SetString(v)
	case []any:
		n.Kind = yaml.SequenceNode
		for _, e := range v {
			n.Content = append(n.Content, yamlNode(e))
		}
	case noma.Map:
		n.Kind = yaml.MappingNode
		for _, e := range v {
			n.Content = append(n.Content, yamlNode(e.Key), yamlNode(e.Value))
		}
	default:
		panic("nomatext: value of a type that noma.Map does not hold")
	}
	return n
}
