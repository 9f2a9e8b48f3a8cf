package reviewsync_test

import (
	"bytes"
	"strings"
	"testing"

	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// TestOlderPoints: computed numbers have the decimal sign of the language, and files of older editions, which have a point, leave nothing to
// say.
func TestOlderPoints(t *testing.T) {
	t.Parallel()
	for lang, want := range map[string]string{"de": "2,5 kg", "de-CH": "2.5 kg", "en": "2.5 kg"} {
		src := "---\nlang: " + lang + "\n---\n\n# T\n\n::computed_metric{id=\"m\" label=\"Mass\" formula=\"5 / 2\" unit=\"kg\"}\n::\n\n" +
			"::computed_table{id=\"t\" title=\"Masses\" formula=\"x * 2.5\" domain=\"x:0..3\" unit=\"kg\"}\n::\n"
		for _, file := range [][]byte{older(t, src, "22", false), older(t, src, "22", true), render(t, src)} {
			res, err := reviewsync.SyncFile("", src, bytes.NewReader(file), int64(len(file)), reviewsync.Options{})
			if err != nil || res.Text != src || len(res.Findings) > 0 {
				t.Errorf("%s: an unedited file is not quiet (%v)%s", lang, err, describe(res))
			}
		}
		if got := strings.Count(strings.ReplaceAll(part(t, render(t, src), "word/document.xml"), "\u00a0", " "), ">"+want+"<"); got != 2 {
			t.Errorf("%s: %q stands %d times in the file", lang, want, got)
		}
	}
}
