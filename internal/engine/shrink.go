package main

import (
	"bytes"
	"encoding/binary"
	"errors"
)

// gap is the number of zero bytes from which on two segments of data take less room than one.
const gap = 256

// shrink returns a module without what it does not need. The linker of Go makes a segment of each few bytes of data, up to 100,000 of
// them, whose offsets pack badly: they become one segment wherever less than gap zero bytes are between two. And the tables that give
// the lines of functions are left out, so that a trace of the engine names functions alone. It fails when the module is not as the
// linker makes it.
func shrink(module []byte) ([]byte, error) {
	out := bytes.NewBuffer(append([]byte(nil), module[:min(8, len(module))]...)) // magic number and version
	for r := (reader{data: module[out.Len():]}); len(r.data) > 0; {
		id := r.byte()
		section := r.take(r.number())
		if r.failed {
			return nil, errors.New("the module is cut off")
		}
		if id == 11 { // data (WebAssembly 1.0, §5.5.14)
			memory, err := readData(section)
			if err != nil {
				return nil, err
			}
			if err := dropLines(memory); err != nil {
				return nil, err
			}
			section = writeData(memory)
		}
		out.WriteByte(id)
		out.Write(binary.AppendUvarint(nil, uint64(len(section))))
		out.Write(section)
	}
	return out.Bytes(), nil
}

// readData returns the memory that a section of data makes.
func readData(section []byte) (memory []byte, err error) {
	r := reader{data: section}
	for range r.number() {
		mode, op := r.byte(), r.byte()
		at := r.number() // an offset below 1<<31, where signed and unsigned numbers have the same bytes but for their last zero
		end := r.byte()
		data := r.take(r.number())
		if r.failed || mode != 0 || op != 0x41 || end != 0x0b || at > 1<<28 { // an active segment at an i32.const
			return nil, errors.New("the module has a segment of data of another kind")
		}
		if need := at + len(data) - len(memory); need > 0 {
			memory = append(memory, make([]byte, need)...)
		}
		copy(memory[at:], data)
	}
	return memory, nil
}

// writeData returns the section of data that makes a memory.
func writeData(memory []byte) []byte {
	var body []byte
	count, none := 0, make([]byte, gap)
	for at := 0; at < len(memory); {
		if memory[at] == 0 {
			at++
			continue
		}
		size := bytes.Index(memory[at:], none)
		if size < 0 {
			size = len(bytes.TrimRight(memory[at:], "\x00"))
		}
		body = append(body, 0, 0x41)
		body = appendSigned(body, at)
		body = append(body, 0x0b)
		body = binary.AppendUvarint(body, uint64(size))
		body = append(body, memory[at:at+size]...)
		count, at = count+1, at+size
	}
	return append(binary.AppendUvarint(nil, uint64(count)), body...)
}

// appendSigned appends a number that is not negative in LEB128 with a sign.
func appendSigned(to []byte, n int) []byte {
	to = binary.AppendUvarint(to, uint64(n))
	if last := to[len(to)-1]; last&0x40 != 0 {
		to[len(to)-1] |= 0x80
		to = append(to, 0)
	}
	return to
}

// The table of functions as the linker writes it (runtime.pcHeader and runtime._func in the source of Go; internal/abi has its numbers).
const (
	tableMagic  = "\xf1\xff\xff\xff\x00\x00\x01\x08" // since Go 1.20, for instructions of one byte and pointers of eight
	headerWords = 8                                  // functions, files, text, and where names, units, files, tables and functions begin
	pcfile      = 20                                 // of a function: where its table of files is
	pcln        = 24                                 // and that of its lines
	npcdata     = 28
	pcdata      = 44
	pcsp        = 16
)

// dropLines takes the tables of files and lines out of a memory: who asks for a line gets "?". It fails without a table of functions.
func dropLines(memory []byte) error {
	start, header := findTable(memory)
	if start < 0 {
		return errors.New("the module has no table of functions of a version of Go that this knows")
	}
	tables, functions := memory[start+header[6]:start+header[7]], memory[start+header[7]:]
	word := func(at int) int { return int(binary.LittleEndian.Uint32(functions[at:])) }
	kept, dropped := map[int]bool{}, map[int]bool{}
	for i := range header[0] {
		f := word(8*i + 4)
		dropped[word(f+pcfile)], dropped[word(f+pcln)] = true, true
		kept[word(f+pcsp)] = true
		for k := range word(f + npcdata) {
			kept[word(f+pcdata+4*k)] = true
		}
		clear(functions[f+pcfile : f+pcln+4]) // no table
	}
	for at := range dropped {
		if kept[at] || at == 0 {
			continue
		}
		r := reader{data: tables[at:]}
		for first := true; r.number() != 0 || first; first = false { // pairs of a value and a step, up to a value of zero
			r.number()
		}
		clear(tables[at : len(tables)-len(r.data)])
	}
	return nil
}

// findTable returns where the table of functions is and the words behind its magic number.
func findTable(memory []byte) (start int, header [headerWords]int) {
	for from := 0; ; from = start + 1 {
		i := bytes.Index(memory[from:], []byte(tableMagic))
		if i < 0 {
			return -1, header
		}
		start = from + i
		sane := start+8+8*headerWords < len(memory)
		for k := range header {
			if sane {
				n := binary.LittleEndian.Uint64(memory[start+8+8*k:])
				sane = n < uint64(len(memory)-start)
				header[k] = int(n)
			}
		}
		if sane && header[0] > 0 && header[3] < header[4] && header[6] < header[7] {
			return start, header
		}
	}
}

// reader reads numbers and bytes; failed says that there were too few.
type reader struct {
	data   []byte
	failed bool
}

func (r *reader) take(n int) []byte {
	if n < 0 || n > len(r.data) {
		r.failed, r.data = true, nil
		return nil
	}
	taken := r.data[:n]
	r.data = r.data[n:]
	return taken
}

func (r *reader) byte() byte {
	if b := r.take(1); b != nil {
		return b[0]
	}
	return 0
}

// number reads one in LEB128 without a sign.
func (r *reader) number() int {
	n, size := binary.Uvarint(r.data)
	if size <= 0 {
		size = len(r.data) + 1
	}
	r.take(size)
	return int(n)
}
