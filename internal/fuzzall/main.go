// Command fuzzall runs all fuzz targets of the module, one after the other, for a time in all.
//
//	go run ./internal/fuzzall -for 1h
//	go run ./internal/fuzzall -for 1m -blind
//
// Blind targets are built as for ordinary tests, without the measuring of coverage that takes minutes to build: a minute is too
// short to learn from it. An input that a target fails on is in the testdata/fuzz of its package; keep it. The last line counts.
package main

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// target is a fuzz target.
type target struct{ dir, pkg, name string }

func main() {
	all := flag.Duration("for", time.Minute, "time for all targets")
	blind := flag.Bool("blind", false, "without coverage")
	flag.Parse()
	targets, err := find()
	if err == nil && len(targets) == 0 {
		err = fmt.Errorf("there are no fuzz targets")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "fuzzall:", err)
		os.Exit(1)
	}
	bin, err := os.MkdirTemp("", "fuzzall-*")
	if err != nil {
		fmt.Fprintln(os.Stderr, "fuzzall:", err)
		os.Exit(1)
	}
	failed := 0
	for _, t := range targets {
		if out, ok := t.run(*all/time.Duration(len(targets)), *blind, bin); !ok {
			failed++
			fmt.Printf("FAIL  %s %s\n%s", t.pkg, t.name, out)
		} else {
			fmt.Printf("ok    %s %s: %s\n", t.pkg, t.name, counted(out))
		}
	}
	_ = os.RemoveAll(bin) // programs that can be built again
	fmt.Printf("%d fuzz targets held, %d failed, %s of fuzzing\n", len(targets)-failed, failed, *all)
	if failed > 0 {
		os.Exit(1)
	}
}

var declared = regexp.MustCompile(`(?m)^func (Fuzz\w+)\(\w+ \*testing\.F\)`)

// find lists the targets of the module.
func find() ([]target, error) {
	out, err := exec.Command("go", "list", "-f", "{{.ImportPath}}\t{{.Dir}}", "./...").Output()
	if err != nil {
		return nil, err
	}
	var found []target
	for line := range strings.Lines(string(out)) {
		pkg, dir, _ := strings.Cut(strings.TrimSpace(line), "\t")
		sources, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
		if err != nil {
			return nil, err
		}
		for _, path := range sources {
			text, err := os.ReadFile(path)
			if err != nil {
				return nil, err
			}
			for _, m := range declared.FindAllSubmatch(text, -1) {
				found = append(found, target{dir, pkg, string(m[1])})
			}
		}
	}
	slices.SortFunc(found, func(a, b target) int { return cmp.Or(cmp.Compare(a.pkg, b.pkg), cmp.Compare(a.name, b.name)) })
	return found, nil
}

// run fuzzes a target and reports whether it held. An input that reaches something new is made smaller in at most 20 runs: by default
// Go takes up to 60 seconds for each, and a renderer would see no other input.
func (t target) run(d time.Duration, blind bool, bin string) (out string, ok bool) {
	cmd := exec.Command("go", "test", "-run", "^$", "-fuzz", "^"+t.name+"$", "-fuzztime", d.String(), "-fuzzminimizetime", "20x", t.pkg)
	if blind {
		program := filepath.Join(bin, strings.ReplaceAll(t.pkg, "/", "_")+".test")
		if _, err := os.Stat(program); err != nil {
			if out, err := exec.Command("go", "test", "-c", "-trimpath", "-o", program, t.pkg).CombinedOutput(); err != nil {
				return string(out), false
			}
		}
		cmd = exec.Command(program, "-test.run", "^$", "-test.fuzz", "^"+t.name+"$", "-test.fuzztime", d.String(), "-test.fuzzcachedir", filepath.Join(bin, "cache"))
		cmd.Dir = t.dir
	}
	text, err := cmd.CombinedOutput()
	return string(text), held(string(text), err)
}

// held reports whether a target failed on no input. When the time ends on a busy machine, the coordinator of Go's fuzzing can take its own
// deadline for a failure of the target: it compares the error of a context with that of one derived from it, which may not have
// ended yet. Then there is no input, and nothing but that message.
func held(out string, err error) bool {
	if err == nil {
		return true
	}
	late := false
	for line := range strings.Lines(out) {
		switch line = strings.TrimSpace(line); {
		case line == "context deadline exceeded":
			late = true
		case strings.Contains(line, "Failing input"), strings.Contains(line, "panic"), strings.Contains(line, "_test.go:"):
			return false
		}
	}
	return late
}

var executions = regexp.MustCompile(`execs: (\d+)`)

// counted says how many inputs were tried.
func counted(out string) string {
	all := executions.FindAllStringSubmatch(out, -1)
	if len(all) == 0 {
		return "its known inputs"
	}
	return all[len(all)-1][1] + " inputs"
}
