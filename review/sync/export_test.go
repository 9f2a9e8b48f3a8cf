package reviewsync

import (
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

// Reconcile is one round of [Sync]: what is found without looking again.
func Reconcile(plan *layout.Plan, returned *wml.Document, opts Options) (*Result, error) {
	return reconcile(plan, returned, reviewOf(returned, plan.Look), opts)
}
