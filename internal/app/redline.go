package app

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/nomadocx/nomadocx/internal/docfile"
	"github.com/nomadocx/nomadocx/internal/files"
	"github.com/nomadocx/nomadocx/internal/halt"
	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/office/revise"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/review/redline"
)

// RedlineOptions say how two versions are compared, and under whose name the changes stand.
type RedlineOptions struct {
	Author string    // "": the user of git, else "nomadocx"
	Date   time.Time // zero: SOURCE_DATE_EPOCH, else when AFTER was changed
	// Granularity is what a change of a word is: a change of the word or of its characters.
	Granularity  string `name:"granularity" validate:"omitempty,oneof=word char"`
	NoFormatting bool
	NoMoves      bool     // what was moved is deleted in one place and inserted in the other
	Ignore       []string `name:"ignore" validate:"dive,oneof=case whitespace tables headers notes boxes fields comments"`
	// By says who made the changes between a revision of git and another state of a file: "commit", the default, the authors of the
	// commits, "file" Author alone.
	By string `name:"by" validate:"omitempty,oneof=commit file"`
	// Existing says what becomes of tracked changes that one of the files has already.
	Existing string `name:"existing" validate:"omitempty,oneof=fail accept reject keep"`

	// Style is how changes are shown: "tracked", the default, or "highlight", as formatting.
	Style string `name:"style" validate:"omitempty,oneof=tracked highlight"`

	ReferenceDoc string // for what is rendered, see [WordOptions]
	External     bool   // see [LoadOptions]
	Stdin        io.Reader
}

// Redlined is BEFORE with the changes that make it AFTER.
type Redlined struct {
	Data   []byte                 // the Word file; BEFORE as it was when nothing has changed
	Clean  func() ([]byte, error) // AFTER as a Word file
	Report *redline.Report
}

// RevisedError says that a file has tracked changes already.
type RevisedError struct {
	File  string
	Count int
}

func (e *RevisedError) Error() string {
	if e.Count == 1 {
		return e.File + " has a tracked change already"
	}
	return fmt.Sprintf("%s has %d tracked changes already", e.File, e.Count)
}

// version is one side of a redline.
type version struct {
	name   string // as the user gave it
	file   string // its path, also of one in a revision
	rev    *revision
	data   []byte // of the Word file; nil for one that was made here, see [version.word]
	pkg    *opc.Package
	source *Source // nil for a Word file
	at     time.Time
}

// ErrTwoRevisions says that both versions of a redline are "git:REV".
var ErrTwoRevisions = errors.New("only one of the two versions can be git:REV: it is the file of the other one in that revision; write REV:path for both")

// Redline shows how one version became another one. Each is a source, a book, a Word file, "git:REV" for the file of the other one as
// it was in a revision, or "REV:path".
func Redline(ctx context.Context, before, after string, o RedlineOptions) (r *Redlined, err error) {
	defer halt.Catch(&err)
	if err := validOptions(o); err != nil {
		return nil, err
	}
	if strings.HasPrefix(before, gitPrefix) && strings.HasPrefix(after, gitPrefix) {
		return nil, ErrTwoRevisions
	}
	was, err := o.version(ctx, before, after)
	if err != nil {
		return nil, err
	}
	now, err := o.version(ctx, after, before)
	if err != nil {
		return nil, err
	}
	made := redline.Options{Author: o.author(ctx), Date: o.date(now), Characters: o.Granularity == "char", NoFormatting: o.NoFormatting, Rendered: was.source != nil && now.source != nil, NoMoves: o.NoMoves, Ignore: o.Ignore, Look: halt.Of(ctx)}
	if made.Steps, err = o.steps(ctx, was, now); err != nil {
		return nil, err
	}
	data, report, err := o.make(ctx, was, now, made)
	if err != nil {
		return nil, err
	}
	switch {
	case data == nil:
		data, err = was.word()
	case o.Style == "highlight":
		data, err = highlighted(ctx, data)
	default:
		data, err = recordRedline(data, now.pkg, report, made.Date)
	}
	if err != nil {
		return nil, err
	}
	locate(report, now.source, was.source)
	return &Redlined{data, now.word, report}, nil
}

// word returns the Word file.
func (v *version) word() (_ []byte, err error) {
	if v.data == nil {
		v.data, err = v.pkg.Edit().Bytes()
	}
	return v.data, err
}

// make compares two versions.
func (o *RedlineOptions) make(ctx context.Context, was, now *version, made redline.Options) ([]byte, *redline.Report, error) {
	if o.Existing == "" || o.Existing == "fail" {
		made.Plain.Before, made.Plain.After = was.source == nil, now.source == nil
	}
	data, report, err := redline.Make(was.pkg, now.pkg, made)
	revised := (*redline.RevisedError)(nil)
	if !errors.As(err, &revised) {
		return data, report, err
	}
	if revised.Newer {
		was = now
	}
	_, all, err := revise.Accept(was.pkg, revise.Select{Look: halt.Of(ctx)})
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", was.name, err)
	}
	return nil, nil, &RevisedError{was.name, max(1, len(all.Revisions))} // a mark without the rest of its change counts, too
}

// highlighted shows the changes of a redline as formatting.
func highlighted(ctx context.Context, data []byte) ([]byte, error) {
	p, err := opc.ReadBytes(data, opc.Limits{Look: halt.Of(ctx)})
	if err != nil {
		return nil, err
	}
	e, err := redline.Highlight(p)
	if err != nil {
		return nil, err
	}
	return e.Bytes()
}

