package opc_test

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"strings"
	"testing"

	"github.com/klauspost/compress/flate"

	"github.com/nomadocx/nomadocx/internal/office/opc"
)

// entry is a zip entry as a hostile writer would make it: what the directory says need not be so.
type entry struct {
	name          string
	data          []byte // as stored
	method, flags uint16
	size          uint64 // declared
	crc           uint32
}

// stored returns an honest entry.
func stored(name, text string) entry {
	return entry{name: name, data: []byte(text), size: uint64(len(text)), crc: crc32.ChecksumIEEE([]byte(text))}
}

func rawZip(entries ...entry) []byte {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, e := range entries {
		f, err := w.CreateRaw(&zip.FileHeader{Name: e.name, Method: e.method, Flags: e.flags, CRC32: e.crc,
			CompressedSize64: uint64(len(e.data)), UncompressedSize64: e.size})
		if err != nil {
			panic(err)
		}
		_, _ = f.Write(e.data)
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
	return out.Bytes()
}

// zeros returns n zero bytes, deflated.
func zeros(n int) []byte {
	var out bytes.Buffer
	w, _ := flate.NewWriter(&out, 9)
	chunk := make([]byte, 1<<20)
	for ; n > 0; n -= len(chunk) {
		_, _ = w.Write(chunk[:min(n, len(chunk))])
	}
	_ = w.Close()
	return out.Bytes()
}

func TestReadRefuses(t *testing.T) {
	good := rawZip(stored("a.xml", "<a/>"))
	var many []entry
	for i := range 30 {
		many = append(many, stored(fmt.Sprint("p", i), ""))
	}
	zip64 := bytes.Clone(good)
	copy(zip64[len(zip64)-14:], "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff")
	claims := bytes.Clone(good)
	binary.LittleEndian.PutUint16(claims[len(claims)-12:], 60000)
	for _, c := range []struct {
		name string
		file []byte
		want string
	}{
		{"nothing", nil, "the file is empty"},
		{"cut off", good[:len(good)-30], "cut off"},
		{"only its beginning", good[:6], "cut off"},
		{"PDF", []byte("%PDF-1.7\n"), "this is a PDF, not a .docx"},
		{"old Word", []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1..."), "this is an old .doc, not a .docx: open it in Word or LibreOffice and save it as .docx"},
		{"password", append([]byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"+strings.Repeat("\x00", 2<<20)), "E\x00n\x00c\x00r\x00y\x00p\x00t\x00e\x00d\x00P\x00a\x00c\x00k\x00a\x00g\x00e\x00"...), "remove the password"},
		{"OpenDocument", rawZip(stored("mimetype", "application/vnd.oasis.opendocument.text"), stored("content.xml", "<a/>")), "this is an OpenDocument text (.odt), not a .docx"},
		{"RTF", []byte(`{\rtf1}`), "an RTF file"},
		{"HTML", []byte("  <!DOCTYPE HTML><p>"), "an HTML page"},
		{"text", []byte("Dear reader,"), "it is not a zip file"},
		{"encrypted", rawZip(entry{name: "word/document.xml", flags: 1}), "word/document.xml is encrypted"},
		{"unknown compression", rawZip(entry{name: "a", method: 12}), "zip method 12"},
		{"a name twice", rawZip(stored("a.xml", ""), stored("A.xml", "")), "is there twice"},
		{"a name that leaves", rawZip(stored("word/../../etc/passwd", "")), "leaves the package"},
		{"an absolute name", rawZip(stored("/etc/passwd", "")), "leaves the package"},
		{"a Windows name", rawZip(stored(`..\x`, "")), "leaves the package"},
		{"a declared bomb", rawZip(entry{name: "word/document.xml", method: zip.Deflate, data: []byte{3, 0}, size: 10 << 30}), "word/document.xml is larger than 512 MiB"},
		{"an impossible ratio", rawZip(entry{name: "a", method: zip.Deflate, data: []byte{3, 0}, size: 100 << 20}), "a is suspiciously well compressed"},
		{"two sizes", rawZip(entry{name: "a", data: []byte("x"), size: 2}), "two sizes"},
		{"no 64-bit record", zip64, "zip directory"},
		{"too many declared", claims, "more than 10000 entries"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := opc.Read(bytes.NewReader(c.file), int64(len(c.file)), opc.Limits{})
			if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("error is %v, want one line with %q", err, c.want)
			}
		})
	}
	data := rawZip(many...)
	if _, err := opc.Read(bytes.NewReader(data), int64(len(data)), opc.Limits{Entries: 29}); err == nil {
		t.Error("the number of entries is not bounded")
	}
	data = rawZip(stored("a", "12345"), stored("b", "12345"))
	if _, err := opc.Read(bytes.NewReader(data), int64(len(data)), opc.Limits{TotalBytes: 9}); err == nil || !strings.Contains(err.Error(), "b is one") {
		t.Errorf("the sum of the parts is not bounded: %v", err)
	}
}

// A part that is not what the directory says of it costs no more than it promised.
func TestPartRefuses(t *testing.T) {
	lie := zeros(64 << 20)
	for _, c := range []struct {
		name string
		e    entry
		want string
	}{
		{"more than declared", entry{name: "a", method: zip.Deflate, data: lie, size: 100}, "damaged"},
		{"less than declared", entry{name: "a", method: zip.Deflate, data: []byte{3, 0}, size: 100}, "damaged"},
		{"checksum", entry{name: "a", data: []byte("xy"), size: 2, crc: 1}, "damaged"},
		{"no deflate data", entry{name: "a", method: zip.Deflate, data: []byte{0xff, 0xff}, size: 2}, "damaged"},
		{"deflate data cut off", entry{name: "a", method: zip.Deflate, data: lie[:100], size: 1 << 10}, "damaged"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := open(t, rawZip(c.e))
			data, err := p.Part("a")
			var part *opc.PartError
			if !errors.As(err, &part) || part.Part != "a" || !strings.Contains(err.Error(), c.want) || data != nil {
				t.Errorf("error is %v, %d bytes", err, len(data))
			}
			if _, err := p.Text("a"); !errors.As(err, &part) {
				t.Errorf("Text gives %v", err)
			}
		})
	}
	p := open(t, rawZip(stored("a", "x")))
	if _, err := p.Part("b"); err == nil {
		t.Error("an absent part can be read")
	}
	if data, err := p.Part("A"); err != nil || string(data) != "x" {
		t.Errorf("part names do not fold case: %v", err)
	}
}

func TestText(t *testing.T) {
	for _, c := range []struct{ name, bytes, want string }{
		{"plain", "<a/>", "<a/>"},
		{"mark", "\xef\xbb\xbf<a/>", "<a/>"},
		{"UTF-16 little", "\xff\xfe<\x00a\x00/\x00>\x00", "<a/>"},
		{"UTF-16 big", "\xfe\xff\x00<\x00a\x00/\x00>", "<a/>"},
		{"UTF-16 without mark", "<\x00a\x00\xe9\x00/\x00>\x00", "<aé/>"},
		{"not UTF-8", "<a>\xff</a>", "<a>\ufffd</a>"},
		{"declared", `<?xml version="1.0" encoding='utf-8'?><a/>`, `<?xml version="1.0" encoding='utf-8'?><a/>`},
	} {
		got, err := open(t, rawZip(stored("a", c.bytes))).Text("a")
		if err != nil || got != c.want {
			t.Errorf("%s: %q, %v, want %q", c.name, got, err, c.want)
		}
	}
}

func TestQuotesInTargets(t *testing.T) {
	rels := `<Relationships><Relationship Id="a" Type="t/hyperlink" Target="https://a.org/?q="two words"&b=1" TargetMode="External"/>` +
		`<Relationship Id="b" Type="t/x" Target="b.xml"/></Relationships>`
	got, err := open(t, rawZip(stored("word/_rels/d.xml.rels", rels))).Rels("word/d.xml")
	if err != nil || len(got) != 2 || got[0].Target != `https://a.org/?q="two words"&b=1` || !got[0].External || got[1].Target != "word/b.xml" {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := open(t, rawZip(stored("word/_rels/d.xml.rels", `<Relationships><Relationship Id="a" Type=t Target="b"/>`))).Rels("word/d.xml"); err == nil {
		t.Error("what is not XML is read")
	}
}

func TestTargets(t *testing.T) {
	rels := `<Relationships><Relationship Id="1" Type="t/a" Target="x%20y.xml"/><Relationship Id="2" Type="t/b" Target="../customXml/item1.xml"/>` +
		`<Relationship Id="3" Type="t/c" Target="/word/z.xml"/><Relationship Id="4" Type="t/d" Target="../../../../q.xml"/><Relationship Id='5' Type='t/e' Target='#top'/>` +
		`<Relationship Id="6" Type="t/f" Target="../a/../b" TargetMode="External"/></Relationships>`
	got, err := open(t, rawZip(stored("word/_rels/d.xml.rels", rels))).Rels("word/d.xml")
	if err != nil {
		t.Fatal(err)
	}
	var targets []string
	for _, r := range got {
		targets = append(targets, r.Target)
	}
	if want := "word/x y.xml,customXml/item1.xml,word/z.xml,q.xml,word,../a/../b"; strings.Join(targets, ",") != want {
		t.Errorf("targets are %q, want %s", targets, want)
	}
	if rels, err := open(t, rawZip(stored("a", ""))).Rels("a"); err != nil || rels != nil {
		t.Errorf("a part without relationships has %v, %v", rels, err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(rawZip(stored("[Content_Types].xml", `<Types><Default Extension="xml" ContentType="a/b"/></Types>`), stored("_rels/.rels", `<a b="c"/>`)))
	f.Add(rawZip(entry{name: "a", method: zip.Deflate, data: zeros(5000), size: 5000}))
	f.Add([]byte("PK\x05\x06" + strings.Repeat("\x00", 18)))
	f.Fuzz(func(t *testing.T, data []byte) {
		lim := opc.Limits{PartBytes: 1 << 20, TotalBytes: 4 << 20}
		p, err := opc.Read(bytes.NewReader(data), int64(len(data)), lim)
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Fatalf("the error has several lines: %v", err)
			}
			return
		}
		for _, name := range p.Names() {
			if b, err := p.Part(name); err == nil && int64(len(b)) != p.Size(name) {
				t.Fatalf("%s has %d bytes and says %d", name, len(b), p.Size(name))
			}
			_, _ = p.Rels(name)
			_ = p.ContentType(name)
		}
	})
}
