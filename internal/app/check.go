package app

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/nomadocx/nomadocx/internal/halt"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/diag"
	"github.com/nomadocx/nomadocx/noma/source"
	"github.com/nomadocx/nomadocx/noma/validate"
	"github.com/nomadocx/nomadocx/patch"
)

// CheckOptions say how strictly a document is judged, and how the findings are printed.
type CheckOptions struct {
	// StaleDays is the age in days at which a citation is stale; 0: as the document says, or a year.
	StaleDays float64 `name:"stale-days" validate:"gte=0"`
	// Profiles the document is held to besides its own.
	Profiles    []string `name:"profile" validate:"dive,required"`
	IgnoreRules []string
	Now         time.Time
	// Files: say which of the files that blocks name cannot be read. Not for documents of strangers, whom it would tell what
	// the folder holds.
	Files bool
	// Audience is whom the document is made for; "" is whom its frontmatter names.
	Audience string
	// Format of the findings: text (also ""), json or github.
	Format string `name:"format" validate:"omitempty,oneof=text json github"`
}

// Validate returns the first thing wrong with the options, in words for whoever gave them.
func (o CheckOptions) Validate() error { return validOptions(o) }

// Check returns what is wrong with a document: first what the parser had to mend in the text, then what
// the rules find.
func Check(ctx context.Context, s *Source, o CheckOptions) (found diag.List, err error) {
	defer halt.Catch(&err)
	opts := validate.Options{Look: halt.Of(ctx), StaleDays: o.StaleDays, Profiles: o.Profiles, IgnoreRules: o.IgnoreRules, Now: o.Now, Audience: o.Audience}
	var mended diag.List
	for _, d := range s.mended() {
		if slices.Contains(o.IgnoreRules, string(d.Code)) {
			continue
		}
		// A text that was mended means something all the same, and the Protocol's codes are those that make
		// a document fail (§4.4): even a fixture of its corpus (patch/add_block) has a fence to mend.
		if d.Severity == diag.Error {
			d.Severity = diag.Warning
		}
		mended = append(mended, d)
	}
	// The validator does not know the parser's codes and would say so.
	opts.IgnoreRules = slices.DeleteFunc(slices.Clone(o.IgnoreRules), func(code string) bool { return slices.Contains(noma.ParserCodes, code) })
	if o.Files {
		opts.File = func(n noma.Node, name string) error {
			_, err := s.resourcesOf(n).Read(name)
			return err
		}
	}
	return append(mended, s.checked(opts)...), nil
}

// mended returns what the parser says about the text, of a book about each chapter.
func (s *Source) mended() diag.List {
	if s.Book == nil {
		return s.parsing
	}
	var out diag.List
	for _, p := range s.Book.Chapters {
		out = append(out, p.Diagnostics...)
	}
	return out
}

// FormatDiagnostic returns one finding as `check` prints it, without a line end.
func FormatDiagnostic(d diag.Diagnostic, file string) string { return validate.Line(d, file) }

// WriteDiagnosticsJSON prints findings as a JSON array.
func WriteDiagnosticsJSON(w io.Writer, list diag.List) error { return validate.WriteJSON(w, list) }

// WriteDiagnosticsGitHub prints findings as the commands with which a workflow of GitHub marks lines
// of changed files. file names the document where a finding does not name a file of its own.
func WriteDiagnosticsGitHub(w io.Writer, list diag.List, file string) error {
	return validate.WriteGitHub(w, list, file)
}

// maxRefused bounds how often fixOnce starts again. Each refused repair costs a walk over the document.
const maxRefused = 20

// fixOnce applies the repairs that findings carry and returns the new text and how many were applied.
// A repair that cannot be made is left out: the finding then stays.
func fixOnce(ctx context.Context, s *Source, found diag.List) (text string, n int, err error) {
	defer halt.Catch(&err)
	s = s.under(ctx)
	if text, n := rewritings(s.File.Text, found); n > 0 {
		return text, n, nil
	}
	ops, err := repairs(s, found)
	if err != nil {
		return "", 0, err
	}
	for refused := 0; len(ops) > 0; refused++ {
		if err := ctx.Err(); err != nil {
			return "", 0, err
		}
		result, err := patch.Apply(s.File, ops, s.patchOptions())
		if err == nil {
			return result.Text, len(ops), nil
		}
		var why *patch.Error
		if !errors.As(err, &why) || why.OpIndex >= len(ops) {
			return "", 0, err
		}
		if refused < maxRefused {
			ops = slices.Delete(ops, why.OpIndex, why.OpIndex+1)
		} else {
			ops = ops[:why.OpIndex] // what comes before it can be done
		}
	}
	return s.File.Text, 0, nil
}

// maxFixRounds bounds how often [Fix] checks again: a repair may bring another mistake of the same block to light.
const maxFixRounds = 10

// Fix applies the repairs that the findings about a document carry, checks again, and so on. It returns the new text and how
// many were applied.
func Fix(ctx context.Context, s *Source, found diag.List, o CheckOptions) (text string, total int, err error) {
	for range maxFixRounds {
		text, n, err := fixOnce(ctx, s, found)
		if err != nil {
			return "", 0, err
		}
		if n == 0 {
			break
		}
		total += n
		if s, err = s.WithText(text); err != nil {
			return "", 0, err
		}
		if found, err = Check(ctx, s, o); err != nil {
			return "", 0, err
		}
	}
	return s.File.Text, total, nil
}

// rewritings applies the repairs that put text in the place of other text, all of them at once, and returns the new text and how many
// there were. Of two that touch each other the first is applied.
func rewritings(text string, found diag.List) (string, int) {
	var edits []source.Edit
	for _, d := range found {
		if d.Fix["op"] == "replace_source" {
			at := d.Fix["at"].(int)
			edits = append(edits, source.Edit{Span: source.Span{Start: at, End: at + d.Fix["length"].(int)}, New: d.Fix["content"].(string)})
		}
	}
	slices.SortStableFunc(edits, func(a, b source.Edit) int { return a.Span.Start - b.Span.Start })
	end := -1
	edits = slices.DeleteFunc(edits, func(e source.Edit) bool {
		if e.Span.Start <= end {
			return true
		}
		end = e.Span.End
		return false
	})
	out, err := source.Apply(text, edits)
	if err != nil {
		return text, 0
	}
	return out, len(edits)
}

// repairs returns the other operations that findings carry. A block whose id is given twice cannot be addressed.
func repairs(s *Source, found diag.List) ([]patch.Op, error) {
	times := map[string]int{}
	for n := range noma.Walk(s.Doc) {
		times[n.At().ID]++
	}
	var fixes []json.RawMessage
	seen := map[string]bool{} // findings in one block may have one repair together
	for _, d := range found {
		id, _ := d.Fix["id"].(string) // of another block than the one that the finding is in, sometimes
		if d.Fix == nil || d.Fix["op"] == "replace_source" || d.Fix["op"] != "replace_child" && times[cmp.Or(id, d.NodeID)] != 1 {
			continue
		}
		fix, err := json.Marshal(d.Fix)
		if err != nil {
			return nil, fmt.Errorf("repairs: %w", err)
		}
		if !seen[string(fix)] {
			seen[string(fix)] = true
			fixes = append(fixes, fix)
		}
	}
	if len(fixes) == 0 {
		return nil, nil
	}
	list, err := json.Marshal(fixes)
	if err != nil {
		return nil, fmt.Errorf("repairs: %w", err)
	}
	tx, err := patch.DecodeOps(list)
	if err != nil {
		return nil, fmt.Errorf("repairs: %w", err)
	}
	return tx.Ops, nil
}
