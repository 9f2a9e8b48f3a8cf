package app

import (
	"fmt"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/golden"
	"github.com/nomadocx/nomadocx/noma/blocks"
)

func TestBlockReference(t *testing.T) {
	golden.Check(t, "../../docs/blocks.md", []byte(blockReference()))
}

func TestExplain(t *testing.T) {
	for _, b := range blocks.All() {
		text, err := Explain("::" + b.Name)
		if err != nil || !strings.Contains(text, b.Says) || !strings.Contains(ExplainAll(), b.Says) {
			t.Errorf("%s: %v\n%s", b.Name, err, text)
		}
	}
	for name, want := range map[string]string{"rsik": "did you mean ::risk?", "wandel": "without a name, all are listed", "": "without a name"} {
		if _, err := Explain(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", name, err, want)
		}
	}
}

// blockReference returns docs/blocks.md: every block with its attributes, values, defaults and an example.
func blockReference() string {
	var s strings.Builder
	s.WriteString(`# Blocks

Every block of the format, its attributes and an example. ` + "`nomadocx explain NAME`" + ` prints one of them, and [check](check.md) compares
documents with them. A block opens with ` + "`::name{…}`" + ` and closes with ` + "`::`" + `; a block inside a block has one colon more. Names that are
not listed are blocks of your own: they are shown as a panel.

This page is made from ` + "`noma/blocks`" + ` (` + "`go test ./internal/app -run TestBlockReference -update`" + `).

## All blocks

| attribute | value | meaning |
| --- | --- | --- |
`)
	attrs(&s, blocks.Common)
	family := ""
	for _, b := range blocks.All() {
		if b.Family != family {
			family = b.Family
			s.WriteString("\n## " + family + "\n")
		}
		fmt.Fprintf(&s, "\n### %s\n\n%s", b.Name, b.Says)
		if b.Body != "" {
			fmt.Fprintf(&s, " Between the fences: %s.", b.Body)
		}
		fmt.Fprintf(&s, "\n\n```noma\n%s\n```\n", b.Example)
		if len(b.Attrs) > 0 {
			s.WriteString("\n| attribute | value | meaning |\n| --- | --- | --- |\n")
			attrs(&s, b.Attrs)
		}
	}
	return s.String()
}

func attrs(s *strings.Builder, list []blocks.Attr) {
	for _, a := range list {
		value := string(a.Kind)
		if a.Kind == blocks.Word {
			value = "`" + strings.Join(a.Values, "`, `") + "`"
		}
		if a.Default != "" {
			value += " (`" + a.Default + "` when missing)"
		}
		name := "`" + a.Name + "`"
		if len(a.Also) > 0 {
			name += ", also `" + strings.Join(a.Also, "`, `") + "`"
		}
		fmt.Fprintf(s, "| %s | %s | %s |\n", name, value, a.Says)
	}
}
