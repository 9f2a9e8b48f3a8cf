package opc

import (
	"archive/zip"
	"bytes"
	"hash/crc32"
	"io"
	"runtime"
	"strings"
	"sync"

	"github.com/klauspost/compress/flate"
)

const (
	// level trades time for size. Measured on 11 MB of our WordprocessingML: level 5 gives 933 kB in
	// 33 ms, level 6 906 kB in 41 ms, level 2 1,122 kB in 26 ms, level 9 816 kB in 380 ms; the standard
	// library's 6 gives 854 kB in 150 ms. Blocks are deflated in parallel.
	level = 5
	// blockBytes is how much of a part is deflated as a unit, in parallel with others. It is fixed:
	// the output must not depend on the number of processors.
	blockBytes = 512 << 10
	// smallBytes is how much of a part is collected in memory of its own size: most parts are smaller, and memory for a whole block would
	// be cleared for each of them.
	smallBytes = 16 << 10
	// windowBytes is how far back deflate refers (RFC 1951 §2): a block starts with the end of the
	// block before as its dictionary, so that cutting costs next to nothing.
	windowBytes = 32 << 10
	// repeatsAtMost is how many small parts are kept with what they deflate to, and as many older ones.
	repeatsAtMost = 64
)

// entry is a zip entry in the making. Blocks are deflated by goroutines while the caller goes on.
type entry struct {
	name     string
	deflated bool
	crc      uint32
	size     int64
	buf      []byte // the block being filled, behind the window
	window   int    // bytes of the previous block in front of buf
	blocks   []*block
	held     *strings.Builder // the part itself, when it is not to be packed, see [Held]
}

// block is one unit of compressed data, ready once done is closed.
type block struct {
	out  []byte
	done chan struct{}
}

// deflater compresses one block at a time. Only then it is known how long a block becomes: it is
// collected in memory that serves for the next, and kept in memory of its own length.
type deflater struct {
	w   *flate.Writer
	out bytes.Buffer
}

var (
	// busy bounds how many blocks wait or are worked on, in all packages of the process.
	busy     = make(chan struct{}, runtime.GOMAXPROCS(0)+1)
	deflates = sync.Pool{New: func() any {
		w, err := flate.NewWriter(io.Discard, level)
		if err != nil {
			panic(err) // the level is a constant
		}
		return &deflater{w: w}
	}}
	buffers = sync.Pool{New: func() any { b := make([]byte, 0, windowBytes+blockBytes); return &b }}
	// repeats is what small parts deflate to: styles, settings and the like are the same in most files that a process writes. When there
	// are too many they become the older ones, and those of the older ones that nobody asked for since go.
	repeats = struct {
		sync.Mutex
		deflated, older map[string][]byte
	}{deflated: map[string][]byte{}}
)

func newEntry(name string, deflated bool) *entry { return &entry{name: name, deflated: deflated} }

// Write takes more of the part. It does not fail.
func (e *entry) Write(p []byte) (int, error) {
	n := len(p)
	if e.held != nil {
		e.hold(p)
		return n, nil
	}
	e.crc = crc32.Update(e.crc, crc32.IEEETable, p)
	e.size += int64(n)
	for len(p) > 0 {
		k := min(len(p), blockBytes-(len(e.buf)-e.window))
		if need := len(e.buf) + k; need > cap(e.buf) && need > smallBytes {
			e.buf = append((*buffers.Get().(*[]byte))[:0], e.buf...)
		}
		e.buf = append(e.buf, p[:k]...)
		p = p[k:]
		if len(e.buf)-e.window == blockBytes {
			e.cut(false)
		}
	}
	return n, nil
}

func (e *entry) text(s string) { _, _ = e.Write(bytesOf(s)) }

// whole takes a part whose bytes are known, as Write and finish do, without copying them.
func (e *entry) whole(data []byte) {
	if !e.deflated || len(data) <= smallBytes {
		_, _ = e.Write(data)
		e.finish()
		return
	}
	e.crc, e.size = crc32.ChecksumIEEE(data), int64(len(data))
	for from := 0; ; from += blockBytes {
		to := min(from+blockBytes, len(data))
		window := min(from, windowBytes)
		b := &block{done: make(chan struct{})}
		e.blocks = append(e.blocks, b)
		last := to == len(data) && to-from < blockBytes // as Write cuts them
		b.start(data[from-window:to:to], window, last, func() {})
		if last {
			return
		}
	}
}

