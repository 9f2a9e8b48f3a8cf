package opc_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/memory"
	"github.com/nomadocx/nomadocx/internal/office/opc"
)

// A part that would take more memory than it may is refused while it is read, whatever makes it large; what is passed over costs
// nothing.
func TestMemory(t *testing.T) {
	const limit = 8 << 20
	many := strings.Repeat("<r><t>x</t></r>", 100_000)
	for name, c := range map[string]struct {
		text  string
		skips bool // the reader passes over the elements in the root
		ok    bool
	}{
		"one long text":        {text: "<a><t>" + strings.Repeat("x", 4<<20) + "</t></a>"},
		"many texts":           {text: "<a>" + strings.Repeat("<t>"+strings.Repeat("x", 1000)+"</t>", 1000) + "</a>"},
		"many elements":        {text: "<a>" + many + "</a>"},
		"long attributes":      {text: "<a>" + strings.Repeat(`<t b="`+strings.Repeat("x", 10_000)+`"/>`, 1000) + "</a>"},
		"elements passed over": {text: "<a><b>" + many + "</b></a>", skips: true, ok: true},
		"an ordinary part":     {text: "<a>" + strings.Repeat("<t>Some words.</t>", 1000) + "</a>", ok: true},
	} {
		file := rawZip(stored("a", c.text))
		p, err := opc.Read(bytes.NewReader(file), int64(len(file)), opc.Limits{Memory: limit, PartBytes: 64 << 20})
		if err != nil {
			t.Fatal(err)
		}
		x := p.Scan("a", opc.Names{}, 0)
		for x.Next() {
			switch {
			case x.Opened() && x.Local() == "t":
				x.Text()
			case x.Opened() && c.skips && x.Depth() == 2:
				x.Skip()
			}
		}
		x.Close()
		var much *memory.TooMuch
		if refused := errors.As(x.Err(), &much); refused == c.ok || refused && much.Limit != limit {
			t.Errorf("%s: %v", name, x.Err())
		}
	}
}
