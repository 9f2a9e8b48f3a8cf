package reviewsync

import (
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma/dataset"
)

// Reconcile is one round of [Sync]: what is found without looking again.
func Reconcile(plan *layout.Plan, returned *wml.Document, opts Options) (*Result, error) {
	return reconcile(plan, returned, reviewOf(returned, plan.Look), opts)
}

// MergesOf returns the merged cells of a returned table, as the source has them.
func MergesOf(t *wml.Table) string { return dataset.FormatRanges(mergesOf(originalTable(t))) }
