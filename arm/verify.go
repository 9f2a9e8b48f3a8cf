package arm

import "fmt"

// VerifyText reads and verifies a record, the content of a sidecar file.
func VerifyText(data []byte, lim Limits) *Report {
	v, err := Parse(data, lim)
	if err != nil {
		return unreadable(err)
	}
	return Verify(v, lim)
}

// Verify holds a record against every rule of arm §6 to §9 and reports all it finds (arm-notes §5).
// It reads nothing but the record: no clock, no files, no network.
func Verify(record Value, lim Limits) *Report {
	lim = lim.withDefaults()
	report := &Report{}
	findPrivate(&record, nil, func(path []step) {
		report.add(Finding{Code: PrivateKeyPresent, TurnIndex: turnAt(path), TurnID: turnIDAt(&record, path), Path: pointer(path), Message: "private key material; take it out and consider the key lost"})
	})
	if err := withinLimits(&record, lim); err != nil {
		return unreadable(err)
	}
	ledger := record.Items("ledger")
	report.SessionID = record.Get("manifest").Text("sessionId")
	report.TurnCount = len(ledger)
	if n := len(ledger); n > 0 {
		if head := ledger[n-1].Text("turnHash"); head != "" {
			report.HeadTurnHash = &head
		}
	}
	shape := &checker{report: report, turn: -1}
	recordShape(shape, &record)
	v := &verifier{report: report, turns: map[string]bool{}, approvals: map[string]bool{}, artifacts: map[string]bool{}}
	if manifest := record.Get("manifest"); manifest != nil {
		report.ManifestHash = manifest.hash()
		if !shape.bad {
			v.manifest = readManifest(manifest, report, []step{{name: "manifest"}})
		}
	}
	for i := range ledger {
		turn := &ledger[i]
		c := &checker{report: report, turn: i, turnID: turn.Get("body").Text("turnId"), path: []step{{name: "ledger"}, {index: i}}}
		turnShape(c, turn)
		if !c.bad && v.manifest != nil {
			v.turn(i, turn, ledger[:i])
		}
	}
	if manifest := record.Get("manifest"); v.manifest != nil {
		v.answers(manifest, ledger)
	}
	report.settle()
	return report
}

// withinLimits bounds what the verifier is going to examine.
func withinLimits(record *Value, lim Limits) error {
	ledger := record.Items("ledger")
	if len(ledger) > lim.Turns {
		return refuse(LimitExceeded, fmt.Sprintf("the ledger has more than %d turns", lim.Turns))
	}
	for i := range ledger {
		if n := len(ledger[i].Get("body").Items("visibleArtifacts")); n > lim.Artifacts {
			return refuse(LimitExceeded, fmt.Sprintf("turn %d has more than %d artifacts", i+1, lim.Artifacts))
		}
	}
	return nil
}

// turnAt returns the index of the turn a path leads into, -1 for none.
func turnAt(path []step) int {
	if len(path) > 1 && path[0].name == "ledger" {
		return path[1].index
	}
	return -1
}

func turnIDAt(record *Value, path []step) string {
	if i := turnAt(path); i >= 0 && i < len(record.Items("ledger")) {
		return record.Items("ledger")[i].Get("body").Text("turnId")
	}
	return ""
}

// verifier goes over a ledger.
type verifier struct {
	report    *Report
	manifest  *manifest
	turns     map[string]bool // ids met so far
	approvals map[string]bool
	artifacts map[string]bool
	signedAt  string // of the turn before
	buf       []byte // for canonical forms
}

func (v *verifier) hash(x *Value) string {
	var h string
	h, v.buf = hashInto(x, v.buf)
	return h
}
