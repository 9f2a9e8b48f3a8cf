// Package wml is WordprocessingML (ECMA-376 part 1, §17) as Go types, both ways.
//
// [Read] makes one walk over a package and resolves everything that depends on the place in a file:
// styles by name, lists through numbering.xml, fields and links, tracked changes, content controls,
// alternatives. What comes out is a [Document] of stories, which are lists of blocks: paragraphs and
// tables. A paragraph is a list of runs, each with one formatting, and of points, the marks of width zero.
//
//	d, err := wml.Read(pkg, wml.Options{})
//	for _, b := range d.Stories[0].Blocks {
//		if p, ok := b.(*wml.Paragraph); ok {
//			fmt.Println(p.Style, p.Text(wml.Current))
//		}
//	}
//
// Nothing a person wrote is left out. Tracked changes tag the runs they hold for, and a [View] picks
// a side when a text is asked for; what we do not understand is there as a run of kind [Opaque]. The
// package does not interpret: that a paragraph is the label of a block is said elsewhere.
//
// The reader is in read*.go, styles.go and numbering.go: read_walk.go has the state of the walk, and
// each other file one kind of construct. A document shares no memory with the file it was read from
// (read_texts.go). [Paragraphs] goes through blocks, tables included, and [Dump] shows what was read.
//
// [Builder] writes. It is the only place that knows escaping, the order of children and required
// attributes; see build*.go.
package wml
