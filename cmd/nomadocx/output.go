package main

import (
	"fmt"
	"io"
	"path/filepath"

	"github.com/nomadocx/nomadocx/pipeline"
	"github.com/spf13/cobra"
)

// destination is where a text result goes: stdout, a file, or back into the source.
type destination struct {
	out     string // --out, "" or "-" for stdout
	inplace bool
}

func outFlag(cmd *cobra.Command) {
	cmd.Flags().StringP("out", "o", "", "write the result to `FILE` instead of stdout")
}

func inplaceFlags(cmd *cobra.Command) {
	outFlag(cmd)
	cmd.Flags().Bool("inplace", false, "write the result back into the source file")
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
func (t *terminal) emit(d destination, source string, text []byte, more ...write) error {
	var files []write
	switch {
	case d.inplace && source == "-":
		return usagef("--inplace needs a file, not standard input")
	case d.inplace:
		path, err := filepath.Abs(source)
		if err != nil {
			return err
		}
		files = append(files, write{path, text})
	case d.out != "" && d.out != "-":
		files = append(files, write{d.out, text})
	default:
		// Files first: when one cannot be written, nothing is printed that looks like success.
		if err := t.writeFiles(more); err != nil {
			return err
		}
		return t.printText(text)
	}
	return t.writeFiles(append(files, more...))
}

func (t *terminal) writeFiles(files []write) error {
	var outputs pipeline.Outputs
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
	if err := outputs.Commit(); err != nil {
		return err
	}
	for _, f := range files {
		t.wrote(f.path)
	}
	return nil
}

// stream writes a binary result to a file while it is made.
func (t *terminal) stream(path string, render func(io.Writer) error) error {
	if path == "-" {
		return render(t.out)
	}
	var outputs pipeline.Outputs
	defer outputs.Discard()
	w, err := outputs.Create(path)
	if err != nil {
		return err
	}
	if err := render(w); err != nil {
		return err
	}
	if err := outputs.Commit(); err != nil {
		return err
	}
	t.wrote(path)
	return nil
}

func (t *terminal) wrote(path string) { fmt.Fprintf(t.err, "✓ wrote %s\n", path) }
