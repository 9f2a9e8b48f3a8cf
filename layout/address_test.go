package layout

import (
	"testing"

	"github.com/nomadocx/nomadocx/internal/office/wml"
)

// Addresses that editors spell in different ways are one address; others stay apart.
func TestLinkKey(t *testing.T) {
	same := [][]string{
		{"https://Example.org", "HTTPS://example.org/", "https://example.org"},
		{`https://e.org/a?b="c"`, "https://e.org/a?b=%22c%22"},
		{"https://e.org/I%20%E2%9D%A4%EF%B8%8F", "https://e.org/I%20\u2764\ufe0f", "https://e.org/%49%20%e2%9d%a4%ef%b8%8f"},
		{"https://e.org/50%", "https://e.org/50%25"},
		{"https://e.org/%zz", "https://e.org/%25zz"},
		{"https://e.org/a%2Fb"},
		{"https://e.org/a_(b)", "https://e.org/a_%28b%29"},
		{"https://e.org/a/b"},
		{"https://e.org/a/b#c", "https://e.org/a/b#%63"},
		{"https://e.org/#/room/#x", "https://e.org/#/room/%23x"},
		{"https://e.org/a/#", "https://e.org/a/"},
		{"mailto:a@b.c", "mailto:%61@b.c"},
	}
	of := map[string]int{}
	for i, spellings := range same {
		for _, s := range spellings {
			key := LinkKey(&wml.Link{URL: s})
			if other, ok := of[key]; ok && other != i {
				t.Errorf("%s and %s have the key %s", s, same[other][0], key)
			}
			of[key] = i
			if first := LinkKey(&wml.Link{URL: spellings[0]}); key != first {
				t.Errorf("%s has the key %s, %s has %s", s, key, spellings[0], first)
			}
		}
	}
}
