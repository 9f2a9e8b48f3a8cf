package main

import (
	"bytes"
	"encoding/binary"
	"testing"

	"pgregory.net/rapid"
)

// TestShrink: a section of data gives the same memory as before, in fewer segments, and other sections are as they were.
func TestShrink(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		memory := append(table(), 1)
		for range rapid.IntRange(0, 8).Draw(t, "pieces") {
			memory = append(memory, make([]byte, rapid.IntRange(0, 3*gap).Draw(t, "zeros"))...)
			memory = append(memory, rapid.SliceOfN(rapid.Byte(), 1, 300).Draw(t, "data")...)
		}
		before, want := bytes.Clone(memory), bytes.Clone(memory)
		if err := dropLines(want); err != nil {
			t.Fatal(err)
		}
		// As the linker does: each run of bytes that are not zero.
		var segments []byte
		count := 0
		for at := 0; at < len(before); {
			size := max(bytes.IndexByte(before[at:], 0), 0)
			if i := bytes.IndexByte(before[at:], 0); i < 0 {
				size = len(before) - at
			}
			if size > 0 {
				segments = append(appendSigned(append(segments, 0, 0x41), at), 0x0b)
				segments = append(binary.AppendUvarint(segments, uint64(size)), before[at:at+size]...)
				count++
			}
			at += size + 1
		}
		data := append(binary.AppendUvarint(nil, uint64(count)), segments...)
		module := append([]byte("\x00asm\x01\x00\x00\x00\x0a\x03abc\x0b"), append(binary.AppendUvarint(nil, uint64(len(data))), data...)...)
		small, err := shrink(module)
		if err != nil {
			t.Fatal(err)
		}
		r := reader{data: small[13:]}
		if !bytes.Equal(small[:13], module[:13]) || r.byte() != 11 {
			t.Fatalf("% x", small[:20])
		}
		section := r.take(r.number())
		got, err := readData(section)
		if err != nil || len(r.data) > 0 {
			t.Fatal(err, len(r.data))
		}
		if want = bytes.TrimRight(want, "\x00"); !bytes.Equal(got, want) {
			t.Fatalf("memory of %d bytes became one of %d", len(want), len(got))
		}
		if n := (&reader{data: section}).number(); n > count || n > 18 {
			t.Fatalf("%d segments became %d", count, n)
		}
	})
}

// table returns a table of functions with two functions: they share a table of lines, and that of frames is the same as one of lines.
func table() []byte {
	tables := []byte{0, 2, 5, 0 /* 1: frames */, 4, 7, 0 /* 4: lines */, 6, 9, 0 /* 7: files */}
	word := binary.LittleEndian.AppendUint32
	function := func(sp, file, line uint32) []byte {
		f := make([]byte, pcsp)
		f = word(word(word(f, sp), file), line)
		return append(f, make([]byte, pcdata-len(f))...)
	}
	functions := word(word(word(word(nil, 0), 16), 1), 16+pcdata)
	functions = append(append(functions, function(1, 7, 4)...), function(1, 7, 1)...)
	out := []byte(tableMagic)
	for _, n := range []int{2, 1, 0, 72, 73, 74, 75, 75 + len(tables)} {
		out = binary.LittleEndian.AppendUint64(out, uint64(n))
	}
	return append(append(append(out, 1, 1, 1), tables...), functions...)
}

// TestDropLines: the tables of lines and files are gone, those that are also something else are not.
func TestDropLines(t *testing.T) {
	memory := table()
	if err := dropLines(memory); err != nil {
		t.Fatal(err)
	}
	if got := memory[75:85]; !bytes.Equal(got, []byte{0, 2, 5, 0, 0, 0, 0, 0, 0, 0}) {
		t.Errorf("tables are % x", got)
	}
	if dropLines([]byte("no table")) == nil {
		t.Error("a memory without a table has one")
	}
}
