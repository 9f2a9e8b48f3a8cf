package opc

import (
	"archive/zip"
	"bufio"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"strings"
	"sync"

	"github.com/klauspost/compress/flate"

	"github.com/nomadocx/nomadocx/internal/memory"
)

var (
	errNoPart  = errors.New("there is no such part")
	errChanged = errors.New("the part is damaged: its size or checksum is not what the zip directory says")
)

// Part inflates a part. The bytes are the caller's. An absent part, damaged data and a part beyond
// the limits are errors of type [*PartError].
func (p *Package) Part(name string) ([]byte, error) {
	var b sliceSink
	if err := p.inflate(name, &b); err != nil {
		return nil, err
	}
	return b, nil
}

// Text returns an XML part as UTF-8 text: UTF-16 is converted, a byte order mark dropped, bytes that are
// not UTF-8 replaced. It is one string, so that what is read of it needs no copies.
func (p *Package) Text(name string) (string, error) {
	text, err := p.bytes(name)
	if err != nil {
		return "", err
	}
	text, err = decodeText(text)
	if err != nil {
		return "", partError(name, err)
	}
	return text, nil
}

// Head returns the beginning of a part, at most n bytes: enough to see what it is without unpacking it all.
func (p *Package) Head(name string, n int) ([]byte, error) {
	h := headSink{left: n}
	if err := p.inflate(name, &h); err != nil && h.left > 0 {
		return nil, err
	}
	return h.data, nil
}

type headSink struct {
	data []byte
	left int
}

var errEnough = errors.New("enough has been read")

func (h *headSink) Write(b []byte) (int, error) {
	k := min(len(b), h.left)
	h.data = append(h.data, b[:k]...)
	if h.left -= k; h.left == 0 {
		return k, errEnough
	}
	return k, nil
}
func (h *headSink) grow(int) {}

// sink is where a part is inflated to.
type sink interface {
	io.Writer
	grow(n int)
}

type sliceSink []byte

func (s *sliceSink) Write(b []byte) (int, error) { *s = append(*s, b...); return len(b), nil }
func (s *sliceSink) grow(n int)                  { *s = make([]byte, 0, n) }

type stringSink strings.Builder

func (s *stringSink) Write(b []byte) (int, error) {
	to := (*strings.Builder)(s)
	if to.Cap()-to.Len() < len(b) {
		to.Grow(to.Len() + len(b)) // at least double: appending alone grows by a quarter
	}
	return to.Write(b)
}
func (s *stringSink) grow(n int) { (*strings.Builder)(s).Grow(n) }

var inflaters = sync.Pool{New: func() any { return flate.NewReader(strings.NewReader("")) }}

// packedSize is how many compressed bytes are read from the file at once.
const packedSize = 64 << 10

// inflate writes the part to a sink. It reads one byte more than the directory promised at most, so
// a part that lies about its size costs no more than an honest one.
func (p *Package) inflate(name string, to sink) error {
	e := p.byName[fold(name)]
	if e == nil {
		return partError(name, errNoPart)
	}
	if text, ok := p.held[fold(name)]; ok {
		if to.grow(len(text)); text == "" {
			return nil
		}
		_, err := to.Write(bytesOf(text))
		return err
	}
	size := int64(e.UncompressedSize64)
	at, err := e.DataOffset()
	if err != nil {
		return partError(e.Name, errors.New("the part cannot be found in the file, which is cut off or damaged"))
	}
	raw := bufio.NewReaderSize(io.NewSectionReader(p.r, at, int64(e.CompressedSize64)), int(min(packedSize, e.CompressedSize64)))
	// Room for what such text usually comes to; a declared size alone is nothing to trust.
	to.grow(int(min(size, 1<<20+32*int64(e.CompressedSize64))))
	check := &checked{to: to, left: size}
	if e.Method == zip.Store {
		_, err = io.Copy(check, raw)
	} else {
		f := inflaters.Get().(io.ReadCloser)
		if err = f.(flate.Resetter).Reset(raw, nil); err == nil {
			_, err = io.Copy(check, f)
		}
		_ = f.(flate.Resetter).Reset(strings.NewReader(""), nil) // let go of the file
		inflaters.Put(f)
	}
	var corrupt flate.CorruptInputError
	var much *memory.TooMuch
	switch {
	case errors.As(err, &much):
		return partError(e.Name, much)
	case errors.Is(err, errChanged):
		return partError(e.Name, errChanged)
	case errors.As(err, &corrupt), errors.Is(err, io.ErrUnexpectedEOF):
		return partError(e.Name, errors.New("the compressed data is damaged"))
	case err != nil:
		return partError(e.Name, fmt.Errorf("cannot be unpacked: %w", err))
	case check.left != 0 || check.crc != e.CRC32:
		return partError(e.Name, errChanged)
	}
	return nil
}

// checked passes bytes on until there are more than promised, and sums them.
type checked struct {
	to   io.Writer
	left int64
	crc  uint32
}

func (c *checked) Write(b []byte) (int, error) {
	if c.left -= int64(len(b)); c.left < 0 {
		return 0, errChanged
	}
	c.crc = crc32.Update(c.crc, crc32.IEEETable, b)
	return c.to.Write(b)
}
