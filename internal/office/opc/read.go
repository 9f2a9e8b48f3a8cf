package opc

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/nomadocx/nomadocx/internal/halt"
	"github.com/nomadocx/nomadocx/internal/memory"
)

// Limits bound what a package may be. A zero field stands for its default.
type Limits struct {
	Entries int // entries of the zip directory; default 10,000
	// Memory is what reading the XML parts may take, in bytes, as estimated while they are read (xml_cost.go); default
	// [memory.Limit].
	Memory     int64
	PartBytes  int64 // one part, inflated; default a quarter of Memory, at most 512 MiB
	TotalBytes int64 // all parts, inflated; default 2 GiB
	// Ratio is how many times larger than its compressed form a part above 1 MiB may be; default
	// 2,000. Deflate itself reaches 1,032.
	Ratio int64
	// Look ends the reading of parts when it should not go on.
	Look halt.Look
}

func (l Limits) withDefaults() Limits {
	def := func(n *int64, v int64) {
		if *n <= 0 {
			*n = v
		}
	}
	if l.Entries <= 0 {
		l.Entries = 10_000
	}
	def(&l.Memory, memory.Limit())
	def(&l.PartBytes, min(512<<20, l.Memory/4))
	def(&l.TotalBytes, 2<<30)
	def(&l.Ratio, 2000)
	return l
}

// ReadBytes opens a package that is in memory, see [Read].
func ReadBytes(data []byte, lim Limits) (*Package, error) {
	return Read(bytes.NewReader(data), int64(len(data)), lim)
}

// Read opens a package of size bytes. Only the directory of the zip is read here; what it declares
// is checked against the limits, and [Package.Part] holds the parts to it.
func Read(r io.ReaderAt, size int64, lim Limits) (*Package, error) {
	lim = lim.withDefaults()
	if err := looksLikeZip(r, size, lim); err != nil {
		return nil, err
	}
	z, err := zip.NewReader(r, size)
	if err != nil {
		return nil, errDamaged
	}
	if len(z.File) > lim.Entries {
		return nil, tooManyEntries(lim)
	}
	p := &Package{r: r, limits: lim, budget: memory.NewBudget(lim.Memory), byName: make(map[string]*zip.File, len(z.File))}
	p.all = z.File
	var total uint64
	for _, e := range z.File {
		if problem := checkName(e.Name); problem != "" {
			return nil, fmt.Errorf("the entry %q %s", clipped(e.Name), problem)
		}
		if e.Name[len(e.Name)-1] == '/' {
			continue // a folder
		}
		if err := checkEntry(e, lim, size); err != nil {
			return nil, err
		}
		if total += e.UncompressedSize64; total > uint64(lim.TotalBytes) {
			return nil, fmt.Errorf("the parts are larger than %s together (%s is one of them)", memory.Text(lim.TotalBytes), clipped(e.Name))
		}
		if p.byName[fold(e.Name)] != nil {
			return nil, fmt.Errorf("the entry %s is there twice", clipped(e.Name))
		}
		p.byName[fold(e.Name)] = e
		p.entries = append(p.entries, e)
	}
	p.readContentTypes()
	return p, nil
}

// checkEntry refuses an entry by what the directory says of it.
func checkEntry(e *zip.File, lim Limits, size int64) error {
	name := clipped(e.Name)
	switch {
	case e.Flags&1 != 0:
		return fmt.Errorf("the entry %s is encrypted", name)
	case e.Method != zip.Store && e.Method != zip.Deflate:
		return fmt.Errorf("the entry %s is compressed in a way no Word document is (zip method %d)", name, e.Method)
	case e.UncompressedSize64 > uint64(lim.PartBytes):
		return fmt.Errorf("%s is larger than %s when unpacked", name, memory.Text(lim.PartBytes))
	case e.CompressedSize64 > uint64(size):
		return fmt.Errorf("the entry %s is longer than the file: the file is cut off or damaged", name)
	case e.Method == zip.Store && e.CompressedSize64 != e.UncompressedSize64:
		return fmt.Errorf("the entry %s is damaged: it has two sizes", name)
	case exceeds(int64(e.UncompressedSize64), int64(e.CompressedSize64), lim.Ratio):
		return fmt.Errorf("%s is suspiciously well compressed: more than 1:%d", name, lim.Ratio)
	}
	return nil
}

// exceeds reports whether a part of some size breaks the bound on the ratio.
func exceeds(inflated, compressed, ratio int64) bool {
	return inflated > 1<<20 && inflated/ratio > compressed
}

var (
	errEmpty   = errors.New("the file is empty")
	errDamaged = errors.New("the file is damaged or cut off: its zip directory cannot be read")
)

func tooManyEntries(lim Limits) error {
	return fmt.Errorf("the package has more than %d entries", lim.Entries)
}

