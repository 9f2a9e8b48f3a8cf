// The engine command makes the engine of the workbench: cmd/engine as WebAssembly, packed, and the script of Go that runs it.
//
//	go run ./internal/engine [-quick] [FOLDER]
//
// Without a folder they go where package workbench embeds them. They are packed with brotli, which takes more than a minute of one
// processor; what is there of the same module stays. With -quick they are packed within a second, and larger by three quarters: for
// tests.
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/andybalholm/brotli"
	"golang.org/x/sync/errgroup"

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
		quality = brotli.BestSpeed
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

// quality is how well the files are packed.
var quality = brotli.BestCompression

// parts is how many files the module is packed in, which takes two processors at once: a page unpacks one after the other.
const parts = 2

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
	small, err := shrink(data)
	if err != nil {
		return err
	}
	allFonts, err := joinFonts()
	if err != nil {
		return err
	}
	packed, err := pack(to, small, allFonts)
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
	fmt.Printf("engine: %.2f MB, %.2f MB packed; fonts %.2f MB packed\n", float64(len(data))/1e6, float64(packed.module)/1e6, float64(packed.fonts)/1e6)
	return nil
}

// joinFonts returns the fonts one after the other, with their names and sizes as JSON in front and a zero byte behind that.
func joinFonts() ([]byte, error) {
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
		return nil, err
	}
	data = append(data, 0)
	for _, e := range list {
		data = append(data, fonts.All[e.Name]...)
	}
	return data, nil
}

// sizes are those of what was packed, in bytes.
type sizes struct{ module, fonts int }

// pack writes the packed files of a module and of fonts, and packed.sha256 for what they were made of; when that is there, nothing.
func pack(to string, module, fonts []byte) (size sizes, err error) {
	half := (len(module) + parts - 1) / parts
	files := map[string][]byte{"fonts.br": fonts}
	for i, part := range slices.Collect(slices.Chunk(module, half)) {
		files[fmt.Sprintf("engine.%d.br", i+1)] = part
	}
	sum := sha256.New()
	fmt.Fprintln(sum, quality)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintln(sum, name, len(files[name]))
		sum.Write(files[name])
	}
	made, mark := fmt.Sprintf("%x\n", sum.Sum(nil)), filepath.Join(to, "packed.sha256")
	if there, err := os.ReadFile(mark); err != nil || string(there) != made {
		if err := clearFolder(to); err != nil {
			return size, err
		}
		if err := packFiles(to, files); err != nil {
			return size, err
		}
	}
	for name := range files {
		info, err := os.Stat(filepath.Join(to, name))
		if err != nil {
			return size, err
		}
		if name == "fonts.br" {
			size.fonts = int(info.Size())
		} else {
			size.module += int(info.Size())
		}
	}
	return size, os.WriteFile(mark, []byte(made), 0o644)
}

// clearFolder removes what was packed before, and first what says of what: an interrupted build leaves nothing that looks complete.
func clearFolder(to string) error {
	for _, pattern := range []string{"packed.sha256", "engine.*.br", "fonts.br", "engine.wasm.gz", "fonts.gz"} {
		old, err := filepath.Glob(filepath.Join(to, pattern))
		if err != nil {
			return err
		}
		for _, name := range old {
			if err := os.Remove(name); err != nil {
				return err
			}
		}
	}
	return nil
}

// packFiles writes files that are packed, all at once. The window is as large as brotli has it.
func packFiles(to string, files map[string][]byte) error {
	var all errgroup.Group
	for name, data := range files {
		all.Go(func() error {
			var packed bytes.Buffer
			z := brotli.NewWriterOptions(&packed, brotli.WriterOptions{Quality: quality, LGWin: 24})
			if _, err := z.Write(data); err != nil {
				return err
			}
			if err := z.Close(); err != nil {
				return err
			}
			return os.WriteFile(filepath.Join(to, name), packed.Bytes(), 0o644)
		})
	}
	return all.Wait()
}
