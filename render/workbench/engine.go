package workbench

import (
	"embed"
	"encoding/base64"
	"errors"
	"io/fs"
	"strings"

	"github.com/nomadocx/nomadocx/internal/pagescript"
)

//go:embed built
var built embed.FS

//go:embed page
var pageFiles embed.FS

//go:embed editor/brotli.js
var unpack string

// errNotBuilt says that the program was built without its engine.
var errNotBuilt = errors.New("this program was built without the workbench; make build makes one with it")

// engineFolder is the folder that `make build` fills; tests have their own.
var engineFolder = func() fs.FS {
	folder, err := fs.Sub(built, "built")
	if err != nil {
		panic("workbench: " + err.Error()) // the name above is fixed
	}
	return folder
}()

// Engine is what a page starts the engine with.
type Engine struct {
	Worker string // the script of the worker
	Module string // the module, in parts that are packed with brotli and follow each other, each a line in base64
	Fonts  string // the fonts that it may want, in the same form, as one part
}

// ReadEngine returns the engine in a folder that internal/engine wrote to. It fails with errNotBuilt when there is none.
func ReadEngine(folder fs.FS) (e Engine, err error) {
	names, err := fs.Glob(folder, "engine.*.br")
	if err != nil {
		return e, err
	}
	var module []string
	for _, name := range names {
		part, err := fs.ReadFile(folder, name)
		if err != nil {
			return e, err
		}
		module = append(module, base64.StdEncoding.EncodeToString(part))
	}
	if len(module) == 0 {
		return e, errNotBuilt
	}
	run, err := fs.ReadFile(folder, "wasm_exec.js")
	if err != nil {
		return e, errNotBuilt
	}
	fonts, err := fs.ReadFile(folder, "fonts.br")
	if err != nil {
		return e, errNotBuilt
	}
	worker, err := pagescript.Join(readPage, "worker.js")
	if err != nil {
		return e, err
	}
	// The script of Go takes a file system that is there already, so it comes after ours.
	return Engine{unpack + worker + string(run), strings.Join(module, "\n"), base64.StdEncoding.EncodeToString(fonts)}, nil
}

func readPage(name string) (string, error) {
	data, err := pageFiles.ReadFile("page/" + name)
	return string(data), err
}

// EngineScript returns the script that declares the class Engine, with which a page calls the engine.
func EngineScript() (string, error) { return pagescript.Join(readPage, "engine.js") }
