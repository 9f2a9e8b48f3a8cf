package main

import (
	"fmt"
	"io"

	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/nomadocx/nomadocx/internal/docfile"
	"github.com/spf13/cobra"
)

// destination is where a text result goes: stdout, a file, or back into the source.
type destination struct {
	out     string // --out, "" or "-" for stdout
	inplace bool   // see rewrite
}

// outFlag is for commands that write a text.
func outFlag(cmd *cobra.Command) {
	cmd.Flags().StringP("out", "o", "", "write the result to `FILE` instead of stdout")
	mark(cmd, textOut)
}

// mark notes something of a command that [outFits] reads.
func mark(cmd *cobra.Command, what string) {
	if cmd.Annotations == nil {
		cmd.Annotations = map[string]string{}
	}
	cmd.Annotations[what] = "true"
}

func inplaceFlags(cmd *cobra.Command) {
	outFlag(cmd)
	mark(cmd, sourceOut)
	cmd.Flags().Bool("inplace", false, "write the result back into the source file")
	lockFlag(cmd, "with --inplace, ")
}

// lockFlag is for commands that change a source in its place.
func lockFlag(cmd *cobra.Command, when string) {
	cmd.Flags().Duration("lock-timeout", defaultLockTimeout, when+"how long to wait for another patch of the file: a `TIME` such as 30s or 2m")
}

func destinationOf(cmd *cobra.Command) destination {
	d := destination{}
	d.out, _ = cmd.Flags().GetString("out")
	d.inplace, _ = cmd.Flags().GetBool("inplace")
	return d
}

// write is one file a command produces.
type write struct {
	path string
	text []byte
}

// emit sends the result where the user wants it, and any further files with it: all or none. Each
// file is announced on stderr. A result on stdout ends with a line feed, a file holds it exactly.
func (t *terminal) emit(d destination, text []byte, more ...write) error {
	if d.out != "" && d.out != "-" {
		return t.writeFiles(append([]write{{d.out, text}}, more...))
	}
	// Files first: when one cannot be written, nothing is printed that resembles success.
	if err := t.writeFiles(more); err != nil {
		return err
	}
	return t.printText(text)
}

func (t *terminal) writeFiles(files []write) error {
	return t.writeWith(files, func() error { return nil })
}

// writeWith writes files when something else has been done, and prepares them before, so that little
// can go wrong then.
func (t *terminal) writeWith(files []write, do func() error) error {
	var outputs docfile.Outputs
	defer outputs.Discard()
	for _, f := range files {
		w, err := outputs.Create(f.path)
		if err != nil {
			return err
		}
		if _, err := w.Write(f.text); err != nil {
			return fmt.Errorf("cannot write %s: %w", f.path, err)
		}
	}
	if err := do(); err != nil {
		return err
	}
	if err := outputs.Commit(); err != nil {
		return err
	}
	for _, f := range files {
		t.wrote(f.path)
	}
	return nil
}

// rewrite puts a new text in the place of the source it was made from, and writes further files. It
// takes turns with patches of the file; what somebody saved since the source was read stays.
func (t *terminal) rewrite(cmd *cobra.Command, s *app.Source, text string, more ...write) error {
	if s.Path == "-" {
		return usagef("--inplace needs a file, not standard input")
	}
	return t.writeWith(more, func() error {
		if text == s.File.Text {
			t.unchanged(s.Path)
			return nil
		}
		if err := app.ReplaceText(cmd.Context(), s.Path, s.File.Text, text, lockTimeout(cmd)); err != nil {
			return err
		}
		t.wrote(absolutePath(s.Path))
		return nil
	})
}

// stream writes a binary result to a file while it is made.
func (t *terminal) stream(path string, render func(io.Writer) error) error {
	if path == "-" {
		return render(t.out)
	}
	if err := docfile.Output(path, render); err != nil {
		return err
	}
	t.wrote(path)
	return nil
}

// unchanged says of a file that was to be written that there was nothing to write.
func (t *terminal) unchanged(path string) { fmt.Fprintf(t.err, "%s is unchanged\n", path) }

func (t *terminal) wrote(path string) { fmt.Fprintf(t.err, "✓ wrote %s\n", path) }
