package app

import (
	"os"
	"path/filepath"
	"testing"
)

// FuzzRequest reads requests of any bytes: no panic, and each operation that is kept is one that came.
func FuzzRequest(f *testing.F) {
	f.Add([]byte(`{"op":"delete_block","id":"x"}`))
	f.Add([]byte("\ufeff[{\"op\":\"rename_id\",\"from\":\"a\",\"to\":\"b\"},{\"op\":7},null]"))
	f.Add([]byte(`{"ops":[{"op":"replace_text","id":"x","exact":"a","text":"b"}],"expected_sha":"0","base_sha256":1,"prevalidate":true}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		rq, err := DecodeRequest(data)
		if err != nil {
			return
		}
		if n := len(rq.Ops); n > len(rq.Raw) || rq.Bad == nil && n != len(rq.Raw) {
			t.Errorf("%d operations of %d: %q", n, len(rq.Raw), data)
		}
	})
}

// FuzzJournal finds journals of any bytes beside a book: no panic, and nothing but its chapters is touched.
func FuzzJournal(f *testing.F) {
	f.Add([]byte(`{"chapters":[{"path":"a.noma","temp":".a.noma.x.patching","before":"","after":""}]}`))
	f.Add([]byte(`{"chapters":[{"path":"../b.noma","temp":"../x"},{"path":"/a.noma"}]}`))
	f.Add([]byte(`{}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		dir := t.TempDir()
		book, other := filepath.Join(dir, "book.yml"), filepath.Join(dir, "b.noma")
		for name, text := range map[string]string{book: "title: B\nchapters:\n  - a.noma\n", filepath.Join(dir, "a.noma"): "# A\n", other: "# B\n", journalOf(book): string(data)} {
			if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		_, _ = Load(t.Context(), book, LoadOptions{}) // refuses what is no journal of it
		if text, err := os.ReadFile(other); string(text) != "# B\n" || err != nil {
			t.Errorf("another file holds %q, %v", text, err)
		}
		if text, err := os.ReadFile(filepath.Join(dir, "a.noma")); string(text) != "# A\n" || err != nil {
			t.Errorf("the chapter holds %q, %v", text, err)
		}
	})
}
