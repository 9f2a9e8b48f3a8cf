package pdf

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"math"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// footnotesScript puts footnotes at the foot of the pages and says where, and makes drawings fit what is left of a page.
//
//go:embed footnotes.js
var footnotesScript string

// unseen stands behind the rule of the paper until the notes are in their places. What Chromium shows before, or does not get to, would
// decide which numbers elements have in the file.
const unseen = "html{visibility:hidden}"

// wantsFeet reports whether a document has footnotes.
func wantsFeet(html []byte) bool {
	return bytes.Contains(html, []byte(`class="noma-block noma-footnote `))
}

// wantsFitting reports whether a document has drawings that may be made lower.
func wantsFitting(html []byte) bool { return bytes.Contains(html, []byte("<figure")) }

// feet are the footnotes of a job and where they have been put.
type feet struct {
	job
	tries int
	put   placed
}

// placed is what footnotes.js says.
type placed struct {
	// Where has the pages on which notes, their marks and the first elements of pages have to be, by their ids.
	Where map[string]int `json:"where"`
	Left  int            `json:"left"` // notes that stay behind the block with their mark
}

// slack is what is left free of each page, in pixels, the first time and when that has not done. Then the notes stay where they are.
var slack = []float64{2, 14}

// place puts the notes at the foot of the pages, each time more cautiously.
func (f *feet) place(op context.Context) (err error) {
	if !f.measured {
		return nil
	}
	if f.tries == 0 {
		if err := resize(op); err != nil {
			return err
		}
	}
	how := "nomaFootnotes.leave()"
	if f.tries < len(slack) {
		how = fmt.Sprintf("nomaFootnotes.place(%g)", slack[f.tries])
	}
	if f.tries == 0 {
		how = footnotesScript + how
	}
	f.tries++
	f.put, err = chromedp.Run(op, chromedp.Evaluate[placed](how))
	if err == nil && f.tries == 1 {
		err = show(op)
	}
	return err
}

// show shows a document that was hidden until it is measured.
func show(op context.Context) error {
	return chromedp.Do(op, chromedp.Evaluate[chromedp.Void]("void nomaPages.show()"))
}

// stand reports whether all is in a file where it has been put.
func (f *feet) stand(file []byte) bool {
	if len(f.put.Where) == 0 {
		return true
	}
	pages := destinations(file)
	for id, page := range f.put.Where {
		if pages[id] != page {
			return false
		}
	}
	return true
}

// done gives the tab its usual window again and says what could not be done.
func (f *feet) done(op context.Context) error {
	if !f.measured {
		return nil
	}
	if n := f.put.Left; n > 0 && f.opts.Warn != nil {
		f.opts.Warn(fmt.Sprintf("footnotes that stand behind the block with their mark, not at the foot of its page: %d", n))
	}
	return usualSize(op)
}

// usualSize gives a tab its usual window again.
func usualSize(op context.Context) error {
	return chromedp.Do(op, chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.ClearDeviceMetricsOverride, cdp.Empty{})
		return err
	}))
}

// resize makes the window as large as the content of a page, since lengths may depend on it.
func resize(op context.Context) error {
	type size struct{ Width, Height float64 }
	s, err := chromedp.Run(op, chromedp.Evaluate[size]("nomaPages.size()"))
	if err != nil || s.Width < 1 {
		return err
	}
	width, height := int64(math.Min(s.Width, 1e4)), int64(math.Min(s.Height, 1e4))
	set := chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
			Width: width, Height: height, DeviceScaleFactor: 1,
		})
		return err
	})
	// The page hears of it later.
	wait := fmt.Sprintf(`(async () => {
		for (let i = 0; i < 500 && (innerWidth !== %d || innerHeight !== %d); i++) await new Promise(done => setTimeout(done, 4));
	})()`, width, height)
	return chromedp.Do(op, set, chromedp.Evaluate[chromedp.Void](wait, chromedp.EvalAwaitPromise))
}
