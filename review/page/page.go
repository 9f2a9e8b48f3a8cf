package reviewpage

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"html"

	"github.com/nomadocx/nomadocx/internal/pagescript"
)

// Data is what a page shows. Its JSON is what the script reads.
type Data struct {
	Title    string    `json:"title"`  // of the document
	Source   string    `json:"source"` // the hash of its text
	File     string    `json:"file"`   // its name
	Returned []File    `json:"returned"`
	Findings []Finding `json:"findings"`
	// Serve is the address that decisions are sent to, "" for a page on disk.
	Serve string `json:"serve,omitempty"`

	Document string `json:"-"` // the page of the document, with nothing active in it
}

// File is a returned file.
type File struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256"`
}

// Line is a line of the source.
type Line struct {
	Number int    `json:"number"`
	Text   string `json:"text"`
}

// Finding is one returned edit.
type Finding struct {
	Hash     string `json:"hash"`
	Outcome  string `json:"outcome"`
	Kind     string `json:"kind"` // for people: text, table, comment …
	Code     string `json:"code"`
	Message  string `json:"message"`
	Reviewer string `json:"reviewer"`
	Against  string `json:"against,omitempty"`
	Block    string `json:"block,omitempty"`
	Line     int    `json:"line,omitempty"`
	Section  string `json:"section,omitempty"` // the title of the section it is in
	Was      string `json:"was,omitempty"`
	Now      string `json:"now,omitempty"`
	Base     string `json:"base,omitempty"` // what was sent, of a conflict
	// Place is the hash of the edit that others of the page are in conflict with, in all of them: at most one of these is accepted.
	Place string `json:"place,omitempty"`
	// With are the hashes of edits without which this one is not brought in.
	With []string `json:"with,omitempty"`
	Near string   `json:"near,omitempty"`
	// Referrers are the lines that refer to a deleted block.
	Referrers []Line `json:"referrers,omitempty"`
	// Open says that there is something to decide, Takes that accepting brings the reviewer's edit in.
	Open  bool `json:"open"`
	Takes bool `json:"takes"`
	// Before and After are the lines of the source, the first of them with the number Hunk.
	Hunk   int      `json:"hunk,omitempty"`
	Before []string `json:"before,omitempty"`
	After  []string `json:"after,omitempty"`
}

//go:embed *.js *.css
var files embed.FS

// embedded returns a file of this package.
func embedded(name string) string {
	text, err := files.ReadFile(name)
	if err != nil {
		panic("reviewpage: " + err.Error()) // the files are part of the program
	}
	return string(text)
}

// script returns a module and those it needs as one script.
func script(module string) string {
	js, err := pagescript.Join(func(name string) (string, error) { return embedded(name), nil }, module)
	if err != nil {
		panic("reviewpage: " + err.Error())
	}
	return js
}

// Script returns a script that declares ReviewPage, with the classes State and Review, and marks, the style of the marks in a document:
// the review as a part of another page. [Style] is its style, for what stands in an element of the class review.
func Script() string {
	marks, err := json.Marshal(embedded("marks.css"))
	if err != nil {
		panic("reviewpage: " + err.Error()) // it is text
	}
	return "const ReviewPage = (() => {\n\"use strict\";\n" + script("review.js") + script("state.js") + "return {State, Review, marks: " + string(marks) + "};\n})();\n"
}

// Style returns the style of the review.
func Style() string { return embedded("review.css") }

// Write returns the page.
func Write(d *Data) ([]byte, error) {
	data, err := json.Marshal(d) // which writes < as \u003c
	if err != nil {
		return nil, err
	}
	js, css := pagescript.Strict(script("main.js")), embedded("page.css")+Style()
	document, styles := framed(d.Document)
	policy := "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; font-src data:; script-src " + pagescript.Hash(js) + "; style-src " + pagescript.Hash(css)
	for _, s := range styles {
		policy += " " + pagescript.Hash(s)
	}
	if d.Serve != "" {
		policy += "; connect-src 'self'"
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="%s">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Review of %s</title>
<style>%s</style>
</head>
<body class="review">
<header id="bar" class="bar"></header>
<main>
<iframe id="document" title="The document" sandbox="allow-same-origin" srcdoc="%s"></iframe>
<section id="panel" aria-label="Returned edits"></section>
</main>
<div id="said" role="status" aria-live="polite"></div>
<noscript><p>This page needs JavaScript to show the edits.</p></noscript>
<script type="application/json" id="data">%s</script>
<script>%s</script>
</body>
</html>
`, html.EscapeString(policy), html.EscapeString(d.Title), css, html.EscapeString(document), data, js)
	return b.Bytes(), nil
}
