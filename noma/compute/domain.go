package compute

import (
	"math"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
)

// maxPoints is the length at which a series is cut: a report shows a short one.
const maxPoints = 25

// Domain is the range a formula is evaluated over: `year: 0 .. 10 : 2`.
type Domain struct {
	Variable         string
	Start, End, Step float64
}

// parseDomain reads `variable: start .. end [: step]`. Without a step it is 1 between whole
// numbers and otherwise a tenth of the span. A step always leads from start to end, whatever its
// sign; a step of zero is no domain.
func parseDomain(s string) (Domain, bool) {
	name, rest, ok := strings.Cut(s, ":")
	name = strings.TrimSpace(name)
	if !ok || !isName(name) {
		return Domain{}, false
	}
	bounds, step, stepped := strings.Cut(rest, ":")
	from, to, ok := strings.Cut(bounds, "..")
	d := Domain{Variable: name}
	var okStart, okEnd bool
	d.Start, okStart = parseNumber(from)
	d.End, okEnd = parseNumber(to)
	if !ok || !okStart || !okEnd || math.IsInf(d.End-d.Start, 0) {
		return Domain{}, false
	}
	switch {
	case stepped:
		if d.Step, ok = parseNumber(step); !ok || d.Step == 0 {
			return Domain{}, false
		}
	case d.Start == math.Trunc(d.Start) && d.End == math.Trunc(d.End):
		d.Step = 1
	default:
		d.Step = (d.End - d.Start) / 10
	}
	d.Step = math.Copysign(d.Step, d.End-d.Start)
	return d, true
}

// points returns the places of the domain, from Start on and at most maxPoints. Each is computed from
// Start and rounded to ten decimals, so that 0..1:0.1 has 0.3 and not 0.30000000000000004.
func (d Domain) points() []float64 {
	var xs []float64
	slack := math.Abs(d.Step) * 1e-9
	for i := range maxPoints {
		x := d.Start + float64(i)*d.Step
		if i > 0 && (d.Step == 0 || math.Abs(x-d.Start) > math.Abs(d.End-d.Start)+slack) {
			break
		}
		xs = append(xs, round([]float64{x, 10}))
	}
	return xs
}

// domainOf returns the domain of a computed block: domain= or range=, or such a body line.
func domainOf(n *noma.Directive) (Domain, bool) {
	s, _, _ := Field(n, "domain", "range")
	return parseDomain(s)
}

func isName(s string) bool {
	if s == "" || !isLetter(s[0]) {
		return false
	}
	for i := range len(s) {
		if c := s[i]; !isLetter(c) && !isDigit(c) && c != '.' && c != '-' {
			return false
		}
	}
	return true
}
