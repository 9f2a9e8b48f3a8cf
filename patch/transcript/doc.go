// Package transcript keeps the log of what was done to a document: one [Record] per operation
// that was tried, as one line of JSON, in a file beside the document (Agent Protocol §5).
//
//	log, err := transcript.Open(ctx, transcript.PathOf("report.noma"), wait) // locked until Close
//	err = log.Append(records...)                             // refused operations, and those without effect
//	err = log.AppendWith(target, temp, records, rename)      // operations that change the document
//
//	entries, torn, err := transcript.Read(r)                 // every line, good or bad
//	problems := transcript.Verify(data)                      // what is wrong, and in which line
//	text, err := transcript.Replay(base, entries)            // the document again, byte for byte
//
// # Two files that must agree
//
// A patch changes the document and its transcript, and the process may be killed between the two. So a
// third file, the intent (FILE.patches.pending), is written first and removed last. It holds the lines
// that are about to be added, and the name of the temporary file that is about to become the document:
//
//	temporary file written → intent written → document renamed → transcript appended → intent removed
//
// Whoever opens the log next finds the intent and decides: if the temporary file is still there, the
// document was not renamed, and the patch never happened; otherwise it did, and the lines that are
// missing are added. A line torn in the middle is completed in the same way. Readers do that in
// memory and write nothing.
//
// # What tampering shows
//
// Each record names the hash of the line before it (prev_entry_sha256), and ends in a hash of its own
// line up to there (entry_sha256, an addition of this program). Without that second hash nothing would
// vouch for the last line. Neither is a signature: who rewrites the whole file can do so unseen.
package transcript
