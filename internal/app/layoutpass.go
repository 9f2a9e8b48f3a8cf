//go:build !js

package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/nomadocx/nomadocx/internal/files"
	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/internal/proc"
)

// officeTime bounds one layout pass; an office that hangs is ended.
const officeTime = 3 * time.Minute

// ErrNoOffice says that a layout pass needs an office.
var ErrNoOffice = errors.New("a layout pass needs LibreOffice")

// office is the LibreOffice that lays files out. soffice.com is the one of its programs on Windows that waits for its end.
var office = proc.Program{
	Names:   []string{"soffice", "libreoffice"},
	Windows: []string{`LibreOffice\program\soffice.com`},
	Mac:     []string{"/Applications/LibreOffice.app/Contents/MacOS/soffice", "~/Applications/LibreOffice.app/Contents/MacOS/soffice"},
	Install: map[string]string{
		"windows": "install it (winget install TheDocumentFoundation.LibreOffice)",
		"darwin":  "install it (brew install --cask libreoffice)",
		"":        "install libreoffice-writer",
	},
}

// findOffice returns the path of LibreOffice: that of $NOMADOCX_SOFFICE, or one that is installed. It fails with what to install.
func findOffice(s proc.System) (string, error) {
	if named := s.Getenv("NOMADOCX_SOFFICE"); named != "" {
		return named, nil
	}
	found, err := s.Find(office)
	if err != nil {
		return "", fmt.Errorf("%w: %w, or name its soffice with NOMADOCX_SOFFICE", ErrNoOffice, err)
	}
	return found, nil
}

// layoutPass lays a Word file out in LibreOffice and returns the page on which each bookmark of its
// contents stands. The office writes the numbers it found into the file it saves.
func layoutPass(ctx context.Context, file []byte) (map[string]string, error) {
	program, err := findOffice(proc.This())
	if err != nil {
		return nil, err
	}
	// A folder for this pass alone, profile included: an office that runs already would take the file
	// over, and the user's macros and settings have no business here.
	dir, err := os.MkdirTemp("", "nomadocx-layout-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if err := os.WriteFile(filepath.Join(dir, "in.docx"), file, 0o600); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, officeTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, "--headless", "--norestore", "-env:UserInstallation="+files.URL(filepath.Join(dir, "profile")).String(),
		"--convert-to", "docx:MS Word 2007 XML", "--outdir", filepath.Join(dir, "out"), filepath.Join(dir, "in.docx"))
	proc.OwnGroup(cmd) // soffice is a script that starts the office
	cmd.Cancel = func() error { proc.Kill(cmd.Process.Pid); return nil }
	cmd.WaitDelay = time.Second
	log, err := cmd.CombinedOutput()
	if ctx.Err() != nil {
		return nil, fmt.Errorf("the layout pass in LibreOffice was ended: %w", ctx.Err())
	}
	if err != nil {
		return nil, fmt.Errorf("the layout pass failed: %s: %w", oneLine(errors.New(string(log[:min(len(log), 200)]))), err)
	}
	back, err := readFile(filepath.Join(dir, "out", "in.docx"), nil, maxSource)
	if err != nil {
		return nil, fmt.Errorf("the layout pass gave no file: %w", err)
	}
	p, err := opc.ReadBytes(back, opc.Limits{})
	if err != nil {
		return nil, fmt.Errorf("layout pass: %w", err)
	}
	d, err := wml.Read(p, wml.Options{})
	if err != nil {
		return nil, fmt.Errorf("layout pass: %w", err)
	}
	return pageReferences(d), nil
}

// pageReferences returns the results of the PAGEREF fields of a document, by bookmark.
func pageReferences(d *wml.Document) map[string]string {
	out := map[string]string{}
	for _, s := range d.Stories {
		for p := range wml.Paragraphs(s.Blocks...) {
			for i := range p.Runs {
				f := p.Runs[i].Field()
				if p.Runs[i].Kind != wml.Field || f == nil {
					continue
				}
				words := strings.Fields(f.Instr)
				if page := strings.TrimSpace(p.Runs[i].Text); len(words) > 1 && words[0] == "PAGEREF" && page != "" && len(page) < 12 {
					out[strings.Trim(words[1], `"`)] = page
				}
			}
		}
	}
	return out
}
