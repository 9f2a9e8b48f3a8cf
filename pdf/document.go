package pdf

import (
	"bytes"
	"strings"
)

// policy is what a document may use: pictures and fonts it carries itself, and styles. Measured
// with a page that tries sixteen ways out to a local server, this alone stops them all, scripts
// included, and it holds from the first byte of the document on.
const policy = `default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'`

// maxMessage is the longest document the browser takes, in bytes as JSON. Chromium 156 has been seen
// to take 101 million and to fall silent at 125 million.
const maxMessage = 100_000_000

// messageSize returns the length of a text as a JSON string.
func messageSize(s string) int {
	n := len(s)
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"' || c == '\\' || c == '\n' || c == '\r' || c == '\t':
			n++
		case c < 0x20:
			n += len(`\u0000`) - 1
		}
	}
	return n
}

// document returns the HTML handed to the browser: our head with the policy and the page, then the
// author's text.
//
// The policy must not depend on finding a <head> in text that somebody else wrote, so ours comes
// first and stays open. HTML (13.2.6.4.4, "in head") then ignores a second doctype and a second
// head tag, and copies the attributes of a second html tag, such as lang, to the first.
func document(html []byte, pageRule string) string {
	// A byte order mark is text to the parser and would end our head.
	html = bytes.TrimPrefix(html, []byte("\xef\xbb\xbf"))
	var b strings.Builder
	b.Grow(len(html) + 512)
	b.WriteString(`<!DOCTYPE html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="`)
	b.WriteString(policy)
	b.WriteString(`"><style>`)
	b.WriteString(pageRule)
	b.WriteString(`</style>`)
	b.WriteString(strings.ToValidUTF8(string(html), "\uFFFD"))
	return b.String()
}
