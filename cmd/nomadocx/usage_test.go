package main

import (
	"context"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// everyCommand calls f for all commands that do something.
func everyCommand(f func(*cobra.Command)) {
	var walk func(*cobra.Command)
	walk = func(c *cobra.Command) {
		for _, below := range c.Commands() {
			walk(below)
		}
		if c.Runnable() && !c.HasSubCommands() && c.Name() != "help" {
			f(c)
		}
	}
	walk(newRoot(newTerminal(os.Stdin, os.Stdout, os.Stderr)))
}

// Every help says what the command exits with and what each flag takes, in lines that fit a terminal.
// Examples may be longer: they are pasted.
func TestHelpIsReadable(t *testing.T) {
	everyCommand(func(c *cobra.Command) {
		if strings.HasPrefix(c.CommandPath(), "nomadocx completion") {
			return
		}
		if c.Long != "" && !strings.Contains(c.Long, "Exit codes:") && !strings.HasPrefix(c.CommandPath(), "nomadocx arm") {
			t.Errorf("%s: the help names no exit codes", c.CommandPath())
		}
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			name, _ := pflag.UnquoteUsage(f)
			if name != "" && name != strings.ToUpper(name) && name != "SHA-256" {
				t.Errorf("%s: --%s takes a %s, which says little", c.CommandPath(), f.Name, name)
			}
		})
		for line := range strings.Lines(c.Long + "\n" + c.LocalFlags().FlagUsagesWrapped(100)) {
			if n := len([]rune(strings.TrimRight(line, "\n"))); n > 100 {
				t.Errorf("%s: a line of %d characters: %s", c.CommandPath(), n, line)
			}
		}
	})
}

// No command takes a flag it does not know or more files than it works on: it says so, and does nothing.
func TestUsageErrors(t *testing.T) {
	everyCommand(func(c *cobra.Command) {
		words, any := inputs(c.Use)
		if strings.HasPrefix(c.CommandPath(), "nomadocx completion") {
			return
		}
		path := strings.Fields(c.CommandPath())[1:]
		args := append([]string{}, path...)
		for range words {
			args = append(args, "no-such-file.noma")
		}
		for name, more := range map[string][]string{"no-such-flag": {"--no-such-flag"}, "one-too-many": {"one-too-many"}} {
			if any && name == "one-too-many" {
				continue
			}
			var out, err strings.Builder
			term := &terminal{in: strings.NewReader(""), out: &out, err: &err, getenv: os.Getenv}
			code := run(context.Background(), term, append(args, more...))
			if code != exitUsage || out.Len() > 0 || strings.Count(err.String(), "\n") != 1 || !strings.Contains(err.String(), name) {
				t.Errorf("%q: exit code %d, %s%s", append(args, more...), code, out.String(), err.String())
			}
		}
	})
}

// A command with --inplace that changes a file must not ignore a slip in --dry-run.
func TestSuggestions(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"docx-review-sync", "a.noma", "b.docx", "--dryrun"}, `^error: unknown flag --dryrun; did you mean --dry-run\?; see nomadocx docx-review-sync --help\n$`},
		{[]string{"rendre", "a.noma"}, `^error: unknown command "rendre"; did you mean render\?; nomadocx --help lists the commands\n$`},
		{[]string{"help", "rendre"}, `^error: unknown command "rendre"; did you mean render`},
		{[]string{"frobnicate"}, `^error: unknown command "frobnicate"; nomadocx --help lists the commands\n$`},
		{[]string{"check", "-x"}, `^error: unknown flag -x`},
		{[]string{"redline", "git:v1", "git:v2", "--out", "x.docx"}, `^error: only one of the two versions can be git:REV`},
		{[]string{"redline", "a.noma", "b.noma", "--out", "x.docx", "--report", "-"}, `^error: --report writes a file; --json prints the report\n$`},
		{[]string{"fmt"}, `^error: missing input file; the usage is: nomadocx fmt FILE\n$`},
		{[]string{"render", "a", "--out"}, `^error: flag needs an argument: --out; see nomadocx render --help\n$`},
	} {
		var out, err strings.Builder
		term := &terminal{in: strings.NewReader(""), out: &out, err: &err, getenv: os.Getenv}
		if code := run(context.Background(), term, c.args); code != exitUsage || !regexp.MustCompile(c.want).MatchString(err.String()) || out.Len() > 0 {
			t.Errorf("%q: exit code %d, %s%s", c.args, code, out.String(), err.String())
		}
	}
}

// TestOutputsAreKnown: of every flag that names a file to write it is known that it does, so that no file that is read is written over.
func TestOutputsAreKnown(t *testing.T) {
	writes := regexp.MustCompile("^(with --inplace, )?(also )?(write|record)")
	everyCommand(func(c *cobra.Command) {
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if writes.MatchString(f.Usage) && (strings.Contains(f.Usage, "`FILE`") || strings.Contains(f.Usage, "`PATH`")) && !slices.Contains(writing, f.Name) {
				t.Errorf("%s --%s: %s", c.CommandPath(), f.Name, f.Usage)
			}
		})
	})
}
