package app_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/nomadocx/nomadocx/patch"
	"github.com/nomadocx/nomadocx/patch/transcript"
)

func operations(t testing.TB, ops string) patch.Transaction {
	t.Helper()
	tx, err := patch.DecodeOps([]byte(ops))
	if err != nil {
		t.Fatal(err)
	}
	return tx
}

// shelf returns a book of two chapters for patches.
func shelf(t testing.TB) string {
	return library(t, "book.yml", "chapters: [a.noma, b.noma]\n",
		"a.noma", "# One\n\n## Risks\n\n::claim{id=\"c1\"}\nA claim.\n::\n\n## Only here\n\ntext\n",
		"b.noma", "# Two\n\n## Risks\n\n::claim{id=\"c2\"}\nAnother.\n::\n\n::evidence{id=\"e2\" for=\"c2\"}\nSeen.\n::\n")
}

func patchBook(t testing.TB, dir, ops string) (*app.BookPatch, error) {
	return app.PatchBook(context.Background(), filepath.Join(dir, "book.yml"), operations(t, ops), false, app.PatchOptions{})
}

// TestPatchBook: each operation lands in the chapter that owns its block, and nowhere else.
func TestPatchBook(t *testing.T) {
	dir := shelf(t)
	got, err := patchBook(t, dir, `[
		{"op":"update_attribute","id":"c2","key":"confidence","value":0.5},
		{"op":"update_heading","id":"one/risks","title":"Dangers"},
		{"op":"add_block","parent":"only-here","content":"::claim{id=\"c3\"}\nNew.\n::"},
		{"op":"update_attribute","id":"c3","key":"owner","value":"Ann"},
		{"op":"rename_id","from":"c3","to":"c4"},
		{"op":"move_block","id":"c4","parent":"one/risks","position":0},
		{"op":"add_comment","id":"k1","target":"c2","content":"Why?"}]`)
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Files) != 2 || filepath.Base(got.Files[0].Path) != "a.noma" || filepath.Base(got.Files[1].Path) != "b.noma" {
		t.Fatalf("files %v", got.Files)
	}
	for i, want := range []string{
		"# One\n\n## Dangers {id=\"risks\"}\n\n::claim{id=\"c4\" owner=\"Ann\"}\nNew.\n::\n\n::claim{id=\"c1\"}\nA claim.\n::\n\n## Only here\n\ntext\n",
		"# Two\n\n## Risks\n\n::claim{id=\"c2\" confidence=0.5}\nAnother.\n::\n\n::comment{id=\"k1\" parent=\"c2\"}\nWhy?\n::\n\n::evidence{id=\"e2\" for=\"c2\"}\nSeen.\n::\n",
	} {
		if got.Files[i].Text != want {
			t.Errorf("%s is now\n%s\nwant\n%s", got.Files[i].Path, got.Files[i].Text, want)
		}
	}
	if one, err := patchBook(t, dir, `{"op":"delete_block","id":"c2"}`); err != nil || len(one.Files) != 1 || len(one.Errors) != 1 {
		t.Errorf("deleting what evidence is for: %+v, %v", one, err)
	}
	if none, err := patchBook(t, dir, `{"op":"remove_attribute","id":"c2","key":"gone"}`); err != nil || len(none.Files) != 0 {
		t.Errorf("an operation that changes nothing: %+v, %v", none, err)
	}
}

