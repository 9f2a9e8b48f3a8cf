package chart

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/nomadocx/nomadocx/golden"
)

// TestNativeParts shows the part and the sheet of a chart of each kind.
func TestNativeParts(t *testing.T) {
	for _, kind := range []string{"bar", "stacked", "line", "area", "scatter", "pie"} {
		c := &Chart{Title: "Depth & *draught*", Kind: kind, labels: []string{"North", "<South>", ""}, Width: 560, Height: 260,
			lines: []series{{name: "plan", ys: []float64{1, 2.5, math.NaN()}}, {ys: []float64{-3, 0, 1e20}}}}
		if kind == "stacked" {
			c.Kind, c.stacked, c.valueLabels = "bar", true, true
		}
		c.count()
		golden.Check(t, "testdata/native-"+kind+".golden", []byte(strings.ReplaceAll(string(c.Part())+"\n\n"+sheetOf(t, c), "><", ">\n<")))
	}
}

// sheetOf returns the sheet in the workbook of a chart, which must be a sound package.
func sheetOf(t failing, c *Chart) string {
	t.Helper()
	book, err := c.Workbook()
	if err != nil {
		t.Fatal(err)
	}
	z, err := zip.NewReader(bytes.NewReader(book), int64(len(book)))
	if err != nil {
		t.Fatal(err)
	}
	sheet := ""
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		if err := wellFormed(data); err != nil {
			t.Errorf("%s: %v", f.Name, err)
		}
		if f.Name == "xl/worksheets/sheet1.xml" {
			sheet = string(data)
		}
	}
	if len(z.File) != 5 {
		t.Errorf("the workbook has %d parts", len(z.File))
	}
	return sheet
}

// failing is a test, or a try of a property.
type failing interface {
	Helper()
	Fatal(...any)
	Errorf(string, ...any)
}

func wellFormed(data []byte) error {
	d := xml.NewDecoder(bytes.NewReader(data))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// TestLawNativeHoldsTheNumbers: every number and name of any chart stands in the part and in the
// workbook, both are well-formed, and the same chart gives the same bytes.
func TestLawNativeHoldsTheNumbers(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(1, 20).Draw(rt, "points")
		c := &Chart{Kind: rapid.SampledFrom([]string{"bar", "line", "area", "scatter", "pie"}).Draw(rt, "kind"), Width: 560, Height: 260}
		for range rapid.IntRange(1, 6).Draw(rt, "series") {
			c.lines = append(c.lines, series{name: rapid.String().Draw(rt, "name"), ys: rapid.SliceOfN(rapid.Float64(), n, n).Draw(rt, "values")})
		}
		if rapid.Bool().Draw(rt, "named") {
			c.labels = rapid.SliceOfN(rapid.String(), 0, n).Draw(rt, "labels")
		} else if rapid.Bool().Draw(rt, "placed") {
			c.xs = rapid.SliceOfN(rapid.Float64(), n, n).Draw(rt, "places")
		}
		c.count()
		part, sheet := c.Part(), sheetOf(rt, c)
		if err := wellFormed(part); err != nil {
			rt.Fatalf("%v\n%s", err, part)
		}
		if !bytes.Equal(part, c.Part()) {
			rt.Fatal("two parts differ")
		}
		last := len(c.lines)
		if c.Kind == "pie" {
			last = 1 // a pie has one series
		}
		for i := range last {
			for k, y := range c.lines[i].ys {
				if y != y {
					continue
				}
				value := "<c:v>" + cellNumber(y) + "</c:v>"
				cell := fmt.Sprintf(`<c r="%s%d"><v>%s</v></c>`, columnName(i+1), k+2, cellNumber(y))
				if !strings.Contains(string(part), value) || !strings.Contains(sheet, cell) {
					rt.Fatalf("%s or %s is missing", value, cell)
				}
			}
		}
	})
}

func TestColumnName(t *testing.T) {
	for i, want := range map[int]string{0: "A", 25: "Z", 26: "AA", 51: "AZ", 52: "BA", 701: "ZZ", 702: "AAA"} {
		if got := columnName(i); got != want {
			t.Errorf("column %d is %s, want %s", i, got, want)
		}
	}
}

// TestNativeRefuses: what Word's charts cannot show is drawn.
func TestNativeRefuses(t *testing.T) {
	long := make([]float64, maxNative+1)
	for name, c := range map[string]*Chart{
		"wrapped names":   {lines: []series{{ys: []float64{1}}}, names: labelStyle{wrap: 8}},
		"shortened names": {lines: []series{{ys: []float64{1}}}, names: labelStyle{abbrev: 8}},
		"too many points": {lines: []series{{ys: long}}},
		"nothing":         {},
	} {
		if c.Native() {
			t.Errorf("%s: it is native", name)
		}
	}
}
