package main

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"fmt"
	"hash/crc32"
	"html"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"nomadocx": main})
}

// TestScripts runs the commands as a user does; each script in testdata/script is one story.
//
// Beside testscript's own commands there are
//
//	word-replace IN.docx OUT.docx PART OLD NEW   change the XML of one part, as an editor would
//	word-has FILE.docx PART TEXT                 a part holds a text
//	word-other LINES.txt OUT.docx                a Word file of another program, a paragraph a line
//	hostile KIND FILE                            make a file that is not what its name says
//	same-id A KEY B KEY                          two JSON files name the same id
//	unchanged FILE COPY                          two files hold the same bytes
//	signal NAME ARGS …                           run nomadocx and send it a signal while it reads standard input
//	interrupt-listening ARGS …                   run nomadocx as a server and interrupt it when it listens
//	leave-half FILE                              leave what a writer of the file leaves when it is killed
//	expand FILES …                               put the script's variables into files, paths with slashes
//	folder NAMES …                               these names and no others are in the current folder
func TestScripts(t *testing.T) {
	dir, short := "testdata/script", newHere(t)
	if testing.Short() {
		dir = shortScripts(t, dir)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 dir,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			// The version script sees what any build says; colours never depend on the machine.
			env.Setenv("NO_COLOR", "1")
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"word-replace": wordReplace, "word-has": wordHas, "word-other": wordOther, "hostile": hostile, "unchanged": unchanged, "same-id": sameID,
			"signal": sendSignal, "interrupt-listening": interruptListening, "leave-half": leaveHalf, "folder": folder, "expand": expand,
			"here": short.run, "input": short.read, "decisions": writeDecisions,
		},
	})
}

func expand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: expand FILES")
	}
	for _, name := range args {
		text := os.Expand(ts.ReadFile(name), func(v string) string { return filepath.ToSlash(ts.Getenv(v)) })
		ts.Check(os.WriteFile(ts.MkAbs(name), []byte(text), 0o644))
	}
}

// sameID compares the first id of a member in one file with that of another member in another.
func sameID(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 4 {
		ts.Fatalf("usage: same-id A KEY B KEY")
	}
	var ids [2]string
	for i := range ids {
		m := regexp.MustCompile(`"` + args[2*i+1] + `":"([^"]+)"`).FindStringSubmatch(ts.ReadFile(args[2*i]))
		if m == nil {
			ts.Fatalf("%s has no %s", args[2*i], args[2*i+1])
		}
		ids[i] = m[1]
	}
	if (ids[0] == ids[1]) == neg {
		ts.Fatalf("%s and %s", ids[0], ids[1])
	}
}

func wordReplace(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 5 {
		ts.Fatalf("usage: word-replace IN OUT PART OLD NEW")
	}
	parts, names := unzip(ts, args[0])
	part, ok := parts[args[2]]
	if !ok {
		ts.Fatalf("%s has no part %s", args[0], args[2])
	}
	if n := strings.Count(part, args[3]); n != 1 {
		ts.Fatalf("%q occurs %d times in %s", args[3], n, args[2])
	}
	parts[args[2]] = strings.Replace(part, args[3], args[4], 1)
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, name := range names {
		f, err := w.Create(name)
		ts.Check(err)
		_, err = io.WriteString(f, parts[name])
		ts.Check(err)
	}
	ts.Check(w.Close())
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), b.Bytes(), 0o644))
}

func wordHas(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 3 {
		ts.Fatalf("usage: word-has FILE PART TEXT")
	}
	parts, _ := unzip(ts, args[0])
	if has := strings.Contains(parts[args[1]], args[2]); has == neg {
		ts.Fatalf("%s in %s: %q there: %v", args[1], args[0], args[2], has)
	}
}

func unzip(ts *testscript.TestScript, path string) (parts map[string]string, names []string) {
	r, err := zip.OpenReader(ts.MkAbs(path))
	ts.Check(err)
	defer r.Close()
	parts = map[string]string{}
	for _, f := range r.File {
		in, err := f.Open()
		ts.Check(err)
		data, err := io.ReadAll(in)
		ts.Check(err)
		in.Close()
		parts[f.Name] = string(data)
		names = append(names, f.Name)
	}
	return parts, names
}

