package wml

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/latex"
	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/testkit/slow"
)

// Programs of others read our equations. Both tests need their program and fail without it.

// TestLettersOfUnread: an equation that is shown as its source comes back with masked brackets, and one with brackets in words with what
// LibreOffice calls them.
func TestLettersOfUnread(t *testing.T) {
	for was, back := range map[string]string{`\nothing{x}{ý}`: `\nothing\{x\}\{ý\}`, `\begin{matrix} a & 1`: `\begin\{matrix\} a & 1`,
		`x=3\text{ ｛per ＄｝ \{a\}}`: `\text{x=}\text{3 ｛per ＄｝ " lbrace }a`} {
		if MeaningOf(was).Letters != MeaningOf(back).Letters || !MeaningOf(was).Fragile {
			t.Errorf("%q and %q: %q and %q", was, back, MeaningOf(was).Letters, MeaningOf(back).Letters)
		}
	}
	if MeaningOf(`\nothing{x}`).Letters == MeaningOf(`\nothing{y}`).Letters {
		t.Error("other letters are the same equation")
	}
}

// corpusFile writes a Word file with one formula in each paragraph and returns its name.
func corpusFile(t *testing.T, formulas []string) string {
	t.Helper()
	markup := built(func(b *Builder) {
		for _, src := range formulas {
			b.Markup("<w:p>")
			b.Runs([]Run{{Kind: Math, Text: src}})
			b.Markup("</w:p>")
		}
	})
	var out bytes.Buffer
	w := opc.NewWriter(&out)
	w.AddRel("", "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument", "word/document.xml", false)
	main := `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:document` + Namespaces + "><w:body>" + markup + "</w:body></w:document>"
	if err := w.AddPart("word/document.xml", "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml", []byte(main)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "corpus.docx")
	if err := os.WriteFile(name, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// misread are the formulas pandoc gives back as other symbols, or in LaTeX we do not read.
var misread = map[string]bool{
	// It prints the alignment sign of equations below each other as an ampersand.
	`\begin{aligned} \mathbf{I}_t &= \sigma(\mathbf{X}_t \mathbf{W}_{xi} + \mathbf{b}_i), \\ \mathbf{F}_t &= \sigma(\mathbf{X}_t \mathbf{W}_{xf} + \mathbf{b}_f), \\ \end{aligned}`: true,
	`\begin{aligned} \max_{x} \quad & c^\top x \\ \textrm{s.t.} \quad & Ax \le b \\ & x \geq 0 \end{aligned}`:                                                                       true,
	`\begin{align} y_t &= c_t + i_t \\ k_{t+1} &= (1 - \delta) k_t + i_t \end{align}`:                                                                                               true,
	`\begin{align*} a &= b + c \nonumber \\ &= d + e \notag \end{align*}`:                                                                                                           true,
	`\begin{eqnarray} p & = & q \\ r & = & s \end{eqnarray}`:                                                                                                                        true,
	`\begin{split} f(x) &= (x+1)^2 \\ &= x^2 + 2x + 1 \end{split}`:                                                                                                                  true,
	`\begin{alignat}{2} x &= 1, &\quad y &= 2 \\ z &= 3, & w &= 4 \end{alignat}`:                                                                                                    true,
	`x &= a + b \\ &= c`: true,
	`\begin{aligned}[t] a &= \frac{b}{c} \\[4pt] d &= e \end{aligned}`: true,
	`\begin{flalign} a &= b & \end{flalign}`:                           true,
	// It puts both scripts of a tensor on one base.
	`\Gamma^{\lambda}{}_{\mu\nu} = \frac12 g^{\lambda\sigma}(\partial_\mu g_{\nu\sigma} + \partial_\nu g_{\mu\sigma} - \partial_\sigma g_{\mu\nu})`: true,
}

// pandoc reads an equation out of our file for every formula, with the symbols we meant.
func TestCorpusThroughPandoc(t *testing.T) {
	slow.Test(t, "an office")
	pandoc, err := exec.LookPath("pandoc")
	if err != nil {
		t.Fatal("pandoc is not on PATH: install the package pandoc (or run make setup)")
	}
	formulas := formulaCorpus(t)
	out, err := exec.CommandContext(t.Context(), pandoc, "-f", "docx", "-t", "latex", "--wrap=none", corpusFile(t, formulas)).Output()
	if err != nil {
		t.Fatalf("pandoc: %v", err)
	}
	paragraphs := strings.Split(strings.TrimSpace(string(out)), "\n\n")
	if len(paragraphs) != len(formulas) {
		t.Fatalf("pandoc shows %d paragraphs for %d formulas", len(paragraphs), len(formulas))
	}
	for i, src := range formulas {
		got, isMath := strings.CutPrefix(strings.TrimSpace(paragraphs[i]), `\(`)
		got, closed := strings.CutSuffix(got, `\)`)
		if !isMath || !closed || strings.TrimSpace(got) == "" {
			t.Errorf("%s: pandoc shows no equation but %q", src, paragraphs[i])
			continue
		}
		same := false
		var shows string
		if _, err := latex.Parse(got); err != nil {
			shows = err.Error()
		} else {
			shows = wordSymbols(officeMath(t, got, false))
			same = shows == wordSymbols(officeMath(t, src, false))
		}
		switch {
		case !same && !misread[src]:
			t.Errorf("%s\npandoc: %s\nshows  %s\nwant   %s", src, got, shows, wordSymbols(officeMath(t, src, false)))
		case same && misread[src]:
			t.Errorf("%s is listed as misread and is not", src)
		}
	}
	if 20*len(misread) > len(formulas) {
		t.Errorf("%d of %d formulas are misread", len(misread), len(formulas))
	}
}

// LibreOffice keeps the meaning of equations when it saves a file anew, and the letters of those that it damages.
func TestCorpusThroughLibreOffice(t *testing.T) {
	slow.Test(t, "an office")
	office, err := exec.LookPath("soffice")
	if err != nil {
		t.Fatal("LibreOffice is not on PATH: install the packages libreoffice-writer and libreoffice-math (or run make setup)")
	}
	formulas := formulaCorpus(t)
	file, dir := corpusFile(t, formulas), t.TempDir()
	args := []string{"--headless", "-env:UserInstallation=file://" + filepath.Join(dir, "profile"), "--convert-to", "docx:MS Word 2007 XML", "--outdir", dir, file}
	if log, err := exec.CommandContext(t.Context(), office, args...).CombinedOutput(); err != nil {
		t.Fatalf("soffice: %v\n%s", err, log)
	}
	saved, err := os.ReadFile(filepath.Join(dir, "corpus.docx"))
	if err != nil {
		t.Fatalf("the office did not save it: %v", err)
	}
	d, err := readBytes(saved)
	if err != nil {
		t.Fatal(err)
	}
	blocks := d.Stories[0].Blocks
	if len(blocks) != len(formulas) {
		t.Fatalf("%d paragraphs for %d formulas", len(blocks), len(formulas))
	}
	for i, src := range formulas {
		var got []string
		for _, r := range blocks[i].(*Paragraph).Runs {
			if r.Kind == Math {
				got = append(got, r.Text)
			}
		}
		back := strings.Join(got, " ")
		if len(got) == 0 {
			t.Fatalf("%s is no equation any more: is the package libreoffice-math installed?", src)
		}
		was, now := MeaningOf(src), MeaningOf(back)
		same := was.Says == now.Says || was.Slash && was.Linear == now.Linear
		if was.Letters != now.Letters || !same && !was.Fragile {
			t.Errorf("%s\n   says %s\nand comes back as %s\n     that says %s", src, was.Says, back, now.Says)
		}
	}
}
