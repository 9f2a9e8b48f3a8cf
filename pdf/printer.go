package pdf

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"sync"
	"time"
)

// Printer prints documents in one browser that it starts, watches and replaces. It may be used by
// several goroutines; as many documents as there are tabs are printed at a time, the others wait.
type Printer struct {
	path string
	opts BrowserOptions
	life context.Context
	end  context.CancelFunc
	// turn holds a token a tab; who has one may print.
	turn    chan struct{}
	closing sync.Mutex

	// holds reports whether a browser holds more memory than a limit.
	holds func(folder string, limit int64) bool
	every time.Duration // between two checks while a document is printed

	mu      sync.Mutex // guards current and the fields of the browsers; not held while printing
	current *browser   // nil when none runs
}

// New finds the browser and returns a Printer for it; the browser starts with the first document.
// The Printer lives until Close is called or ctx ends.
func New(ctx context.Context, opts BrowserOptions) (*Printer, error) {
	path, err := FindBrowser(opts.Path)
	if err != nil {
		return nil, err
	}
	if opts.RecycleAfter <= 0 {
		opts.RecycleAfter = defaultRecycle
	}
	opts.Tabs = min(max(opts.Tabs, 1), 64)
	sweep(os.TempDir(), time.Now())
	p := &Printer{path: path, opts: opts, turn: make(chan struct{}, opts.Tabs), holds: exceeds, every: time.Second}
	p.life, p.end = context.WithCancel(ctx)
	for range opts.Tabs {
		p.turn <- struct{}{}
	}
	context.AfterFunc(p.life, func() { _ = p.Close() })
	return p, nil
}

// Close ends the browser, and with it what is being printed, and removes the browser's folder.
// Closing twice is fine.
func (p *Printer) Close() error {
	p.end()
	p.closing.Lock() // two that each have some of the turns would wait for ever
	defer p.closing.Unlock()
	for range p.opts.Tabs {
		<-p.turn
	}
	p.mu.Lock()
	p.retire(p.current)
	p.mu.Unlock()
	for range p.opts.Tabs {
		p.turn <- struct{}{}
	}
	return nil
}

// Print prints one HTML document and writes the PDF to w.
func (p *Printer) Print(ctx context.Context, html []byte, w io.Writer, opts Options) error {
	paper, err := opts.sheet()
	if err != nil {
		return err
	}
	if len(html) > maxMessage { // before it is copied: it may be a picture of a gigabyte
		return tooLarge(len(html))
	}
	notes := wantsFeet(html)
	measured := notes || wantsFitting(html)
	if measured {
		paper.rule += unseen
	}
	j := job{text: document(html, paper.rule), opts: opts, paper: paper, numbered: !opts.NoPageNumbers && wantsNumbers(html), notes: notes, measured: measured}
	if n := messageSize(j.text); n > maxMessage {
		return tooLarge(n)
	}
	select {
	case <-p.turn:
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-p.life.Done():
		return ErrClosed
	}
	out, err := p.attempt(ctx, j)
	p.turn <- struct{}{}
	if err != nil {
		return err
	}
	file, err := out.about.finish(out.file, opts)
	if err != nil {
		return err
	}
	if _, err := w.Write(file); err != nil {
		return fmt.Errorf("write PDF: %w", err)
	}
	return nil
}

func tooLarge(n int) error {
	return fmt.Errorf("%w: %d MB of HTML, at most %d MB", ErrTooLarge, n/1_000_000, maxMessage/1_000_000)
}

// attempt prints a job, and again when the browser dies or gives up printing, as it does when a page
// tries to go elsewhere in that very moment. Any failure costs the browser: a new one takes a second,
// and what state the old one is in nobody knows. Other tabs finish what they are at.
func (p *Printer) attempt(ctx context.Context, j job) (printed, error) {
	var last error
	for range 3 {
		b, t, err := p.take(ctx)
		if err != nil {
			return printed{}, err
		}
		verdict := b.watch(t, limits{exceeded: p.holds, every: p.every, memory: p.opts.ceiling(len(j.text), available()), time: j.opts.deadline(len(j.text)), strict: j.opts.Timeout > 0})
		if j.open = b.open; runtime.GOMAXPROCS(0)/p.opts.Tabs > long.few {
			j.helpers = max(min(runtime.GOMAXPROCS(0), maxHelped)/p.opts.Tabs, 1) - 1
		}
		file, err := t.print(ctx, j)
		if why := verdict(); why != nil && err != nil {
			err = why
		}
		p.give(b, t, err == nil)
		if err == nil {
			return file, nil
		}
		if p.life.Err() != nil {
			return printed{}, ErrClosed
		}
		if last = err; errors.Is(err, ErrTimeout) || errors.Is(err, ErrMemory) || ctx.Err() != nil {
			break
		}
	}
	return printed{}, last
}

// take returns a tab to print in. The browser is started when there is none, or none fit for more.
func (p *Printer) take(ctx context.Context) (*browser, *tab, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.life.Err() != nil {
		return nil, nil, ErrClosed
	}
	if b := p.current; b != nil && (b.jobs >= p.opts.RecycleAfter || b.root.Err() != nil) {
		p.retire(b)
	}
	if p.current == nil {
		// The others wait for the start, too: they need this browser.
		b, err := launch(ctx, p.life, p.path, p.opts.Sandbox)
		if err != nil {
			return nil, nil, err
		}
		p.current = b
	}
	b := p.current
	for n := len(b.free); n > 0; n = len(b.free) {
		t := b.free[n-1]
		b.free = b.free[:n-1]
		if t.ctx.Err() == nil {
			b.users, b.jobs = b.users+1, b.jobs+1
			return b, t, nil
		}
	}
	t, err := b.open(ctx)
	if err != nil {
		p.retire(b)
		return nil, nil, startError(ctx, p.path, err)
	}
	b.users, b.jobs = b.users+1, b.jobs+1
	return b, t, nil
}

// give takes a tab back. One in which something went wrong ends, and with it the browser as soon as
// nobody uses it; so does a browser that has grown too large.
func (p *Printer) give(b *browser, t *tab, fine bool) {
	heavy := fine && p.holds(b.profile.data, p.opts.maxMemory())
	p.mu.Lock()
	defer p.mu.Unlock()
	b.users--
	if fine {
		b.free = append(b.free, t)
	} else {
		t.end()
	}
	if !fine || heavy || b.retired {
		p.retire(b)
	}
}

// retire lets a browser have no more documents, and ends it when it has none. p.mu is held.
func (p *Printer) retire(b *browser) {
	if b == nil {
		return
	}
	b.retired = true
	if p.current == b {
		p.current = nil
	}
	if b.users == 0 {
		b.close()
	}
}

// Print prints one HTML document with a browser of its own, named by opts.Browser.
func Print(ctx context.Context, html []byte, w io.Writer, opts Options) error {
	p, err := New(ctx, opts.Browser)
	if err != nil {
		return err
	}
	defer p.Close()
	return p.Print(ctx, html, w, opts)
}
