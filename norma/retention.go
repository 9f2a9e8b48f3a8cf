package norma

import (
	"context"
	"os"
	"time"
)

// Prune removes ended runs that no rule keeps: the newest last, and those younger than days (notes,
// section 17). A rule of 0 is none; without any rule it refuses. It returns the ids, newest first.
func (s *Session) Prune(ctx context.Context, last, days int, dry bool, now time.Time) ([]string, error) {
	if last < 0 || days < 0 {
		return nil, usagef("--keep-last and --keep-days cannot be negative")
	}
	if last == 0 && days == 0 {
		return nil, usagef("no rule says what to keep: give --keep-last or --keep-days, or set retention in %s", s.project.Config)
	}
	runs, err := s.store.Runs(ctx, "", 0)
	if err != nil {
		return nil, err
	}
	young := stamp(now.Add(-time.Duration(days) * 24 * time.Hour))
	// A run that was found dead a moment ago is the evidence of a crash: it counts as running still.
	dead := map[string]bool{}
	for _, f := range s.Found {
		dead[f.RunID] = dead[f.RunID] || f.Kind == runInterrupted
	}
	removed := []string{}
	ended := 0
	for _, r := range runs {
		if r.Status == Running || dead[r.RunID] {
			continue
		}
		ended++
		if ended <= last || days > 0 && r.CreatedAt > young {
			continue
		}
		removed = append(removed, r.RunID)
		if dry {
			continue
		}
		// The row goes first: a folder without a row is harmless, a row without a folder is a lie.
		err := s.store.update(ctx, func(tx *Tx) error {
			tx.exec(`DELETE FROM runs WHERE run_id = ? AND status <> 'running'`, r.RunID)
			return nil
		})
		if err != nil {
			return nil, err
		}
		if err := os.RemoveAll(s.project.runDir(r.RunID)); err != nil {
			return nil, err
		}
	}
	return removed, nil
}
