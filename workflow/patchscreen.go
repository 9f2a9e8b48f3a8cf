package workflow

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"github.com/nomadocx/nomadocx/workflow/contract"
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
	return fmt.Sprintf("the patch exceeds %s: %d, the limit is %d", e.budget, e.actual, e.limit)
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
	if line := absoluteName(data); line != "" {
		return nil, &patchError{patchPath, "a file of the patch is absolute: " + firstLine(line), nil}
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
	for _, p := range touched {
		if err := r.screenPath(w, p); err != nil {
			return nil, &patchError{patchPath, err.Error(), []string{p}}
		}
	}
	if err := r.told(touched); err != nil {
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

// absoluteName is the first header line that names an absolute path. git would take its first folder
// away like an a/ or b/, and write somewhere else than the patch says.
func absoluteName(data []byte) string {
	var lines [2]string // the two before
	for line := range strings.Lines(string(data)) {
		for _, head := range []string{"diff --git /", `diff --git "/`, "rename from /", "rename to /", "copy from /", "copy to /"} {
			if strings.HasPrefix(line, head) {
				return line
			}
		}
		// Inside a hunk every line begins with a blank, a sign or a backslash; only three in a row are a header.
		if strings.HasPrefix(line, "@@ ") && strings.HasPrefix(lines[0], "--- ") && strings.HasPrefix(lines[1], "+++ ") {
			for _, l := range lines {
				name := strings.TrimLeft(l[4:], `" `)
				if strings.HasPrefix(name, "/") && strings.TrimRight(name, "\r\n\t ") != "/dev/null" && !strings.HasPrefix(name, "/dev/null\t") {
					return l
				}
			}
		}
		lines[0], lines[1] = lines[1], line
	}
	return ""
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

// screenPath refuses paths a patch has no business with.
func (r *runner) screenPath(w *workspace, p string) error {
	if err := contract.CheckPath(p); err != nil {
		return err
	}
	if strings.ContainsFunc(p, func(c rune) bool { return c < ' ' || c == 0x7f }) || strings.HasPrefix(p, `"`) {
		return fmt.Errorf("%q holds a control character or begins with a quote", p)
	}
	for _, part := range strings.Split(p, "/") {
		if strings.EqualFold(part, ".git") || strings.EqualFold(part, folder) {
			return fmt.Errorf("%q is not for patches", p)
		}
	}
	at := filepath.Join(r.project.Root, filepath.FromSlash(p))
	// Also by another name: the configuration may be given through a link.
	if config, err := os.Stat(r.project.Config); at == r.project.Config || err == nil && isFile(at, config) {
		return fmt.Errorf("%q is norma's configuration", p)
	}
	for dir := filepath.Dir(at); len(dir) > len(r.project.Root); dir = filepath.Dir(dir) {
		info, err := os.Lstat(dir)
		if err == nil && info.Mode()&fs.ModeSymlink != 0 {
			return fmt.Errorf("%q leads through the symbolic link %s", p, r.project.relative(dir))
		}
		if err == nil && !info.IsDir() && dir != filepath.Dir(at) {
			break
		}
	}
	info, err := os.Lstat(at)
	if err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%q is not a regular file", p)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) && !isNotDir(err) {
		return err
	}
	return nil
}

// isFile reports whether a path is a certain file.
func isFile(at string, file fs.FileInfo) bool {
	info, err := os.Stat(at)
	return err == nil && os.SameFile(info, file)
}

// told refuses a patch of a document without its transcript: replaying the transcript would then not
// give the document any more (notes, section 12).
func (r *runner) told(touched []string) error {
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
