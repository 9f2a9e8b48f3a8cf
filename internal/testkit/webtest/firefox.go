package webtest

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
	"time"
)

// Firefox is a page in Firefox, driven by WebDriver BiDi (W3C), which Firefox speaks by itself.
type Firefox struct {
	t       testing.TB
	socket  *socket
	context string // the tab
	next    int
}

var listens = regexp.MustCompile(`WebDriver BiDi listening on ws://(127\.0\.0\.1:\d+)`)

// OpenFirefox opens an address in Firefox, and reports false where Firefox is not installed.
func OpenFirefox(t testing.TB, address string) (*Firefox, bool) {
	t.Helper()
	program := ""
	for _, name := range []string{"firefox-esr", "firefox"} {
		if path, err := exec.LookPath(name); err == nil && program == "" {
			program = path
		}
	}
	if program == "" {
		return nil, false
	}
	profile, err := os.MkdirTemp("", "firefox-")
	if err != nil {
		t.Fatal(err)
	}
	// A test runs too little of the engine of the workbench for the optimizing compiler, which would translate all of it.
	if err := os.WriteFile(filepath.Join(profile, "user.js"), []byte(`user_pref("javascript.options.wasm_optimizingjit", false);`), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cmd := exec.CommandContext(ctx, program, "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0")
	said, err := cmd.StderrPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cancel()
		_ = cmd.Wait()
		for range 500 { // its processes live on for a moment
			if os.RemoveAll(profile) == nil {
				return
			}
			time.Sleep(20 * time.Millisecond)
		}
	})
	end := time.AfterFunc(patience, cancel)
	defer end.Stop()
	at := ""
	for lines := bufio.NewScanner(said); at == "" && lines.Scan(); {
		if m := listens.FindStringSubmatch(lines.Text()); m != nil {
			at = m[1]
		}
	}
	if at == "" {
		t.Fatal("firefox does not listen")
	}
	go func() { _, _ = io.Copy(io.Discard, said) }() // what it says later
	p := &Firefox{t: t}
	if p.socket, err = dial(at, "/session"); err != nil {
		t.Fatal(err)
	}
	p.call("session.new", map[string]any{"capabilities": map[string]any{}}, nil)
	var made struct{ Context string }
	p.call("browsingContext.create", map[string]any{"type": "tab"}, &made)
	p.context = made.Context
	p.call("browsingContext.navigate", map[string]any{"context": p.context, "url": address, "wait": "complete"}, nil)
	return p, true
}

// call calls a method of the protocol. Events between are passed over.
func (p *Firefox) call(method string, params map[string]any, result any) {
	p.t.Helper()
	p.next++
	message, err := json.Marshal(map[string]any{"id": p.next, "method": method, "params": params})
	if err == nil {
		err = p.socket.write(message)
	}
	for err == nil {
		var answer struct {
			ID      int
			Type    string
			Error   string
			Message string
			Result  json.RawMessage
		}
		if message, err = p.socket.read(time.Now().Add(patience)); err != nil {
			break
		}
		if err = json.Unmarshal(message, &answer); err != nil || answer.ID != p.next {
			continue
		}
		if answer.Type == "error" {
			err = fmt.Errorf("%s: %s", answer.Error, answer.Message)
		} else if result != nil {
			err = json.Unmarshal(answer.Result, result)
		}
		break
	}
	if err != nil {
		p.t.Fatalf("%s: %v", method, err)
	}
}

// Eval runs a script in the page and returns its value as text; promises are waited for.
func (p *Firefox) Eval(script string) string {
	p.t.Helper()
	var out struct {
		Type             string
		Result           struct{ Value string }
		ExceptionDetails struct{ Text string }
	}
	p.call("script.evaluate", map[string]any{"expression": "(async () => String(await (" + script + ")))()", "awaitPromise": true, "target": map[string]any{"context": p.context}}, &out)
	if out.Type == "exception" {
		p.t.Fatalf("%s\nin %s", out.ExceptionDetails.Text, script)
	}
	return out.Result.Value
}

// Wait runs a script until its value is the wanted text.
func (p *Firefox) Wait(script, want string) {
	p.t.Helper()
	last := ""
	for until := time.Now().Add(patience); time.Now().Before(until); time.Sleep(50 * time.Millisecond) {
		if last = p.Eval(script); last == want {
			return
		}
	}
	p.t.Fatalf("%s is %s and never %s", script, last, want)
}

// Keys types keys where the focus is.
func (p *Firefox) Keys(keys string) {
	p.t.Helper()
	var actions []map[string]any
	for _, r := range keys {
		if r == '\r' {
			r = '\ue006' // Enter, as WebDriver has it
		}
		actions = append(actions, map[string]any{"type": "keyDown", "value": string(r)}, map[string]any{"type": "keyUp", "value": string(r)})
	}
	p.call("input.performActions", map[string]any{"context": p.context, "actions": []any{map[string]any{"type": "key", "id": "keyboard", "actions": actions}}}, nil)
}
