package app

import (
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
