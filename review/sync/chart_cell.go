package reviewsync

import (
	"strings"

	"github.com/nomadocx/nomadocx/internal/chart"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/dataset"
	"github.com/nomadocx/nomadocx/patch"
)

// A dataset can be edited in its table and in every chart that is drawn from it. The same value in
// several of these places is one edit.

// datasets are the edits of all datasets.
type datasets struct {
	*core
	of map[*noma.Directive]*datasetEdits
}

// datasetEdits are what was done to a dataset so far.
type datasetEdits struct {
	cells   map[[2]int]string // by row of the body and column
	reshape bool              // rows or columns came or went in its table
}

func (s *datasets) editsOf(set *noma.Directive) *datasetEdits {
	e := s.of[set]
	if e == nil {
		e = &datasetEdits{cells: map[[2]int]string{}}
		s.of[set] = e
	}
	return e
}

// datasetCell writes a value that a chart shows into the dataset; f is nil when there is nothing to do,
// and conflict is what another place shows for it.
func (s *datasets) datasetCell(set *noma.Directive, row, col int, was, now string) (f *finding, conflict string) {
	edits := s.editsOf(set)
	if other, twice := edits.cells[[2]int{row, col}]; twice {
		if chart.SameName(other, now) {
			return nil, ""
		}
		return nil, other
	}
	if edits.reshape {
		return s.refuse(sayDatasetReshaped, set, was, now), ""
	}
	if strings.ContainsAny(now, "\r\n") {
		return s.refuse(sayNameLines, set, was, now), ""
	}
	edits.cells[[2]int{row, col}] = now
	f = s.apply(sayChartValue, set, was, now)
	f.change = &Change{Action: "update_dataset", ID: set.ID}
	if g, err := dataset.Parse(set); err == nil && g.Format == dataset.YAML {
		// The operation on cells spells the whole row anew: see gridEditor.yaml.
		g.Keep, g.EOL = true, s.doc.File.EOL()
		if e, err := g.SetCell(row, col, now); err == nil {
			s.edit(f, set, e...)
			return f, ""
		}
	}
	s.op(f, patch.Op{Op: "update_dataset_cell", ID: set.ID, Row: row, Column: patch.At(col), Value: now})
	return f, ""
}
