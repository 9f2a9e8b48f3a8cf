// Package reviewsync (review/sync) says what a returned Word file means for its source.
//
// [Reconcile] lays nothing out and reads no XML: it gets the plan of the present source and the
// typed reading of the file, aligns the two, and looks only at what differs. Every difference ends
// as a [Finding] with an outcome and a reason; nothing is dropped. What can be applied becomes
// patch operations, the smallest ones that make the source show what the reviewer saw.
//
// The steps, each in a file of its own: align (which returned block is which sent one), base (who
// changed it: reviewer, author or both), merge (who changed which words), move (what was cut and pasted), then
// by kind of text: prose, place and delete (what came and what went), heading and section (the outline), lines,
// grid, charts, pictures, looks, chrome (headers and footers), comments, notes, revisions; edits turns the results into operations and wire into the report
// of the command line.
//
// [Sync] does the same and holds the result against the review once more (verify). [Decide] goes the
// same way with what an author decides at home.
//
// golden/roundtrip shows each of them by example: what a reviewer does, and what comes of it.
package reviewsync
