// Package sources reads the files that a document's sources are kept in: BibTeX and CSL-JSON, as reference managers write them.
//
// [Read] makes a [Source] of each entry, in plain text: accents, dashes and braces of LaTeX are gone. An entry that cannot be
// read is a [Problem] with its line and costs no other entry. The work is linear in the file; how many entries there are, and
// how much the abbreviations of BibTeX (@string) may add, is bounded. A [Library] holds what the files of one document say.
package sources
