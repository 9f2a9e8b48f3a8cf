package app

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/memory"
)

// The chapters of a book may take together what a document may take.
func TestBookMemory(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"book.yml": "chapters: [a.noma, b.noma]\n",
		"a.noma":   "# A\n\n" + strings.Repeat("Words.\n\n", 100),
		"b.noma":   "# B\n\n" + strings.Repeat("Words.\n\n", 100),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	one := costOf([]byte("# A\n\n" + strings.Repeat("Words.\n\n", 100)))
	defer memory.Set(memory.Limit())
	for limit, fits := range map[int64]bool{2 * one: true, 2*one - 1: false, one: false} {
		memory.Set(limit)
		_, err := Load(t.Context(), filepath.Join(dir, "book.yml"), LoadOptions{})
		var much *memory.TooMuch
		if fits != (err == nil) || !fits && (!errors.As(err, &much) || !strings.Contains(err.Error(), "with its chapters up to")) {
			t.Errorf("with %d bytes: %v", limit, err)
		}
	}
}
