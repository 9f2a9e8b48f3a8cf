// Package revise reads the parts of a Word file that hold text (the document, headers, footers, notes and comments) as
// stretches of bytes, without a model of what they mean, so that what is not changed is copied as it was written.
//
// [Split] cuts a part into its stories and these into their blocks, in one walk. [Accept] and [Reject] read those that have
// tracked changes as elements that know where they stand, and copy the others.
package revise
