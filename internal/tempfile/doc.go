// Package tempfile writes files that appear whole or not at all.
//
// A new content is written to a temporary file beside its destination, synced, and renamed. The
// temporary file says by its name what it is for and is locked by its writer, and a lock ends with its
// process. So whoever writes the same destination next finds what a killed writer has left, and can
// tell it from the file of one that is still at work.
package tempfile
