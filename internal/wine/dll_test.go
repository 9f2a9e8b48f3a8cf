package main

import (
	"bytes"
	"debug/pe"
	"testing"
)

// TestForwarder: the DLL is one for other readers too, and its table names the function and where it is.
func TestForwarder(t *testing.T) {
	f, err := pe.NewFile(bytes.NewReader(forwarder("a.dll", "One", "B.Two")))
	if err != nil {
		t.Fatal(err)
	}
	header, ok := f.OptionalHeader.(*pe.OptionalHeader64)
	if !ok || f.Machine != pe.IMAGE_FILE_MACHINE_AMD64 || len(f.Sections) != 1 {
		t.Fatalf("it is %+v", f.FileHeader)
	}
	data, err := f.Sections[0].Data()
	if err != nil {
		t.Fatal(err)
	}
	at := header.DataDirectory[pe.IMAGE_DIRECTORY_ENTRY_EXPORT]
	if want := "a.dll\x00One\x00B.Two\x00"; !bytes.Equal(data[50:50+len(want)], []byte(want)) || at.VirtualAddress != f.Sections[0].VirtualAddress || int(at.Size) != 50+len(want) {
		t.Errorf("the section holds %q, of which %d bytes are the table", data[:100], at.Size)
	}
}
