// Package redline shows what became of a Word file as tracked changes in it: accepting all of them gives the newer file,
// rejecting all of them the older one.
//
// [Make] takes two packages. The newer one is brought into the frame of the older one first (frame.go): its relationships,
// numbers of lists, notes, comments and bookmarks get the ids that the same things have there, or new ones. Then the blocks of
// each story are paired by what counts of them (canon.go, blocks.go). Equal blocks are copied as bytes; only those that differ
// are read as trees, taken apart into words and objects (atoms.go) and written with the changes (write.go, paragraph.go, table.go).
//
// Nothing is returned that has not been proved (proof.go).
package redline
