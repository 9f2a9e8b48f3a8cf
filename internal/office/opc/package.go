package opc

import (
	"archive/zip"
	"fmt"
	"io"

	"github.com/nomadocx/nomadocx/internal/memory"
)

// Package is a package opened for reading. It keeps the reader it was opened on and no part but relationships: each
// call inflates anew. A Package may be used by several goroutines when its reader may.
type Package struct {
	r       io.ReaderAt
	limits  Limits
	budget  *memory.Budget // of the limits
	entries []*zip.File
	all     []*zip.File          // with folders, in order: what an Edit copies
	byName  map[string]*zip.File // by folded name
	types   map[string]string    // folded part name or "."+extension → content type
	held    map[string]string    // by folded name: the parts of a package that was not packed, see [Held]; nil for a file
	rels    relationsRead
}

// Names returns the names of all parts in the order of the zip directory, relationship parts included.
func (p *Package) Names() []string {
	names := make([]string, len(p.entries))
	for i, e := range p.entries {
		names[i] = e.Name
	}
	return names
}

// Has reports whether the part is there. Names differ by more than ASCII case.
func (p *Package) Has(name string) bool { return p.byName[fold(name)] != nil }

// Name returns the part's name as the package spells it, name itself when there is no such part.
func (p *Package) Name(name string) string {
	if e := p.byName[fold(name)]; e != nil {
		return e.Name
	}
	return name
}

// Size returns the number of bytes of the part, -1 when it is not there.
func (p *Package) Size(name string) int64 {
	if e := p.byName[fold(name)]; e != nil {
		return int64(e.UncompressedSize64)
	}
	return -1
}

// Checksum returns the CRC-32 of the part as the zip directory has it, 0 when the part is not there.
func (p *Package) Checksum(name string) uint32 {
	if e := p.byName[fold(name)]; e != nil {
		return e.CRC32
	}
	return 0
}

// ContentType returns the media type of the part, "" when the package does not say.
func (p *Package) ContentType(name string) string {
	if t, ok := p.types[fold("/"+name)]; ok {
		return t
	}
	return p.types["."+extension(name)]
}

// PartError is a part that cannot be read.
type PartError struct {
	Part string
	Err  error
}

func (e *PartError) Error() string { return fmt.Sprintf("%s: %v", e.Part, e.Err) }
func (e *PartError) Unwrap() error { return e.Err }

func partError(part string, err error) error { return &PartError{Part: part, Err: err} }

// readContentTypes fills types. A package without the stream, or with a broken one, is read
// nonetheless: relationships say what the parts are.
func (p *Package) readContentTypes() {
	p.types = map[string]string{}
	if !p.Has(contentTypes) {
		return
	}
	text, err := p.Text(contentTypes)
	if err != nil {
		return
	}
	x := NewScanner(text, Names{})
	for x.Next() {
		if !x.Opened() {
			continue
		}
		var key, value string
		for i := range x.Attrs() {
			switch a := x.Attr(i); a.Local {
			case "Extension":
				key = "." + fold(a.Value)
			case "PartName":
				key = fold(a.Value)
			case "ContentType":
				value = a.Value
			}
		}
		if key != "" {
			p.types[key] = value
		}
	}
}
