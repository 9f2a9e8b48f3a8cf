package opc

import (
	"bytes"
	"errors"
	"strings"
	"unicode/utf8"
	"unsafe"

	"github.com/nomadocx/nomadocx/internal/memory"
)

// The body of a long report is sixty megabytes of XML, of which its reader keeps a tenth. It is read while
// it is unpacked, a chunk at a time, and the memory of a chunk serves again once the reader is done with it.

// pieceSize is how many bytes of a part are usually unpacked at once.
const pieceSize = 128 << 10

// pieceRoom is how many bytes are left free before a chunk, for what was not read of the one before it.
const pieceRoom = 1 << 10

// Scan returns a Scanner at the beginning of an XML part. It is unpacked while it is read; all that
// [Package.Text] says of the text holds, and what is wrong with the part is the Scanner's error. The
// strings it returns are good until [Scanner.Release]. Whoever does not read to the end calls [Scanner.Close].
// size is how many bytes are unpacked at once, 0 for what is usual: with little, tests see whether a reader
// keeps what it may not keep.
func (p *Package) Scan(name string, names Names, size int) *Scanner {
	x := NewScanner("", names)
	x.budget = p.budget
	x.look = p.limits.Look
	x.look.Now()
	if size == 0 {
		size = pieceSize
	}
	if p.Size(name) <= int64(size) { // an absent part, too
		x.s, x.err = p.Text(name)
		return x
	}
	x.more = &unpacking{pieces: make(chan []byte, 2), free: make(chan []byte, 4), stop: make(chan struct{}), size: max(size, declarationSize), limit: p.limits.Memory}
	go x.more.run(p, name)
	return x
}

// Release says that the strings returned so far are needed no longer, but for those of the current tag.
func (x *Scanner) Release() {
	if x.more == nil {
		return
	}
	for _, b := range x.more.held {
		select {
		case x.more.free <- b:
		default: // there are enough
		}
	}
	x.more.held = x.more.held[:0]
}

// Close ends a scan before the end of the part.
func (x *Scanner) Close() {
	if x.more != nil {
		close(x.more.stop)
		x.more = nil
	}
}

// refill puts the next chunk behind what has not been read, where offsets begin anew. It returns false when
// there is none, and on an error.
func (x *Scanner) refill() bool {
	if x.more == nil {
		return false
	}
	x.look.Or(x.Close)
	piece, ok := <-x.more.pieces
	if !ok {
		x.err, x.more = x.more.err, nil
		return false
	}
	x.lines += strings.Count(x.s[:x.pos], "\n")
	rest := x.s[x.pos:]
	from := pieceRoom - len(rest)
	if from < 0 {
		piece, from = append(make([]byte, len(rest), len(rest)+len(piece)), piece[pieceRoom:]...), 0
	}
	copy(piece[from:], rest)
	// The elements that are open stay so when the chunk they began in is gone.
	for i := range x.open[:x.depth] {
		x.open[i].name = strings.Clone(x.open[i].name)
	}
	for i := range x.bound {
		x.bound[i].prefix = strings.Clone(x.bound[i].prefix)
	}
	x.lastKnown, x.prefixes = false, nil
	if x.more.now != nil {
		x.more.held = append(x.more.held, x.more.now)
	}
	x.more.now = piece
	x.s, x.pos = unsafe.String(unsafe.SliceData(piece[from:]), len(piece)-from), 0
	return true
}

// drain unpacks the rest and returns what is wrong with the part.
func (x *Scanner) drain() error {
	if x.more == nil {
		return nil
	}
	for range x.more.pieces {
	}
	err := x.more.err
	x.more = nil
	return err
}

// unpacking is a part that is being unpacked. Chunks are valid UTF-8 and end before a "<", or with the part.
type unpacking struct {
	pieces chan []byte // behind pieceRoom free bytes
	free   chan []byte // memory for new chunks
	stop   chan struct{}
	err    error // once chunks is closed
	size   int
	limit  int64 // of the memory that the document may take

	now  []byte   // the chunk being read
	held [][]byte // chunks that strings may still point into
}

var errStopped = errors.New("nobody reads on")

func (u *unpacking) run(p *Package, name string) {
	to := &pieceSink{unpacking: u, head: true, next: u.empty()}
	u.err = p.inflate(name, to)
	if u.err == nil {
		if err := to.end(); err != nil && !errors.Is(err, errStopped) {
			u.err = partError(name, err)
		}
	}
	close(u.pieces)
}

// empty returns memory for a chunk, with its room.
func (u *unpacking) empty() []byte {
	select {
	case b := <-u.free:
		return b[:pieceRoom]
	default:
		return make([]byte, pieceRoom, pieceRoom+u.size)
	}
}

// send hands a chunk to the reader.
func (u *unpacking) send(piece []byte) error {
	if text := piece[pieceRoom:]; !utf8.Valid(text) {
		piece = append(make([]byte, pieceRoom), bytes.ToValidUTF8(text, []byte("\uFFFD"))...)
	}
	select {
	case u.pieces <- piece:
		return nil
	case <-u.stop:
		return errStopped
	}
}

// pieceSink cuts what it is given in chunks.
type pieceSink struct {
	*unpacking
	next  []byte // the chunk in the making
	head  bool   // it is the first
	whole bool   // the text cannot be read in chunks
}

func (s *pieceSink) grow(int) {}

func (s *pieceSink) Write(b []byte) (int, error) {
	for rest := b; len(rest) > 0; {
		n := pieceRoom + s.size - len(s.next)
		if n <= 0 {
			n = s.size // something is longer than a chunk
		}
		n = min(n, len(rest))
		if err := s.add(rest[:n]); err != nil {
			return 0, err
		}
		rest = rest[n:]
	}
	return len(b), nil
}

func (s *pieceSink) add(b []byte) error {
	searched := len(s.next) - pieceRoom
	s.next = append(s.next, b...)
	text := s.next[pieceRoom:]
	if len(text) < s.size {
		return nil
	}
	if s.head {
		s.head, s.whole = false, !plainText(string(text[:min(len(text), declarationSize)]))
	}
	if searched < s.size {
		searched = 0
	}
	if int64(len(text))*textCost > s.limit {
		return &memory.TooMuch{Limit: s.limit}
	}
	cut := bytes.LastIndexByte(text[searched:], '<')
	if s.whole || cut < 0 || searched+cut == 0 {
		return nil
	}
	cut += searched
	piece := s.next[:pieceRoom+cut]
	s.next = append(s.empty(), text[cut:]...)
	return s.send(piece)
}

// end hands out what is left.
func (s *pieceSink) end() error {
	if s.head || s.whole {
		text, err := decodeText(string(s.next[pieceRoom:]))
		if err != nil {
			return err
		}
		s.next = append(s.next[:pieceRoom], text...)
	}
	return s.send(s.next)
}
