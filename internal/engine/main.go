// The engine command makes the engine of the workbench: cmd/engine as WebAssembly, packed, and the script of Go that runs it.
//
//	go run ./internal/engine [-quick] [FOLDER]
//
// Without a folder they go where package workbench embeds them. With -quick they are packed in a third of the time and larger, for tests.
package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/fonts"
)

func main() {
	to := filepath.Join("render", "workbench", "built")
	quick := flag.Bool("quick", false, "pack them quickly")
	flag.Parse()
	if flag.NArg() > 0 {
		to = flag.Arg(0)
	}
	if *quick {
		level = gzip.BestSpeed
	}
	if err := build(to); err != nil {
		fmt.Fprintln(os.Stderr, "engine:", err)
		os.Exit(1)
	}
}

// inlined are the packages that a preview spends its time in. Functions of others are not inlined, which makes a module a seventh smaller;
// inlining those of these packages makes it no larger, and a third faster.
var inlined = []string{"runtime", "internal/runtime/...", "internal/abi", "strings", "bytes", "unicode/...", "github.com/nomadocx/nomadocx/noma",
	"github.com/nomadocx/nomadocx/noma/source", "github.com/nomadocx/nomadocx/render/html"}

// level is how well the files are packed.
var level = gzip.BestCompression

// build makes the files: the same source and the same Go make the same bytes.
func build(to string) error {
	dir, err := os.MkdirTemp("", "engine-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	module := filepath.Join(dir, "engine.wasm")
	args := []string{"build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w -buildid=", "-o", module, "-gcflags=all=-l"}
	for _, p := range inlined {
		args = append(args, "-gcflags="+p+"=")
	}
	cmd := exec.Command("go", append(args, "github.com/nomadocx/nomadocx/cmd/engine")...)
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0", "GOFLAGS=")
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return err
	}
	data, err := os.ReadFile(module)
	if err != nil {
		return err
	}
	packed, err := pack(to, "engine.wasm.gz", data)
	if err != nil {
		return err
	}
	fontsPacked, err := packFonts(to)
	if err != nil {
		return err
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return err
	}
	script, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(to, "wasm_exec.js"), script, 0o644); err != nil {
		return err
	}
	fmt.Printf("engine: %.2f MB, %.2f MB packed; fonts %.2f MB packed\n", float64(len(data))/1e6, float64(packed)/1e6, float64(fontsPacked)/1e6)
	return nil
}

// packFonts writes the fonts one after the other, with their names and sizes as JSON in front and a zero byte behind that.
func packFonts(to string) (size int, err error) {
	type entry struct {
		Name string `json:"name"`
		Size int    `json:"size"`
	}
	var list []entry
	for _, name := range slices.Sorted(maps.Keys(fonts.All)) {
		list = append(list, entry{name, len(fonts.All[name])})
	}
	data, err := json.Marshal(list)
	if err != nil {
		return 0, err
	}
	data = append(data, 0)
	for _, e := range list {
		data = append(data, fonts.All[e.Name]...)
	}
	return pack(to, "fonts.gz", data)
}

// pack writes a file that is packed with gzip, and returns its size.
func pack(to, name string, data []byte) (size int, err error) {
	var packed bytes.Buffer
	z, err := gzip.NewWriterLevel(&packed, level)
	if err != nil {
		return 0, err
	}
	if _, err := z.Write(data); err != nil {
		return 0, err
	}
	if err := z.Close(); err != nil {
		return 0, err
	}
	return packed.Len(), os.WriteFile(filepath.Join(to, name), packed.Bytes(), 0o644)
}
