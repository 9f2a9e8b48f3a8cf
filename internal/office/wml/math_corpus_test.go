package wml

import (
	"os"
	"strings"
	"testing"
	"unicode"

	"github.com/beevik/etree"
	"github.com/nomadocx/nomadocx/internal/latex"
)

// formulaCorpus returns the formulas of package latex's corpus.
func formulaCorpus(t testing.TB) []string {
	t.Helper()
	data, err := os.ReadFile("../../latex/testdata/corpus.txt")
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		if !strings.HasPrefix(line, "# ") {
			out = append(out, line)
		}
	}
	return out
}

// officeMath returns a formula as Office Math, as an element.
func officeMath(t testing.TB, src string, display bool) *etree.Element {
	t.Helper()
	n, err := latex.Parse(src)
	if err != nil {
		t.Fatalf("%s: %v", src, err)
	}
	e := etree.NewElement("m:oMath")
	(&mathWriter{display: display}).row(e, n)
	return e
}

func markupOf(t testing.TB, e *etree.Element) string {
	t.Helper()
	s, err := etree.NewDocumentWithRoot(e.Copy()).WriteToString()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// unsettled are the formulas whose Office Math differs a little once they have been read from it. A
// formula that is listed here and does not differ fails the test.
var unsettled = map[string]bool{}

// What is read from an equation is written as the same equation: an edit of one place of a formula
// moves nothing else in it.
func TestCorpusOfficeMathIsAFixpoint(t *testing.T) {
	formulas := formulaCorpus(t)
	for _, src := range formulas {
		differs := false
		for _, display := range []bool{false, true} {
			once := markupOf(t, officeMath(t, src, display))
			back := EquationText(src, display)
			if twice := markupOf(t, officeMath(t, back, display)); twice != once {
				differs = true
				if !unsettled[src] {
					t.Errorf("%s (display %v) is read as %s\n is %s\nthen %s", src, display, back, once, twice)
				}
			}
			if again := EquationText(back, display); again != back && !unsettled[src] {
				t.Errorf("%s is read as %s, and that as %s", src, back, again)
			}
		}
		if unsettled[src] && !differs {
			t.Errorf("%s is listed as unsettled and is not", src)
		}
	}
	if 100*len(unsettled) > 3*len(formulas) {
		t.Errorf("%d of %d formulas are unsettled", len(unsettled), len(formulas))
	}
}

// mathOrder is the order of children in Office Math, copied out of the types of shared-math.xsd.
var mathOrder = map[string]string{
	"m:r": "rPr rPr t", "m:rPr": "lit nor scr sty brk aln",
	"m:f": "fPr num den", "m:fPr": "type ctrlPr", "m:rad": "radPr deg e", "m:radPr": "degHide ctrlPr", "m:d": "dPr e", "m:dPr": "begChr sepChr endChr grow shp ctrlPr",
	"m:sSub": "sSubPr e sub", "m:sSup": "sSupPr e sup", "m:sSubSup": "sSubSupPr e sub sup", "m:sPre": "sPrePr sub sup e",
	"m:nary": "naryPr sub sup e", "m:naryPr": "chr limLoc grow subHide supHide ctrlPr", "m:func": "funcPr fName e", "m:limLow": "limLowPr e lim", "m:limUpp": "limUppPr e lim",
	"m:acc": "accPr e", "m:accPr": "chr ctrlPr", "m:bar": "barPr e", "m:barPr": "pos ctrlPr", "m:groupChr": "groupChrPr e", "m:groupChrPr": "chr pos vertJc ctrlPr",
	"m:m": "mPr mr", "m:mr": "e", "m:mPr": "baseJc plcHide rSpRule cGpRule rSp cSp cGp mcs ctrlPr", "m:mcs": "mc", "m:mc": "mcPr", "m:mcPr": "count mcJc", "m:eqArr": "eqArrPr e",
	"m:borderBox": "borderBoxPr e", "m:phant": "phantPr e", "m:phantPr": "show zeroWid zeroAsc zeroDesc transp ctrlPr",
}

// required are the children a structure cannot be without.
var required = map[string]string{"f": "num den", "rad": "deg e", "d": "e", "sSub": "e sub", "sSup": "e sup", "sSubSup": "e sub sup", "sPre": "sub sup e", "nary": "sub sup e",
	"func": "fName e", "limLow": "e lim", "limUpp": "e lim", "acc": "e", "bar": "e", "groupChr": "e", "m": "mr", "mr": "e", "eqArr": "e", "borderBox": "e", "phant": "e"}

func init() {
	for name, order := range mathOrder {
		childOrder[name] = order
	}
}

// The markup of equations follows the schema, and no operator stands before an empty box.
func TestCorpusOfficeMathFollowsTheSchema(t *testing.T) {
	for _, src := range formulaCorpus(t) {
		e := officeMath(t, src, true)
		checkOrder(t, markupOf(t, e))
		for _, x := range e.FindElements(".//*") {
			for _, name := range strings.Fields(required[x.Tag]) {
				if x.SelectElement("m:"+name) == nil {
					t.Errorf("%s: m:%s without m:%s", src, x.Tag, name)
				}
			}
			if x.Tag == "nary" || x.Tag == "func" {
				if operand := x.SelectElement("m:e"); operand != nil && len(operand.ChildElements()) == 0 {
					t.Errorf("%s: m:%s with an empty operand", src, x.Tag)
				}
			}
		}
	}
}

// A page and a Word file show the same symbols in the same order.
func TestCorpusMathMLAndOfficeMathShowTheSame(t *testing.T) {
	for _, src := range formulaCorpus(t) {
		n, err := latex.Parse(src)
		if err != nil {
			t.Fatal(err)
		}
		doc := etree.NewDocument()
		if err := doc.ReadFromString(latex.MathML(n, src, true)); err != nil {
			t.Errorf("%s: the MathML is not well-formed: %v", src, err)
			continue
		}
		page, word := pageSymbols(doc.Root()), wordSymbols(officeMath(t, src, true))
		if page != word {
			t.Errorf("%s\npage shows %s\nWord shows %s", src, page, word)
		}
	}
}

// visible returns text without what is not seen and with plain letters.
func visible(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == '\u200B' || r == '\u2061' {
			return -1
		}
		if short := strings.IndexRune("⟶⟵⟷⟹⟸⟼", r); short >= 0 {
			return []rune("→←↔⇒⇐↦")[short/3] // an arrow of either length
		}
		return latex.BaseLetter(r)
	}, s)
}

