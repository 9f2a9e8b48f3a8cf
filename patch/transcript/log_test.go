package transcript

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// crashed lays out what a process leaves that was stopped while it added the last line of the sample.
type crashed struct {
	dir, path, temp string
	before, line    []byte // the transcript it found, and what it was adding
}

func newCrash(t *testing.T) *crashed {
	t.Helper()
	_, data := sample(t)
	at := bytes.LastIndexByte(data[:len(data)-1], '\n') + 1
	dir := t.TempDir()
	return &crashed{dir: dir, path: filepath.Join(dir, "a.noma.patches"), temp: filepath.Join(dir, ".a.noma.x.patching"), before: data[:at], line: data[at:]}
}

func (c *crashed) write(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// intend writes the intent as the stopped process did.
func (c *crashed) intend(t *testing.T) []byte {
	t.Helper()
	l := &Log{path: c.path}
	if err := l.forget(); err != nil {
		t.Fatal(err)
	}
	if err := l.intend(intent{Temp: c.temp, Size: int64(len(c.before)), Lines: c.line}); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(intentOf(c.path))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// settled opens the log as the next patch does, and returns the transcript then. What a reader saw
// before must be the same.
func (c *crashed) settled(t *testing.T) (data []byte, healed string) {
	t.Helper()
	seen, _, err := ReadFile(context.Background(), c.path, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	l, err := Open(context.Background(), c.path, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if data, err = os.ReadFile(c.path); err != nil {
		t.Fatal(err)
	}
	if l.prev != Hash(lastOf(data)) || l.size != int64(len(data)) {
		t.Error("the log does not know the end of the file")
	}
	var read []byte
	for _, e := range seen {
		read = append(read, e.Raw...)
	}
	if !bytes.Equal(read, data) {
		t.Errorf("a reader saw %d bytes, the next patch left %d", len(read), len(data))
	}
	if _, err := os.Lstat(intentOf(c.path)); !errors.Is(err, fs.ErrNotExist) {
		t.Error("the intent is still there")
	}
	return data, l.Healed()
}

func lastOf(data []byte) []byte {
	return data[bytes.LastIndexByte(data[:len(data)-1], '\n')+1:]
}

// TestStoppedAnywhere goes through every state a stopped patch can leave.
func TestStoppedAnywhere(t *testing.T) {
	c := newCrash(t)
	whole := append(bytes.Clone(c.before), c.line...)
	full := c.intend(t)

	// While the intent was written nothing else had begun.
	for n := 0; n < len(full); n += 1 + len(full)/12 {
		c.write(t, c.path, c.before)
		c.write(t, intentOf(c.path), full[:n])
		if data, _ := c.settled(t); !bytes.Equal(data, c.before) {
			t.Fatalf("%d bytes of the intent: %q", n, data)
		}
	}
	// Before the rename the patch is undone, and its temporary file goes if it is the one.
	for _, text := range []string{"::note{id=\"a\" k=\"one\"}\nNew <text> – ü.\n::\n", "something else"} {
		stays := text == "something else"
		c.write(t, c.path, c.before)
		c.intend(t)
		c.write(t, c.temp, []byte(text))
		data, healed := c.settled(t)
		if !bytes.Equal(data, c.before) || !strings.Contains(healed, "undone") {
			t.Errorf("%q, %q", data, healed)
		}
		if _, err := os.Stat(c.temp); (err == nil) != stays {
			t.Errorf("the temporary file with %q: %v", text, err)
		}
	}
	if err := os.Remove(c.temp); err != nil {
		t.Fatal(err)
	}
	// After it the record is added, however much of it was written.
	for _, n := range []int{0, 1, 2, 100, len(c.line) / 2, len(c.line) - 2, len(c.line) - 1, len(c.line)} {
		c.write(t, c.path, whole[:len(c.before)+n])
		c.intend(t)
		data, healed := c.settled(t)
		if !bytes.Equal(data, whole) || (healed == "") != (n == len(c.line)) {
			t.Fatalf("after %d bytes of the line: %q", n, healed)
		}
	}
}

// TestTornByOthers: a torn line that no intent explains is mended or set aside; no byte is lost.
func TestTornByOthers(t *testing.T) {
	c := newCrash(t)
	for _, n := range []int{1, 10, len(c.line) - 2, len(c.line) - 1} {
		c.write(t, c.path, append(bytes.Clone(c.before), c.line[:n]...))
		l, err := Open(context.Background(), c.path, time.Second)
		if err != nil {
			t.Fatal(err)
		}
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(c.path)
		if err != nil {
			t.Fatal(err)
		}
		if n == len(c.line)-1 {
			if !bytes.Equal(data, append(bytes.Clone(c.before), c.line...)) || l.Healed() == "" {
				t.Errorf("a line without its line feed: %q", l.Healed())
			}
			continue
		}
		aside, err := os.ReadFile(c.path + ".torn-" + Hash(c.line[:n])[:8])
		if err != nil || !bytes.Equal(aside, c.line[:n]) || !bytes.Equal(data, c.before) || !strings.Contains(l.Healed(), "torn") {
			t.Errorf("%d bytes: %v, %q", n, err, l.Healed())
		}
	}
}

// TestIntentIsNotTrusted: an intent is a file like any other, and may have been made up.
func TestIntentIsNotTrusted(t *testing.T) {
	c := newCrash(t)
	victim := filepath.Join(c.dir, "precious.txt")
	c.write(t, victim, []byte("::note{id=\"a\" k=\"one\"}\nNew <text> – ü.\n::\n"))
	c.write(t, c.path, c.before)
	c.temp = victim
	c.intend(t)
	if data, _ := c.settled(t); !bytes.Equal(data, c.before) {
		t.Errorf("%q", data)
	}
	if _, err := os.Stat(victim); err != nil {
		t.Error("a file that is no temporary file of ours was removed")
	}
	// Another program wrote to the transcript meanwhile: nothing is guessed and nothing lost.
	c.temp = ""
	c.intend(t)
	c.write(t, c.path, append(bytes.Clone(c.before), "{\"other\":1}\n"...))
	if _, err := Open(context.Background(), c.path, time.Second); err == nil || !strings.Contains(err.Error(), ".pending") {
		t.Errorf("%v", err)
	}
	if _, err := os.Stat(intentOf(c.path)); err != nil {
		t.Error("the record is lost")
	}
	c.write(t, c.path, c.before[:10])
	if _, err := Open(context.Background(), c.path, time.Second); err == nil || !strings.Contains(err.Error(), "shorter") {
		t.Errorf("%v", err)
	}
}

// TestLongTranscripts: the end is found whatever the length of the lines before it.
func TestLongTranscripts(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	for _, size := range []int{0, 1, 64<<10 - 1, 64 << 10, 64<<10 + 1, 200_000} {
		last := strings.Repeat("y", size) + "\n"
		for _, first := range []string{"", "\n", strings.Repeat("x", size) + "\n"} {
			for _, torn := range []string{"", "z"} {
				if err := os.WriteFile(path, []byte(first+last+torn), 0o600); err != nil {
					t.Fatal(err)
				}
				f, err := os.Open(path)
				if err != nil {
					t.Fatal(err)
				}
				l := &Log{path: path, file: f}
				got, err := l.lastLine()
				if err != nil || string(got) != torn || l.prev != Hash(last) || l.size != int64(len(first+last)) {
					t.Errorf("%d bytes after %d: torn %q, size %d, %v", size, len(first), got, l.size, err)
				}
				f.Close()
			}
		}
	}
}

func TestAppendRefusesWhatIsNoRecord(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	l, err := Open(context.Background(), path, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if err := l.Append(Record{ProtocolVersion: Version}); err == nil || !strings.Contains(err.Error(), "tool_version") {
		t.Errorf("%v", err)
	}
	if info, err := os.Stat(path); err != nil || info.Size() != 0 {
		t.Error("something was written")
	}
	var busy *BusyError
	if _, err := Open(context.Background(), path, time.Millisecond); !errors.As(err, &busy) {
		t.Errorf("a second writer: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Open(ctx, path, time.Hour); !errors.Is(err, context.Canceled) {
		t.Errorf("a writer who gives up: %v", err)
	}
}

// TestReplayOfListHashes: in the other reading of §5.4 all records of a list carry the hashes of the list.
func TestReplayOfListHashes(t *testing.T) {
	base := "::note{id=\"a\"}\nText.\n::\n"
	final := "::note{id=\"a\" k=1 l=2}\nText.\n::\n"
	var lines strings.Builder
	for i, key := range []string{"k", "l"} {
		fmt.Fprintf(&lines, `{"protocol_version":"1.0","tool_version":"0.17.0","op_id":%q,"ts":"2026-05-11T14:32:00Z","actor":{"kind":"tool","name":"x"},"doc_uri":"file:///a.noma",`+
			`"pre_sha256":%q,"post_sha256":%q,"pre_sha":%q,"post_sha":%q,"op":{"op":"update_attribute","id":"a","key":%q,"value":%d},"patch_result":"applied","pre_validation":"ok","post_validation":"ok","later":{"x":[]}}`+"\n",
			opID(i), Hash(base), Hash(final), Hash(base)[:8], Hash(final)[:8], key, i+1)
	}
	entries, _ := Parse([]byte(lines.String()))
	if p := Verify(entries); len(p) > 0 {
		t.Fatal(p)
	}
	if got, err := Replay(base, entries); err != nil || got != final {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := Replay(base, entries[:1]); err == nil || !strings.Contains(err.Error(), "line 1 (op_id ") {
		t.Errorf("half of the list: %v", err)
	}
}

// TestDecodeNamesTheField: whatever a record lacks, the reason says what.
func TestDecodeNamesTheField(t *testing.T) {
	_, data := sample(t)
	line := string(data[:bytes.IndexByte(data, '\n')])
	for _, c := range []struct{ old, new, says string }{
		{`"1.0"`, `"2.0"`, "this program reads 1.0"},
		{`"tool_version"`, `"x"`, "tool_version"},
		{`"op_id":"0`, `"op_id":"z`, "UUID"},
		{`8000-`, `8000`, "UUID"},
		{`-4000-`, `-1000-`, "UUID"},
		{`"ts":"1970`, `"ts":"170`, "ISO 8601"},
		{`00.000Z`, `00.000+01:00`, "UTC"},
		{`"human"`, `"robot"`, "robot"},
		{`"human"`, `7`, "actor.kind"},
		{`file:///`, `/`, "file://"},
		{`"op":{"op"`, `"op":7,"was":{"op"`, "op is not an object"},
		{`"patch_result":"applied"`, `"patch_result":"partial"`, "partial"},
		{`"patch_result":"applied"`, `"patch_result":"noop"`, "post_sha256 differs"},
		{`"pre_validation":"ok"`, `"pre_validation":"fine"`, "fine"},
		{`"pre_sha256":"`, `"pre_sha256":"A`, "64 lower-case hex digits"},
		{`"pre_sha":"`, `"pre_sha":"0`, "does not begin"},
		{`"reason"`, `"diagnostics":[{"severity":"error","code":"x"}],"reason"`, "phase"},
		{`"reason"`, `"diagnostics":[{"severity":"error","code":"x","phase":"pre"}],"reason"`, "pre_validation is ok"},
		{`"reason"`, `"diagnostics":[{"severity":"warning","code":"x","phase":"post"}],"reason"`, "post_validation is ok"},
		{line, `[]`, "JSON object"},
	} {
		if !strings.Contains(line, c.old) {
			t.Fatalf("the sample has no %s", c.old)
		}
		if _, err := decode([]byte(strings.Replace(line, c.old, c.new, 1))); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s → %s: %v, want it to say %q", c.old, c.new, err, c.says)
		}
	}
	r, err := decode([]byte(line))
	if err != nil {
		t.Fatal(err)
	}
	// A record that is shown elsewhere is the line of the log.
	if again, err := json.Marshal(r); err != nil || string(again) != line {
		t.Errorf("%s, %v", again, err)
	}
}
