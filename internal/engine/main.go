// The engine command makes the engine of the workbench: cmd/engine as WebAssembly, packed, and the script of Go that runs it.
//
//	go run ./internal/engine [FOLDER]
//
// Without a folder they go where package workbench embeds them.
package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

func main() {
	to := filepath.Join("render", "workbench", "built")
	if len(os.Args) > 1 {
		to = os.Args[1]
	}
	if err := build(to); err != nil {
		fmt.Fprintln(os.Stderr, "engine:", err)
		os.Exit(1)
	}
}

// build makes the files: the same source and the same Go make the same bytes.
func build(to string) error {
	dir, err := os.MkdirTemp("", "engine-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	module := filepath.Join(dir, "engine.wasm")
	// Functions that are not inlined make a module a seventh smaller.
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-gcflags=all=-l", "-ldflags=-s -w -buildid=", "-o", module, "github.com/nomadocx/nomadocx/cmd/engine")
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0", "GOFLAGS=")
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return err
	}
	data, err := os.ReadFile(module)
	if err != nil {
		return err
	}
	var packed bytes.Buffer
	z, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := z.Write(data); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
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
	fmt.Printf("engine: %.2f MB, %.2f MB packed\n", float64(len(data))/1e6, float64(packed.Len())/1e6)
	return os.WriteFile(filepath.Join(to, "engine.wasm.gz"), packed.Bytes(), 0o644)
}
