package pdf

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/nomadocx/nomadocx/internal/testkit/slow"
)

// program stands in for mermaid.min.js: it draws the source, and what else it is asked to.
const program = `globalThis.mermaid = {
	initialize(o) { if (o.securityLevel !== 'strict') throw new Error('not strict'); },
	async render(id, source) {
		if (source === 'bad') throw new Error('Parse error on line 1\nand more');
		if (source === 'hang') for (;;) {}
		const e = document.createElementNS('http://www.w3.org/2000/svg', 'svg'), t = document.createElementNS('http://www.w3.org/2000/svg', 'text');
		t.textContent = source + ' ' + Math.random() + ' ' + new Date().getTime() + ' ' + typeof RTCPeerConnection + ' ' + (globalThis.left || 'fresh');
		globalThis.left = 'used';
		e.setAttribute('viewBox', '0 0 300 120');
		e.setAttribute('width', '100%');
		e.append(t);
		return { svg: e.outerHTML };
	} };`

func TestMermaid(t *testing.T) {
	slow.Test(t, "a browser")
	m, err := NewMermaid(t.Context(), []byte(program), BrowserOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	const source = "graph `${alert(1)}` '); x(\"</script>\u2028"
	svg, err := m.Draw(t.Context(), source)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(svg), "graph `${alert(1)}` '); x(\"&lt;/script&gt;") || !strings.Contains(string(svg), "1767225600000 undefined fresh") {
		t.Errorf("the drawing is\n%s", svg)
	}
	if !strings.Contains(string(svg), `width="300"`) || !strings.Contains(string(svg), `height="120"`) {
		t.Errorf("the drawing has no size:\n%s", svg)
	}
	if again, err := m.Draw(t.Context(), source); err != nil || string(again) != string(svg) {
		t.Errorf("drawing again gives %v\n%s\nand not\n%s", err, again, svg)
	}
	if _, err := m.Draw(t.Context(), "bad"); err == nil || err.Error() != "mermaid: Parse error on line 1" {
		t.Errorf("a mistake in a diagram: %v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	if _, err := m.Draw(ctx, "hang"); !errors.Is(err, ErrTimeout) {
		t.Errorf("a diagram that never ends: %v, want ErrTimeout", err)
	}
	if svg, err := m.Draw(t.Context(), "next"); err != nil || !strings.Contains(string(svg), "next") {
		t.Errorf("the diagram after it: %v", err)
	}
	broken, err := NewMermaid(t.Context(), []byte("throw new Error('no program')"), BrowserOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer broken.Close()
	if _, err := broken.Draw(t.Context(), "x"); err == nil {
		t.Error("a program that fails draws")
	}
}
