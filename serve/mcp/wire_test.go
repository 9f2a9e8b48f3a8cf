package mcp_test

import (
	"bufio"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nomadocx/nomadocx/serve/mcp"
)

// A copy of the test program with this variable set is a server on that root: a real process with real
// pipes.
const rootVariable = "NOMADOCX_TEST_MCP_ROOT"

func TestMain(m *testing.M) {
	if root := os.Getenv(rootVariable); root != "" {
		err := mcp.Serve(context.Background(), os.Stdin, os.Stdout, mcp.Options{Root: root, Version: "1.2.3", LockTimeout: 10 * time.Second, Now: time.Now, Random: rand.Reader})
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

const hello = `{"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
`

// process starts a server as a process.
func process(t *testing.T, root string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), rootVariable+"="+root)
	return cmd
}

// reply is a message of the server.
type reply struct {
	ID     any `json:"id"`
	Result struct {
		IsError bool `json:"isError"`
		Content []struct {
			Text string `json:"text"`
		} `json:"content"`
	} `json:"result"`
	Error *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

// talk sends lines to a server process, closes its input and reads all replies, by id: one to each.
func talk(t *testing.T, root, lines string) map[string]reply {
	t.Helper()
	replies := map[string]reply{}
	for id, of := range talkFreely(t, root, lines) {
		if len(of) > 1 {
			t.Fatalf("%d replies to %s", len(of), id)
		}
		replies[id] = of[0]
	}
	return replies
}

// talkFreely is talk for a client that gives an id to more than one request.
func talkFreely(t *testing.T, root, lines string) map[string][]reply {
	t.Helper()
	cmd := process(t, root)
	cmd.Stdin = strings.NewReader(hello + lines)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil || stderr.Len() > 0 {
		t.Fatalf("the server ended with %v and said %q", err, stderr.String())
	}
	replies := map[string][]reply{}
	nameless := 0
	for line := range strings.Lines(string(out)) {
		var r reply
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatalf("standard output holds what is no message: %q", line)
		}
		id := fmt.Sprint(r.ID)
		if r.ID == nil {
			nameless++
			id = fmt.Sprintf("nil %d", nameless)
		}
		replies[id] = append(replies[id], r)
	}
	return replies
}

func toolCall(id int, tool, args string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%q,"arguments":%s}}`+"\n", id, tool, args)
}

const harbourFile = `{"file":"harbour.noma"}`

// Lines that are no messages are answered and skipped; the session goes on.
func TestMalformedLines(t *testing.T) {
	for _, c := range []struct {
		name, line string
		code       int
	}{
		{"no JSON", "hello there\n", -32700},
		{"half a message", `{"jsonrpc":"2.0","id":1,"meth` + "\n", -32700},
		{"not UTF-8", "\xff\xfe\x00\n", -32700},
		{"an array", "[]\n", -32600},
		{"a batch", `[{"jsonrpc":"2.0","id":1,"method":"ping"}]` + "\n", -32600},
		{"a number", "7\n", -32600},
		{"no version", `{"id":1,"method":"ping"}` + "\n", -32600},
		{"a huge line", `{"jsonrpc":"2.0","id":1,"method":"` + strings.Repeat("x", mcp.MaxLine) + `"}` + "\n", -32600},
		{"a line of brackets", strings.Repeat("[", 1<<20) + "\n", -32700},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := talk(t, harbour(t), c.line+"\n\r\n"+toolCall(2, "list_ids", harbourFile))
			if e := got["nil 1"].Error; e == nil || e.Code != c.code || len(e.Message) > 300 {
				t.Errorf("answered with %+v, want code %d", e, c.code)
			}
			if r := got["2"].Result; r.IsError || len(r.Content) != 1 || !strings.Contains(r.Content[0].Text, "risk-rain") {
				t.Errorf("the call after it: %+v", got["2"])
			}
		})
	}
}

