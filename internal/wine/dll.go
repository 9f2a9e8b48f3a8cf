package main

import (
	"bytes"
	"debug/pe"
	"encoding/binary"
)

// exportTable is the export directory of a DLL with one function, and the three tables of one entry each that it points to
// (Microsoft's "PE Format", the .edata section).
type exportTable struct {
	Flags, Time, Version, Name, Base, Functions, Names, FunctionsAt, NamesAt, OrdinalsAt uint32
	Function, FunctionName                                                               uint32
	Ordinal                                                                              uint16
}

// forwarder returns a DLL for Windows on AMD64 without code: its one function is that of another DLL.
func forwarder(name, function, target string) []byte {
	const block, at = 0x200, 0x1000 // how parts of the file are aligned, and where the section lies in memory
	texts := uint32(at + binary.Size(exportTable{}))
	functionName := texts + uint32(len(name)) + 1
	table := exportTable{Name: texts, Base: 1, Functions: 1, Names: 1, FunctionsAt: at + 40, NamesAt: at + 44, OrdinalsAt: at + 48,
		FunctionName: functionName, Function: functionName + uint32(len(function)) + 1}
	exports := pack(table, []byte(name+"\x00"+function+"\x00"+target+"\x00"))
	size := uint32(len(exports))

	optional := pe.OptionalHeader64{Magic: 0x20b, ImageBase: 0x180000000, SectionAlignment: at, FileAlignment: block,
		SizeOfInitializedData: block, MajorOperatingSystemVersion: 6, MajorSubsystemVersion: 6, SizeOfImage: 2 * at, SizeOfHeaders: block,
		Subsystem: pe.IMAGE_SUBSYSTEM_WINDOWS_CUI, DllCharacteristics: pe.IMAGE_DLLCHARACTERISTICS_DYNAMIC_BASE | pe.IMAGE_DLLCHARACTERISTICS_NX_COMPAT,
		SizeOfStackReserve: 1 << 20, SizeOfStackCommit: 1 << 12, SizeOfHeapReserve: 1 << 20, SizeOfHeapCommit: 1 << 12, NumberOfRvaAndSizes: 16}
	optional.DataDirectory[pe.IMAGE_DIRECTORY_ENTRY_EXPORT] = pe.DataDirectory{VirtualAddress: at, Size: size}
	section := pe.SectionHeader32{VirtualSize: size, VirtualAddress: at, SizeOfRawData: block, PointerToRawData: block,
		Characteristics: pe.IMAGE_SCN_CNT_INITIALIZED_DATA | pe.IMAGE_SCN_MEM_READ}
	copy(section.Name[:], ".edata")
	headers := pack(
		[]byte("MZ"), [58]byte{}, uint32(64), // the header for DOS says where the other begins
		[]byte("PE\x00\x00"),
		pe.FileHeader{Machine: pe.IMAGE_FILE_MACHINE_AMD64, NumberOfSections: 1, SizeOfOptionalHeader: uint16(binary.Size(optional)),
			Characteristics: pe.IMAGE_FILE_DLL | pe.IMAGE_FILE_LARGE_ADDRESS_AWARE | pe.IMAGE_FILE_EXECUTABLE_IMAGE},
		optional, section)
	file := make([]byte, 2*block)
	copy(file, headers)
	copy(file[block:], exports)
	return file
}

func pack(parts ...any) []byte {
	var b bytes.Buffer
	for _, p := range parts {
		if err := binary.Write(&b, binary.LittleEndian, p); err != nil {
			panic(err) // they are numbers
		}
	}
	return b.Bytes()
}
