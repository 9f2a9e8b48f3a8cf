package app

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nomadocx/nomadocx/internal/schema"
	"github.com/nomadocx/nomadocx/patch"
	"github.com/nomadocx/nomadocx/patch/transcript"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

const tally = "# Count\n\n::metric{id=\"m\" value=0}\nA number.\n::\n"

// setValue returns a request that sets the metric of the document above.
func setValue(t *testing.T, value any) *Request {
	t.Helper()
	op, err := json.Marshal(map[string]any{"op": "update_attribute", "id": "m", "key": "value", "value": value})
	if err != nil {
		t.Fatal(err)
	}
	rq, err := DecodeRequest(op)
	if err != nil {
		t.Fatal(err)
	}
	return rq
}

func recorded(path string) PatchFileOptions {
	return PatchFileOptions{
		LockTimeout: 30 * time.Second,
		Transcript:  transcript.PathOf(path),
		Attribution: Attribution{
			Actor: transcript.Actor{Kind: "tool", Name: "test"}, ToolVersion: "1.0.0",
			Now: time.Now, Random: rand.Reader,
		},
	}
}

// agree fails unless the transcript is in order and makes the document out of the text it began as.
func agree(t *testing.T, path, base string) []transcript.Entry {
	t.Helper()
	entries, torn, err := transcript.ReadFile(context.Background(), transcript.PathOf(path), time.Minute)
	if errors.Is(err, os.ErrNotExist) {
		entries = nil
	} else if err != nil || torn {
		t.Fatalf("the transcript cannot be read: %v, torn: %v", err, torn)
	}
	for _, p := range transcript.Verify(entries) {
		t.Fatal(p)
	}
	for _, e := range entries {
		conforms(t, e.Raw)
	}
	again, err := transcript.Replay(base, entries)
	if err != nil {
		t.Fatal(err)
	}
	if now := contentOf(t, path); again != now {
		t.Fatalf("replay gives %q, the document is %q", again, now)
	}
	return entries
}

// recordSchema is the published shape of a record.
var recordSchema = sync.OnceValue(func() *jsonschema.Schema {
	data, _ := schema.Named("transcript")
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		panic(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("transcript.schema.json", doc); err != nil {
		panic(err)
	}
	return c.MustCompile("transcript.schema.json")
})

func conforms(t *testing.T, line []byte) {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(line))
	if err == nil {
		err = recordSchema().Validate(v)
	}
	if err != nil {
		t.Errorf("a record is not what the schema says: %v", err)
	}
}

func TestPatchFileRecords(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a b%.noma")
	put(t, path, tally)
	ctx := context.Background()
	o := recorded(path)
	done, err := PatchFile(ctx, path, setValue(t, 1), o)
	if err != nil || !done.Changed || len(done.Records) != 1 || done.Records[0].PatchResult != transcript.Applied {
		t.Fatalf("%+v, %v", done, err)
	}
	done, err = PatchFile(ctx, path, setValue(t, 1), o)
	if err != nil || done.Changed || done.Records[0].PatchResult != transcript.Noop {
		t.Fatalf("%+v, %v", done, err)
	}
	list, err := DecodeRequest([]byte(`[{"op":"update_attribute","id":"m","key":"value","value":2},{"op":"delete_block","id":"x"},{"op":"delete_block","id":"m"}]`))
	if err != nil {
		t.Fatal(err)
	}
	var refused *patch.Error
	done, err = PatchFile(ctx, path, list, o)
	if !errors.As(err, &refused) || refused.Code != patch.TargetMissing || refused.OpIndex != 1 {
		t.Fatalf("%v", err)
	}
	if len(done.Records) != 2 || done.Records[0].Code() != "op_list_aborted" || done.Records[1].Code() != "target_missing" {
		t.Fatalf("%+v", done.Records)
	}
	// The third operation was never tried, so it is not recorded (Protocol §3.2).
	if entries := agree(t, path, tally); len(entries) != 4 || !strings.HasSuffix(entries[0].Record.DocURI, "/a%20b%25.noma") {
		t.Errorf("%d records, of %s", len(entries), entries[0].Record.DocURI)
	}
	if got := names(t, filepath.Dir(path)); got != "a b%.noma a b%.noma.patches" {
		t.Errorf("the folder holds %q", got)
	}
}