// TestRecordedBookPatch: what a book patch does to a chapter is in that chapter's transcript, which leads from the text before
// to the one after, and back.
func TestRecordedBookPatch(t *testing.T) {
	dir := shelf(t)
	chapter := filepath.Join(dir, "a.noma")
	read := func() string {
		text, err := os.ReadFile(chapter)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	first := read()
	for _, ops := range []string{
		`[{"op":"update_heading","id":"one/risks","title":"Dangers"},{"op":"add_block","parent":"only-here","content":"::claim{id=\"c3\"}\nNew.\n::"},
			{"op":"rename_id","from":"c3","to":"c4"},{"op":"move_block","id":"c4","parent":"one/risks","position":0},{"op":"remove_attribute","id":"c1","key":"gone"}]`,
		`[{"op":"delete_block","id":"c1"}]`,
	} {
		p, err := patchBook(t, dir, ops)
		if err == nil {
			err = p.Record(app.Attribution{Actor: transcript.Actor{Kind: "human", Name: "Ann"}, ToolVersion: "1.0.0", Now: time.Now, Random: rand.Reader}, false)
		}
		if err == nil {
			err = p.Write(t.Context(), time.Minute)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "b.noma.patches")); err == nil {
		t.Error("a chapter that does not change has a record")
	}
	entries, problems, err := app.VerifyTranscript(t.Context(), chapter+".patches", nil, time.Minute)
	if err != nil || len(problems) > 0 {
		t.Fatal(problems, err)
	}
	var said []string
	for _, e := range entries {
		asked := ""
		if e.Record.Asked != nil {
			asked = " asked"
		}
		said = append(said, string(e.Record.PatchResult)+asked)
	}
	if got, want := strings.Join(said, ", "), "applied asked, applied, applied, applied asked, noop, applied"; got != want {
		t.Errorf("the records are %s, want %s", got, want)
	}
	now := read()
	if text, err := transcript.Replay(first, entries); err != nil || text != now {
		t.Errorf("the records lead to %q, %v; the chapter is %q", text, err, now)
	}
	back, err := transcript.Revert(entries, entries[len(entries)-1].Record.OpID, now)
	if err != nil || !strings.Contains(back.Text, "A claim.") {
		t.Errorf("undone to %+v, %v", back, err)
	}
}

// TestPatchBookRefusals: one operation that cannot be done refuses all.
func TestPatchBookRefusals(t *testing.T) {
	dir := shelf(t)
	for _, c := range []struct {
		ops   string
		code  patch.Code
		index int
		words string
	}{
		{`[{"op":"delete_block","id":"c1"},{"op":"delete_block","id":"nowhere"}]`, patch.TargetMissing, 1, "not found in any chapter"},
		{`[{"op":"update_heading","id":"risks","title":"x"}]`, patch.IDConflict, 0, "a.noma and in "},
		{`[{"op":"delete_block","id":"c1"},{"op":"update_attribute","id":"c1","key":"a","value":1}]`, patch.TargetMissing, 1, ""},
		{`[{"op":"update_attribute","id":"c2","key":"a","value":1},{"op":"update_attribute","id":"c1","key":"id","value":"z"}]`, patch.IDAttributeProtected, 1, ""},
		{`[{"op":"update_attribute","id":"c2","key":"id","value":"z"},{"op":"update_attribute","id":"c1","key":"id","value":"z"}]`, patch.IDAttributeProtected, 0, ""},
		{`[{"op":"add_block","parent":"three","content":"::note\n::"}]`, patch.ParentMissing, 0, ""},
		{`[{"op":"move_block","id":"c1","parent":"two"}]`, patch.ParentMissing, 0, "within its chapter"},
		{`[{"op":"insert_child","index":0,"content":"x"}]`, patch.ParentMissing, 0, "needs a parent"},
		{`[{"op":"insert_section","title":"x"}]`, patch.ParentMissing, 0, "needs a parent"},
		{`[{"op":"move_section","id":"only-here","parent":"two"}]`, patch.ParentMissing, 0, "within its chapter"},
		{`[{"op":"rename_id","from":"c1","to":"c2"}]`, patch.IDConflict, 0, "twice in the book"},
		{`[{"op":"update_attribute","id":"c1","key":"a","value":1,"baseHash":"00000000"}]`, patch.SHAMismatch, 0, ""},
		{`{"ops":[{"op":"delete_block","id":"c2"}],"postvalidate":true}`, patch.PreValidationBlocked, 0, "post-validation failed"},
	} {
		got, err := patchBook(t, dir, c.ops)
		var refused *patch.Error
		if !errors.As(err, &refused) || got != nil || refused.Code != c.code || refused.OpIndex != c.index || !strings.Contains(refused.Message, c.words) {
			t.Errorf("%s\n  gives %v (%+v), want %s at %d", c.ops, err, refused, c.code, c.index)
		}
	}
	broken := library(t, "book.yml", "chapters: [a.noma]\n", "a.noma", "# A\n\n[[gone]]\n\n::note{id=\"n\"}\n::\n")
	var invalid *app.ValidationError
	if _, err := patchBook(t, broken, `{"ops":[{"op":"delete_block","id":"n"}],"prevalidate":true}`); !errors.As(err, &invalid) || invalid.Stage != "pre" {
		t.Errorf("prevalidate: %v", err)
	}
	if _, err := app.PatchBook(context.Background(), filepath.Join(dir, "a.noma"), operations(t, `{"op":"delete_block","id":"c1"}`), false, app.PatchOptions{}); err == nil {
		t.Error("a chapter is taken for a book")
	}
}

// TestPatchBookSequence: what a list of operations does does not depend on how they are batched: each
// alone, on the files the ones before it left, gives the same files.
func TestPatchBookSequence(t *testing.T) {
	ops := []string{
		`{"op":"update_attribute","id":"c1","key":"n","value":1}`,
		`{"op":"rename_id","from":"c2","to":"only"}`,
		`{"op":"update_attribute","id":"only","key":"n","value":2}`,
		`{"op":"delete_block","id":"c1"}`,
		`{"op":"add_block","parent":"two","content":"::claim{id=\"c1\"}\nBack.\n::"}`,
		`{"op":"update_attribute","id":"c1","key":"n","value":3}`,
		`{"op":"update_heading","id":"two/risks","title":"Threats"}`,
		`{"op":"rename_id","from":"two/risks","to":"threats"}`,
		`{"op":"add_block","parent":"risks","content":"::note{id=\"n1\"}\n::"}`,
	}
	whole, stepwise := shelf(t), shelf(t)
	write := func(p *app.BookPatch, err error) {
		if err == nil {
			err = p.Write(context.Background(), time.Second)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	write(patchBook(t, whole, "["+strings.Join(ops, ",")+"]"))
	for _, op := range ops {
		write(patchBook(t, stepwise, op))
	}
	for _, name := range []string{"a.noma", "b.noma"} {
		a, errA := os.ReadFile(filepath.Join(whole, name))
		b, errB := os.ReadFile(filepath.Join(stepwise, name))
		if errA != nil || errB != nil || !bytes.Equal(a, b) {
			t.Errorf("%s: at once\n%s\nstep by step\n%s", name, a, b)
		}
	}
}

// TestWriteBookPatch: nothing that was written since is lost, and one chapter that cannot be written
// leaves all as they were.
func TestWriteBookPatch(t *testing.T) {
	both := `[{"op":"update_attribute","id":"c1","key":"n","value":1},{"op":"update_attribute","id":"c2","key":"n","value":1}]`
	dir := shelf(t)
	first := filepath.Join(dir, "a.noma")
	before, err := os.ReadFile(first)
	if err != nil {
		t.Fatal(err)
	}
	p, err := patchBook(t, dir, both)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "b.noma"), []byte("# Other\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	var refused *patch.Error
	if err := p.Write(context.Background(), time.Second); !errors.As(err, &refused) || refused.Code != patch.SHAMismatch {
		t.Errorf("a chapter changed meanwhile: %v", err)
	}
	if now, err := os.ReadFile(first); err != nil || !bytes.Equal(now, before) {
		t.Error("the first chapter was written all the same")
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 3 {
		t.Errorf("files are left behind: %v", left)
	}

	dir = shelf(t)
	if p, err = patchBook(t, dir, both); err != nil {
		t.Fatal(err)
	}
	lock, err := transcript.LockFile(context.Background(), filepath.Join(dir, "b.noma"), 0)
	if err != nil {
		t.Fatal(err)
	}
	var busy *transcript.BusyError
	if err := p.Write(context.Background(), 0); !errors.As(err, &busy) {
		t.Errorf("a locked chapter: %v", err)
	}
	if err := lock.Unlock(); err != nil {
		t.Fatal(err)
	}
	if err := p.Write(context.Background(), 0); err != nil {
		t.Errorf("once it is free: %v", err)
	}
}