// hostile makes files that people and attackers give us in place of a document.
func hostile(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: hostile KIND FILE")
	}
	var data []byte
	switch args[0] {
	case "empty":
	case "random":
		x := uint32(2463534242) // xorshift: the same bytes in every run
		for range 4096 {
			x ^= x << 13
			x ^= x >> 17
			x ^= x << 5
			data = append(data, byte(x))
		}
	case "pdf":
		data = []byte("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<<>>\nendobj\n%%EOF\n")
	case "old-doc":
		data = append([]byte{0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1}, make([]byte, 1024)...)
	case "zip":
		data = pack(ts, map[string]string{"notes.txt": "not a document"})
	case "truncated":
		whole := pack(ts, wordParts(strings.Repeat("<w:p><w:r><w:t>text</w:t></w:r></w:p>", 100)))
		data = whole[:len(whole)/2]
	case "dtd":
		parts := wordParts("<w:p/>")
		parts["word/document.xml"] = strings.Replace(parts["word/document.xml"], "<w:document",
			`<!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;">]><w:document`, 1)
		data = pack(ts, parts)
	case "bomb":
		data = bomb(ts)
	case "not-xml":
		parts := wordParts("<w:p/>")
		parts["word/document.xml"] = "this is not XML"
		data = pack(ts, parts)
	case "latin1":
		data = []byte("# Caf\xe9\n")
	default:
		ts.Fatalf("no hostile file %q", args[0])
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), data, 0o644))
}

// bomb returns a package of a megabyte whose main part inflates to 600: one deflated megabyte of blanks,
// repeated. Blocks that end at a byte border (Flush) may follow one another in a deflate stream.
func bomb(ts *testscript.TestScript) []byte {
	const times = 600
	blanks := bytes.Repeat([]byte(" "), 1<<20)
	var block, packed bytes.Buffer
	deflate, err := flate.NewWriter(&block, flate.BestCompression)
	ts.Check(err)
	_, err = deflate.Write(blanks)
	ts.Check(err)
	ts.Check(deflate.Flush())
	body := bytes.Repeat(block.Bytes(), times)
	block.Reset()
	ts.Check(deflate.Close())
	body = append(body, block.Bytes()...)
	crc := uint32(0)
	for range times {
		crc = crc32.Update(crc, crc32.IEEETable, blanks)
	}
	w := zip.NewWriter(&packed)
	parts := wordParts("")
	for _, name := range []string{"[Content_Types].xml", "_rels/.rels"} {
		f, err := w.Create(name)
		ts.Check(err)
		_, err = io.WriteString(f, parts[name])
		ts.Check(err)
	}
	f, err := w.CreateRaw(&zip.FileHeader{Name: "word/document.xml", Method: zip.Deflate, CRC32: crc,
		CompressedSize64: uint64(len(body)), UncompressedSize64: times << 20})
	ts.Check(err)
	_, err = f.Write(body)
	ts.Check(err)
	ts.Check(w.Close())
	return packed.Bytes()
}

func wordParts(body string) map[string]string {
	const head = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n"
	return map[string]string{
		"[Content_Types].xml": head + `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
			`<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
			`<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
		"_rels/.rels": head + `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` +
			`<Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
		"word/document.xml": head + `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>` + body + `</w:body></w:document>`,
	}
}

func pack(ts *testscript.TestScript, parts map[string]string) []byte {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, name := range []string{"[Content_Types].xml", "_rels/.rels", "word/document.xml", "docProps/app.xml", "docProps/core.xml", "notes.txt"} {
		if text, ok := parts[name]; ok {
			f, err := w.Create(name)
			ts.Check(err)
			_, err = io.WriteString(f, text)
			ts.Check(err)
		}
	}
	ts.Check(w.Close())
	return b.Bytes()
}

func wordOther(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: word-other LINES OUT")
	}
	var body strings.Builder
	for line := range strings.Lines(ts.ReadFile(args[0])) {
		fmt.Fprintf(&body, "<w:p><w:r><w:t>%s</w:t></w:r></w:p>", html.EscapeString(strings.TrimSpace(line)))
	}
	parts := wordParts(body.String())
	parts["docProps/app.xml"] = `<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Application>Other Writer</Application></Properties>`
	parts["docProps/core.xml"] = `<p xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Greeting</dc:title></p>`
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), pack(ts, parts), 0o644))
}

func unchanged(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: unchanged FILE COPY")
	}
	a, err := os.ReadFile(ts.MkAbs(args[0]))
	ts.Check(err)
	b, err := os.ReadFile(ts.MkAbs(args[1]))
	ts.Check(err)
	if !bytes.Equal(a, b) {
		ts.Fatalf("%s was changed", filepath.Base(args[0]))
	}
}
