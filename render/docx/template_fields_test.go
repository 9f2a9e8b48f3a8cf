package docx

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/beevik/etree"

	"github.com/nomadocx/nomadocx/internal/testkit/slow"
)

// complexField writes a field in runs.
func complexField(instruction, shown string) string {
	return run(`<w:fldChar w:fldCharType="begin"/>`) + run("<w:instrText>"+instruction+"</w:instrText>") + run(`<w:fldChar w:fldCharType="separate"/>`) + shown + run(`<w:fldChar w:fldCharType="end"/>`)
}

func run(inner string) string { return "<w:r>" + inner + "</w:r>" }

func word(s string) string { return run("<w:t>" + s + "</w:t>") }

// instructions returns the instructions of all fields in a part, as Word would read them.
func instructions(root *etree.Element) string {
	var out strings.Builder
	for _, e := range root.FindElements(".//*") {
		switch e.FullTag() {
		case "w:instrText":
			out.WriteString(e.Text())
		case "w:fldSimple":
			out.WriteString("<" + e.SelectAttrValue("w:instr", "") + ">")
		case "w:fldChar":
			out.WriteString(map[string]string{"begin": "{", "separate": "|", "end": "}"}[e.SelectAttrValue("w:fldCharType", "")])
		}
	}
	return out.String()
}

func shownText(root *etree.Element) string {
	var out strings.Builder
	for _, e := range root.FindElements(".//w:t") {
		out.WriteString(e.Text())
	}
	return out.String()
}

// TestTemplateFields: harmless fields come along, and of others what they show.
func TestTemplateFields(t *testing.T) {
	page := complexField(" PAGE ", word("1"))
	for _, c := range []struct{ name, body, keeps, shows, lost string }{
		{"harmless", page + complexField(`DATE \@ "yyyy"`, word("2026")), "{ PAGE |}{DATE \\@ \"yyyy\"|}", "12026", ""},
		{"harmless in one element", `<w:fldSimple w:instr=" numpages " w:dirty="1"><w:fldData>AA==</w:fldData>` + word("9") + `</w:fldSimple>`, "< numpages >", "9", ""},
		{"an order to a program", complexField(`DDEAUTO c:\\windows\\system32\\cmd.exe "/k calc"`, word("shown")), "", "shown", "DDEAUTO"},
		{"a picture from elsewhere", `<w:fldSimple w:instr="INCLUDEPICTURE &quot;http://x.test/a.png&quot; \d">` + word("logo") + `</w:fldSimple>`, "", "logo", "INCLUDEPICTURE"},
		{"lower case", complexField(" includetext a.docx", word("x")), "", "x", "INCLUDETEXT"},
		{"in pieces", run(`<w:fldChar w:fldCharType="begin"/><w:instrText>LI</w:instrText><w:instrText>NK Excel.Sheet</w:instrText><w:fldChar w:fldCharType="separate"/><w:t>x</w:t><w:fldChar w:fldCharType="end"/>`), "", "x", "LINK"},
		{"no instruction", complexField("", word("x")), "", "x", ""},
		{"a formula", complexField("= 1 + 1", word("2")), "", "2", "unknown"},
		{"a code that another begins", complexField("PAGEX", word("2")), "", "2", "PAGEX"},
		{"a quoted code", complexField(`"PAGE"`, word("2")), "", "2", "unknown"},
		{"a field that makes the code of another", run(`<w:fldChar w:fldCharType="begin"/>`) + complexField("QUOTE DDEAUTO", word("hidden")) + run(`<w:instrText> c:\\x</w:instrText>`) + run(`<w:fldChar w:fldCharType="separate"/>`) + word("x") + run(`<w:fldChar w:fldCharType="end"/>`), "", "x", "QUOTE"},
		{"a harmless field that makes the code of another", run(`<w:fldChar w:fldCharType="begin"/><w:instrText>REF </w:instrText>`) + page + run(`<w:fldChar w:fldCharType="separate"/>`) + word("x") + run(`<w:fldChar w:fldCharType="end"/>`), "", "x", "REF"},
		{"a short field in the instruction", run(`<w:fldChar w:fldCharType="begin"/><w:instrText>IF </w:instrText>`) + `<w:fldSimple w:instr="PAGE">` + word("hidden") + `</w:fldSimple>` + run(`<w:fldChar w:fldCharType="end"/>`), "", "", "IF"},
		{"text in the instruction", run(`<w:fldChar w:fldCharType="begin"/><w:t>DDEAUTO </w:t><w:instrText>PAGE</w:instrText><w:fldChar w:fldCharType="end"/>`), "", "", "PAGE"},
		{"a harmless field in what another shows", complexField("LINK x", word("a")+page+word("b")), "{ PAGE |}", "a1b", "LINK"},
		{"another in what a harmless one shows", complexField("TOC", word("a")+complexField("LINK x", word("b"))), "{TOC|}", "ab", "LINK"},
		{"no end", run(`<w:fldChar w:fldCharType="begin"/><w:instrText>DDE x</w:instrText><w:fldChar w:fldCharType="separate"/>`) + word("a"), "", "a", ""},
		{"no beginning", run(`<w:instrText>DDE x</w:instrText><w:fldChar w:fldCharType="separate"/>`) + word("a") + run(`<w:fldChar w:fldCharType="end"/>`), "", "a", ""},
		{"of no kind", run(`<w:fldChar/><w:fldChar w:fldCharType="x"/>`) + word("a"), "", "a", ""},
		{"a form with a macro", run(`<w:fldChar w:fldCharType="begin"><w:ffData><w:entryMacro w:val="x"/></w:ffData></w:fldChar><w:instrText>PAGE</w:instrText><w:fldChar w:fldCharType="separate"/><w:t>1</w:t><w:fldChar w:fldCharType="end"/>`), "{PAGE|}", "1", ""},
		{"begun in one branch and ended in another", run(`<w:fldChar w:fldCharType="begin"/>`) + `<x:AlternateContent xmlns:x="urn:x"><x:Choice>` + run("<w:instrText>DDE x</w:instrText>") + `</x:Choice><x:Fallback>` + run("<w:instrText>PAGE</w:instrText>") + `</x:Fallback></x:AlternateContent>` + run(`<w:fldChar w:fldCharType="end"/>`), "", "", ""},
		{"in a text box", run(`<w:pict><w:txbxContent><w:p>` + complexField("LINK x", word("a")) + page + `</w:p></w:txbxContent></w:pict>`), "{ PAGE |}", "a1", "LINK"},
		{"in a text box in an instruction", run(`<w:fldChar w:fldCharType="begin"/><w:instrText>PAGE</w:instrText>`) + run(`<w:pict><w:txbxContent><w:p>`+page+`</w:p></w:txbxContent></w:pict>`) + run(`<w:fldChar w:fldCharType="end"/>`) + word("a"), "", "a", "PAGE"},
		{"in no run", `<w:instrText>DDE x</w:instrText><w:fldChar w:fldCharType="begin"/>` + word("a"), "", "a", ""},
		{"in a deletion", `<w:del>` + run(`<w:fldChar w:fldCharType="begin"/>`) + `</w:del>` + run(`<w:instrText>DDE x</w:instrText><w:fldChar w:fldCharType="end"/>`) + word("a"), "", "a", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			header := `<w:hdr xmlns:w="` + wordNamespace + `"><w:p>` + c.body + `</w:p></w:hdr>`
			file := edited(t, templateFiles(t)["german.dotx"], map[string]string{"word/header1.xml": header, "word/header2.xml": header})
			tpl, err := ReadTemplate(bytes.NewReader(file), int64(len(file)))
			if err != nil {
				t.Fatal(err)
			}
			d := etree.NewDocument()
			if err := d.ReadFromBytes(parts(t, brandedFile(t, "Text.\n", tpl))["word/header2.xml"]); err != nil {
				t.Fatal(err)
			}
			if got := instructions(d.Root()); got != c.keeps {
				t.Errorf("the fields are %s, want %s", got, c.keeps)
			}
			if got := shownText(d.Root()); got != c.shows {
				t.Errorf("it shows %q, want %q", got, c.shows)
			}
			if got := strings.Join(tpl.LostFields(), " "); c.lost != "" && !strings.Contains(" "+got+" ", " "+c.lost+" ") {
				t.Errorf("lost are %q, want %s", got, c.lost)
			}
			if len(d.FindElements("//w:ffData"))+len(d.FindElements("//w:fldData")) > 0 {
				t.Error("data of a form or a field came along")
			}
		})
	}
}

