// Package nomatext prints a document's tree as .noma source in one house style, the output of
// `render --to noma` (contract text-renders.md §3).
//
// It is a serializer, not an editor: quotes, fence depths, list numbers and table widths are made
// anew. To change a document without touching the rest of it use package patch. Parsing the output
// gives the tree back (Protocol Annex C, "Source-to-source roundtrip") but for places where the
// contract's style cannot say what the tree holds: an explicit id that equals its title's slug, and
// a text block that the parser made of a fence that opens or closes nothing.
package nomatext
