package app

import (
	"context"
	"strings"

	"github.com/nomadocx/nomadocx/internal/halt"
	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/office/revise"
	"github.com/nomadocx/nomadocx/internal/office/wml"
)

// decidedColumns returns a redline in which no column came or went whose text is decided, or nil when there is none. LibreOffice 7.4
// decides what is in the cells of such a column and leaves that the cells came or went. A column of a redline has text.
func decidedColumns(ctx context.Context, d *wml.Document, p *opc.Package) (*opc.Package, error) {
	var accept, reject []string
	for _, s := range d.Stories {
		for t := range wml.Tables(s.Blocks...) {
			for at := 0; ; at++ {
				fate, ids := columnFate(t, at)
				if ids == nil {
					break
				}
				switch fate {
				case "accept":
					accept = append(accept, ids...)
				case "reject":
					reject = append(reject, ids...)
				}
			}
		}
	}
	if len(accept)+len(reject) == 0 {
		return nil, nil
	}
	_, all, err := revise.Accept(p, revise.Select{Look: halt.Of(ctx)})
	if err != nil {
		return nil, err
	}
	ours := map[string]int{}
	for _, r := range all.Revisions {
		ours[r.ID]++
	}
	for _, step := range []struct {
		ids    []string
		decide func(*opc.Package, revise.Select) (*opc.Edit, *revise.Report, error)
	}{{accept, revise.Accept}, {reject, revise.Reject}} {
		for _, id := range step.ids {
			if ours[id] != 1 {
				return nil, nil // there is no saying which change is meant
			}
		}
		if len(step.ids) == 0 {
			continue
		}
		if p, err = changed(p, step.decide, revise.Select{IDs: step.ids, Look: halt.Of(ctx)}); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// changed returns a package with the selected changes decided.
func changed(p *opc.Package, decide func(*opc.Package, revise.Select) (*opc.Edit, *revise.Report, error), which revise.Select) (*opc.Package, error) {
	e, _, err := decide(p, which)
	if err != nil {
		return nil, err
	}
	data, err := e.Bytes()
	if err != nil {
		return nil, err
	}
	return opc.ReadBytes(data, opc.Limits{Look: which.Look})
}

// columnFate returns what became of a column by what is in its cells: "accept", "reject", or "" when it is not decided or neither came nor
// went. ids are those of the changes of its cells, nil behind the last column.
func columnFate(t *wml.Table, at int) (fate string, ids []string) {
	came, text, open := false, false, false // open: some of the text is tracked
	for _, row := range t.Rows {
		if at >= len(row.Cells) {
			continue
		}
		if ids == nil {
			ids = []string{}
		}
		cell := &row.Cells[at]
		switch {
		case cell.Ins != nil:
			came = true
			ids = append(ids, cell.Ins.ID)
		case cell.Del != nil:
			ids = append(ids, cell.Del.ID)
		default:
			continue
		}
		for p := range wml.Paragraphs(cell.Blocks...) {
			for i := range p.Runs {
				r := &p.Runs[i]
				if strings.TrimSpace(r.Text) != "" {
					text = true
					open = open || r.Ins != nil && r.Ins != cell.Ins || r.Del != nil && r.Del != cell.Del
				}
			}
		}
	}
	switch {
	case len(ids) == 0 || open:
		return "", ids
	case text == came:
		return "accept", ids
	}
	return "reject", ids
}