func TestWrongRequests(t *testing.T) {
	for _, c := range []struct {
		name, line string
		code       int    // of the protocol error; 0 for a result with isError
		says       string // part of the message
	}{
		{"unknown method", `{"jsonrpc":"2.0","id":2,"method":"paint"}`, -32601, "paint"},
		{"unknown tool", toolCall(2, "paint", `{}`), -32602, "paint"},
		{"params of the wrong type", `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":7}`, -32602, ""},
		{"no params", `{"jsonrpc":"2.0","id":2,"method":"tools/call"}`, -32600, "params"},
		{"arguments of the wrong type", toolCall(2, "read_doc", `[1]`), 0, "no JSON object"},
		{"no file", toolCall(2, "read_doc", `{}`), 0, "file"},
		{"file of the wrong type", toolCall(2, "read_doc", `{"file":7}`), 0, "file"},
		{"unknown field", toolCall(2, "read_doc", `{"file":"harbour.noma","depth":1}`), 0, "depth"},
		{"another case", toolCall(2, "read_doc", `{"File":"harbour.noma"}`), 0, "File"},
		{"no operation", toolCall(2, "patch_block", harbourFile), 0, "op"},
		{"an operation that is no object", toolCall(2, "patch_block", `{"file":"harbour.noma","op":"delete"}`), 0, "op"},
		{"no operations", toolCall(2, "patch_block_list", `{"file":"harbour.noma","ops":[]}`), 0, "give 1 to"},
		{"unknown kind of actor", toolCall(2, "patch_block", `{"file":"harbour.noma","op":{"op":"delete_block","id":"x"},"actor":{"kind":"ghost","name":"x"}}`), 0, "actor.kind"},
		{"negative limit", toolCall(2, "transcript_read", `{"file":"harbour.noma","limit":-1}`), 0, "limit"},
		{"unknown target", toolCall(2, "render_doc", `{"file":"harbour.noma","to":"pdf"}`), 0, "pdf"},
		{"Word without a file", toolCall(2, "render_doc", `{"file":"harbour.noma","to":"docx"}`), 0, ".docx"},
		{"Word over the source", toolCall(2, "render_doc", `{"file":"harbour.noma","to":"docx","out":"harbour.noma"}`), 0, ".docx"},
		{"text as Word", toolCall(2, "review_data", `{"docx":"harbour.noma"}`), 0, "harbour.noma"},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := harbour(t)
			got := talk(t, root, c.line+"\n"+toolCall(3, "list_ids", harbourFile))
			r := got["2"]
			switch {
			case c.code != 0 && (r.Error == nil || r.Error.Code != c.code || !strings.Contains(r.Error.Message, c.says)):
				t.Errorf("answered with %+v, want error %d", r, c.code)
			case c.code == 0 && (r.Error != nil || !r.Result.IsError || !strings.Contains(r.Result.Content[0].Text, c.says)):
				t.Errorf("answered with %+v, want isError and %q", r, c.says)
			}
			if got["3"].Result.IsError || got["3"].Error != nil {
				t.Errorf("the call after it: %+v", got["3"])
			}
			if _, err := os.Stat(filepath.Join(root, "harbour.noma.patches")); err == nil {
				t.Error("a request that is no patch left a transcript")
			}
		})
	}
}

// Requests sent at once are all answered, also when the client closes the pipe behind them, and
// patches sent at once all count.
func TestAtOnce(t *testing.T) {
	root := harbour(t)
	var lines strings.Builder
	for i := range 20 {
		lines.WriteString(toolCall(2*i, "read_doc", harbourFile))
		lines.WriteString(toolCall(2*i+1, "patch_block", fmt.Sprintf(`{"file":"harbour.noma","op":{"op":"update_attribute","id":"risk-rain","key":"k%d","value":%d}}`, i, i)))
	}
	lines.WriteString(toolCall(1, "list_ids", harbourFile)) // an id that is in use, or was
	got := talkFreely(t, root, lines.String())
	for i := range 40 {
		switch r := got[fmt.Sprint(i)]; {
		case i == 1: // of two calls under way only one is answered; calls one after the other both are
			if len(r) != 1 && len(r) != 2 {
				t.Errorf("%d replies to the two requests with one id", len(r))
			}
		case len(r) != 1 || r[0].Error != nil || r[0].Result.IsError:
			t.Errorf("request %d: %+v", i, r)
		}
	}
	text, err := os.ReadFile(filepath.Join(root, "harbour.noma"))
	if err != nil {
		t.Fatal(err)
	}
	for i := range 20 {
		if want := fmt.Sprintf(" k%d=%d", i, i); !strings.Contains(string(text), want) {
			t.Errorf("the patch%s is lost", want)
		}
	}
}

// A client that goes away in the middle of a line, or stops reading, ends the server.
func TestClientGoesAway(t *testing.T) {
	for _, rest := range []string{"", `{"jsonrpc":"2.0","id":2,"method":"tools/c`, `{"jsonrpc":"2.0","id":2,"method":"ping"}`} {
		got := talk(t, harbour(t), rest)
		if got["hello"].Error != nil {
			t.Errorf("behind %q: %+v", rest, got)
		}
	}
	cmd := process(t, harbour(t))
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(in, hello); err != nil {
		t.Fatal(err)
	}
	if _, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil { // nobody reads the answers any more
		t.Fatal(err)
	}
	_, _ = io.WriteString(in, toolCall(2, "read_doc", harbourFile)) // may find the pipe closed
	_ = in.Close()
	_ = cmd.Wait() // returns: that is the test; the status is the server's affair
}
