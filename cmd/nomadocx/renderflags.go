package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/spf13/cobra"
)

// renderFlags adds the flags that say how a document is rendered, for one document or for many.
func renderFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.String("audience", "", "make it for `AUDIENCE` review (all) or client (nothing internal, no metadata); else as the frontmatter says")
	f.String("comments", "", "client: `WHAT` keep leaves comments and change requests in")
	f.String("title", "", "`TEXT` to use as title instead of the document's own")
	f.String("theme", "", "`NAME` of the theme; for a Word file sober, modern or academic")
	f.String("css", "", "HTML and PDF: `FILE` with more CSS")
	f.Bool("no-standalone", false, "HTML: only the content, no page around it")
	f.Bool("no-unsafe", false, "HTML: leave html, svg and script blocks out")
	f.Bool("strict", false, "HTML: nothing active, nothing from outside")
	f.String("math", "", "accepted, `NAME` katex or none; formulas are MathML, which browsers set themselves")
	f.String("math-font", "embed", "HTML and PDF: `FONT` of formulas: embed it, or use one of the reader's system")
	f.String("assets", "", "HTML, PDF and Word: `FOLDER` with mermaid.min.js, to draw mermaid diagrams")
	f.String("page-size", "", "PDF: `SIZE` A4, Letter, Legal, … unless the document says it")
	f.String("margin", "", "PDF: `LENGTH` of all margins, such as 20mm")
	for _, side := range []string{"top", "right", "bottom", "left"} {
		f.String("margin-"+side, "", "PDF: `LENGTH` of the "+side+" margin")
	}
	f.Bool("no-print-background", false, "PDF: leave backgrounds out")
	f.StringSlice("pdf-profile", nil, "PDF: write a file that keeps the standard `NAME` a (PDF/A) or ua (PDF/UA), or none (may be repeated)")
	f.StringSlice("attach", nil, "PDF: put `WHAT` source or data into the file (may be repeated)")
	f.String("reference-doc", "", "docx: take styles, page, headers and footers from this Word `FILE`")
	f.Bool("layout-pass", false, "docx: fill in the page numbers of the contents, through LibreOffice")
	f.String("charts", "", "docx: plots as `KIND` native (editable charts, the default) or image")
	llmFlags(cmd)
	f.Bool("fail-on-warning", false, "write nothing when something is wrong with the document")
	f.StringArray("ignore-rule", nil, "say nothing about findings with this `CODE` (may be repeated)")
	f.StringArray("profile", nil, "`NAME`, accepted for symmetry with check")
	loadFlags(cmd)

	choice(cmd, "audience", app.Audiences...)
	choice(cmd, "comments", "keep")
	choice(cmd, "theme", app.Themes...)
	choice(cmd, "math", "katex", "none")
	choice(cmd, "math-font", "embed", "system")
	choice(cmd, "charts", "native", "image")
	choice(cmd, "pdf-profile", "a", "ua")
	choice(cmd, "attach", "source", "data")
	choice(cmd, "page-size", "A3", "A4", "A5", "Letter", "Legal")
	_ = cmd.MarkFlagFilename("css", "css")                    // the flag is there
	_ = cmd.MarkFlagFilename("reference-doc", "docx", "dotx") // as above
	_ = cmd.MarkFlagDirname("assets")                         // as above
}

// renderOptions reads them.
func renderOptions(cmd *cobra.Command) (app.RenderOptions, error) {
	f := cmd.Flags()
	text := func(name string) string { s, _ := f.GetString(name); return s }
	on := func(name string) bool { b, _ := f.GetBool(name); return b }
	o := app.RenderOptions{
		Audience: text("audience"), Comments: text("comments"), Title: text("title"), Theme: text("theme"), Assets: text("assets"), MathFont: text("math-font"),
		Fragment: on("no-standalone"), NoUnsafe: on("no-unsafe"), Strict: on("strict"),
		Page: app.PageOptions{
			Size: text("page-size"), Margin: text("margin"), NoBackground: on("no-print-background"),
			Top: text("margin-top"), Right: text("margin-right"), Bottom: text("margin-bottom"), Left: text("margin-left"),
		},
		Word: app.WordOptions{ReferenceDoc: text("reference-doc"), Charts: text("charts"), LayoutPass: on("layout-pass")},
	}
	if o.MathFont != "embed" && o.MathFont != "system" {
		return o, usagef("unknown --math-font %q (known: embed, system)", o.MathFont)
	}
	o.Page.Profiles, _ = f.GetStringSlice("pdf-profile")
	o.Page.Attach, _ = f.GetStringSlice("attach")
	o.FailOnWarning = on("fail-on-warning")
	o.IgnoreRules, _ = f.GetStringArray("ignore-rule")
	var err error
	if o.LLM, err = llmOptions(cmd); err != nil {
		return o, err
	}
	o.CSS, err = readCSS(text("css"))
	return o, err
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
