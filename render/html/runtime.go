package html

import (
	_ "embed"
	"encoding/json"
	"sort"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/internal/chart"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/compute"
)

// A page that is neither strict nor a fragment carries a small script (Format spec, "Artifact-action
// blocks"). When a reader moves a control it recalculates the computed blocks, and it keeps the state
// of the controls behind "#noma:" in the address, so that a scenario can be sent on. It also works
// the export buttons and turns ::tabs into tabs. It asks nobody for anything.
//
// What it needs to know stands in the page as JSON: the program. Formulas come parsed and in the
// order in which they need each other, so that grammar and cycles stay the business of package compute.

//go:embed runtime.js
var runtimeSource string

// program is the JSON object the script reads.
type program struct {
	Controls []liveControl  `json:"controls"`
	Cells    []liveCell     `json:"cells"`
	Order    []int          `json:"order"`           // of the cells; those on a cycle are left out
	Names    map[string]int `json:"names"`           // what a name in a formula means: a control, or len(Controls) + a cell
	Comma    bool           `json:"comma,omitempty"` // a decimal comma
	// Fixed are the values of names that mean nothing in this page, but in another of the book.
	Fixed map[string]float64 `json:"fixed"`

	controls, cells []*noma.Directive
	buttons         bool // there are export buttons or tabs
}

// liveControl is an input: element [data-noma-control="i"].
type liveControl struct {
	ID    string   `json:"id,omitempty"`
	Label string   `json:"label"`
	Unit  string   `json:"unit,omitempty"`
	Value *float64 `json:"value"` // what its default counts, null when that is no number
}

// liveCell is a computed block: element [data-noma-cell="i"]. The script replaces what its elements
// with data-noma-live contain.
type liveCell struct {
	ID       string          `json:"id,omitempty"`
	Kind     string          `json:"kind"` // metric, table, or the kind of chart
	Title    string          `json:"title,omitempty"`
	Unit     string          `json:"unit,omitempty"`
	Formula  json.RawMessage `json:"formula"`
	Variable string          `json:"variable,omitempty"`
	Xs       []float64       `json:"xs,omitempty"`   // the points of the domain
	Size     []float64       `json:"size,omitempty"` // of a chart, in pixels
}

// alive reports whether the page gets the script.
func (r *renderer) alive() bool { return !r.opts.Strict && !r.opts.Fragment }

// liveControl notes a control and returns the name of its input, "" without a script.
func (r *renderer) liveControl(d *noma.Directive) string {
	if !r.alive() {
		return ""
	}
	c := liveControl{ID: d.ID, Label: noma.PlainText(noma.ParseInline(r.controlLabel(d))), Unit: d.AttrText("unit")}
	if v, ok := compute.Control(d); ok {
		c.Value = &v
	}
	r.live.Controls = append(r.live.Controls, c)
	r.live.controls = append(r.live.controls, d)
	return strconv.Itoa(len(r.live.Controls) - 1)
}

// liveCell notes a computed block and returns the attribute that names it. A metric has no series; a
// series that has no values by default is not shown, so there is nothing to replace.
func (r *renderer) liveCell(d *noma.Directive, s *compute.Series, drawing *chart.Chart) string {
	f := r.computed().Formula(d)
	if !r.alive() || f == nil || f.Expr == nil || s != nil && len(s.Points) == 0 {
		return ""
	}
	unit, _, _ := compute.Field(d, "unit", "suffix")
	c := liveCell{ID: d.ID, Kind: "metric", Unit: unit, Variable: f.Variable, Formula: f.Expr.AppendJSON(nil)}
	if s != nil {
		c.Kind = "table"
		for _, p := range s.Points {
			c.Xs = append(c.Xs, p.X)
		}
	}
	if drawing != nil {
		c.Kind, c.Size = drawing.Kind, []float64{drawing.Width, drawing.Height}
		c.Title = noma.PlainText(noma.ParseInline(r.captions[d].title))
	}
	r.live.Cells = append(r.live.Cells, c)
	r.live.cells = append(r.live.cells, d)
	return ` data-noma-cell="` + strconv.Itoa(len(r.live.Cells)-1) + `"`
}

// liveMark returns the attribute of an element whose content the script replaces.
func (r *renderer) liveMark() string {
	if r.inCell && r.alive() {
		return " data-noma-live"
	}
	return ""
}

// runtime writes the program and the script, if the page has anything for them to do.
func (r *renderer) runtime() {
	if !r.alive() || len(r.live.Controls) == 0 && !r.live.buttons {
		return
	}
	r.live.Comma = layout.DecimalComma(r.doc)
	r.raw(`<script type="application/json" id="noma-program">`)
	r.raw(string(r.live.finish(r.computed())))
	r.raw("</script>\n<script>\n" + script() + "</script>\n")
}

// finish resolves the names and orders the cells.
func (p *program) finish(env *compute.Env) []byte {
	at := map[*noma.Directive]int{}
	for i, d := range p.controls {
		at[d] = i
	}
	for i, d := range p.cells {
		at[d] = len(p.controls) + i
	}
	p.Names, p.Fixed, p.Order = map[string]int{}, map[string]float64{}, []int{}
	for i, d := range p.cells {
		for _, name := range env.Formula(d).Expr.Names() {
			if b := env.Block(name); b != nil {
				if k, shown := at[b]; shown {
					p.Names[name] = k
				} else if v, ok := env.Value(name); ok {
					p.Fixed[name] = v
				}
			}
		}
		if _, cyclic := env.Depth(d); !cyclic {
			p.Order = append(p.Order, i)
		}
	}
	sort.SliceStable(p.Order, func(a, b int) bool {
		x, _ := env.Depth(p.cells[p.Order[a]])
		y, _ := env.Depth(p.cells[p.Order[b]])
		return x < y
	})
	if p.Controls == nil {
		p.Controls = []liveControl{}
	}
	if p.Cells == nil {
		p.Cells = []liveCell{}
	}
	// Marshal writes "<" as \u003c, so nothing in it ends the script element, and sorts the names.
	out, err := json.Marshal(p)
	if err != nil {
		panic("html: a program does not marshal: " + err.Error())
	}
	return out
}

// script returns the runtime without the lines that are comments.
func script() string {
	var b strings.Builder
	for line := range strings.Lines(runtimeSource) {
		if t := strings.TrimSpace(line); t != "" && !strings.HasPrefix(t, "//") {
			b.WriteString(line)
		}
	}
	return b.String()
}
