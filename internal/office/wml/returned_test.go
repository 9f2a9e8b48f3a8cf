package wml

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/golden"
)

func readTestdata(t *testing.T, name string) *Document {
	t.Helper()
	data, err := os.ReadFile("testdata/returned/" + name)
	if err != nil {
		t.Fatal(err)
	}
	d, err := readBytes(data)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestGoldenReturned(t *testing.T) {
	for _, name := range []string{"sent", "libreoffice", "libreoffice-odt"} {
		golden.Check(t, "testdata/returned/"+name+".txt", []byte(Dump(readTestdata(t, name+".docx"))))
	}
}

// content returns what of a document must survive an editor: for each paragraph its style, list, frame,
// text on both sides of the tracked changes, and the formatting of its characters. Fields are recomputed
// when a file is opened, so that only their place counts.
func content(d *Document) []string {
	var out []string
	for _, s := range d.Stories {
		for p := range Paragraphs(s.Blocks...) {
			list := [...]string{NoList: "", Bullet: "bullet", Number: "number"}[p.List]
			frame := ""
			if p.Framed {
				frame = "framed"
			}
			var text strings.Builder
			for _, v := range []View{Current, Original} {
				for _, r := range p.RunsIn(v) {
					switch {
					case r.Kind == Field && !strings.HasPrefix(r.Field().Instr, "FILLIN"):
						text.WriteString("{}")
					case r.HasText():
						for _, c := range r.Text {
							text.WriteRune(c)
							text.WriteString([...]string{"", "*", "/", "*/", "`", "`*", "`/", "`*/"}[r.Style&(Bold|Italic|Code)])
							if r.Link != nil {
								text.WriteString("_")
							}
						}
					}
				}
				text.WriteString("|")
			}
			out = append(out, strings.Join([]string{p.Style, list, frame, text.String()}, " "))
		}
	}
	return out
}

// The law of returned files: opened and saved by an editor, nothing has changed.
func TestLawUneditedFilesReadTheSame(t *testing.T) {
	sent := content(readTestdata(t, "sent.docx"))
	if len(sent) < 30 {
		t.Fatalf("the file sent has only %d paragraphs", len(sent))
	}
	for _, name := range []string{"libreoffice.docx", "libreoffice-odt.docx"} {
		got := content(readTestdata(t, name))
		for i := range max(len(sent), len(got)) {
			var a, b string
			if i < len(sent) {
				a = sent[i]
			}
			if i < len(got) {
				b = got[i]
			}
			if a != b {
				t.Errorf("%s, paragraph %d\nsent     %s\nreturned %s", name, i, a, b)
			}
		}
	}
}

// Form fields keep their value and their identity, which is the binding after a trip through
// LibreOffice; a field is one control, however many the editor made of it.
func TestReturnedControls(t *testing.T) {
	values := func(d *Document) (out []string) {
		for _, c := range d.Controls {
			id := ""
			if c.Binding != nil {
				id = c.Binding.XPath
			}
			out = append(out, id+" "+c.Text)
		}
		return out
	}
	sent, got := values(readTestdata(t, "sent.docx")), values(readTestdata(t, "libreoffice.docx"))
	if len(sent) != 4 || !reflect.DeepEqual(sent, got) {
		t.Errorf("controls sent\n%q\nreturned\n%q", sent, got)
	}
}