// looksLikeZip finds the end of the zip directory (APPNOTE.TXT §4.3.16) and says in plain words
// what the file is when there is none. The size of the directory is bounded before anybody
// allocates room for its entries.
func looksLikeZip(r io.ReaderAt, size int64, lim Limits) error {
	if size <= 0 {
		return errEmpty
	}
	head := make([]byte, min(size, 512))
	if _, err := r.ReadAt(head, 0); err != nil && err != io.EOF {
		return err
	}
	if kind := kindOf(head); kind == oldWord && hasPassword(r, size) {
		return errors.New("the document is protected with a password: open it in Word, remove the password, and save it again")
	} else if kind != "" {
		advice := ""
		if documents[kind] {
			advice = ": open it in Word or LibreOffice and save it as .docx"
		}
		return fmt.Errorf("this is %s, not a .docx%s", kind, advice)
	}
	tail := make([]byte, min(size, 22+0xffff))
	if _, err := r.ReadAt(tail, size-int64(len(tail))); err != nil && err != io.EOF {
		return err
	}
	at := endRecord(tail)
	if at < 0 {
		if bytes.HasPrefix(head, []byte("PK\x03\x04")) {
			return errors.New("the file is cut off: the end of the zip directory is missing")
		}
		return errors.New("this is not a .docx: it is not a zip file")
	}
	end := tail[at:]
	entries, length := uint64(binary.LittleEndian.Uint16(end[10:])), uint64(binary.LittleEndian.Uint32(end[12:]))
	start := uint64(binary.LittleEndian.Uint32(end[16:]))
	if entries == 0xffff || length == 0xffffffff || start == 0xffffffff {
		var ok bool
		if entries, length, ok = endRecord64(r, size, size-int64(len(tail)-at)); !ok {
			return errDamaged
		}
	}
	if entries > uint64(lim.Entries) || length > uint64(lim.Entries)*2048 {
		return tooManyEntries(lim)
	}
	if length > uint64(size) {
		return errDamaged
	}
	return nil
}

// endRecord returns the offset of the end of central directory record, -1 when there is none.
func endRecord(tail []byte) int {
	for i := len(tail) - 22; i >= 0; i-- {
		if tail[i] == 'P' && tail[i+1] == 'K' && tail[i+2] == 5 && tail[i+3] == 6 &&
			i+22+int(binary.LittleEndian.Uint16(tail[i+20:])) <= len(tail) {
			return i
		}
	}
	return -1
}

// endRecord64 reads the 64-bit variant (APPNOTE.TXT §4.3.14), which some writers use for small
// packages too.
func endRecord64(r io.ReaderAt, size, end int64) (entries, length uint64, ok bool) {
	var locator [20]byte
	if end < 20 {
		return 0, 0, false
	}
	if _, err := r.ReadAt(locator[:], end-20); err != nil || string(locator[:4]) != "PK\x06\x07" {
		return 0, 0, false
	}
	at := binary.LittleEndian.Uint64(locator[8:])
	var record [56]byte
	if at > uint64(size)-20 {
		return 0, 0, false
	}
	if _, err := r.ReadAt(record[:], int64(at)); err != nil || string(record[:4]) != "PK\x06\x06" {
		return 0, 0, false
	}
	return binary.LittleEndian.Uint64(record[32:]), binary.LittleEndian.Uint64(record[40:]), true
}

// oldWord, openDocument, rich and page are documents that a word processor can save as .docx.
const (
	oldWord      = "an old .doc"
	openDocument = "an OpenDocument text (.odt)"
	rich         = "an RTF file"
	page         = "an HTML page"
)

var documents = map[string]bool{oldWord: true, openDocument: true, rich: true, page: true}

// maxContainer bounds what is read of a compound file to see what it holds, in bytes.
const maxContainer = 64 << 20

// hasPassword reports whether a compound file holds an encrypted package: its directory has an entry of
// that name ([MS-OFFCRYPTO] §2.3.1), in UTF-16.
func hasPassword(r io.ReaderAt, size int64) bool {
	var name []byte
	for _, c := range "EncryptedPackage" {
		name = append(name, byte(c), 0)
	}
	buffer := make([]byte, min(size, 1<<20))
	for at := int64(0); at < min(size, maxContainer); at += int64(len(buffer) - len(name)) {
		n, err := r.ReadAt(buffer, at)
		if bytes.Contains(buffer[:n], name) {
			return true
		}
		if err != nil || len(buffer) <= len(name) {
			return false
		}
	}
	return false
}

// kindOf names what a file is that people hand in instead of a .docx, "" when it is none of those.
func kindOf(head []byte) string {
	start := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")), " \t\r\n")
	for _, k := range [...]struct{ magic, kind string }{
		{"%PDF-", "a PDF"},
		{"{\\rtf", rich},
		{"\x89PNG", "a picture (PNG)"},
		{"\xff\xd8\xff", "a picture (JPEG)"},
		{"\x1f\x8b", "a gzip file"},
		{"7z\xbc\xaf", "a 7-Zip file"},
		{"Rar!", "a RAR file"},
	} {
		if bytes.HasPrefix(head, []byte(k.magic)) || bytes.HasPrefix(start, []byte(k.magic)) {
			return k.kind
		}
	}
	lower := bytes.ToLower(start)
	switch {
	case bytes.HasPrefix(head, []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")):
		return oldWord // or a new one with a password, which lies in the same container
	case bytes.HasPrefix(head, []byte("PK")) && len(head) > 30 && bytes.HasPrefix(head[30:], []byte("mimetypeapplication/vnd.oasis.opendocument.text")):
		// The name and the content of the first entry, which is stored (ODF 1.3 part 2, §3.3).
		return openDocument
	case bytes.HasPrefix(lower, []byte("<!doctype html")), bytes.HasPrefix(lower, []byte("<html")):
		return page
	case bytes.HasPrefix(lower, []byte("<?xml")):
		return "an XML file"
	}
	return ""
}

// clipped keeps a hostile name from filling the screen.
func clipped(name string) string {
	if len(name) > 80 {
		return fmt.Sprintf("%.77s...", name)
	}
	return name
}
