package pdf

import (
	"context"
	_ "embed"
	"errors"
	"fmt"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// job is one document on its way.
type job struct {
	text     string // what the browser gets
	opts     Options
	paper    sheet
	numbered bool // has places for page numbers
	notes    bool // has footnotes
	measured bool // is hidden until its pages are measured, for its notes or drawings
	// helpers is how many tabs more may work at a document that is printed in chunks, which open opens.
	helpers int
	open    func(context.Context) (*tab, error)
}

// printed is what became of a job: the file as Chromium wrote it, and what the page says of itself.
type printed struct {
	file  []byte
	about description
}

var (
	// pagesScript measures what pages are filled with; fitScript makes what is wider than a page smaller.
	//
	//go:embed pages.js
	pagesScript string
	//go:embed fit.js
	fitScript string
	// readying waits for fonts and pictures, never for a guessed time, makes what is too wide fit and what retag needs,
	// and reads the description.
	//
	//go:embed prepare.js
	readying string
)

// print prints the job in a tab. What limits its time ends the tab.
func (t *tab) print(ctx context.Context, j job) (printed, error) {
	op, cancel := context.WithCancel(t.ctx)
	defer cancel()
	defer context.AfterFunc(ctx, cancel)()

	file, err := t.run(op, j)
	switch {
	case err == nil:
		return file, nil
	case ctx.Err() != nil:
		return printed{}, context.Cause(ctx)
	case t.crashed.Load(), t.ctx.Err() != nil:
		return printed{}, fmt.Errorf("%w: %w", ErrBrowserDied, err)
	}
	return printed{}, fmt.Errorf("print: %w", err)
}

func (t *tab) run(op context.Context, j job) (out printed, err error) {
	if out.about, err = j.load(op); err != nil {
		return out, err
	}
	file, err := j.printChunks(op)
	if errors.Is(err, errWhole) {
		file, err = j.printSettled(op)
	}
	if err != nil {
		return out, err
	}
	normalize(file, j.opts.date())
	out.file = file
	return out, nil
}

// load shows the document in a tab and makes it ready.
func (j job) load(op context.Context) (description, error) {
	// A fresh page first: what the last document left behind would otherwise stay with this one.
	if err := chromedp.Do(op, chromedp.Navigate("about:blank"), onPaper, setContent(j.text)); err != nil {
		return description{}, err
	}
	return chromedp.Run(op, chromedp.Evaluate[description](pagesScript+fitScript+readying, chromedp.EvalAwaitPromise))
}

// maxFills is how often page numbers are written. Twice is enough in practice.
const maxFills = 3

// printSettled prints the page until its numbers and notes are right. Numbers can move a line to the next page, and with it a note;
// a document in which they chase each other must end too.
func (j job) printSettled(op context.Context) ([]byte, error) {
	notes := feet{job: j}
	if err := notes.place(op); err != nil {
		return nil, err
	}
	filled := ""
	for fills := 0; ; {
		// Where things stand does not depend on the tags, and without them it is found sooner.
		draft := j.numbered && fills == 0
		file, err := j.printPage(op, !draft && !j.opts.Untagged)
		if err != nil {
			return nil, err
		}
		moved := !notes.stand(file)
		if moved {
			if err := notes.place(op); err != nil {
				return nil, err
			}
			fills = min(fills, 1) // the numbers are others, too
		}
		if now := pageNumbers(file); j.numbered && fills < maxFills && now != filled {
			if err := fillNumbers(op, now); err != nil {
				return nil, err
			}
			filled = now
			fills++
		} else if !moved {
			return file, notes.done(op)
		}
	}
}

// onPaper gives a document the styles of paper from the beginning. Chromium would otherwise work out those
// of the screen first, and once more after each print.
var onPaper = chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
	_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
	return err
})

// setContent replaces the page by a document. Nothing is loaded: an address would be a way to
// files, which a page of about:blank may not read.
func setContent(html string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		f, err := cdp.Call(ctx, t, page.GetFrameTree, cdp.Empty{})
		if err != nil {
			return err
		}
		_, err = cdp.Call(ctx, t, page.SetDocumentContent, page.SetDocumentContentParams{FrameID: f.FrameTree.Frame.ID, HTML: html})
		return err
	})
}

// printPage prints the page as it stands. The size is always that of the @page rules, since ours
// stands before those of the document; the paper is what "size: landscape" turns.
func (j job) printPage(op context.Context, tagged bool) ([]byte, error) {
	const inch = 25.4
	opts := []chromedp.PDFOption{
		chromedp.PDFPreferCSSPageSize(), chromedp.PDFStream(),
		chromedp.PDFPaper(chromedp.PaperSize{Width: j.paper.width / inch, Height: j.paper.height / inch}),
		func(p *page.PrintToPDFParams) { p.GenerateTaggedPDF, p.GenerateDocumentOutline = &tagged, &tagged },
	}
	if !j.opts.NoBackground {
		opts = append(opts, chromedp.PDFPrintBackground())
	}
	return chromedp.Run(op, chromedp.PrintToPDF(opts...))
}
