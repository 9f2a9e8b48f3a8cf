package norma

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"github.com/nomadocx/nomadocx/norma/contract"
)

// Act proposes patch.diff, norma applies it (norma.md §9; notes, section 12). This file decides whether
// it may be applied, workspace.go computes what will come of it, patchapply.go applies it.

// Reasons for a patch that is refused, in the event patch_failed.
const (
	patchEmpty      = "patch_empty"
	patchUnreadable = "patch_unreadable"
	patchPath       = "patch_path_refused"
	patchConflict   = "patch_conflict_user_changes"
	patchMismatch   = "patch_does_not_apply"
	patchUntold     = "patch_without_transcript"
)

// patchError is a patch that will not be applied. It ends the run as failed.
type patchError struct {
	reason, message string
	paths           []string
}

func (e *patchError) Error() string { return e.reason + ": " + e.message }

// budgetError is a patch that is too big. It ends the run as stopped.
type budgetError struct {
	budget        string
	limit, actual int
}

func (e *budgetError) Error() string {
	if e.budget == "max_patch_kb" {
		return fmt.Sprintf("max_patch_kb is %d (%s bytes); the patch has %s bytes", e.limit/1024, thousands(e.limit), thousands(e.actual))
	}
	return fmt.Sprintf("%s is %d; the patch has %d", e.budget, e.limit, e.actual)
}

// patchFile is one file a patch changes. Before and After are hashes of the content; nil is absent.
type patchFile struct {
	Path       string  `json:"path"`
	Before     *string `json:"before"`
	After      *string `json:"after"`
	BeforeMode string  `json:"before_mode,omitempty"`
	AfterMode  string  `json:"after_mode,omitempty"`
}

// intent is what is about to be done to the workspace (kv_run key patch_intent): enough to finish or
// undo it after a crash.
type intent struct {
	StepIndex int         `json:"step_index"`
	SHA256    string      `json:"patch_sha256"`
	Head      string      `json:"head"`
	Git       bool        `json:"git"` // hashes are git's, filters included; else those of plain bytes
	Files     []patchFile `json:"files"`
}

// owned is kv_run's owned_files: what norma wrote in this run. nil is deleted.
type owned map[string]*string

// preparePatch screens a patch and says what it will do, without touching the workspace. The errors
// *patchError and *budgetError are the patch's; others are ours.
func (r *runner) preparePatch(ctx context.Context, data []byte, step int) (*intent, error) {
	b := r.config.Budgets
	if err := exceeds("max_patch_kb", scaled(b.MaxPatchKB, 1024), len(data)); err != nil {
		return nil, err
	}
	if len(bytes.TrimSpace(data)) == 0 {
		return nil, &patchError{patchEmpty, "patch.diff is empty", nil}
	}
	if line := leadingOut(data); line != "" {
		return nil, &patchError{patchPath, "the patch names a file outside the project: " + firstLine(line), nil}
	}
	w, err := openWorkspace(ctx, r.project, r.dir)
	if err != nil {
		return nil, err
	}
	defer w.close()
	entries, touched, err := w.names(ctx, data)
	if err != nil {
		return nil, err
	}
	hooks := w.hooks(ctx)
	for _, p := range touched {
		if err := r.screenPath(p, hooks); err != nil {
			return nil, &patchError{patchPath, err.Error(), []string{p}}
		}
	}
	if err := r.transcribed(touched); err != nil {
		return nil, err
	}
	if err := exceeds("max_changed_files", b.MaxChangedFiles, entries); err != nil {
		return nil, err
	}
	if err := r.risky(b, touched); err != nil {
		return nil, err
	}
	mine := owned{}
	if _, err := r.store.value(ctx, r.id, "owned_files", &mine); err != nil {
		return nil, err
	}
	if err := w.checkOwner(ctx, touched, mine); err != nil {
		return nil, err
	}
	if err := w.check(ctx, data); err != nil {
		return nil, err
	}
	files, err := w.expect(ctx, data, touched)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(data)
	head, err := w.head(ctx)
	return &intent{StepIndex: step, SHA256: hex.EncodeToString(sum[:]), Head: head, Git: w.isGit, Files: files}, err
}

func scaled(limit *int, by int) *int {
	if limit == nil {
		return nil
	}
	n := *limit * by
	return &n
}

func exceeds(budget string, limit *int, actual int) error {
	if limit == nil || actual <= *limit {
		return nil
	}
	return &budgetError{budget, *limit, actual}
}

func (r *runner) risky(b contract.Budgets, touched []string) error {
	n := 0
	for _, p := range touched {
		for _, g := range r.config.Patch.RiskyGlobs {
			if ok, err := matchGlob(g, p); err != nil {
				return err
			} else if ok {
				n++
				break
			}
		}
	}
	return exceeds("max_risky_files", b.MaxRiskyFiles, n)
}

// transcribed refuses a patch of a document without its transcript: replaying the transcript would then not
// give the document any more (notes, section 12).
func (r *runner) transcribed(touched []string) error {
	for _, p := range touched {
		log := p + ".patches"
		if !slices.Contains(touched, log) && exists(filepath.Join(r.project.Root, filepath.FromSlash(log))) {
			return &patchError{patchUntold, fmt.Sprintf("%s has the transcript %s, and the patch leaves it out", p, log), []string{p}}
		}
	}
	return nil
}

// checkOwner makes sure that nothing of the user's is overwritten: every file is as the last commit has
// it, or as norma left it earlier in this run. Outside git only norma's own files can be known.
func (w *workspace) checkOwner(ctx context.Context, touched []string, mine owned) error {
	now, err := w.hashes(ctx, touched)
	if err != nil {
		return err
	}
	committed, err := w.committed(ctx, touched)
	if err != nil {
		return err
	}
	var theirs []string
	for _, p := range touched {
		have := now[p]
		if last, ok := mine[p]; ok {
			if !same(have, last) {
				theirs = append(theirs, p)
			}
			continue
		}
		if w.isGit && !same(have, committed[p]) {
			theirs = append(theirs, p)
		}
	}
	if len(theirs) > 0 {
		sort.Strings(theirs)
		return &patchError{patchConflict, "the patch touches files with changes that are not committed: " + strings.Join(theirs, ", "), theirs}
	}
	return nil
}

func same(a, b *string) bool {
	return a == nil && b == nil || a != nil && b != nil && *a == *b
}
