package latex

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"
)

// notations are formulas of two parts in two notations of one meaning, and as something else with the same letters.
var notations = [][3]string{
	{`\frac{%s}{%s}`, `{{%s} \over {%s}}`, `{%s}{%s}`}, {`\dfrac{%s}{%s}`, `\frac{{%s}}{%s}`, `{%s}^{%s}`}, {`x_{%s}^{%s}`, `x^{%[2]s}_{%[1]s}`, `x_{%s %s}`},
	{`(%s)+%s`, `\left(%s\right)+%s`, `(%s)-%s`}, {`%s\,%s`, `%s %s`, `%s+%s`}, {`%s\le %s`, `%s\leq{%s}`, `%s\ge %s`}, {`%s\cdot %s`, `%s⋅%s`, `%s\times %s`},
	{`\text{if }%s=%s`, `\mathrm{if}%s=%s`, `\text{if }%s\ne %s`}, {`\sum_{%s}^{%s}x`, `\sum\limits^{%[2]s}_{%[1]s}{x}`, `\prod_{%s}^{%s}x`}, {`\sqrt{%s}+%s`, `\sqrt{{%s}}+%s`, `\sqrt{%s+%s}`},
	{`\bar{%s}+%s`, `\overline{%s}+%s`, `%s+\bar{%s}`}, {`\mathbf{x}\left|%s\right|,%s`, `x|%s|,%s`, `\mathbf{x}\left|%s,%s\right|`}, {`\begin{pmatrix}%s & %s\end{pmatrix}`,
		`\left(\begin{array}{rl}%s & %s\end{array}\right)`, `\begin{pmatrix}%s \\ %s\end{pmatrix}`}, {`\boxed{%s}+%s\phantom{y}`, `%s\quad+%s`, `\boxed{%s+}_{%s}`},
}

// written returns a formula in two notations, and one of another meaning with the same letters.
func written(t *rapid.T, depth int) (string, string, string) {
	if depth == 0 {
		leaf := rapid.SampledFrom([][3]string{{`x`, `{x}`, `\hat{x}`}, {`\alpha`, `{{\alpha}}`, `\sqrt{\alpha}`}, {`n2`, `{n}2`, `n^2`}, {`k_i`, `{k}_{i}`, `k^i`}}).Draw(t, "leaf")
		return leaf[0], leaf[1], leaf[2]
	}
	n := rapid.SampledFrom(notations).Draw(t, "notation")
	a, b, other := written(t, depth-1)
	c, d, _ := written(t, rapid.IntRange(0, depth-1).Draw(t, "depth"))
	if rapid.Bool().Draw(t, "inside") {
		return fmt.Sprintf(n[0], a, c), fmt.Sprintf(n[1], b, d), fmt.Sprintf(n[0], other, c)
	}
	return fmt.Sprintf(n[0], a, c), fmt.Sprintf(n[1], b, d), fmt.Sprintf(n[2], a, c)
}

// TestMeaning: formulas of one meaning have the same in any notation, and those of other meaning have not, though their letters are the same.
func TestMeaning(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		one, same, other := written(t, rapid.IntRange(0, 4).Draw(t, "depth"))
		says := func(src string) string {
			n, err := Parse(src)
			if err != nil {
				t.Fatalf("%s: %v", src, err)
			}
			return Meaning(n, false)
		}
		if says(one) != says(same) {
			t.Fatalf("%s says %s\n%s says %s", one, says(one), same, says(same))
		}
		if says(one) == says(other) {
			t.Fatalf("%s and %s say %s", one, other, says(one))
		}
		n, err := Parse(one)
		if err != nil {
			t.Fatal(err)
		}
		if again := says(Print(n)); again != says(one) {
			t.Fatalf("%s says %s, and printed %s", one, says(one), again)
		}
	})
}

// TestMeaningLinear: with linear set a slash is a fraction, and no slash is none.
func TestMeaningLinear(t *testing.T) {
	linear := func(src string) string {
		n, err := Parse(src)
		if err != nil {
			t.Fatal(err)
		}
		return Meaning(n, true)
	}
	if a, b, c := linear(`2\frac{j}{d}`), linear(`2j/d`), linear(`2jd`); a != b || a == c {
		t.Errorf("%s, %s and %s", a, b, c)
	}
}
