// Package nomatext prints a document as .noma source: [Render] makes it anew from the tree, the output
// of `render --to noma` (contract text-renders.md §3); [Format] keeps the text and lays out its
// tables, the output of `fmt` (§4).
//
// Render is a serializer, not an editor: quotes, fence depths, list numbers and table widths are made
// anew. To change a document without touching the rest of it use package patch. Parsing the output
// gives the tree back (Protocol Annex C, "Source-to-source roundtrip") for every valid document: one
// in which no id is given twice and about which [noma.Parse] has nothing to say. For others the
// contract's style has no words: two headings with one id, or a text block that the parser made of a
// fence that opens or closes nothing.
package nomatext
