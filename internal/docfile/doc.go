// Package docfile is the one way to change a file: it appears whole or not at all.
//
// A new content is written to a temporary file beside its destination, synced, and renamed. The
// temporary file says by its name what it is for and is locked by its writer, and a lock ends with its
// process. So whoever writes the same destination next finds what a killed writer has left, and can
// tell it from the file of one that is still at work.
//
// A [Replacement] gives a locked file another text if it still is what it was read as, [Outputs] are the
// files of one command, which appear together, and [Write] is for a file that nobody else writes.
package docfile
