package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// writeDecisions writes decisions about the source, the report of its sync and the file that came back: pairs of words, which the
// finding has, and what was decided.
func writeDecisions(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 4 || len(args)%2 != 0 {
		ts.Fatalf("usage: decisions OUT.json SRC.noma REPORT.json FILE.docx [WORDS DECISION …]")
	}
	sum := func(name string) string {
		h := sha256.Sum256([]byte(ts.ReadFile(name)))
		return hex.EncodeToString(h[:])
	}
	var report struct{ Findings []struct{ Hash, Was, Now string } }
	ts.Check(json.Unmarshal([]byte(ts.ReadFile(args[2])), &report))
	type decision struct {
		Finding  string `json:"finding"`
		Decision string `json:"decision"`
		Text     string `json:"text,omitempty"`
	}
	var made []decision
	for i := 4; i < len(args); i += 2 {
		d := decision{Finding: args[i]}
		for _, f := range report.Findings {
			if strings.Contains(f.Was+f.Now, args[i]) {
				d.Finding = f.Hash
			}
		}
		d.Decision, d.Text, _ = strings.Cut(args[i+1], ": ")
		made = append(made, d)
	}
	data, err := json.Marshal(map[string]any{"source": sum(args[1]), "returned": []any{map[string]string{"name": args[3], "sha256": sum(args[3])}}, "decisions": made})
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), data, 0o600))
}
