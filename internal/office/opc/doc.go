// Package opc reads and writes Open Packaging Convention packages (ECMA-376 part 2), the zip files
// behind .docx: parts, the relationships between them, and their content types.
//
// Reading assumes a hostile file. [Read] examines the directory only and refuses what no Word
// document needs; [Package.Part] inflates one part when it is asked for, and stops at a bound. A
// part is found by relationship, never by guessing where Word would have put it:
//
//	p, err := opc.Read(file, size, opc.Limits{})
//	main, ok := p.Related("", opc.TypeOfficeDocument)
//	xml, err := p.Text(main)
//
// [Scanner] is the one XML reader of the program: a pull parser over the text of a part that knows
// namespaces, refuses document type definitions and bounds the depth.
//
// Writing is deterministic: equal parts in equal order give equal bytes, whatever the clock and the
// number of processors. [Writer] takes the parts one after the other, deflates large ones in
// parallel blocks, and adds [Content_Types].xml and the relationship parts by itself:
//
//	w := opc.NewWriter(file)
//	w.AddRel("", opc.TypeOfficeDocument, "word/document.xml", false)
//	part, err := w.Create("word/document.xml", contentType)
//	io.WriteString(part, xml)
//	err = w.Close()
//
// Part names are written without the leading slash of the standard, as they stand in the zip.
package opc