// wordSymbols returns the symbols of Office Math in order; accents, lines and braces are left out.
func wordSymbols(e *etree.Element) string {
	var b strings.Builder
	all := func(path string) {
		for _, c := range e.SelectElements(path) {
			b.WriteString(wordSymbols(c))
		}
	}
	switch e.Tag {
	case "t":
		return visible(e.Text())
	case "d":
		b.WriteString(setting(e, "m:dPr", "m:begChr", "("))
		for i, c := range e.SelectElements("m:e") {
			if i > 0 {
				b.WriteString(setting(e, "m:dPr", "m:sepChr", "|"))
			}
			b.WriteString(wordSymbols(c))
		}
		b.WriteString(setting(e, "m:dPr", "m:endChr", ")"))
	case "nary":
		b.WriteString(setting(e, "m:naryPr", "m:chr", "∫"))
		all("m:sub")
		all("m:sup")
		all("m:e")
	case "eqArr":
		for _, c := range e.SelectElements("m:e") {
			for _, part := range c.ChildElements() {
				// A sign that is no words sets cells apart.
				if s := wordSymbols(part); s != "&" || part.SelectElement("m:rPr") != nil {
					b.WriteString(s)
				}
			}
		}
	default:
		for _, c := range e.ChildElements() {
			b.WriteString(wordSymbols(c))
		}
	}
	return b.String()
}

// pageSymbols returns the symbols of MathML in the order of Office Math.
func pageSymbols(e *etree.Element) string {
	var b strings.Builder
	kids := e.ChildElements()
	switch e.Tag {
	case "mi", "mn", "mo", "mtext":
		return visible(e.Text())
	case "annotation":
		return ""
	case "mroot":
		return pageSymbols(kids[1]) + pageSymbols(kids[0])
	case "mover", "munder":
		if kids[1].Tag == "mo" && (e.SelectAttr("accent") != nil || e.SelectAttr("accentunder") != nil || kids[1].SelectAttrValue("stretchy", "") == "true") {
			return pageSymbols(kids[0])
		}
	}
	for _, c := range kids {
		b.WriteString(pageSymbols(c))
	}
	return b.String()
}

// Every formula becomes Office Math and is read back; the number counts formulas both ways.
func BenchmarkEquations(b *testing.B) {
	formulas := formulaCorpus(b)
	b.ReportAllocs()
	for b.Loop() {
		for _, src := range formulas {
			_ = EquationText(src, true)
		}
	}
	b.ReportMetric(float64(len(formulas))*float64(b.N)/b.Elapsed().Seconds(), "formulas/s")
}
