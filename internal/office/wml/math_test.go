package wml

import (
	"bytes"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/latex"
)

// equations are formulas with the LaTeX they come back as: "" when it is the same.
var equations = []struct{ in, back string }{
	{`x`, ""}, {`E=mc^{2}`, ""}, {`a-b*c`, ""}, {`\frac{a+b}{2}`, ""}, {`\sum_{i=1}^{n}i^{2}=1`, ""}, {`\sum_i`, `\sum_{i}`}, {`\int_{0}^{\infty}e^{-x}\,dx`, ""},
	{`\log x+1`, ""}, {`\log_{2}(x+1)`, ""}, {`\max_{x\in S}f(x)`, ""}, {`\lim_{n\to\infty}a_{n}`, ""}, {`\operatorname{tr}(A)`, ""}, {`\sqrt[3]{x}`, ""},
	{`\left(\frac{a}{b}\right)`, ""}, {`\left\{x\middle|y\right\}`, ""}, {`|x|^{2}`, `\left|x\right|^{2}`}, {`P(A|B)`, ""}, {`\begin{pmatrix}a & b \\ c & d\end{pmatrix}`, ""},
	{`\begin{cases}1 & x>0 \\ 0 & \text{else}\end{cases}`, ""}, {`\begin{array}{lr}a & b\end{array}`, ""}, {`\begin{aligned}a & =b \\ c & =d\end{aligned}`, ""},
	{`\begin{gathered}a \\ b\end{gathered}`, ""}, {`\mathbf{x}^{\top}\mathbf{y}`, ""}, {`\mathbb{E}[X]`, ""}, {`\mathcal{L}(\theta)`, ""}, {`\mathfrak{g}`, ""}, {`\mathrm{d}x`, ""},
	{`\boldsymbol{\beta}`, ""}, {`\hat{x}+\bar{y}+\vec{v}`, ""}, {`\overline{a+b}`, ""}, {`\underbrace{a+b}_{n}`, ""}, {`\overset{!}{=}`, ""}, {`\xrightarrow{d}`, ""}, {`{}_{n}C_{k}`, ""},
	{`\binom{n}{k}`, ""}, {`\boxed{x}`, ""}, {`\phantom{x}y`, ""}, {`f'(x)`, ""}, {`\text{if }x>0`, ""}, {`100\%`, ""}, {`\|x\|`, ""}, {`\tfrac12`, `\frac{1}{2}`}, {`a \bmod b`, `a~\mathrm{mod}~b`},
	{`\nosuch{x}`, ""}, {`x_1_2`, ""}, {"a &\nb }", "a & b }"}, {`\text{x_1_2}`, `x_1_2`}, {`\prod_{i}\left(1+x_{i}\right)`, ""}, {`\sum_{\substack{i \\ j}}x`, `\sum_{\begin{gathered}i \\ j\end{gathered}}x`}, {`日本`, ""}, {`3.14`, ""},
}

func TestEquationsComeBack(t *testing.T) {
	for _, e := range equations {
		want := e.back
		if want == "" {
			want = e.in
		}
		for _, display := range []bool{false, true} {
			if got := EquationText(e.in, display); got != want {
				t.Errorf("%s (display %v)\n comes back as %s\n          want %s", e.in, display, got, want)
			}
		}
	}
}

// What is predicted for an equation is what a file that holds it reads as.
func TestEquationsReadAsPredicted(t *testing.T) {
	for _, e := range equations {
		for _, display := range []bool{false, true} {
			xml := built(func(b *Builder) { b.Runs([]Run{{Kind: Math, Text: e.in, Display: display}}) })
			d := mustRead(t, body(p(xml)))
			var got []string
			for _, r := range d.Stories[0].Blocks[0].(*Paragraph).Runs {
				got = append(got, r.Text)
			}
			if want := EquationText(e.in, display); strings.Join(got, "") != want {
				t.Errorf("%s is written as %s\n and reads as %s\n want %s", e.in, xml, got, want)
			}
		}
	}
}

