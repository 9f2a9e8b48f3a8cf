// Command demo plays one round trip and shows what happened: `make demo`.
//
// It uses the built program the way a person would: render the example report, take the copy that a
// reviewer edited in LibreOffice (examples/returned), read what came back, bring it into a working
// copy of the source, and show the difference and the report of every edit.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/aymanbagabas/go-udiff"
)

const (
	program  = "bin/nomadocx"
	example  = "examples/quarterly-report.noma"
	returned = "examples/returned/quarterly-report.docx"
	out      = "out"
)

func main() {
	d := demo{w: os.Stdout, color: wantsColor(os.Stdout, os.Getenv)}
	if err := d.play(); err != nil {
		fmt.Fprintln(os.Stderr, "demo:", err)
		os.Exit(1)
	}
}

type demo struct {
	w     io.Writer
	color bool
}

func (d *demo) play() error {
	start := time.Now()
	work := filepath.Join(out, "work")
	if err := os.RemoveAll(out); err != nil {
		return err
	}
	// A working copy: the demo must not change the example it will play again.
	for _, name := range []string{"quarterly-report.noma", "figures", "data"} {
		if err := copyAll(filepath.Join("examples", name), filepath.Join(work, name)); err != nil {
			return err
		}
	}
	copied := filepath.Join(work, "quarterly-report.noma")

	d.title("1. The report goes out")
	d.must("check", example)
	for _, target := range []string{"docx", "html", "pdf"} {
		if err := d.run("render", example, "--to", target, "--out", filepath.Join(out, "quarterly-report."+target)); err != nil {
			return err
		}
	}

	d.title("2. It comes back, edited by a reviewer in LibreOffice")
	for _, args := range [][]string{
		{"docx-review-data", returned, "--out", filepath.Join(out, "review-data.json")},
		{"docx-data", returned, "--out", filepath.Join(out, "form-data.json")},
		{"docx-review-sync", copied, returned, "--inplace", "--report", filepath.Join(out, "review-report.json")},
		{"docx-sync", copied, returned, "--inplace", "--report", filepath.Join(out, "form-report.json")},
	} {
		if err := d.run(args...); err != nil {
			return err
		}
	}

	d.title("3. What changed in the source")
	diff, err := d.diff(example, copied)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(out, "changes.diff"), []byte(diff), 0o644); err != nil {
		return err
	}

	d.title("4. What became of every edit")
	if err := d.run("review", "report", filepath.Join(out, "review-report.json"), filepath.Join(out, "form-report.json")); err != nil {
		return err
	}

	d.title("5. Once more")
	if err := d.again(copied, work); err != nil {
		return err
	}

	d.title("6. Where it all lies")
	d.places()
	fmt.Fprintf(d.w, "\nDone in %.1f seconds.\n", time.Since(start).Seconds())
	return nil
}

// run calls the program and shows the command as one would type it.
func (d *demo) run(args ...string) error {
	fmt.Fprintf(d.w, "$ nomadocx %s\n", strings.Join(args, " "))
	cmd := exec.Command(program, args...)
	cmd.Stdout, cmd.Stderr = d.w, d.w
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s %s: %w", program, args[0], err)
	}
	return nil
}

// must runs a command whose failure is worth showing, but does not end the demo.
func (d *demo) must(args ...string) {
	if err := d.run(args...); err != nil {
		fmt.Fprintln(d.w, d.paint(red, err.Error()))
	}
}

// again shows that a second sync of the same file has nothing to do, and that the result is sound.
func (d *demo) again(source, work string) error {
	before, err := os.ReadFile(source)
	if err != nil {
		return err
	}
	second := filepath.Join(work, "second.noma")
	if err := d.run("docx-review-sync", source, returned, "--out", second); err != nil {
		return err
	}
	after, err := os.ReadFile(second)
	if err != nil {
		return err
	}
	if string(before) != string(after) {
		return errors.New("syncing the same file a second time changes the source")
	}
	fmt.Fprintln(d.w, d.paint(green, "The second sync changes nothing."))
	d.must("check", source)
	return os.Remove(second)
}

func (d *demo) diff(from, to string) (string, error) {
	a, err := os.ReadFile(from)
	if err != nil {
		return "", err
	}
	b, err := os.ReadFile(to)
	if err != nil {
		return "", err
	}
	diff := udiff.Unified(from, to, string(a), string(b))
	for _, line := range strings.SplitAfter(diff, "\n") {
		text, end := strings.TrimSuffix(line, "\n"), ""
		if text != line {
			end = "\n"
		}
		fmt.Fprint(d.w, d.paint(diffColor(text), text), end)
	}
	return diff, nil
}

func diffColor(line string) string {
	switch {
	case strings.HasPrefix(line, "@@"):
		return cyan
	case strings.HasPrefix(line, "+"):
		return green
	case strings.HasPrefix(line, "-"):
		return red
	}
	return ""
}

func (d *demo) places() {
	for _, f := range []struct{ path, is string }{
		{"quarterly-report.docx", "the report as Word"},
		{"quarterly-report.html", "as a web page"},
		{"quarterly-report.pdf", "as a PDF"},
		{"work/quarterly-report.noma", "the source with the reviewer's edits"},
		{"changes.diff", "the difference above"},
		{"review-report.json", "what docx-review-sync did and did not do"},
		{"form-report.json", "what docx-sync did and did not do"},
		{"review-data.json", "what the returned file says"},
		{"form-data.json", "its form fields and tasks"},
	} {
		fmt.Fprintf(d.w, "  %-32s %s\n", filepath.Join(out, f.path), f.is)
	}
	fmt.Fprintf(d.w, "  %-32s %s\n", returned, "the file that came back")
}

// copyAll copies a file or a folder.
func copyAll(from, to string) error {
	return filepath.WalkDir(from, func(path string, e os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		target := filepath.Join(to, rel)
		if e.IsDir() {
			return os.MkdirAll(target, 0o755)
		}
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(target, data, 0o644)
	})
}
