// Package reviewsync (review/sync) says what a returned Word file means for its source.
//
// A comparison lays nothing out and reads no XML: it gets the plan of the present source and the
// typed reading of the file, aligns the two, and looks only at what differs. Every difference ends
// as a [Finding] with an outcome and a reason; nothing is dropped. What can be applied becomes
// patch operations, the smallest ones that make the source show what the reviewer saw.
//
// The steps, each in files of its own:
//
//	reconcile, paragraph, judge  pairs of paragraphs, which function reads an edit back, who changed it
//	story, align, likeness     which returned block is which sent one
//	sentblocks                 the tables that came back as they were hold no cells
//	base, merge, sheet, contest   who changed it: reviewer, author or both, and which words of it
//	move, stray, regroup       what was cut and pasted, where the source can hold it or not; what was split or joined
//	prose, codelines           running text; lines of code
//	place, delete, references  what came, what went, and what stays as others refer to it
//	references_typed           references that were inserted in Word
//	heading, section, dissolve titles and the outline
//	list                       items and their levels
//	lines, custom, opener      values of generated lines, attributes of blocks
//	unwrap, apart, unspelled   fields and controls as words; words apart from the text; why a text cannot be written
//	described                  descriptions of tables and pictures
//	grid*, newtable, cell_sides   tables and datasets
//	charts, chart_*, pictures, equations
//	looks, remark_looks, paper, breaks  what the source has no mark for, or where it has one
//	chrome                     headers and footers
//	comment*, remark*, notes   comments and notes
//	tracked*, revisions, proposed_marks  tracked changes and change requests
//	edits, settle              the results as operations, and which of them go in
//	finding, sentences, said   what is reported, in whose words
//	wire, outcome              the report of the command line
//
// [Sync] does the same and holds the result against the review once more (verify). [Decide] goes the
// same way with what an author accepts.
//
// golden/roundtrip shows each of them by example: what a reviewer does, and what comes of it.
package reviewsync
