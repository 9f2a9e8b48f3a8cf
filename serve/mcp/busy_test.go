package mcp_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nomadocx/nomadocx/internal/docfile"
	"github.com/nomadocx/nomadocx/internal/files"
	"github.com/nomadocx/nomadocx/internal/testkit/slow"
)

// Calls beyond those that may wait are refused at once, with an error that says so; the others are answered, and so are later
// ones. Calls that are cancelled do not count any more.
func TestBusy(t *testing.T) {
	slow.Test(t, "many calls")
	root, err := filepath.EvalSymlinks(harbour(t))
	if err != nil {
		t.Fatal(err)
	}
	release, err := files.Confine(root) // servers of tests before may have confined this process to other folders
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	var lock docfile.Locks // as another process would
	if ok, err := lock.Try(filepath.Join(root, "harbour.noma")); !ok || err != nil {
		t.Fatal(ok, err)
	}
	cmd := process(t, root)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	out := bufio.NewReader(pipe)
	next := func() (r reply) {
		t.Helper()
		line, err := out.ReadBytes('\n')
		if err == nil {
			err = json.Unmarshal(line, &r)
		}
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	send := func(lines string) {
		if _, err := io.WriteString(in, lines); err != nil {
			t.Error(err)
		}
	}
	send(hello)
	next()
	// 20 patches of 2 MB wait for the lock: some are beyond 32 MB.
	const calls = 20
	long := strings.Repeat("x", 2<<20)
	go func() {
		for i := range calls {
			send(toolCall(i, "patch_block", fmt.Sprintf(`{"file":"harbour.noma","dry_run":true,"op":{"op":"delete_block","id":"nowhere","x":%q}}`, long)))
		}
		for i := range 400 { // and these are too many, whatever their length
			send(toolCall(1000+i, "list_ids", harbourFile))
		}
	}()
	busy, done := map[int]int{}, 0
	for range calls + 400 {
		r := next()
		if r.Error == nil {
			done++
			continue
		}
		if r.Error.Code != -32000 || !strings.Contains(r.Error.Message, "busy") {
			t.Fatalf("refused with %+v", r.Error)
		}
		id, _ := r.ID.(float64)
		if busy[int(id)/1000]++; busy[0]+busy[1] == 1 {
			time.AfterFunc(100*time.Millisecond, func() { _ = lock.Unlock() })
		}
	}
	if busy[0] == 0 || done < 10 {
		t.Errorf("of %d long calls %d were refused; %d calls were answered", calls, busy[0], done)
	}
	for i := range 600 {
		send(toolCall(2000+i, "list_ids", harbourFile) + fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%d}}`+"\n", 2000+i))
		next()
	}
	send(toolCall(9000, "list_ids", harbourFile))
	if r := next(); r.Error != nil || r.Result.IsError {
		t.Errorf("the call behind them: %+v", r)
	}
	_ = in.Close()
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
}
