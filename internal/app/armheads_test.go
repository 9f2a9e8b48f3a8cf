package app

import (
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/nomadocx/nomadocx/arm"
)

// Many who verify at once all remember what they saw: a head that gets lost could be cut off unseen.
func TestHeadsOfManyAtOnce(t *testing.T) {
	const manifest = `{"schemaVersion":2,"sessionId":"s-%d","createdAt":"2026-01-15T09:00:00.000Z","ontologyRefs":[],"parties":[],"documents":[],"anchors":[]}`
	file := HeadsFile(filepath.Join(t.TempDir(), "state", "heads.json"))
	const n = 16
	var all sync.WaitGroup
	failed := make([]error, n)
	for i := range n {
		all.Go(func() {
			m, err := arm.Parse(fmt.Appendf(nil, manifest, i/2), arm.Limits{})
			if err == nil {
				m, err = arm.New(m)
			}
			if err == nil {
				err = file.seen(m, arm.Verify(m, arm.Limits{}), "2026-01-15T10:00:00.000Z")
			}
			failed[i] = err
		})
	}
	all.Wait()
	for _, err := range failed {
		if err != nil {
			t.Error(err)
		}
	}
	heads, err := file.read()
	if err != nil || len(heads) != n/2 {
		t.Errorf("%d heads: %v", len(heads), err)
	}
	if left, err := filepath.Glob(filepath.Join(filepath.Dir(string(file)), "*")); err != nil || strings.Join(left, " ") != string(file) {
		t.Errorf("left: %v %v", left, err)
	}
}
