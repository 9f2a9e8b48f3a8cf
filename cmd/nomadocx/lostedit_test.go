package main

import (
	"fmt"
	"io"
	"testing"

	"github.com/nomadocx/nomadocx/internal/app"
)

// TestLostEditFails: a result that lost an edit is a failure, which no strategy and no report makes good.
func TestLostEditFails(t *testing.T) {
	term := &terminal{out: io.Discard, err: io.Discard}
	err := term.refused(fmt.Errorf("sync: %w", &app.LostEditError{File: "back.docx", What: "text"}), false)
	if code := exitCode(err); code != 1 {
		t.Errorf("the exit code is %d", code)
	}
}
