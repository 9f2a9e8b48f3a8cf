package main

import (
	"errors"
	"testing"
)

// TestHeld tells a target that failed from a coordinator that ran out of time.
func TestHeld(t *testing.T) {
	failed := errors.New("exit status 1")
	for out, want := range map[string]bool{
		"fuzz: elapsed: 1s, execs: 31\n--- FAIL: FuzzDecode (1.02s)\n    context deadline exceeded\nFAIL\n":                                                   true,
		"--- FAIL: FuzzDecode (0.02s)\n    --- FAIL: FuzzDecode (0.00s)\n        a_test.go:9: no\n    \n    Failing input written to testdata/fuzz/x\nFAIL\n": false,
		"--- FAIL: FuzzDecode (0.02s)\n    a_test.go:9: context deadline exceeded\n    context deadline exceeded\nFAIL\n":                                     false,
		"panic: no\nFAIL\n":                 false,
		"a_test.go:3: undefined: x\nFAIL\n": false,
	} {
		if got := held(out, failed); got != want {
			t.Errorf("%q held: %t", out, got)
		}
		if !held(out, nil) {
			t.Errorf("%q did not hold, and go test found nothing", out)
		}
	}
	if found, err := find(); err != nil || len(found) != 0 {
		t.Errorf("in a folder without targets: %v, %v", found, err)
	}
}
