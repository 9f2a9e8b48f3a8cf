package opc

import "testing"

func TestWellFormed(t *testing.T) {
	for part, want := range map[string]bool{
		`<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><g a="1"/>x &amp; &#233;</svg>`: true,
		`<a><b></a></b>`:       false,
		`<a>`:                  false,
		`<a/><b/>`:             false,
		``:                     false,
		`text`:                 false,
		`<a>&nbsp;</a>`:        false,
		"<a>\x01</a>":          false,
		"<a>\xff</a>":          false,
		`<a b="1" c=2/>`:       false,
		`<a xlink:href="#b"/>`: true, // prefixes are the reader's affair
	} {
		if got := WellFormed([]byte(part)); got != want {
			t.Errorf("%q: %v", part, got)
		}
	}
}
