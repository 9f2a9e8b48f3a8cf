// Package webtest opens pages in a real browser, for tests. A [Page] remembers what a reader should
// never see, errors in the console, and what a self-contained page should never do, requests.
package webtest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/css"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/chromedp"
)

// patience ends a test whose page hangs.
const patience = 2 * time.Minute

// Browser is a Chromium, or in a package that calls [Main] a part of one with storage of its own. It lives as long as its test.
type Browser struct {
	t    testing.TB
	root context.Context
}

// shared is the browser of a package that calls [Main], once a test wants it.
var shared struct {
	sync.Mutex
	on   bool
	root context.Context
	end  func() error
}

// Main runs the tests of a package, which share one browser, and returns their exit code.
func Main(m *testing.M) int {
	shared.on = true
	code := m.Run()
	if shared.end != nil {
		if err := shared.end(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
	}
	return code
}

// New returns a browser: $NOMADOCX_CHROMIUM, or the one on the PATH, preferably without windows, which takes half of the processor time.
func New(t testing.TB) *Browser {
	t.Helper()
	if !shared.on {
		root, end, err := start()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := end(); err != nil {
				t.Error(err)
			}
		})
		return &Browser{t, root}
	}
	shared.Lock()
	defer shared.Unlock()
	if shared.root == nil {
		var err error
		if shared.root, shared.end, err = start(); err != nil {
			t.Fatal(err)
		}
	}
	root, end := chromedp.NewContext(shared.root, chromedp.WithNewBrowserContext())
	t.Cleanup(end)
	if err := chromedp.Do(root); err != nil {
		t.Fatal(err)
	}
	return &Browser{t, root}
}

// start starts a browser. end ends it and removes its files.
func start() (root context.Context, end func() error, err error) {
	opts := append([]chromedp.ExecAllocatorOption{}, chromedp.DefaultExecAllocatorOptions[:]...)
	path := os.Getenv("NOMADOCX_CHROMIUM")
	if path == "" {
		path, _ = exec.LookPath("chromium-headless-shell")
	}
	if path != "" {
		opts = append(opts, chromedp.ExecPath(path))
	}
	// Chromium makes folders in the temporary folder and leaves some of them; in its own they go with it. Its name
	// is short, as the path of a socket has little room.
	dir, err := os.MkdirTemp("", "web-")
	if err != nil {
		return nil, nil, err
	}
	// Most of what a test runs of the engine of the workbench runs too seldom to be worth the optimizing compiler, which comes later so.
	opts = append(opts, chromedp.Flag("js-flags", "--wasm-tiering-budget=100000000"))
	opts = append(opts, chromedp.UserDataDir(dir), chromedp.Env("TMPDIR="+dir), chromedp.WindowSize(1280, 900))
	alloc, endAlloc := chromedp.NewExecAllocator(context.Background(), opts...)
	root, endRoot := chromedp.NewContext(alloc)
	end = func() (err error) {
		endRoot()
		endAlloc()
		// Processes of the browser live on for a moment and write into the folder while it goes.
		for range 500 {
			if err = os.RemoveAll(dir); err == nil {
				return nil
			}
			time.Sleep(10 * time.Millisecond)
		}
		return err
	}
	if err := chromedp.Do(root); err != nil {
		return nil, nil, errors.Join(fmt.Errorf("start the browser (apt-get install chromium): %w", err), end())
	}
	return root, end, nil
}

// Page is one open page.
type Page struct {
	t   testing.TB
	ctx context.Context

	mu       sync.Mutex
	errors   []string
	requests []string
}

// Open loads an address, a file:// one for a page on disk.
func (b *Browser) Open(address string) *Page {
	b.t.Helper()
	tab, end := chromedp.NewContext(b.root)
	b.t.Cleanup(end)
	p := &Page{t: b.t, ctx: tab}
	if err := chromedp.Listen(tab, p.event); err != nil {
		b.t.Fatal(err)
	}
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		// Reports about elements and styles that chromedp asks for: nobody reads them, and a large page makes very many.
		if _, err := cdp.Call(ctx, t, css.Disable, cdp.Empty{}); err != nil {
			return err
		}
		if _, err := cdp.Call(ctx, t, dom.Disable, cdp.Empty{}); err != nil {
			return err
		}
		if _, err := cdp.Call(ctx, t, runtime.Enable, cdp.Empty{}); err != nil {
			return err
		}
		if _, err := cdp.Call(ctx, t, log.Enable, cdp.Empty{}); err != nil {
			return err
		}
		_, err := cdp.Call(ctx, t, network.Enable, network.EnableParams{})
		return err
	}))
	p.do(chromedp.Navigate(address))
	return p
}

