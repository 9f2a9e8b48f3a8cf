package pdf

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/css"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/inspector"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// startDeadline is the time a browser gets to say its first word. Cold disks on loaded machines
// have been seen to need ten seconds.
const startDeadline = 60 * time.Second

// browser is one running Chromium. The Printer that has it guards users, jobs, retired and free.
type browser struct {
	root    context.Context // ends when the browser does
	close   func()
	profile *profile
	jobs    int    // documents begun so far
	users   int    // documents being printed
	retired bool   // gets no more documents and ends with its last user
	free    []*tab // open and idle
}

// tab is a page of a browser, in which documents are printed one after the other.
type tab struct {
	ctx     context.Context // ends when the tab or the browser does
	end     context.CancelFunc
	crashed atomic.Bool
}

// launch starts a browser, sandboxed if that is possible and wanted. The browser lives until
// life ends or close is called; ctx only limits the start.
func launch(ctx, life context.Context, path string, want Sandbox) (*browser, error) {
	if want == SandboxPreferred && os.Getenv(sandboxVariable) == "required" {
		want = SandboxRequired
	}
	if want == SandboxOff {
		return start(ctx, life, path, account{}, false)
	}
	b, err := start(ctx, life, path, unprivileged(), true)
	if err == nil || want == SandboxRequired || ctx.Err() != nil || life.Err() != nil {
		return b, err
	}
	return start(ctx, life, path, account{}, false)
}

func start(ctx, life context.Context, path string, run account, sandboxed bool) (*browser, error) {
	prof, err := newProfile(run)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrStart, err)
	}
	b := &browser{profile: prof}
	alloc, endAlloc := chromedp.NewExecAllocator(life, flags(path, prof, run, sandboxed)...)
	root, endBrowser := chromedp.NewContext(alloc, chromedp.WithLogf(silent), chromedp.WithErrorf(silent))
	b.close = func() {
		endBrowser()
		endAlloc() // waits for the process
		prof.remove()
	}
	// The first call on a context ties the life of the browser to that very context. So it gets the
	// long-lived one, and the deadline of the start is kept from outside.
	if err := within(ctx, func() error { return chromedp.Do(root) }); err != nil {
		b.close()
		return nil, startError(ctx, path, err)
	}
	b.root = root
	return b, nil
}

// open makes a tab. Its context is made when the browser runs: made before, it would start a second
// one; and the first call ties the life of the tab to that very context, so it gets the long-lived one.
func (b *browser) open(ctx context.Context) (*tab, error) {
	t := &tab{}
	t.ctx, t.end = chromedp.NewContext(b.root)
	if err := within(ctx, func() error {
		return errors.Join(chromedp.Listen(t.ctx, t.hear), chromedp.Do(t.ctx, inattentive))
	}); err != nil {
		t.end()
		return nil, err
	}
	return t, nil
}

// hear is called with what happens in the tab. It runs where the browser's messages are read, so whatever waits
// for one must do so elsewhere.
func (t *tab) hear(ev any) {
	switch e := ev.(type) {
	case *inspector.EventTargetCrashed:
		// Nothing answers in a crashed tab. Ending it ends the waiting.
		t.crashed.Store(true)
		go t.end()
	case *fetch.EventRequestPaused:
		// The document wants to go elsewhere, which no policy forbids: <meta http-equiv="refresh">. It
		// would get nowhere, but the page that says so would be printed in its place. When the answer
		// fails the tab has ended.
		go func() {
			_ = chromedp.Do(t.ctx, chromedp.Func(func(ctx context.Context, c *chromedp.Target) error {
				_, err := cdp.Call(ctx, c, fetch.FailRequest, fetch.FailRequestParams{RequestID: e.RequestID, ErrorReason: network.ErrorReasonAborted})
				return err
			}))
		}()
	}
}

// silent swallows what chromedp would log: a library says what happened by its errors.
func silent(string, ...any) {}