// cut hands the filled block to a goroutine; the last one ends the deflate stream.
func (e *entry) cut(last bool) {
	buf, window := e.buf, e.window
	e.buf, e.window = nil, 0
	b := &block{done: make(chan struct{})}
	e.blocks = append(e.blocks, b)
	if !e.deflated {
		b.out = bytes.Clone(buf[window:])
		release(buf)
		close(b.done)
		return
	}
	if !last {
		next := (*buffers.Get().(*[]byte))[:0]
		e.buf = append(next, buf[max(0, len(buf)-windowBytes):]...)
		e.window = len(e.buf)
	}
	if last && len(e.blocks) == 1 && len(buf) < 32<<10 {
		b.deflateSmall(buf) // not worth a goroutine
		return
	}
	b.start(buf, window, last, func() { release(buf) })
}

// start is deflate in a goroutine of its own, which calls read when it needs buf no more.
func (b *block) start(buf []byte, window int, last bool, read func()) {
	busy <- struct{}{}
	go func() {
		b.deflate(buf, window, last)
		read()
		close(b.done)
		<-busy
	}()
}

// deflate compresses buf[window:] with buf[:window] as the text before it. A block that is not the
// last ends at a byte boundary without ending the stream (an empty stored block, RFC 1951 §3.2.4).
func (b *block) deflate(buf []byte, window int, last bool) {
	d := deflates.Get().(*deflater)
	d.out.Reset()
	d.w.ResetDict(&d.out, buf[:window])
	_, _ = d.w.Write(buf[window:]) // writing to memory does not fail
	if last {
		_ = d.w.Close()
	} else {
		_ = d.w.Flush()
	}
	b.out = bytes.Clone(d.out.Bytes())
	d.w.ResetDict(io.Discard, nil) // keep no reference to buf
	deflates.Put(d)
}

// deflateSmall is deflate of a whole part, which may be one that was deflated before.
func (b *block) deflateSmall(buf []byte) {
	part := string(buf)
	repeats.Lock()
	if b.out = repeats.deflated[part]; b.out == nil {
		if b.out = repeats.older[part]; b.out != nil {
			keepRepeat(part, b.out)
		}
	}
	repeats.Unlock()
	defer close(b.done)
	defer release(buf)
	if b.out != nil {
		return
	}
	b.deflate(buf, 0, true)
	repeats.Lock()
	defer repeats.Unlock()
	keepRepeat(part, b.out)
}

// keepRepeat keeps what a small part deflates to; repeats is locked.
func keepRepeat(part string, deflated []byte) {
	if len(repeats.deflated) >= repeatsAtMost {
		repeats.deflated, repeats.older = map[string][]byte{}, repeats.deflated
	}
	repeats.deflated[part] = deflated
}

func release(buf []byte) {
	if cap(buf) >= windowBytes+blockBytes {
		buf = buf[:0]
		buffers.Put(&buf)
	}
}

// finish ends the entry; no Write may follow.
func (e *entry) finish() {
	if e.held == nil && (e.deflated || e.buf != nil) {
		e.cut(true)
	}
}

// wait lets the blocks become ready and returns how many bytes they are.
func (e *entry) wait() int {
	n := 0
	for _, b := range e.blocks {
		<-b.done
		n += len(b.out)
	}
	return n
}

// writeTo waits for the blocks and writes the entry with its sizes in front, so that no reader needs
// a data descriptor.
func (e *entry) writeTo(z *zip.Writer) error {
	h := &zip.FileHeader{
		Name: e.name, Method: zip.Store, Flags: 0x800, CRC32: e.crc,
		CreatorVersion: 20, ReaderVersion: 20,
		ModifiedDate:       1<<5 | 1, //nolint:staticcheck // Modified would add a time zone field; 1980-01-01, the first day zip knows
		UncompressedSize64: uint64(e.size), CompressedSize64: uint64(e.wait()),
	}
	if e.deflated {
		h.Method = zip.Deflate
	}
	w, err := z.CreateRaw(h)
	for _, b := range e.blocks {
		if err == nil {
			_, err = w.Write(b.out)
		}
	}
	return err
}