// version reads one side. other names the one it is compared with.
func (o *RedlineOptions) version(ctx context.Context, name, other string) (*version, error) {
	v := &version{name: name, file: name}
	switch at, ok := strings.CutPrefix(name, gitPrefix); {
	case ok && other == "-":
		return nil, fmt.Errorf("%s needs the other version to be a file, not standard input", name)
	case ok:
		if v.file = other; !exists(other) && strings.Contains(other, ":") {
			_, v.file, _ = strings.Cut(other, ":")
		}
		dir, _ := inGit(v.file)
		v.rev = &revision{ctx, dir, at}
	case strings.Contains(name, ":") && !exists(name) && name != "-":
		if at, path, _ := strings.Cut(name, ":"); len(at) > 1 { // no drive of Windows
			v.file = path
			dir, _ := inGit(path)
			v.rev = &revision{ctx, dir, at}
		}
	}
	switch {
	case v.rev != nil && (v.rev.rev == "" || strings.HasPrefix(v.rev.rev, "-")):
		return nil, fmt.Errorf("%s: %q is no revision", name, v.rev.rev)
	case v.rev == nil && v.file != "-":
		if info, err := files.Stat(v.file); err == nil {
			v.at = info.ModTime()
		}
	}
	err := v.load(ctx, o)
	if missing := (*missingError)(nil); errors.As(err, &missing) && strings.HasPrefix(name, gitPrefix) {
		if file := formerName(ctx, v.file, v.rev.rev); file != "" { // it was renamed since
			v.file = file
			err = v.load(ctx, o)
		}
	}
	if err != nil {
		return nil, v.explain(ctx, err)
	}
	return v, nil
}

// load reads the file, or makes it.
func (v *version) load(ctx context.Context, o *RedlineOptions) (err error) {
	if namesWord(v.file) {
		err = v.read(o.Stdin)
	} else {
		err = v.render(ctx, o)
	}
	if err != nil {
		return err
	}
	if v.pkg == nil {
		if v.pkg, err = opc.ReadBytes(v.data, opc.Limits{Look: halt.Of(ctx)}); err != nil {
			return fmt.Errorf("%s: %w", v.name, err)
		}
	}
	return v.settle(ctx, o)
}

// namesWord reports whether a name is one of a Word file.
func namesWord(file string) bool {
	switch strings.ToLower(filepath.Ext(file)) {
	case ".docx", ".docm", ".dotx", ".dotm":
		return true
	}
	return false
}

// read reads a Word file.
func (v *version) read(stdin io.Reader) (err error) {
	if v.rev != nil {
		v.data, err = v.rev.read(absolute(v.file))
	} else {
		v.data, err = readFile(v.file, stdin, maxPackage())
	}
	return err
}

// render makes a Word file of a source.
func (v *version) render(ctx context.Context, o *RedlineOptions) (err error) {
	if v.file == "-" { // a Word file or a source
		data, err := readFile(v.file, o.Stdin, maxPackage())
		if err != nil || bytes.HasPrefix(data, []byte("PK")) {
			v.data = data
			return err
		}
		o = &RedlineOptions{ReferenceDoc: o.ReferenceDoc, External: o.External, Stdin: bytes.NewReader(data)}
	}
	s, err := Load(ctx, v.file, LoadOptions{Stdin: o.Stdin, External: o.External, revision: v.rev})
	if err != nil {
		return err
	}
	var made opc.Held
	if err := Render(ctx, &made, s, RenderOptions{Target: Word, Word: WordOptions{ReferenceDoc: o.ReferenceDoc}}); err != nil {
		return err
	}
	v.source = s
	if v.pkg, err = made.Package(opc.Limits{Look: halt.Of(ctx)}); err != nil {
		return fmt.Errorf("%s: %w", v.name, err)
	}
	return nil
}

// settle decides the tracked changes that a Word file has already. Those of a source are what its authors propose: they stay.
func (v *version) settle(ctx context.Context, o *RedlineOptions) error {
	if o.Existing != "accept" && o.Existing != "reject" || v.source != nil {
		return nil
	}
	decide := revise.Accept
	if o.Existing == "reject" {
		decide = revise.Reject
	}
	e, report, err := decide(v.pkg, revise.Select{Look: halt.Of(ctx)})
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w", v.name, err)
	case len(report.Revisions) == 0:
		return nil
	}
	if v.data, err = e.Bytes(); err != nil {
		return err
	}
	v.pkg, err = opc.ReadBytes(v.data, opc.Limits{Look: halt.Of(ctx)})
	return err
}

// author returns the name that the changes stand under.
func (o *RedlineOptions) author(ctx context.Context) string {
	if o.Author != "" {
		return o.Author
	}
	name, _ := gitText(ctx, ".", "config", "user.name")
	return cmp.Or(name, "nomadocx")
}

// date returns when the changes were made.
func (o *RedlineOptions) date(now *version) string {
	at := o.Date
	if at.IsZero() {
		at = docfile.SourceDate(now.at)
	}
	if at.IsZero() {
		return ""
	}
	return at.UTC().Format(layout.WordTime)
}

// locate gives changes the blocks that they are in, and their lines in the first source that has them.
func locate(report *redline.Report, sources ...*Source) {
	for _, s := range sources {
		if s == nil {
			continue
		}
		blocks := map[string]noma.Node{}
		for n := range noma.Walk(s.Doc) {
			if id := n.At().ID; id != "" {
				blocks[layout.AnchorName(id)] = n
			}
		}
		for i := range report.Changes {
			c := &report.Changes[i]
			n := blocks[c.Anchor]
			if c.Block != "" || n == nil {
				continue
			}
			c.Block, c.Line = n.At().ID, n.At().Line
			if s.Book != nil {
				c.File = s.Book.FileOf(n)
			}
		}
	}
}
