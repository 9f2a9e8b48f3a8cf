package pdf

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"
)

// Printer prints documents one after the other in one browser. It may be used by several
// goroutines; they take turns, because a second tab buys nothing on the few cores a browser uses.
type Printer struct {
	path string
	opts BrowserOptions
	life context.Context
	end  context.CancelFunc
	// turn holds one token; who has it may use current.
	turn    chan struct{}
	current *browser // nil when none runs
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
	sweep(os.TempDir(), time.Now())
	p := &Printer{path: path, opts: opts, turn: make(chan struct{}, 1)}
	p.life, p.end = context.WithCancel(ctx)
	p.turn <- struct{}{}
	context.AfterFunc(p.life, func() { p.Close() })
	return p, nil
}

// Close ends the browser, and with it a document that is being printed, and removes the browser's
// folder. Closing twice is fine.
func (p *Printer) Close() error {
	p.end()
	<-p.turn
	p.drop()
	p.turn <- struct{}{}
	return nil
}

// Print prints one HTML document and writes the PDF to w.
func (p *Printer) Print(ctx context.Context, html []byte, w io.Writer, opts Options) error {
	paper, err := opts.sheet()
	if err != nil {
		return err
	}
	j := job{text: document(html, paper.rule), opts: opts, paper: paper, numbered: !opts.NoPageNumbers && wantsNumbers(html)}
	if n := messageSize(j.text); n > maxMessage {
		return fmt.Errorf("%w: %d MB of HTML, at most %d MB", ErrTooLarge, n/1_000_000, maxMessage/1_000_000)
	}
	select {
	case <-p.turn:
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-p.life.Done():
		return ErrClosed
	}
	file, err := p.attempt(ctx, j)
	p.turn <- struct{}{}
	if err != nil {
		return err
	}
	if _, err := w.Write(file); err != nil {
		return fmt.Errorf("write PDF: %w", err)
	}
	return nil
}

// attempt prints a job, and again when the browser dies or gives up printing, as it does when a page
// tries to go elsewhere in that very moment. Any failure costs the browser: a new one takes a second,
// and what state the old one is in nobody knows.
func (p *Printer) attempt(ctx context.Context, j job) ([]byte, error) {
	var last error
	for range 3 {
		if p.life.Err() != nil {
			return nil, ErrClosed
		}
		if p.current != nil && (p.current.jobs >= p.opts.RecycleAfter || p.current.tab.Err() != nil) {
			p.drop()
		}
		if p.current == nil {
			b, err := launch(ctx, p.life, p.path, p.opts.Sandbox)
			if err != nil {
				return nil, err
			}
			p.current = b
		}
		file, err := p.current.print(ctx, j)
		if err == nil {
			return file, nil
		}
		p.drop()
		if p.life.Err() != nil {
			return nil, ErrClosed
		}
		if last = err; errors.Is(err, ErrTimeout) || ctx.Err() != nil {
			break
		}
	}
	return nil, last
}

// drop ends the browser there is.
func (p *Printer) drop() {
	if p.current != nil {
		p.current.close()
		p.current = nil
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
