package jobs

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unicode"

	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/nomadocx/nomadocx/noma/diag"
)

// lockWait is how long a sync in place waits for somebody who patches the same source.
const lockWait = 10 * time.Second

// browserMemory is the limit of [app.NewPrinter].
const browserMemory = 3 << 29

// Performer does requests one after the other. The zero value is ready; Close ends its browser.
type Performer struct {
	printer *app.Printer
}

// Close ends the browser, if one was started.
func (p *Performer) Close() error {
	if p.printer == nil {
		return nil
	}
	return p.printer.Close()
}

// Perform does one request. Failures are in the reply.
func (p *Performer) Perform(ctx context.Context, r Request) Reply {
	w := &work{request: r, seen: map[string]bool{}}
	err := r.Check()
	if err == nil {
		switch r.Kind {
		case Render:
			err = p.render(ctx, w)
		case Sync:
			err = w.sync(ctx)
		case Identify:
			w.reply.Sent, err = app.SentFrom(ctx, r.Source)
		}
	}
	if err != nil {
		w.reply.Error, w.reply.Code = plain(err.Error()), codeOf(err)
	}
	return w.reply
}

// plain returns a message on one line without control characters: it may quote a document, and it ends up
// on terminals.
func plain(message string) string {
	message = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && !unicode.IsSpace(r) {
			return '�'
		}
		return r
	}, strings.ToValidUTF8(message, "�"))
	return strings.Join(strings.Fields(message), " ")
}

func (p *Performer) render(ctx context.Context, w *work) error {
	r := &w.request
	s, err := app.Load(ctx, r.Source, app.LoadOptions{External: r.External, Filename: r.Filename, Observe: w.observe})
	if err != nil {
		return err
	}
	opts := r.options()
	if opts.Target == app.PDF {
		if p.printer == nil {
			// The browser outlives this request, so it must not be bound to the request's context.
			// Its memory is bounded whatever the size of a document: others work beside it.
			if p.printer, err = app.NewPrinter(context.WithoutCancel(ctx), browserMemory); err != nil {
				return err
			}
		}
		opts.Printer = p.printer
	}
	var wrong Output
	name := filepath.Base(r.Source)
	if r.Filename != "" {
		name = r.Filename
	}
	opts.Note = func(said string) { wrong.Notes = append(wrong.Notes, plain(said)) }
	opts.Faults = func(found diag.List) { wrong.warned(name, found) }
	opts.Warn = wrong.warn
	if err := w.write(r.Out, func(to io.Writer) error { return app.Render(ctx, to, s, opts) }); err != nil {
		var faults *app.FaultsError
		if errors.As(err, &faults) {
			return fmt.Errorf("%w: %s", err, strings.Join(wrong.Warnings, "; "))
		}
		return err
	}
	made := &w.reply.Outputs[len(w.reply.Outputs)-1]
	made.Warnings, made.WarningCount = wrong.Warnings, wrong.WarningCount
	made.Notes = wrong.Notes
	return nil
}

// work is a request on its way.
type work struct {
	request Request
	reply   Reply
	seen    map[string]bool // paths in reply.Inputs
}

// observe notes a file that was read. The first reading counts: when a file changes while we work,
// the result rests on a mixture, and the older hash makes the caller do it again.
func (w *work) observe(path string, data []byte, err error) {
	if w.seen[path] {
		return
	}
	in := Input{Path: path}
	if err != nil {
		in.SHA256, _ = HashFile(path) // one that is there but of no use: too large, no text
	} else {
		sum := sha256.Sum256(data)
		in.SHA256 = hex.EncodeToString(sum[:])
	}
	w.seen[path] = true
	w.reply.Inputs = append(w.reply.Inputs, in)
}

// write makes one result: a new file, synced before it is reported.
func (w *work) write(path string, produce func(io.Writer) error) (err error) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", filepath.Base(path), unwrapPath(err))
	}
	defer func() {
		if err != nil {
			f.Close()
			// What is half written has no use; that it cannot be removed is no other failure.
			_ = os.Remove(path)
		}
	}()
	m := &meter{to: f, hash: sha256.New(), limit: w.request.MaxOutput}
	if err := produce(m); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	w.reply.Outputs = append(w.reply.Outputs, Output{Path: path, Bytes: m.n, SHA256: hex.EncodeToString(m.hash.Sum(nil))})
	return nil
}

// meter counts and hashes what is written, up to a limit.
type meter struct {
	to       io.Writer
	hash     hash.Hash
	n, limit int64
}

func (m *meter) Write(b []byte) (int, error) {
	if m.n += int64(len(b)); m.limit > 0 && m.n > m.limit {
		return 0, fmt.Errorf("the result is larger than %d MB", m.limit>>20)
	}
	m.hash.Write(b)
	return m.to.Write(b)
}

func unwrapPath(err error) error {
	var p *os.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}
