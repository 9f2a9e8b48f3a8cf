package latex

import (
	"errors"
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"

	_ "github.com/nomadocx/nomadocx/internal/testkit/seed"
)

// formulas are what each construct is in one form: "" when it is printed as it was written.
var formulas = []struct{ in, out string }{
	{`x`, ""}, {`x+y=z`, ""}, {`a-b`, ""}, {`2x`, ""}, {`3.14r^{2}`, ""}, {`x_i^2`, `x_{i}^{2}`}, {`x^2_i`, `x_{i}^{2}`}, {`f'(x)`, ""}, {`f''`, ""}, {`x'^2`, `x^{\prime2}`},
	{`\frac{a}{b}`, ""}, {`\frac12`, `\frac{1}{2}`}, {`\tfrac12`, `\tfrac{1}{2}`}, {`\frac\pi2`, `\frac{\pi}{2}`}, {`{a \over b}`, `\frac{a}{b}`}, {`{n \choose k}`, `\binom{n}{k}`},
	{`\binom{n}{k}`, ""}, {`\sqrt{x}`, ""}, {`\sqrt[3]{x}`, ""}, {`\alpha\beta`, ""}, {`\alpha x`, ""}, {`\sum_{i=1}^{n} i`, `\sum_{i=1}^{n}i`},
	{`\sum\limits_i`, `\sum_{i}`}, {`\int_0^\infty e^{-x}\,dx`, `\int_{0}^{\infty}e^{-x}\,dx`}, {`\int\limits_0^1`, `\int\limits_{0}^{1}`}, {`\lim_{x \to 0}`, `\lim_{x\to0}`},
	{`\left( \frac{a}{b} \right)`, `\left(\frac{a}{b}\right)`}, {`\left. x \right|_0`, `\left.x\right|_{0}`}, {`\left\{ x \middle| y \right\}`, `\left\{x\middle|y\right\}`},
	{`\begin{pmatrix} a & b \\ c & d \end{pmatrix}`, `\begin{pmatrix}a & b \\ c & d\end{pmatrix}`}, {`\begin{cases} 1 & x>0 \\ 0 & \text{else} \end{cases}`, `\begin{cases}1 & x>0 \\ 0 & \text{else}\end{cases}`},
	{`\begin{array}{lr} a & b \end{array}`, `\begin{array}{lr}a & b\end{array}`}, {`\begin{align*} a &= b \\ c &= d \\ \end{align*}`, `\begin{aligned}a & =b \\ c & =d\end{aligned}`},
	{`a \\ b`, `\begin{gathered}a \\ b\end{gathered}`}, {`\mathbf{x}^\top \mathbf{y}`, `\mathbf{x}^{\top}\mathbf{y}`}, {`\mathbb{E}[X]`, ""}, {`{\bf 1}`, `\mathbf{1}`},
	{`\operatorname{tr}(A)`, ""}, {`\operatorname*{argmax}_x`, `\operatorname*{argmax}_{x}`}, {`\argmax_x`, `\argmax_{x}`}, {`\log x`, ""}, {`\mathrm{d}x`, ""}, {`\hat{x}`, ""}, {`\hat x`, `\hat{x}`}, {`\bar{\mu}`, ""},
	{`\overline{a+b}`, ""}, {`\underbrace{a+b}_{n}`, ""}, {`\overset{!}{=}`, ""}, {`\stackrel{d}{\to}`, `\xrightarrow{d}`}, {`\xrightarrow[n]{d}`, `\xrightarrow[{n}]{d}`}, {`\not=`, `\neq`}, {`\not\in S`, `\notin S`},
	{`a \bmod b`, `a\ \operatorname{mod}\ b`}, {`\text{if } x`, `\text{if }x`}, {`\text{if $x>0$ holds}`, `\text{if }x>0\text{ holds}`}, {`\|x\|`, ""}, {`\{1, 2\}`, `\{1,2\}`},
	{`\Bigl( x \Bigr)`, `(x)`}, {`\boxed{x}`, ""}, {`\phantom{x}y`, ""}, {`\quad x`, ""}, {`100\%`, ""}, {`\newcommand{\E}{\mathbb{E}} \E[X]`, `\mathbb{E}[X]`},
	{`\newcommand{\n}[1]{\|#1\|} \n{x}`, `\|x\|`}, {`\sum_{\substack{i \\ j}}`, `\sum_{\substack{i \\ j}}`}, {`{}_n C_k`, `{}_{n}C_{k}`}, {`x_{a_{b}}`, ""}, {`\displaystyle\frac{a}{b}`, `\frac{a}{b}`},
	{`日本`, ""}, {`\text{a｛b｝ ＄}`, ""}, {`\text{a\{b\$}`, ""}, {`\text{a-{}-b\textbackslash{}n}`, `\text{a-{}-{}b\textbackslash{}n}`}, {`a % remark`, `a`}, {`\hat{\theta}_{ML}`, ""}, {`\widehat{AB}`, ""}, {`\sqrt[n+1]{x}`, ""}, {`\color{red} x`, `x`}, {`x^{\frac{1}{2}}`, ""}, {`x^\frac12`, `x^{\frac{1}{2}}`},
}

