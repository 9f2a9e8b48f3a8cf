package jobs_test

import (
	"os"
	"testing"

	"github.com/nomadocx/nomadocx/internal/testkit/wordtest"
)

// editWord replaces a text in the main part of a Word file.
func editWord(t *testing.T, path, before, after string) {
	t.Helper()
	file, err := os.ReadFile(path)
	if err == nil {
		err = os.WriteFile(path, wordtest.Replace(t, file, wordtest.Main, before, after), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}
