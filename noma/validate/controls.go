package validate

import (
	"strings"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/compute"
	"github.com/nomadocx/nomadocx/noma/diag"
)

var controlRules = []blockRule{
	{rule: rule{"control-missing-default", diag.Warning}, on: []string{"control"}, check: func(c *checker, n *noma.Directive, r reporter) {
		if _, ok := compute.Control(n); !ok && needsNumber(n) {
			r.at(n, title("Control", n)+" has no numeric default=.")
		}
	}},
	{rule: rule{"control-out-of-range-default", diag.Warning}, on: []string{"control"}, check: func(c *checker, n *noma.Directive, r reporter) {
		v, ok := compute.Control(n)
		lo, hasLo := number(n, "min")
		hi, hasHi := number(n, "max")
		if ok && (hasLo && v < lo || hasHi && v > hi) {
			r.at(n, title("Control", n)+" has a default= outside of min= and max=.")
		}
	}},
	{rule: rule{"control-invalid-lock", diag.Warning}, on: []string{"control"}, check: func(c *checker, n *noma.Directive, r reporter) {
		lock, key := n.First("lock", "content_control_lock", "sdt_lock")
		if key != "" && !lockModes[plainWord(lock)] {
			r.at(n, title("Control", n)+" has an unknown "+key+"="+quote(lock)+"; use control, content, all, unlocked or none.")
		}
	}},
}

// lockModes are the forms of the lock modes (contract docx-package.md §6). A bare flag is true.
var lockModes = words(`control field container sdt sdtlocked true
	content value contentlocked
	all both full sdtcontentlocked controlandcontent fieldandcontent
	unlocked none off false 0 no`)

// plainWord returns a word without case, spaces, underscores and hyphens.
func plainWord(s string) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '_' || r == '-' {
			return -1
		}
		return r
	}, strings.ToLower(s))
}

// needsNumber reports whether a control is one whose default must be a number. Without a type it is
// a text field, whose default may be any text, unless bounds show that a number is meant.
func needsNumber(n *noma.Directive) bool {
	if !set(n, "type") {
		return !set(n, "default") || set(n, "min", "max", "step")
	}
	return oneOf(compute.ControlType(n), "slider range number checkbox toggle")
}