// TestManyTemplateFields: fields cost what they weigh, however they are nested and wherever they stand.
func TestManyTemplateFields(t *testing.T) {
	slow.Test(t, "large templates")
	const n = 20_000
	for name, body := range map[string]string{
		"one after the other": strings.Repeat(complexField("LINK x", word("a")), n),
		"in one run":          run(strings.Repeat(`<w:fldChar w:fldCharType="begin"/><w:instrText>LINK</w:instrText><w:fldChar w:fldCharType="end"/>`, n)),
		"nested":              run(strings.Repeat(`<w:fldChar w:fldCharType="begin"/><w:instrText>LINK</w:instrText>`, n) + strings.Repeat(`<w:fldChar w:fldCharType="end"/>`, n)),
		"never ended":         run(strings.Repeat(`<w:fldChar w:fldCharType="begin"/><w:instrText>LINK</w:instrText>`, n)),
	} {
		d := etree.NewDocument()
		if err := d.ReadFromString(`<w:hdr xmlns:w="` + wordNamespace + `"><w:p>` + body + `</w:p></w:hdr>`); err != nil {
			t.Fatal(err)
		}
		harmlessFields(d.Root(), map[string]bool{})
		if got := instructions(d.Root()); got != "" {
			t.Errorf("%s: %.60s is left", name, got)
		}
	}
}

var otherCode = regexp.MustCompile(`^[ \t\r\n]*([A-Za-z]*)`)

// foreignField returns the first field of a header that must not come along, "" for none: a check of its own, as a reader would
// make it.
func foreignField(header []byte) string {
	d := etree.NewDocument()
	if len(header) == 0 || d.ReadFromBytes(header) != nil || d.Root() == nil {
		return ""
	}
	for _, f := range strings.FieldsFunc(instructions(d.Root()), func(r rune) bool { return strings.ContainsRune("{}|<>", r) }) {
		if code := otherCode.FindStringSubmatch(f)[1]; !harmless[strings.ToUpper(code)] {
			return fmt.Sprintf("the field %q came along", f)
		}
	}
	return ""
}
