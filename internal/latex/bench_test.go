package latex

import "testing"

// The corpus is read and written as MathML; the number counts formulas.
func BenchmarkMathML(b *testing.B) {
	formulas := corpus(b)
	b.ReportAllocs()
	for b.Loop() {
		for _, src := range formulas {
			n, err := Parse(src)
			if err != nil {
				b.Fatal(err)
			}
			_ = MathML(n, src, true)
		}
	}
	b.ReportMetric(float64(len(formulas))*float64(b.N)/b.Elapsed().Seconds(), "formulas/s")
}

// … and printed as LaTeX.
func BenchmarkPrint(b *testing.B) {
	formulas := corpus(b)
	for b.Loop() {
		for _, src := range formulas {
			n, err := Parse(src)
			if err != nil {
				b.Fatal(err)
			}
			_ = Print(n)
		}
	}
	b.ReportMetric(float64(len(formulas))*float64(b.N)/b.Elapsed().Seconds(), "formulas/s")
}
