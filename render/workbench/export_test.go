package workbench

import "io/fs"

// UseEngine makes pages with the engine in a folder.
func UseEngine(folder fs.FS) { engineFolder = folder }

// Join joins modules of the page.
func Join(name string) (string, error) { return join(readPage, name) }