func TestPatchFileKeepsModeAndLink(t *testing.T) {
	dir := t.TempDir()
	real, link := filepath.Join(dir, "real.noma"), filepath.Join(dir, "link.noma")
	put(t, real, tally)
	if err := os.Chmod(real, 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("real.noma", link); err != nil {
		t.Fatal(err)
	}
	if _, err := PatchFile(context.Background(), link, setValue(t, 5), PatchFileOptions{LockTimeout: time.Second}); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Error("the link was replaced by a file")
	}
	if info, err := os.Stat(real); err != nil || info.Mode().Perm() != 0o640 || !strings.Contains(contentOf(t, real), "value=5") {
		t.Errorf("the file has mode %v and holds %q", info.Mode(), contentOf(t, real))
	}
}

func TestPatchFileRefusals(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.noma")
	put(t, path, tally)
	put(t, filepath.Join(dir, "bad.noma"), "::metric{id=\"m\" value=0}\nSee [[nobody]].\n::\n")
	short := transcript.Hash(tally)[:8]
	for name, c := range map[string]struct {
		file string
		set  func(*Request)
		code string
	}{
		"manifest":      {"book.noma.yml", func(*Request) {}, "unsupported_op"},
		"other text":    {"a.noma", func(r *Request) { r.ExpectedSHA = "00000000" }, "sha_mismatch"},
		"no hash":       {"a.noma", func(r *Request) { r.ExpectedSHA = short[:7] }, "invalid_content"},
		"no long hash":  {"a.noma", func(r *Request) { r.BaseSHA256 = short }, "invalid_content"},
		"has errors":    {"bad.noma", func(r *Request) { r.PreValidate = true }, "pre_validation_blocked"},
		"would have it": {"bad.noma", func(r *Request) { r.PostValidate = true }, "post_validation_blocked"},
	} {
		rq := setValue(t, 7)
		c.set(rq)
		file := filepath.Join(dir, c.file)
		before, _ := os.ReadFile(file)
		done, err := PatchFile(context.Background(), file, rq, recorded(file))
		var refused *patch.Error
		var invalid *ValidationError
		code := ""
		if errors.As(err, &refused) {
			code = string(refused.Code)
		} else if errors.As(err, &invalid) {
			code = string(invalid.Code())
		}
		if code != c.code {
			t.Errorf("%s: %v, want the code %s", name, err, c.code)
		}
		if after, _ := os.ReadFile(file); string(after) != string(before) {
			t.Errorf("%s: the file was changed", name)
		}
		if done != nil && (len(done.Records) != 1 || done.Records[0].Code() != c.code || done.Untold != nil) {
			t.Errorf("%s: recorded as %+v, %v", name, done.Records, done.Untold)
		}
		if done != nil {
			line, err := json.Marshal(done.Records[0])
			if err != nil {
				t.Fatal(err)
			}
			conforms(t, line)
		}
	}
	// The hash as people write it, and a base that has gone by.
	rq := setValue(t, 8)
	rq.ExpectedSHA, rq.BaseSHA256 = " "+strings.ToUpper(short)+"\n", strings.Repeat("0", 64)
	done, err := PatchFile(context.Background(), path, rq, recorded(path))
	if err != nil || done.Records[0].Diagnostic[0].Code != transcript.BaseDrift || done.Records[0].PreValidation == transcript.OK {
		t.Errorf("%+v, %v", done, err)
	}
}

