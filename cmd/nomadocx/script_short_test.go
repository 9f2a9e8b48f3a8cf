package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/nomadocx/nomadocx/internal/memory"
)

// With -short (make quick) the scripts call the command in the process of the test: starting it takes longer than what most lines do.

// started are the lines that start the command, with the file that it reads. Those that run it in the background stay as they are, and commands
// that start processes of their own or change what the process may do.
var (
	started = regexp.MustCompile(`(?m)^(?:((?:\[[^\]]*\] *)*)stdin (.*)\n)?((?:\[[^\]]*\] *)*(?:! *)?)exec nomadocx\b(.*)$`)
	ownRun  = regexp.MustCompile(`^ +(agent|api|batch|mcp|serve|watch|worker)\b|&\s*$|--max-memory`)
)

// longest are the scripts that take longest: their lines start processes, or sign and check records. They are left out.
var longest = []string{"agent", "api", "arm", "batch"}

// shortScripts copies the scripts of a folder, with lines that call the command in this process where that is the same.
func shortScripts(t *testing.T, dir string) string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no scripts in %s: %v", dir, err)
	}
	out := t.TempDir()
	for _, path := range paths {
		if slices.Contains(longest, strings.TrimSuffix(filepath.Base(path), ".txtar")) {
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		end := len(text)
		if i := bytes.Index(text, []byte("\n-- ")); i >= 0 {
			end = i
		}
		script := started.ReplaceAllStringFunc(string(text[:end]), func(line string) string {
			m := started.FindStringSubmatch(line)
			if ownRun.MatchString(m[4]) {
				return line
			}
			line = m[3] + "here" + m[4]
			if m[2] != "" {
				line = m[1] + "input " + m[2] + "\n" + line
			}
			return line
		})
		if err := os.WriteFile(filepath.Join(out, filepath.Base(path)), append([]byte(script), text[end:]...), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// here runs the command in this process for one script at a time, as the working folder and the environment are the process's.
type here struct {
	lock  sync.Mutex
	input sync.Map // script → what its next command reads
}

func newHere(t *testing.T) *here {
	t.Helper()
	was, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	limit := memory.Limit()
	restore := map[string]string{}
	for _, name := range scriptVariables {
		restore[name] = os.Getenv(name)
	}
	t.Cleanup(func() {
		memory.Set(limit)
		for name, value := range restore {
			_ = os.Setenv(name, value)
		}
		if err := os.Chdir(was); err != nil {
			t.Error(err)
		}
	})
	return &here{}
}

// scriptVariables are those of the environment that the command sees otherwise in a script.
var scriptVariables = []string{"HOME", "TMPDIR", "NO_COLOR", "USER", "LOGNAME", "USERNAME", "XDG_STATE_HOME", "GIT_CONFIG_NOSYSTEM"}

func (h *here) read(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: input FILE")
	}
	h.input.Store(ts, ts.ReadFile(args[0]))
}

func (h *here) run(ts *testscript.TestScript, neg bool, args []string) {
	in, _ := h.input.LoadAndDelete(ts)
	text, _ := in.(string)
	if failed := h.call(ts, text, args) != exitOK; failed != neg {
		ts.Fatalf("failed: %v", failed)
	}
}

func (h *here) call(ts *testscript.TestScript, text string, args []string) int {
	h.lock.Lock()
	defer h.lock.Unlock()
	ts.Check(os.Chdir(ts.MkAbs(".")))
	for _, name := range scriptVariables {
		ts.Check(os.Setenv(name, ts.Getenv(name)))
	}
	finishes.Store(false)
	keepsAll.Store(false)
	return run(context.Background(), &terminal{in: strings.NewReader(text), out: ts.Stdout(), err: ts.Stderr(), getenv: os.Getenv}, args)
}