// Goto loads another address in the same page.
func (p *Page) Goto(address string) {
	p.t.Helper()
	p.do(chromedp.Navigate(address))
}

func (p *Page) do(actions ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, actions...); err != nil {
		p.t.Fatal(err)
	}
}

// event notes what went wrong and what was asked for.
func (p *Page) event(ev any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch ev := ev.(type) {
	case *runtime.EventExceptionThrown:
		text := ev.ExceptionDetails.Text
		if x := ev.ExceptionDetails.Exception; x != nil {
			text += " " + x.Description
		}
		p.errors = append(p.errors, text)
	case *runtime.EventConsoleAPICalled:
		if ev.Type == "error" || ev.Type == "warning" {
			said, _ := json.Marshal(ev.Args)
			p.errors = append(p.errors, string(said))
		}
	case *log.EventEntryAdded:
		p.errors = append(p.errors, fmt.Sprintf("%s: %s %s", ev.Entry.Level, ev.Entry.Text, ev.Entry.URL))
	case *network.EventRequestWillBeSent:
		if u := ev.Request.URL; !strings.HasPrefix(u, "data:") && u != ev.DocumentURL {
			p.requests = append(p.requests, u)
		}
	}
}

// Errors returns the errors and warnings of the console so far.
func (p *Page) Errors() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string(nil), p.errors...)
}

// Requests returns the addresses the page asked for so far, but for itself and data URIs.
func (p *Page) Requests() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string(nil), p.requests...)
}

// Eval runs a script in the page and returns its value as text; promises are waited for.
func (p *Page) Eval(script string) string {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[any](`(async () => String(await (`+script+`)))()`, chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatalf("%v\nin %s", err, script)
	}
	return fmt.Sprint(v)
}

// Wait runs a script until its value is the wanted text. The page may load meanwhile.
func (p *Page) Wait(script, want string) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	var last any
	for ctx.Err() == nil {
		v, err := chromedp.Run(ctx, chromedp.Evaluate[any](`String(`+script+`)`))
		if err == nil && v == want {
			return
		}
		last = v
		time.Sleep(20 * time.Millisecond)
	}
	p.t.Fatalf("%s is %v and never %s", script, last, want)
}

// Quota bounds what pages of an origin may keep, in bytes.
func (p *Page) Quota(origin string, bytes float64) {
	p.t.Helper()
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, storage.OverrideQuotaForOrigin, storage.OverrideQuotaForOriginParams{Origin: origin, QuotaSize: &bytes})
		return err
	}))
}

// Close closes the tab at once, whatever it does.
func (p *Page) Close() {
	p.t.Helper()
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, page.Close, cdp.Empty{})
		return err
	}))
}

// Keys types keys where the focus is.
func (p *Page) Keys(keys string) {
	p.t.Helper()
	p.do(chromedp.KeyEvent(keys))
}

// Show sets the width of the window in pixels and whether the reader prefers the dark.
func (p *Page) Show(width, height int64, dark bool) {
	p.t.Helper()
	scheme := "light"
	if dark {
		scheme = "dark"
	}
	p.do(chromedp.EmulateViewport(width, height), chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
		return err
	}))
}

// Picture returns what the window shows, as PNG.
func (p *Page) Picture() []byte {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	var data []byte
	err := chromedp.Do(ctx, chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		shot, err := cdp.Call(ctx, t, page.CaptureScreenshot, page.CaptureScreenshotParams{})
		if err == nil {
			data = shot.Data
		}
		return err
	}))
	if err != nil {
		p.t.Fatal(err)
	}
	return data
}
