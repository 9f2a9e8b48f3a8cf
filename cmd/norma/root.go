package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nomadocx/nomadocx/norma"
)

// Exit codes (docs/norma.md).
const (
	exitOK       = 0
	exitInternal = 1
	exitUsage    = 2
	exitFailed   = 3
	exitStopped  = 4
	exitLocked   = 5
)

// codeError ends the program with a code and says nothing more.
type codeError int

func (e codeError) Error() string { return fmt.Sprintf("exit %d", int(e)) }

const overview = `norma works on tasks in a loop: plan, do, check, act. Agents play the four roles;
norma calls them one after the other, keeps everything they leave, holds the
verdict against the acceptance criteria, and applies the patches that act
proposes. It ends when all criteria pass or a budget is used up.

Everything lies in the folder .norma of the project: a database of runs and
steps, and a folder with the files of each step. A run that was interrupted, by
whatever, is put in order by the next one.`

const examples = `  norma init                                         make .norma here
  norma task add "fix the report" --ac "no errors => nomadocx check report.noma"
  norma run 1                                        work on it
  norma agent test check                             try an agent alone
  norma runs show 20260501-101500-1a2b3c             what happened
  norma runs show 20260501-101500-1a2b3c --html run.html`

// run returns the program but for the process around it.
func run(ctx context.Context, t *terminal, args []string) int {
	root := newRoot(t)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	var code codeError
	var usage *norma.UsageError
	var locked *norma.LockedError
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &code):
		return int(code)
	}
	if t.signal.Load() != 0 && errors.Is(err, context.Canceled) {
		fmt.Fprintln(t.err, "norma was asked to stop; the next norma puts in order what is left")
		return 128 + int(t.signal.Load())
	}
	text := err.Error()
	if errors.As(err, &locked) {
		text = strings.Replace(text, locked.Error(), locked.Error()+"; --wait waits for it", 1)
	}
	fmt.Fprintf(t.err, "error: %s\n", oneLine(text))
	switch {
	case errors.As(err, &usage):
		return exitUsage
	case errors.As(err, &locked):
		return exitLocked
	case t.signal.Load() != 0:
		return 128 + int(t.signal.Load())
	}
	return exitInternal
}

// oneLine keeps an error on one line and harmless for a terminal.
func oneLine(s string) string {
	return norma.Plain(strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r == '\n' || r == '\r' }), " "))
}

// common are the flags of every command.
type common struct {
	t            *terminal
	root, config string
	json, debug  bool
}

func newRoot(t *terminal) *cobra.Command {
	c := &common{t: t}
	root := &cobra.Command{
		Use: "norma", Short: "Plan, do, check, act: tasks run by agents until they pass",
		Long: overview, Example: examples, Version: version,
		SilenceErrors: true, SilenceUsage: true,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usagef("there is no command %q; norma --help lists all", args[0])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetOut(t.out)
	root.SetErr(t.err)
	root.SetVersionTemplate("{{.Version}}\n")
	f := root.PersistentFlags()
	f.StringVar(&c.root, "root", "", "project folder `DIR` (default: the nearest one above with .norma)")
	f.StringVar(&c.config, "config", "", "configuration `FILE` (default .norma/config.json)")
	f.BoolVar(&c.json, "json", false, "print JSON")
	f.BoolVar(&c.debug, "debug", false, "show what agents print, on stderr")
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usagef("%v", err) })
	root.AddCommand(newInit(c), newTask(c), newRun(c), newRuns(c), newAgent(c), newDoctor(c))
	return root
}

func usagef(format string, args ...any) error {
	return &norma.UsageError{Message: fmt.Sprintf(format, args...)}
}

// arguments checks how many there are, as a mistake of usage.
func arguments(least, most int, want string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < least || len(args) > most {
			return usagef("usage: %s %s", cmd.CommandPath(), want)
		}
		return nil
	}
}

func (c *common) project() (*norma.Project, error) {
	return norma.Find(c.root, ".", c.config)
}

// look opens the project's database for reading and hands it on.
func (c *common) look(ctx context.Context, do func(*norma.Project, *norma.Store) error) error {
	p, err := c.project()
	if err != nil {
		return err
	}
	s, err := norma.Look(ctx, p)
	if err != nil {
		return err
	}
	return errors.Join(do(p, s), s.Close())
}

// edit returns search for commands that change tasks.
func (c *common) edit(ctx context.Context, do func(*norma.Project, *norma.Store) error) error {
	p, err := c.project()
	if err != nil {
		return err
	}
	s, err := norma.Edit(ctx, p)
	if err != nil {
		return err
	}
	for _, w := range s.Warnings {
		fmt.Fprintln(c.t.err, "warning:", oneLine(w))
	}
	return errors.Join(do(p, s), s.Close())
}

// session locks the project and recovers.
func (c *common) session(ctx context.Context, o norma.Options, do func(*norma.Session) error) error {
	p, err := c.project()
	if err != nil {
		return err
	}
	o.Warn = func(w string) { fmt.Fprintln(c.t.err, "warning:", oneLine(w)) }
	s, err := norma.Begin(ctx, p, o)
	if err != nil {
		return err
	}
	return errors.Join(do(s), s.End())
}

func (c *common) print(v any) error {
	enc := json.NewEncoder(c.t.out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

func (c *common) printLine(v any) error {
	enc := json.NewEncoder(c.t.out)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

func (c *common) printf(format string, args ...any) error {
	_, err := io.WriteString(c.t.out, norma.Plain(fmt.Sprintf(format, args...)))
	return err
}
