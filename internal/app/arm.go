package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/nomadocx/nomadocx/arm"
	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/office/wml"
)

// Signed revision records in files: a Word file carries its record in custom XML, a source has it in a
// file beside it. Package arm knows what a record is; here it is read from and written to disk.

// ArmSuffix ends the names of files that hold a record and nothing else.
const ArmSuffix = ".arm.json"

// Arm is a file with, perhaps, a record in it.
type Arm struct {
	Path     string
	source   string // the source that a sidecar is of, "" when the sidecar itself was named
	data     []byte
	pkg      *opc.Package // nil for a sidecar
	carriage *arm.Carriage
}

// ArmPath returns the file a record is in: that of a source lies beside it.
func ArmPath(file string) string {
	if stem, ok := strings.CutSuffix(file, ".noma"); ok {
		return stem + ArmSuffix
	}
	return file
}

// OpenArm reads a file; "-" is stdin.
func OpenArm(ctx context.Context, file string, stdin io.Reader) (*Arm, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	path := ArmPath(file)
	data, err := readFile(path, stdin, maxPackage())
	if err != nil {
		return nil, err
	}
	a, err := armFrom(path, data)
	if err == nil && path != file {
		a.source = file
	}
	return a, err
}

func armFrom(file string, data []byte) (*Arm, error) {
	a := &Arm{Path: file, data: data}
	if looksLikeJSON(data) || !bytes.HasPrefix(data, []byte("PK")) && strings.HasSuffix(file, ".json") {
		return a, nil
	}
	p, err := opc.ReadBytes(data, opc.Limits{})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	a.pkg, a.carriage = p, arm.ReadCarriage(p)
	return a, nil
}

// word reports whether the record travels in a Word file.
func (a *Arm) word() bool { return a.pkg != nil }

// Verify verifies the record. For a Word file the report says as well what the document shows.
func (a *Arm) Verify() *arm.Report {
	var report *arm.Report
	if a.pkg == nil {
		report = arm.VerifyText(a.data, arm.Limits{})
	} else {
		report = a.carriage.Verify(arm.Limits{})
	}
	v, err := a.record()
	if err != nil || report.Result != arm.Valid {
		return report
	}
	if d := a.document(); d != nil {
		report.Visible = arm.Cover(v, d, a.carriage.Hints())
	}
	if kind, data := a.baseline(); data != nil {
		if f, changed := arm.Baseline(v, kind, data); changed {
			if report.Visible == nil {
				report.Visible = &arm.Coverage{Covered: []arm.Covered{}, Uncovered: []arm.VisibleItem{}, Missing: []arm.Artifact{}, Unchecked: []string{}}
			}
			report.Visible.Differences = append(report.Visible.Differences, f)
		}
	}
	return report
}

// document returns what the Word file shows, nil for a sidecar and for what cannot be read.
func (a *Arm) document() *wml.Document {
	if a.pkg == nil {
		return nil
	}
	d, err := wml.Read(a.pkg, wml.Options{})
	if err != nil {
		return nil
	}
	return d
}

// baseline returns the bytes a manifest has the hash of, and their kind; nil when they are not there.
func (a *Arm) baseline() (kind string, data []byte) {
	if a.pkg != nil {
		data, _ = arm.MainPart(a.pkg)
		return "docx-main-part-bytes", data
	}
	if a.source != "" {
		data, _ = readFile(a.source, nil, maxPackage())
	}
	return "noma-source-bytes", data
}

// shown returns the document of a record as Word shows it: that of the Word file, or of the source the sidecar is of. It is
// nil when there is neither.
func (a *Arm) shown(ctx context.Context) (*wml.Document, error) {
	if a.source == "" {
		return a.document(), nil
	}
	s, err := Load(ctx, a.source, LoadOptions{})
	if err != nil {
		return nil, err
	}
	return wordOf(ctx, s)
}

// record returns the record as it was read. Whether it verifies is another question.
func (a *Arm) record() (arm.Value, error) {
	if a.pkg == nil {
		v, err := arm.Parse(a.data, arm.Limits{})
		if err != nil {
			return v, fmt.Errorf("%s: %w", a.Path, err)
		}
		return v, nil
	}
	v, ok := a.carriage.Record()
	if !ok {
		report := a.carriage.Verify(arm.Limits{})
		f := report.Errors[0]
		return v, &arm.Refusal{Code: f.Code, Message: a.Path + ": " + f.Message, Report: report}
	}
	return v, nil
}

// Summary returns what the file says of its record, unverified.
func (a *Arm) Summary() arm.Summary {
	if a.pkg != nil {
		return a.carriage.Summary()
	}
	v, err := arm.Parse(a.data, arm.Limits{})
	s := arm.Summarize(v)
	if err != nil {
		s.Found = true // whatever it is, it was meant to be a record
		s.Problems = append(s.Problems, arm.Finding{Code: arm.JSONInvalid, TurnIndex: -1, Message: err.Error()})
	}
	return s
}

// maxInput is the largest file beside a record that is read, in bytes.
const maxInput = 64 << 20

// ReadInput reads a manifest, draft, approval or record; "-" is stdin.
func ReadInput(path string, stdin io.Reader) ([]byte, error) { return readFile(path, stdin, maxInput) }

// sidecar returns the record beside a Word file, nil when there is none.
func (a *Arm) sidecar() (*Arm, error) {
	if a.pkg == nil || a.Path == "-" {
		return nil, nil
	}
	path := strings.TrimSuffix(a.Path, filepath.Ext(a.Path)) + ArmSuffix
	data, err := readFile(path, nil, maxPackage())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return armFrom(path, data)
}

// with returns the file with another record in it. now is what the cache says of the time.
func (a *Arm) with(v arm.Value, now string) ([]byte, error) {
	if a.pkg == nil {
		return v.Canonical(), nil
	}
	hints := a.carriage.Hints()
	if d, err := wml.Read(a.pkg, wml.Options{}); err == nil {
		for id, n := range arm.Natives(v, d, hints) {
			hints[id] = n
		}
	}
	return a.stored(a.pkg.Edit(), v, hints, now)
}

func (a *Arm) stored(e *opc.Edit, v arm.Value, native map[string]arm.Native, now string) ([]byte, error) {
	main, ok := a.pkg.Related("", opc.TypeOfficeDocument)
	if !ok {
		return nil, fmt.Errorf("%s: %w", a.Path, wml.ErrNoDocument)
	}
	if err := a.carriage.Store(e, main, v, native, now); err != nil {
		return nil, err
	}
	out, err := e.Bytes()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", a.Path, err)
	}
	return out, nil
}
