package workflow

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sort"
	"strings"
)

// guard notices what an agent does to the workspace beside its step's folder (notes, section 7). It
// compares what git says before and after; nothing is undone, because it may be the user's own edit.
type guard struct {
	mode string
	git  *git
	top  string // of the work tree; "" when there is none
}

// sight is the state of a workspace: lines of git status, those of changed files with a hash of their
// content, so that a second edit of a file that was changed already is seen too.
type sight map[string]string

// maxHashed is the size in bytes up to which changed files are compared by content, not by time.
const maxHashed = 16 << 20

func (g *guard) active() bool { return g.mode != GuardOff && g.top != "" }

func (g *guard) look(ctx context.Context) (sight, error) {
	if !g.active() {
		return nil, nil
	}
	out, err := g.git.run(ctx, nil, "status", "--porcelain=v2", "--branch", "-z", "--untracked-files=all", "--no-renames",
		"--", ":(top)", ":(exclude)"+folder)
	if err != nil {
		return nil, err
	}
	s := sight{}
	for _, line := range zeroSplit(out) {
		switch {
		case strings.HasPrefix(line, "# branch.oid "), strings.HasPrefix(line, "# branch.head "):
			s["HEAD "+line[:12]] = line
		case strings.HasPrefix(line, "#"):
		default:
			path := statusPath(line)
			s[path] = line + " " + fingerprint(filepath.Join(g.top, filepath.FromSlash(path)))
		}
	}
	return s, nil
}

// statusPath is the path in a line of porcelain v2: the rest after a number of fields that depends on
// the kind of the line.
func statusPath(line string) string {
	n := map[byte]int{'1': 8, 'u': 10, '?': 1, '!': 1}[line[0]]
	parts := strings.SplitN(line, " ", n+1)
	return parts[len(parts)-1]
}

func fingerprint(path string) string {
	info, err := os.Lstat(path)
	if err != nil {
		return "absent"
	}
	if !info.Mode().IsRegular() || info.Size() > maxHashed {
		return fmt.Sprintf("%s %d %d", info.Mode(), info.Size(), info.ModTime().UnixNano())
	}
	f, err := os.Open(path)
	if err != nil {
		return "unreadable"
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, io.LimitReader(f, maxHashed)); err != nil {
		return "unreadable"
	}
	return hex.EncodeToString(h.Sum(nil))
}

// differences lists the paths that are not as they were, sorted; HEAD stands for the branch.
func (before sight) differences(after sight) []string {
	seen := map[string]bool{}
	for k, v := range before {
		if after[k] != v {
			seen[k] = true
		}
	}
	for k, v := range after {
		if before[k] != v {
			seen[k] = true
		}
	}
	list := []string{}
	for k := range seen {
		if strings.HasPrefix(k, "HEAD ") {
			k = "HEAD"
		}
		list = append(list, k)
	}
	sort.Strings(list)
	return list
}

// maxReported is how many paths an event names.
const maxReported = 50

func (r *runner) watchWorkspace(ctx context.Context, a *attempt, before sight) error {
	if before == nil || a.cancelled || ctx.Err() != nil {
		return nil
	}
	after, err := r.guard.look(ctx)
	if ctx.Err() != nil {
		return nil
	}
	if err != nil {
		return err
	}
	changed := before.differences(after)
	if len(changed) == 0 {
		return nil
	}
	shown := changed[:min(len(changed), maxReported)]
	message := fmt.Sprintf("the workspace changed while the agent ran: %s", strings.Join(shown[:min(5, len(shown))], ", "))
	data := fields{"step_index": a.index, "paths": shown, "count": len(changed)}
	if r.config.Guard == GuardWarn || a.failure != nil {
		a.notes = append(a.notes, note{WorkspaceViolation, message, data})
		return nil
	}
	a.failure = &failure{kind: WorkspaceViolation, message: message, data: fields{"paths": shown, "count": len(changed)}}
	return nil
}
