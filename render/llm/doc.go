// Package llm prints a document as plain text for a language model, the output of `render --to llm`
// (Format spec, "Agent context selection"; contract text-renders.md §0 and §1).
//
// The same document gives the same text, so that a context can be cached and compared. Structure
// stays visible: a heading shows its id, a directive is a pair of brackets with all its attributes.
// Inline markup is dropped, and raw html, svg and script bodies are never shown to a model.
//
//	err := llm.Render(w, doc, llm.Options{Select: []string{"claim,risk"}, Budget: 12000})
//
// Three options leave things out, in this order: memories that have aged ([Options.StaleDays],
// stale.go), blocks nobody asked for ([Options.Select] and [Options.Exclude], selection.go), and the
// end of a text that is too long ([Options.Budget], budget.go). plain.go takes the markup out of a text.
package llm