// inattentive ends the reports about elements, styles, requests and messages that chromedp asks for in
// every tab. Nobody here reads them, and a large document makes very many. It asks for one kind instead:
// that the document wants to go elsewhere.
var inattentive = chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
	_, err1 := cdp.Call(ctx, t, css.Disable, cdp.Empty{})
	_, err2 := cdp.Call(ctx, t, dom.Disable, cdp.Empty{})
	_, err3 := cdp.Call(ctx, t, network.Disable, cdp.Empty{})
	_, err4 := cdp.Call(ctx, t, log.Disable, cdp.Empty{})
	_, err5 := cdp.Call(ctx, t, fetch.Enable, fetch.EnableParams{Patterns: []*fetch.RequestPattern{{URLPattern: "*", ResourceType: network.ResourceTypeDocument}}})
	return errors.Join(err1, err2, err3, err4, err5)
})

// within runs f, but waits no longer than a start may take. What ends f is the end of its browser.
func within(ctx context.Context, f func() error) error {
	done := make(chan error, 1)
	go func() { done <- f() }()
	timer := time.NewTimer(startDeadline)
	defer timer.Stop()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-timer.C:
		return fmt.Errorf("no answer for %v", startDeadline)
	}
}

// startError says in one line why a browser did not start. Chromium says much before it dies; the
// line that counts is the last one it calls an error, else the last one.
func startError(ctx context.Context, path string, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	reason := ""
	for line := range strings.Lines(err.Error()) {
		line = strings.TrimSpace(line)
		if line != "" && (reason == "" || !strings.Contains(reason, "ERROR:") && !strings.Contains(reason, "FATAL:") || strings.Contains(line, "FATAL:")) {
			reason = line
		}
	}
	return fmt.Errorf("%w: %s: %s", ErrStart, path, strings.ToValidUTF8(reason[:min(len(reason), 300)], ""))
}

// flags returns Chromium's switches and environment.
func flags(path string, prof *profile, run account, sandboxed bool) []chromedp.ExecAllocatorOption {
	env := []string{"PATH=" + os.Getenv("PATH"), "TZ=UTC", "LANG=C.UTF-8", "TMPDIR=" + prof.data}
	if run.other {
		// Our own home is closed to nobody.
		env = append(env, "HOME="+prof.data, "XDG_CONFIG_HOME="+prof.data, "XDG_CACHE_HOME="+prof.data, "XDG_RUNTIME_DIR="+prof.data)
	} else {
		// The user's fonts are found through these.
		for _, k := range []string{"HOME", "XDG_DATA_HOME", "XDG_DATA_DIRS", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR", "FONTCONFIG_FILE", "FONTCONFIG_PATH"} {
			if v, ok := os.LookupEnv(k); ok {
				env = append(env, k+"="+v)
			}
		}
	}
	opts := append([]chromedp.ExecAllocatorOption{}, chromedp.DefaultExecAllocatorOptions[:]...)
	return append(opts,
		chromedp.ExecPath(path),
		chromedp.UserDataDir(prof.data),
		chromedp.NoInheritEnv,
		chromedp.Env(env...),
		chromedp.ModifyCmdFunc(func(cmd *exec.Cmd) { prepare(cmd, run) }),
		chromedp.Flag("no-sandbox", !sandboxed),
		// No name and no address leads anywhere. The document's policy says the same (document.go).
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND"),
		// Chromium writes this into the file as its creator; a version number would change the bytes.
		chromedp.UserAgent("nomadocx"),
		// What chromedp switches off, and the suggestions below the address bar: pages of Chromium's own that nobody
		// sees. They hear of every page a tab shows, which costs as much as to show it.
		chromedp.Flag("disable-features", "Translate,BlinkGenPropertyTrees,WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup"),
		// Hinting depends on the screen that a server does not have.
		chromedp.Flag("font-render-hinting", "none"),
		// The process that writes a file begins when a large document is handed to it, and would give up after 15 seconds without
		// an answer; nobody hears of that. On a busy machine the tags of 1,000 pages take longer.
		chromedp.Flag("ipc-connection-timeout", "600"),
		chromedp.Flag("disable-dev-shm-usage", smallSharedMemory()),
	)
}

// smallSharedMemory reports whether the folder for shared memory is too small for Chromium, as
// the 64 MB that containers get by default are.
func smallSharedMemory() bool {
	free, ok := freeSpace("/dev/shm")
	return !ok || free < 512<<20
}
