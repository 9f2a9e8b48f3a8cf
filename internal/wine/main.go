// Command wine runs the tests that depend on the system as Windows runs them, under Wine. Where Wine is not installed it says so.
//
//	go run ./internal/wine [go test flags, such as -run Name]
//
// Everything lies in a temporary folder, Wine's prefix included.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// suites are the packages whose tests write files, lock them and name them, and which of those need what Wine has not.
var suites = []struct{ folder, run, skip string }{
	{"internal/files", ".", ""},
	{"internal/docfile", ".", ""},
	{"patch/transcript", ".", ""},
	{"norma", "^Test", "PatchScreen|PatchOfThe|PageEscapes"}, // git, and names of files that Windows refuses
	{"cmd/nomadocx", "^TestScripts$", "TestScripts/(agent|arm-json|arm-loop|capability|check|completion|diff|fmt|help|math|mcp|proof|render-text|review|schema|tell|usage|verify)$"}, // they print the same on all systems
}

// notStarted is in the output of a test, or of the program, when it could not start a process: Wine answers STATUS_INTERNAL_ERROR when
// the new process ended before it reached the program's first instruction. Such a suite runs again, at most so many times.
const (
	notStarted = "Internal error."
	attempts   = 3
)

func main() {
	if _, err := exec.LookPath("wine"); err != nil {
		fmt.Println("Wine is not installed (apt-get install wine wine64); no test was run under Windows")
		return
	}
	if err := runSuites(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "wine:", err)
		os.Exit(1)
	}
}

func runSuites(args []string) (err error) {
	dir, err := os.MkdirTemp("", "nomadocx-wine-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	prefix := filepath.Join(dir, "prefix")
	env := append(os.Environ(), "WINEPREFIX="+prefix, "WINEARCH=win64", "WINEDEBUG=-all", "WINEDLLOVERRIDES=mscoree,mshtml=")
	defer func() { _ = command(dir, env, "wineserver", "-k").Run() }() // of this prefix
	if err := loud(command(dir, env, "wine", "wineboot", "--init")); err != nil {
		return fmt.Errorf("cannot make a prefix: %w", err)
	}
	// Go asks a DLL for random numbers that came with Windows 10 and with Wine 9.
	random := filepath.Join(prefix, "drive_c", "windows", "system32", "bcryptprimitives.dll")
	if _, err := os.Stat(random); err != nil {
		if err := os.WriteFile(random, forwarder("bcryptprimitives.dll", "ProcessPrng", "ADVAPI32.SystemFunction036"), 0o644); err != nil {
			return err
		}
	}
	over, err := overlay(dir)
	if err != nil {
		return err
	}
	var failed []string
	began := time.Now()
	for _, s := range suites {
		program := filepath.Join(dir, strings.ReplaceAll(s.folder, "/", "-")+".exe")
		if err := loud(command(".", append(os.Environ(), "GOOS=windows", "GOARCH=amd64", "CGO_ENABLED=0"),
			"go", "test", "-c", "-ldflags=-s -w", "-overlay", over, "-o", program, "./"+s.folder)); err != nil {
			return err
		}
		test := []string{program, "-test.short", "-test.run", s.run, "-test.skip", s.skip}
		for _, a := range args {
			test = append(test, "-test."+strings.TrimLeft(a, "-"))
		}
		err := loud(command(s.folder, env, "wine", test...))
		for again := 0; again < attempts && err != nil && strings.Contains(err.Error(), notStarted); again++ {
			fmt.Printf("%s: Wine could not start a process; again\n", s.folder)
			err = loud(command(s.folder, env, "wine", test...))
		}
		if err != nil {
			fmt.Println(err)
			failed = append(failed, s.folder)
		}
		fmt.Printf("%s, %v\n", s.folder, time.Since(began).Round(time.Second))
	}
	if len(failed) > 0 {
		return fmt.Errorf("tests failed under Windows: %s", strings.Join(failed, ", "))
	}
	fmt.Printf("%d packages pass under Windows, in %v\n", len(suites), time.Since(began).Round(time.Second))
	return nil
}

// overlay makes the tests remove files as on a Windows that lacks a newer way, which Wine 8 refuses with an error that Go's
// library does not take for that. It returns the file that tells the compiler.
func overlay(dir string) (string, error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return "", err
	}
	const known = "\tcase STATUS_INVALID_INFO_CLASS,"
	name := filepath.Join(strings.TrimSpace(string(root)), "src", "internal", "syscall", "windows", "at_windows.go")
	text, err := os.ReadFile(name)
	if err != nil {
		return "", err
	}
	const notImplemented = "NTStatus(0xC0000002)"
	changed := strings.Replace(string(text), known, known+" "+notImplemented+",", 1)
	with := filepath.Join(dir, "at_windows.go")
	replace, err := json.Marshal(map[string]any{"Replace": map[string]string{name: with}})
	if err != nil {
		return "", err
	}
	to := filepath.Join(dir, "overlay.json")
	return to, errors.Join(os.WriteFile(with, []byte(changed), 0o644), os.WriteFile(to, replace, 0o644))
}

func command(dir string, env []string, name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = dir, env
	return cmd
}

// loud runs a command, and returns what it says when it fails. That goes to a file: Wine's own processes would keep a pipe open
// for longer than the command runs.
func loud(cmd *exec.Cmd) error {
	log, err := os.CreateTemp("", "nomadocx-wine-")
	if err != nil {
		return err
	}
	defer func() { _ = errors.Join(log.Close(), os.Remove(log.Name())) }()
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Run(); err != nil {
		out, _ := os.ReadFile(log.Name())
		return fmt.Errorf("%s: %w\n%s", filepath.Base(cmd.Path), err, out)
	}
	return nil
}
