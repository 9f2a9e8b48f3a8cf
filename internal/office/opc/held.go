package opc

import (
	"archive/zip"
	"bytes"
	"fmt"
	"hash/crc32"
	"strings"

	"github.com/nomadocx/nomadocx/internal/memory"
)

// Held is what a [Writer] writes a package to that this process goes on with: its parts are kept as they are, not deflated and inflated
// again. What others write to it has to be the bytes of a package.
type Held struct {
	entries []*entry
	packed  bytes.Buffer
}

// Write takes the bytes of a package. It does not fail.
func (h *Held) Write(p []byte) (int, error) { return h.packed.Write(p) }

// Package returns what was written, see [Read].
func (h *Held) Package(lim Limits) (*Package, error) {
	if h.entries == nil {
		return ReadBytes(h.packed.Bytes(), lim)
	}
	lim = lim.withDefaults()
	p := &Package{limits: lim, budget: memory.NewBudget(lim.Memory), byName: map[string]*zip.File{}, held: map[string]string{}}
	for _, e := range h.entries {
		if e.size > lim.PartBytes {
			return nil, fmt.Errorf("%s is larger than %s when unpacked", clipped(e.name), memory.Text(lim.PartBytes))
		}
		f := &zip.File{FileHeader: zip.FileHeader{Name: e.name, Method: zip.Store, CRC32: e.crc, UncompressedSize64: uint64(e.size)}}
		if e.deflated {
			f.Method = zip.Deflate
		}
		p.byName[fold(e.name)], p.held[fold(e.name)] = f, e.held.String()
		p.entries = append(p.entries, f)
	}
	p.all = p.entries
	p.readContentTypes()
	return p, nil
}

// Made reports whether this process wrote the package, see [Held].
func (p *Package) Made() bool { return p.held != nil }

// hold keeps more of a part that is not packed.
func (e *entry) hold(p []byte) {
	e.crc = crc32.Update(e.crc, crc32.IEEETable, p)
	e.size += int64(len(p))
	_, _ = (*stringSink)(e.held).Write(p)
}

// Equal reports whether two packages have the same parts in the same order.
func (p *Package) Equal(q *Package) bool {
	if len(p.entries) != len(q.entries) {
		return false
	}
	for i, a := range p.entries {
		b := q.entries[i]
		if a.Name != b.Name || a.CRC32 != b.CRC32 || a.UncompressedSize64 != b.UncompressedSize64 {
			return false
		}
	}
	for _, e := range p.entries {
		a, errA := p.bytes(e.Name)
		b, errB := q.bytes(e.Name)
		if errA != nil || errB != nil || a != b {
			return false
		}
	}
	return true
}

// bytes returns a part as it is.
func (p *Package) bytes(name string) (string, error) {
	if text, ok := p.held[fold(name)]; ok {
		return text, nil
	}
	var b strings.Builder
	err := p.inflate(name, (*stringSink)(&b))
	return b.String(), err
}