func TestSpellings(t *testing.T) {
	for _, f := range formulas {
		want := f.out
		if want == "" {
			want = f.in
		}
		n, err := Parse(f.in)
		if err != nil {
			t.Errorf("%s: %v", f.in, err)
			continue
		}
		got := Print(n)
		if got != want {
			t.Errorf("%s\n prints %s\n   want %s", f.in, got, want)
		}
		again, err := Parse(got)
		if err != nil {
			t.Errorf("%s prints %s, which is not read: %v", f.in, got, err)
		} else if s := Print(again); s != got {
			t.Errorf("%s prints %s, and that %s", f.in, got, s)
		}
	}
}

func TestMistakes(t *testing.T) {
	for _, f := range []struct{ in, reason string }{
		{`\frac{a}`, "ends too early at character 9"}, {`{a`, "a { without its } at character 1"}, {`a}`, "} does not belong here"}, {`\left( a`, `a \left without its \right`},
		{`\right)`, `\right does not belong here`}, {`\nosuch`, `\nosuch is not known`}, {`x_1_2`, "two scripts"}, {`x^1^2`, "two scripts"}, {`\begin{foo}a\end{foo}`, "environment foo"},
		{`\begin{matrix}a\end{array}`, `ends with \end{array}`}, {`a & b \end`, "does not belong"}, {`\`, "without a name"}, {`\left x`, "no delimiter"}, {`\text{a`, "without its }"},
		{`\newcommand{\a}{\a\a} \a`, "circles"}, {strings.Repeat("{", 300), "too deeply"}, {strings.Repeat(`\sqrt`, 300) + "x", "too deeply"}, {strings.Repeat("x", maxTokens+1), "too long"},
		{`\text{\foo}`, "command in words"}, {`\sqrt[3`, "a [ without"}, {`_`, "ends too early"},
	} {
		n, err := Parse(f.in)
		var e *Error
		if !errors.As(err, &e) || !strings.Contains(err.Error(), f.reason) {
			t.Errorf("%.40s gives %v, %v; want %q", f.in, n, err, f.reason)
		}
	}
}

// FuzzParse: whatever is understood is printed in a form that is understood the same way.
func FuzzParse(f *testing.F) {
	for _, x := range formulas {
		f.Add(x.in)
	}
	f.Fuzz(func(t *testing.T, src string) {
		if len(src) > 4096 {
			return
		}
		n, err := Parse(src)
		if err != nil {
			return
		}
		once := Print(n)
		again, err := Parse(once)
		if err != nil {
			t.Fatalf("%q prints %q, which is not read: %v", src, once, err)
		}
		if twice := Print(again); twice != once {
			t.Fatalf("%q prints %q, and that %q", src, once, twice)
		}
	})
}

// TestWordsAreTheirText: any text of words is printed in a form that reads as that text, signs of the
// language, full-width ones and what resembles a placeholder included.
func TestWordsAreTheirText(t *testing.T) {
	signs := []rune("ab1 {}$\\~`'-&%#_^｛｝＄＼～\u00A0\u2009…–—“”‘’\"öя中\uE000\uFFFD")
	rapid.Check(t, func(t *rapid.T) {
		text := "x" + rapid.StringOf(rapid.OneOf(rapid.SampledFrom(signs), rapid.RuneFrom(signs, unicode.L, unicode.P, unicode.S))).Draw(t, "text") + "x"
		for strings.Contains(text, "  ") { // blanks in a row are one
			text = strings.ReplaceAll(text, "  ", " ")
		}
		printed := Print(&Node{Kind: Words, Text: text})
		n, err := Parse(printed)
		if err != nil {
			t.Fatalf("%q prints %q: %v", text, printed, err)
		}
		if one := n.Single(); one == nil || one.Kind != Words || one.Text != text {
			t.Fatalf("%q prints %q, which reads as %v", text, printed, one)
		}
		if again := Print(n); again != printed {
			t.Fatalf("%q prints %q, then %q", text, printed, again)
		}
	})
}