// TestPatchFileNeverOverwritesAnEditor saves the file between reading and renaming.
func TestPatchFileNeverOverwritesAnEditor(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.noma")
	put(t, path, tally)
	edited := strings.Replace(tally, "A number.", "A number, edited.", 1)
	saved := false
	o := recorded(path)
	o.Attribution.Now = func() time.Time { // called while operations are applied
		if !saved {
			saved = true
			next := path + "~"
			put(t, next, edited)
			if err := os.Rename(next, path); err != nil {
				t.Fatal(err)
			}
		}
		return time.Unix(0, 0)
	}
	done, err := PatchFile(context.Background(), path, setValue(t, 3), o)
	if err != nil || !strings.Contains(contentOf(t, path), "edited") || !strings.Contains(contentOf(t, path), "value=3") {
		t.Fatalf("%v; the file holds %q", err, contentOf(t, path))
	}
	if done.Records[0].PreSHA256 != transcript.Hash(edited) {
		t.Error("the record does not start from what the editor saved")
	}
	agree(t, path, edited)

	// One who never stops saving is not overwritten either.
	n := 0
	o.Attribution.Now = func() time.Time {
		n++
		put(t, path, edited+fmt.Sprintf("\nSaved %d times.\n", n))
		return time.Unix(0, 0)
	}
	if _, err := PatchFile(context.Background(), path, setValue(t, 4), o); !errors.Is(err, errDrift) {
		t.Errorf("%v", err)
	}
	if got := contentOf(t, path); strings.Contains(got, "value=4") {
		t.Errorf("the file was overwritten: %q", got)
	}
}

func TestPatchFileSaysWhoHasTheLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.noma")
	put(t, path, tally)
	lock, err := transcript.LockFile(context.Background(), path, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	o := recorded(path)
	o.LockTimeout = time.Millisecond
	var busy *transcript.BusyError
	_, err = PatchFile(context.Background(), path, setValue(t, 1), o)
	if !errors.As(err, &busy) || !strings.Contains(err.Error(), "try again") {
		t.Fatalf("%v", err)
	}
	if _, err := os.Stat("/proc/locks"); err == nil && busy.Holder != fmt.Sprintf("process %d", os.Getpid()) {
		t.Errorf("the holder is said to be %q", busy.Holder)
	}
	if err := lock.Unlock(); err != nil {
		t.Fatal(err)
	}
	if _, err := PatchFile(context.Background(), path, setValue(t, 1), o); err != nil {
		t.Errorf("after the lock is gone: %v", err)
	}
}

// TestPatchFileWithoutTranscript is Annex B.6: a transcript that cannot be written stops nobody.
func TestPatchFileWithoutTranscript(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.noma")
	put(t, path, tally)
	if err := os.Mkdir(transcript.PathOf(path), 0o755); err != nil {
		t.Fatal(err)
	}
	o := recorded(path)
	if _, err := PatchFile(context.Background(), path, setValue(t, 1), o); err == nil || contentOf(t, path) != tally {
		t.Errorf("patched without the account that was asked for: %v", err)
	}
	o.TranscriptOptional = true
	done, err := PatchFile(context.Background(), path, setValue(t, 1), o)
	if err != nil || done.Untold == nil || !done.Changed || len(done.Records) != 1 {
		t.Errorf("%+v, %v", done, err)
	}
	o.Transcript, o.TranscriptRefused = filepath.Join(filepath.Dir(path), "never"), errors.New("not here")
	done, err = PatchFile(context.Background(), path, setValue(t, 2), o)
	if err != nil || !errors.Is(done.Untold, o.TranscriptRefused) || !done.Changed || len(done.Records) != 1 {
		t.Errorf("%+v, %v", done, err)
	}
	if _, err := os.Stat(o.Transcript); err == nil {
		t.Error("a transcript that may not be used was made")
	}
}

