package main

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/nomadocx/nomadocx/pipeline"
	"github.com/spf13/cobra"
)

func newRender(t *terminal) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "render FILE",
		Short: "Make Word, PDF, HTML, Markdown, text for a model and more from a document",
		Long: `Make a Word file, a PDF, a web page, Markdown, context for a language model,
JSON or normalised source from a document.

Targets (--to): html (default), docx, pdf, site, json, noma, llm, markdown (or md).
Word, PDF and site need --out; a site is made of a book, in a folder. A Word file remembers what it was made from, so that
docx-review-sync can tell a reviewer's edits from the author's later ones. A
signed record in the file it replaces, or beside the source, comes along (arm).
FILE may be a book manifest (.yml).`,
		Example: `  nomadocx render report.noma --to docx --out report.docx
  nomadocx render report.noma --to docx --out report.docx --reference-doc corporate.dotx
  nomadocx render report.noma --to pdf --out report.pdf --page-size Letter
  nomadocx render report.noma --strict > report.html
  nomadocx render report.noma --to md --out report.md
  nomadocx render guide.yml --out guide.html --watch
  nomadocx render guide.yml --to site --out public
  nomadocx render report.noma --to llm --select claim,risk --budget 12000`,
		GroupID: "out",
		RunE: func(cmd *cobra.Command, args []string) error {
			return t.watched(cmd, args, func() error { return runRender(t, cmd, args) })
		},
	}
	f := cmd.Flags()
	f.String("to", "html", "`TARGET`: "+strings.Join(pipeline.Targets, ", ")+" (or md)")
	outFlag(cmd)
	loadFlags(cmd)
	watchFlag(cmd)
	f.String("title", "", "document title instead of the document's own")
	f.String("theme", "", "HTML theme")
	f.String("css", "", "`FILE` with more CSS for HTML and PDF")
	f.Bool("no-standalone", false, "HTML: only the content, no page around it")
	f.Bool("no-unsafe", false, "HTML: leave html, svg and script blocks out")
	f.Bool("strict", false, "HTML: nothing active, nothing from outside")
	f.String("math", "", "accepted (katex, none); formulas are MathML, which browsers set themselves")
	f.String("math-font", "embed", "HTML and PDF: `FONT` of formulas: embed it, or use one of the reader's system")
	f.String("assets", "", "HTML, PDF and Word: `FOLDER` with mermaid.min.js, to draw mermaid diagrams")
	f.String("page-size", "", "PDF: A4, Letter, Legal, … unless the document says it")
	f.String("margin", "", "PDF: all margins, such as 20mm")
	for _, side := range []string{"top", "right", "bottom", "left"} {
		f.String("margin-"+side, "", "PDF: the "+side+" margin")
	}
	f.Bool("no-print-background", false, "PDF: leave backgrounds out")
	f.String("reference-doc", "", "docx: take styles, page, headers and footers from this Word `FILE`")
	f.Bool("layout-pass", false, "docx: fill in the page numbers of the contents, through LibreOffice")
	f.String("charts", "", "docx: plots as `KIND` native (editable charts, the default) or image")
	llmFlags(cmd)
	f.StringArray("ignore-rule", nil, "accepted for symmetry with check")
	f.StringArray("profile", nil, "accepted for symmetry with check")
	return cmd
}

func runRender(t *terminal, cmd *cobra.Command, args []string) error {
	f := cmd.Flags()
	text := func(name string) string { s, _ := f.GetString(name); return s }
	on := func(name string) bool { b, _ := f.GetBool(name); return b }
	if len(args) == 0 {
		return errMissingInput
	}
	target, ok := pipeline.ParseTarget(text("to"))
	if !ok {
		return usagef("unknown target %q (known: %s)", text("to"), strings.Join(pipeline.Targets, ", "))
	}
	out := text("out")
	if out == "" && target.Binary() {
		return usagef("--to %s requires --out <file.%s>", target, target)
	}
	if target == pipeline.Site {
		if err := siteArguments(args[0], out); err != nil {
			return err
		}
	}
	forModel, err := llmOptions(cmd)
	if err != nil {
		return err
	}
	s, err := load(cmd.Context(), t, cmd, args)
	if err != nil {
		return err
	}
	opts := pipeline.RenderOptions{
		Target: target, Title: text("title"), Theme: text("theme"), Assets: text("assets"), MathFont: text("math-font"),
		Fragment: on("no-standalone"), NoUnsafe: on("no-unsafe"), Strict: on("strict"),
		Page: pipeline.PageOptions{
			Size: text("page-size"), Margin: text("margin"), NoBackground: on("no-print-background"),
			Top: text("margin-top"), Right: text("margin-right"), Bottom: text("margin-bottom"), Left: text("margin-left"),
		},
	}
	if opts.MathFont != "embed" && opts.MathFont != "system" {
		return usagef("unknown --math-font %q (known: embed, system)", opts.MathFont)
	}
	if opts.CSS, err = readCSS(text("css")); err != nil {
		return err
	}
	if target == pipeline.Site {
		return writeSite(cmd.Context(), t, s, out, opts)
	}
	opts.LLM = forModel
	opts.Word = pipeline.WordOptions{ReferenceDoc: text("reference-doc"), Charts: text("charts"), LayoutPass: on("layout-pass")}
	render := func(w io.Writer) error { return pipeline.Render(cmd.Context(), w, s, opts) }
	if target == pipeline.Word {
		render = t.withRecord(cmd.Context(), s, out, opts.Word.ReferenceDoc, render)
	}
	if target.Binary() {
		return t.stream(out, render)
	}
	var b bytes.Buffer
	if err := render(&b); err != nil {
		return err
	}
	return t.emit(destination{out: out}, b.Bytes())
}

func readCSS(path string) (string, error) {
	if path == "" {
		return "", nil
	}
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		if abs, e := filepath.Abs(path); e == nil {
			path = abs
		}
		return "", errors.New("custom CSS not found: " + path)
	}
	return string(data), err
}
