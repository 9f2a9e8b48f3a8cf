package workbench

import (
	"io/fs"

	"github.com/nomadocx/nomadocx/internal/pagescript"
)

// UseEngine makes pages with the engine in a folder, and returns the one before.
func UseEngine(folder fs.FS) (before fs.FS) {
	before, engineFolder = engineFolder, folder
	return before
}

// Join joins modules of the page.
func Join(name string) (string, error) { return pagescript.Join(readPage, name) }