func FuzzEquation(f *testing.F) {
	for _, e := range equations {
		f.Add(e.in)
	}
	f.Fuzz(func(t *testing.T, src string) {
		if len(src) > 2048 {
			return
		}
		n, err := latex.Parse(src)
		if err != nil {
			return
		}
		parsed(t, latex.MathML(n, src, true)) // well-formed
		once := EquationText(src, true)
		if again := EquationText(once, true); again != once {
			// The form may settle in a second step, but it must settle.
			if third := EquationText(again, true); third != again {
				t.Errorf("%q becomes %q, %q, %q", src, once, again, third)
			}
		}
		var out bytes.Buffer
		b := NewBuilder(&out)
		b.Runs([]Run{{Kind: Math, Text: src, Display: true}})
		if err := b.Flush(); err != nil {
			t.Fatal(err)
		}
		parsed(t, out.String()) // well-formed
	})
}

// Tracked changes in an equation: it reads as one that goes and one that comes.
func TestTrackedEquations(t *testing.T) {
	const ins, del = `<w:ins w:id="7" w:author="A">`, `<w:del w:id="8" w:author="A">`
	run := func(s string) string { return "<m:r><m:t>" + s + "</m:t></m:r>" }
	for _, c := range []struct{ in, was, now string }{
		{run("x="), "x=", "x="},
		{run("x=") + ins + run("y") + "</w:ins>" + del + run("z") + "</w:del>", "x=z", "x=y"},
		{run("x") + `<m:f><m:fPr><m:ctrlPr><w:ins w:id="7"/></m:ctrlPr></m:fPr><m:num>` + ins + run("1") + "</w:ins></m:num><m:den>" + ins + run("2") + "</w:ins></m:den></m:f>", "x", `x\frac{1}{2}`},
		{del + run("x") + "</w:del>", "x", ""},
	} {
		d := mustRead(t, body(p("<m:oMath>"+c.in+"</m:oMath>")))
		p := d.Stories[0].Blocks[0].(*Paragraph)
		read := func(v View) (out string) {
			for _, r := range p.RunsIn(v) {
				out += r.Text
			}
			return out
		}
		if was, now := read(Original), read(Current); was != c.was || now != c.now {
			t.Errorf("%s\nwas %s, is %s; want %s, %s", c.in, was, now, c.was, c.now)
		}
		if tracked := c.was != c.now; p.Revised() != tracked {
			t.Errorf("%s: revised %v", c.in, !tracked)
		}
	}
}

// What Word writes for typed letters reads as the letters; what LaTeX has no form for says so.
func TestEquationsOfOtherHands(t *testing.T) {
	run := func(s string) string { return "<m:r><m:t>" + s + "</m:t></m:r>" }
	for _, c := range []struct{ in, text, ref string }{
		{run("𝑥+ℎ=𝛼𝜕𝜖𝛺"), `x+h=\alpha\partial\epsilon\Omega`, ""},
		{run("𝐱𝒙𝖷𝚡𝟏"), `\mathbf{x}\boldsymbol{x}\mathsf{X}\mathtt{x}\mathbf{1}`, ""},
		{"<m:acc><m:accPr><m:chr m:val=\"\u20d0\"/></m:accPr><m:e>" + run("x") + `</m:e></m:acc>`, "\u20d0{x}", ""},
		{`<m:acc><m:accPr><m:chr m:val="^"/></m:accPr><m:e>` + run("x") + `</m:e></m:acc>`, `\hat{x}`, ""},
		{`<m:acc><m:accPr><m:chr m:val="%"/></m:accPr><m:e>` + run("x") + `</m:e></m:acc>`, `\mathaccent{x}`, "\\mathaccent{x}\t(not LaTeX)"},
		{`<m:d><m:dPr><m:begChr m:val="⟬"/><m:endChr m:val="⟭"/></m:dPr><m:e>` + run("x") + `</m:e></m:d>`, `\left⟬x\right⟭`, "\\left⟬x\\right⟭\t(not LaTeX)"},
		{`<m:r><m:rPr><m:lit/><m:nor/></m:rPr><m:t>d \le 5</m:t></m:r>`, `d \le 5`, ""}, // a formula as text
		{`<m:groupChr><m:groupChrPr><m:chr m:val="⏜"/></m:groupChrPr><m:e>` + run("x") + `</m:e></m:groupChr>`, `⏜{x}`, ""},
	} {
		d := mustRead(t, body(p("<m:oMath>"+c.in+"</m:oMath>")))
		r := d.Stories[0].Blocks[0].(*Paragraph).Runs[0]
		if c.ref == "" {
			c.ref = c.text
		}
		if r.Text != c.text || r.Ref() != c.ref {
			t.Errorf("%s reads as %s, %s\nwant %s, %s", c.in, r.Text, r.Ref(), c.text, c.ref)
		}
	}
}
