// Package reviewsync (review/sync) says what a returned Word file means for its source.
//
// A comparison reads no XML: it gets the plan of the present source and the typed reading of the file,
// aligns the two, and examines only what differs. Cells of tables that the plan holds as fingerprints are laid
// out again where they are needed; a new text of the source is laid out by the function that [Sync] is given.
// Every difference ends as a [Finding] with an outcome and a reason; nothing is dropped. What can be applied
// becomes patch operations, the smallest ones that make the source show what the reviewer saw.
//
// A comparison goes through these steps. Each makes a value that the next ones read. A finding is made once; that its edit cannot be
// made is a value of the schedule, by which the result shows it as refused.
//
//	entry, kinship             from the bytes of a file ([SyncFile]); whether it was made from the source
//	base, base_marks, sentblocks, repeats   what was sent, as far as the file says; tables that came back as they were hold no cells
//	normalize                  the returned file as it is compared: own_copy, references_typed, boxes, unwrap, fields_flat,
//	                           equations, note_marks and codelines change a copy of it
//	story, likeness, move, regroup, regroup_sent   what became of the blocks of a flow, as events of internal/match;
//	                           matched has the block that each returned paragraph belongs to
//	judge, merge, sheet, contest   who changed it: reviewer, author or both, and which words of it
//	changes, edits, opener     the findings, and the edits and operations that each of them asks for
//	choose                     what was decided on them; the names of findings
//	settle                     the schedule: in which order the operations are made, and which are refused
//	wire, outcome              the result, with the report of the command line
//
// Between events and changes, every construct has a comparison of its own, a type that session.go lists with the others it uses. They
// get what was sent, what came back and which is which (core), add to the changes, and keep for themselves what they need:
//
//	reconcile                  the order of the comparisons
//	paragraph                  pairs of paragraphs: who edited them, and which function reads the edit back
//	moved, unplaced, passage   what was cut and pasted, where the source can hold it or not; what was split or joined
//	prose, codelines           running text; lines of code
//	place, delete, references  what came, what went, and what stays as others refer to it
//	heading, heading_moved     titles and levels
//	section, dissolve          sections that came or were moved; headings that became text
//	list, list_turn, listblocks, boxes  items, their levels, blocks and check boxes
//	cites                      marks of sources
//	lines, custom              values of generated lines, attributes of blocks
//	apart, unwritable          words apart from the text; why a text cannot be written
//	described                  descriptions of tables and pictures
//	grid*, newtable, cell_sides   tables and datasets
//	charts, chart_*, pictures, pictures_inline, equations
//	formatting, annotation_formatting, paper, breaks  formatting the source has no mark for; page breaks
//	headerfooter               headers and footers
//	comment*, annotation*, notes   comments and notes; anchor, where they stand
//	tracked*, revisions, proposed_marks  tracked changes and change requests
//	finding, sentences, said, near, excerpt   what is reported, in which words
//
// [Sync] does the same, lays the new source out and compares it with the file once more (verify). [Decide] (decide, decide_apply)
// compares a document in which change requests are accepted, [ReplaceText] (replacetext) one with other words in a place, and
// [SyncData] (data*) one in which review data are set; written makes what is compared from the plan, without a Word file.
//
// golden/roundtrip shows each of them by example: what a reviewer does, and what comes of it.
package reviewsync
