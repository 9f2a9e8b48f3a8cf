//go:build !js

package proof

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"html/template"
	"io"
	"sync"

	"github.com/nomadocx/nomadocx/noma/diag"
	"github.com/nomadocx/nomadocx/noma/validate"
)

//go:embed page.html
var pageSource string

//go:embed page.css
var pageStyle string

// maxPreview is the largest preview that is written into the page, in bytes.
const maxPreview = 8 << 20

// The template is parsed at the first proof: most runs of the program make none. A function, so that programs which call it
// nowhere have no templates in them.
var (
	pageOnce     sync.Once
	pageTemplate *template.Template
)

func page() *template.Template {
	pageOnce.Do(func() {
		pageTemplate = template.Must(template.New("proof").Funcs(template.FuncMap{
			"percent": percent,
			"indent":  indented,
		}).Parse(pageSource))
	})
	return pageTemplate
}

// pageData is what page.html shows.
type pageData struct {
	*Proof
	Style       template.CSS
	Verdict     string
	PreSHA      string
	PostSHA     string
	Fresh, Kept []finding
	Rows        []row
	Preview     string
	PreviewNote string
	HasPreview  bool
}

// finding is a diagnostic as the page lists it.
type finding struct{ Severity, Line string }

// row is one line of the diff.
type row struct {
	Class    string // "same", "gone", "fresh" or "gap"
	Old, New int
	Words    []Stretch
}

// WriteHTML writes the proof as one page that needs nothing else: no script, and by its content
// security policy nothing from the network. preview is the document after the patch as a page of its
// own, nil for none; it is shown in a frame without any permission, which inherits that policy, so
// that a hostile document can neither run, navigate nor load anything.
func (p *Proof) WriteHTML(w io.Writer, preview []byte) error {
	data := pageData{Proof: p, Style: template.CSS(pageStyle), Verdict: p.verdict(),
		PreSHA: p.Before.hash().SHA, PostSHA: p.After.hash().SHA, Rows: rows(p.lines)}
	fresh, kept := p.findings()
	data.Fresh, data.Kept = p.lined(fresh), p.lined(kept)
	switch {
	case p.Result == Rejected:
		data.PreviewNote = "The patch was refused: there is no result to show."
	case len(preview) == 0:
		data.PreviewNote = "No preview was made."
	case len(preview) > maxPreview:
		data.PreviewNote = "The result is too large to be shown here. Render it to see it."
	default:
		data.Preview, data.HasPreview = string(preview), true
	}
	return page().Execute(w, data)
}

func (p *Proof) lined(l diag.List) []finding {
	out := make([]finding, len(l))
	for i, d := range l {
		out[i] = finding{string(d.Severity), validate.Line(d, p.File)}
	}
	return out
}

// indented returns an operation as JSON for people.
func indented(raw json.RawMessage) string {
	var b bytes.Buffer
	if json.Indent(&b, raw, "", "  ") != nil {
		return string(raw)
	}
	return b.String()
}

// rows returns the lines of the diff. A block of lines that went and one of lines that came are compared
// word by word, first with first.
func rows(lines []Line) []row {
	var out []row
	shown := excerpt(lines)
	for i := 0; i < len(shown); {
		l := shown[i]
		switch l.Side {
		case 0:
			out = append(out, row{Class: "gap"})
			i++
		case Both:
			out = append(out, row{"same", l.Old, l.New, []Stretch{{Text: l.Text}}})
			i++
		default:
			n := i
			for n < len(shown) && (shown[n].Side == Gone || shown[n].Side == Fresh) {
				n++
			}
			out = append(out, pairs(shown[i:n])...)
			i = n
		}
	}
	return out
}

func pairs(changed []Line) []row {
	var gone, fresh []row
	for _, l := range changed {
		if l.Side == Gone {
			gone = append(gone, row{"gone", l.Old, 0, []Stretch{{Text: l.Text}}})
		} else {
			fresh = append(fresh, row{"fresh", 0, l.New, []Stretch{{Text: l.Text}}})
		}
	}
	match(gone, fresh)
	return append(gone, fresh...)
}

// maxPairs is the largest block of changes in which every line is compared with every other.
const maxPairs = 400

// match marks the words that differ between each fresh line and the gone line it came from: the one
// most like it behind the last that was taken. In a large block it is the one at the same place.
func match(gone, fresh []row) {
	taken := 0
	for j := range fresh {
		from, to := taken, len(gone)
		if len(gone)*len(fresh) > maxPairs {
			from, to = min(j, len(gone)), min(j+1, len(gone))
		}
		best, at := comparedWords{}, -1
		for i := from; i < to; i++ {
			if c := words(gone[i].Words[0].Text, fresh[j].Words[0].Text); c.alike > best.alike {
				best, at = c, i
			}
		}
		if at >= 0 && best.alike >= minAlike {
			gone[at].Words, fresh[j].Words, taken = best.old, best.now, at+1
		}
	}
}