// BenchmarkPatchFile is one recorded patch of a small file, with all the waiting for the disk.
func BenchmarkPatchFile(b *testing.B) {
	path := filepath.Join(b.TempDir(), "a.noma")
	if err := os.WriteFile(path, []byte(tally), 0o644); err != nil {
		b.Fatal(err)
	}
	for i := range b.N {
		rq, err := DecodeRequest(fmt.Appendf(nil, `{"op":"update_attribute","id":"m","key":"value","value":%d}`, i+1))
		if err != nil {
			b.Fatal(err)
		}
		if _, err := PatchFile(context.Background(), path, rq, recorded(path)); err != nil {
			b.Fatal(err)
		}
	}
}

// TestRecordedListReplays: a list is replayed as it was made; the text is the same, also where the line end of the
// file changes on the way.
func TestRecordedListReplays(t *testing.T) {
	for name, base := range map[string]string{
		"LF": "# One\n\nText\n\n# Two\n", "CRLF": "# One\r\n\r\nText\r\n", "mixed": "# One\r\n\nText\n\n# Two\r\n",
		"one line left": "# One\r\nText", "CR": "# One\r\rText\r",
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "a.noma")
			put(t, path, base)
			list, err := DecodeRequest([]byte(`[{"op":"update_heading","id":"one","title":"Un"},
				{"op":"insert_child","parent":"one","index":0,"content":"New"},
				{"op":"delete_block","id":"one"},
				{"op":"insert_child","index":0,"content":"::claim{id=\"c\"}\nIt is so.\n::"},
				{"op":"insert_child","index":1,"content":"Last\nlines"},
				{"op":"update_attribute","id":"c","key":"confidence","value":0.5}]`))
			if err == nil {
				var done *Patched
				if done, err = PatchFile(context.Background(), path, list, recorded(path)); err == nil && len(done.Records) != 6 {
					t.Fatalf("%d records", len(done.Records))
				}
			}
			if err != nil {
				t.Fatal(err)
			}
			agree(t, path, base)
		})
	}
}

// TestIdleOperationsOfLists: what makes no difference, alone or because others undo it, has a record and changes nothing
// for the records around it.
func TestIdleOperationsOfLists(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.noma")
	put(t, path, tally)
	set := func(n int) string {
		return fmt.Sprintf(`{"op":"update_attribute","id":"m","key":"value","value":%d}`, n)
	}
	want := map[transcript.Outcome]int{}
	for _, list := range []struct {
		ops            string
		applied, idles int
	}{
		{set(1) + "," + set(1) + "," + set(2), 2, 1},
		{set(2) + "," + set(3), 1, 1},
		{set(4) + "," + set(4), 1, 1},
		{set(5) + "," + set(4), 0, 2},
		{set(6), 1, 0},
	} {
		rq, err := DecodeRequest([]byte("[" + list.ops + "]"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := PatchFile(context.Background(), path, rq, recorded(path)); err != nil {
			t.Fatal(err)
		}
		want[transcript.Applied] += list.applied
		want[transcript.Noop] += list.idles
		got := map[transcript.Outcome]int{}
		for _, e := range agree(t, path, tally) {
			got[e.Record.PatchResult]++
		}
		if !maps.Equal(got, want) {
			t.Fatalf("after %s: %v, want %v", list.ops, got, want)
		}
	}
}

// TestPatchFileNamesAnotherDocument: the records of a copy speak of the document it will become.
func TestPatchFileNamesAnotherDocument(t *testing.T) {
	path := filepath.Join(t.TempDir(), "copy.noma")
	if err := os.WriteFile(path, []byte(tally), 0o644); err != nil {
		t.Fatal(err)
	}
	o := recorded(path)
	o.Document = filepath.Join(t.TempDir(), "report.noma")
	done, err := PatchFile(context.Background(), path, setValue(t, 3), o)
	if err != nil || len(done.Records) != 1 || done.Records[0].DocURI != transcript.FileURI(o.Document) {
		t.Fatalf("records: %+v, error: %v", done.Records, err)
	}
}
