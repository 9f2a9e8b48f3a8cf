package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"

	"github.com/nomadocx/nomadocx/internal/docfile"
	"github.com/rogpeppe/go-internal/testscript"
)

// sendSignal runs nomadocx and sends it a signal when it has begun to read its standard input, which does not end. The
// messages are standard error of the script, and "exit CODE" its standard output.
func sendSignal(ts *testscript.TestScript, neg bool, args []string) {
	signals := map[string]syscall.Signal{"INT": syscall.SIGINT, "TERM": syscall.SIGTERM, "KILL": syscall.SIGKILL}
	if neg || len(args) < 2 || signals[args[0]] == 0 {
		ts.Fatalf("usage: signal INT|TERM|KILL ARGS")
	}
	var out, errs bytes.Buffer
	cmd := exec.Command("nomadocx", args[1:]...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = ts.MkAbs("."), &out, &errs
	in, err := cmd.StdinPipe()
	ts.Check(err)
	ts.Check(cmd.Start())
	defer in.Close()
	// A pipe holds 64 KiB: when more has been written, the program reads.
	_, err = in.Write(bytes.Repeat([]byte("Not the end of it.\n"), 1<<14))
	ts.Check(err)
	ts.Check(cmd.Process.Signal(signals[args[0]]))
	_ = cmd.Wait() // its state says how it ended
	fmt.Fprint(ts.Stderr(), errs.String())
	fmt.Fprintf(ts.Stdout(), "%sexit %d\n", out.String(), cmd.ProcessState.ExitCode())
}

// interruptListening runs nomadocx as a server and interrupts it when it says that it listens. It must end well; its messages are standard
// error of the script.
func interruptListening(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: interrupt-listening ARGS")
	}
	cmd := exec.Command("nomadocx", args...)
	cmd.Dir = ts.MkAbs(".")
	errs, err := cmd.StderrPipe()
	ts.Check(err)
	ts.Check(cmd.Start())
	lines := bufio.NewScanner(errs)
	for lines.Scan() {
		fmt.Fprintln(ts.Stderr(), lines.Text())
		if strings.HasPrefix(lines.Text(), "listening on ") {
			ts.Check(cmd.Process.Signal(os.Interrupt))
		}
	}
	ts.Check(cmd.Wait())
}

// leaveHalf leaves the temporary file of a writer that was killed.
func leaveHalf(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: leave-half FILE")
	}
	var locks docfile.Locks
	f, err := docfile.Create(ts.MkAbs(args[0]), "", 0o600, &locks)
	ts.Check(err)
	_, err = f.WriteString("half")
	ts.Check(err)
	ts.Check(f.Close())
	ts.Check(locks.Unlock())
}

// folder compares the names in the current folder, without those that the script machinery makes.
func folder(ts *testscript.TestScript, neg bool, args []string) {
	entries, err := os.ReadDir(ts.MkAbs("."))
	ts.Check(err)
	var names []string
	for _, e := range entries {
		if e.Name() != ".tmp" {
			names = append(names, e.Name())
		}
	}
	slices.Sort(args)
	slices.Sort(names)
	if slices.Equal(args, names) == neg {
		ts.Fatalf("the folder has %s", strings.Join(names, " "))
	}
}
