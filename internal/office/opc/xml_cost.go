package opc

import "github.com/nomadocx/nomadocx/internal/memory"

// What a document takes is estimated while its parts are read, so that one that unpacks to more than the machine has is refused
// before it is held. The figures are those of the dearest use, a sync of a file in which everything is new, measured on files
// of one kind of element each.
const (
	elementCost = 300 // of an element that a reader examines: a paragraph, a run, a mark
	textCost    = 64  // of a byte of text: each character is held with its formatting, twice while its form is checked
	tagCost     = 4   // of a byte of a tag, for what is kept of attributes
)

// costStep is how much is counted at once, in bytes.
const costStep = 256 << 10

// Charge counts what is read from here on, as [Package.Scan] does.
func (x *Scanner) Charge(b *memory.Budget) { x.budget = b }

// spend counts what something takes; too much ends the scan.
func (x *Scanner) spend(n int) bool {
	if x.budget == nil || x.skipping {
		return true
	}
	if x.cost += int64(n); x.cost < costStep {
		return true
	}
	err := x.budget.Spend(x.cost)
	if x.cost = 0; err == nil {
		return true
	}
	x.Close()
	x.err = err
	x.opened, x.attrs = false, x.attrs[:0]
	return false
}
