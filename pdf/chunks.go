package pdf

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/chromedp/chromedp"
)

// Chromium lays out, tags and writes a document as a whole, in one thread and in memory. A long document is printed in chunks of pages
// instead, if need be in several tabs: each shows it, all but some pages hidden, so that links and styles are those of the whole. merge.go
// makes one file of them. Where pages begin and their numbers are foreseen (chunks.js), and a chunk is taken only when its last page begins
// where that was foreseen. What is printed does not depend on how many tabs work at it.

//go:embed chunks.js
var chunksScript string

// long says which documents are printed in chunks. A variable for tests.
var long = struct {
	pages  int // how many a document has at least
	chunk  int // about how many pages a chunk has
	bytes  int // a size of HTML below which nobody looks for so many pages
	helped int // a size of HTML from which on it is worth to show the document in several tabs
	few    int // so many processors for each document let one tab print it: a second one would take a third more of their time for little
}{200, 100, 400_000, 800_000, 2}

// maxHelped bounds how many tabs work at one document.
const maxHelped = 4

// chunk is a part of the pages of a document, as chunks.js says it. Elements are said by their numbers in the document.
type chunk struct {
	First   int   `json:"first"` // the number of its first page
	Pages   int   `json:"pages"`
	Begin   int   `json:"begin"`   // the element with which it begins, -1: the first of the document
	Flush   []int `json:"flush"`   // the elements that begin there and whose margins are not shown
	Depth   int   `json:"depth"`   // how many elements go on in it from the chunk before
	Last    int   `json:"last"`    // the element with which its last page begins, -1: it is the last chunk
	Numbers bool  `json:"numbers"` // it shows numbers of pages
}

// chunkPlan is how a document is printed in chunks; there are none when it is printed as a whole.
type chunkPlan struct {
	Total  int            `json:"total"`
	Chunks []chunk        `json:"chunks"`
	Wanted []string       `json:"wanted"` // the ids of the elements whose page numbers are asked for
	Where  map[string]int `json:"where"`  // the pages on which they will be
}

// chunked prints a document in chunks.
type chunked struct {
	job
	chunkPlan
	plans  int    // how many there were
	filled string // the page numbers in the document, as JSON
	bad    []int  // elements with which no chunk may begin
	mu     sync.Mutex
	done   map[string]part
}

// part is a chunk that is printed.
type part struct {
	file *content
	ends bool // its last page begins where that was foreseen
}

// chunkTab is a tab that prints chunks.
type chunkTab struct {
	tab    *tab // nil: the one that was there before
	op     context.Context
	ready  chan struct{} // closed when the document is shown
	err    error         // why it is not
	filled string        // as in chunked
	plan   int           // which plan it knows
	probes []string      // the ids of the elements with which the last pages of chunks begin
}

// errWhole says that a document is better printed as a whole.
var errWhole = errors.New("the document is not printed in chunks")

// maxRounds bounds how often chunks are printed again because pages begin elsewhere than foreseen.
const maxRounds = 6

// printChunks prints a document in chunks if it is long. The error is errWhole when it has to be printed as a whole.
func (j job) printChunks(op context.Context) (file []byte, err error) {
	if j.notes || len(j.text) < long.bytes {
		return nil, errWhole
	}
	c := &chunked{job: j, done: map[string]part{}}
	own := &chunkTab{op: op, ready: make(chan struct{})}
	close(own.ready)
	tabs := append([]*chunkTab{own}, c.help(op)...)
	defer func() {
		for _, t := range tabs[1:] {
			t.end()
		}
	}()
	if err := own.bring(j); err != nil {
		return nil, err
	}
	defer func() {
		if errors.Is(err, errWhole) {
			const leave = "nomaChunks.leave(); globalThis.nomaFootnotes?.leave(); void 0"
			err = errors.Join(err, chromedp.Do(op, chromedp.Evaluate[chromedp.Void](leave)))
		}
		err = errors.Join(err, usualSize(op))
	}()
	if err := c.foresee(own); err != nil {
		return nil, err
	}
	for range maxRounds {
		if err := c.print(tabs); err != nil {
			return nil, err
		}
		parts, again, err := c.settle(own)
		if err != nil {
			return nil, err
		}
		if again {
			continue
		}
		whole, ok := merge(parts, c.Chunks)
		if !ok {
			return nil, errWhole
		}
		file := whole.write()
		if now := c.numbers(destinations(file)); now != c.filled {
			c.filled = now
			continue
		}
		return file, nil
	}
	return nil, errWhole
}

// bring brings the scripts to a tab, whose window becomes as large as a page, and lets drawings fit what is left of a page.
func (t *chunkTab) bring(j job) error {
	if err := resize(t.op); err != nil {
		return err
	}
	script := chunksScript
	if j.measured {
		script += footnotesScript + fmt.Sprintf("nomaFootnotes.place(%g); nomaPages.show();", slack[0])
	}
	return chromedp.Do(t.op, chromedp.Evaluate[chromedp.Void](script+"void 0"))
}

// foresee plans the chunks, once more with the page numbers that the first plan has.
func (c *chunked) foresee(own *chunkTab) (err error) {
	bad, _ := json.Marshal(append([]int{}, c.bad...))

	c.plans++
	for range 2 {
		how := fmt.Sprintf("nomaChunks.leave(), nomaChunks.plan(%d, %d, %s)", long.pages, long.chunk, bad)
		if c.chunkPlan, err = chromedp.Run(own.op, chromedp.Evaluate[chunkPlan](how)); err != nil {
			return err
		}
		if len(c.Chunks) < 2 {
			return errWhole
		}
		if now := c.numbers(c.Where); now != own.filled {
			c.filled = now
			if err := own.fill(c); err != nil {
				return err
			}
		}
	}
	return nil
}

// numbers returns the page numbers that are asked for as a JSON object, "" when none are.
func (c *chunked) numbers(where map[string]int) string {
	if !c.numbered {
		return ""
	}
	out := map[string]int{}
	for _, id := range c.Wanted {
		if n := where[id]; n > 0 {
			out[id] = n
		}
	}
	return numbersText(out)
}

// fill writes the page numbers into the document of a tab.
func (t *chunkTab) fill(c *chunked) error {
	if t.filled == c.filled {
		return nil
	}
	t.filled = c.filled
	if err := chromedp.Do(t.op, chromedp.Evaluate[chromedp.Void]("nomaChunks.whole()")); err != nil {
		return err
	}
	return fillNumbers(t.op, c.filled)
}

// help opens the tabs that help with a document that is worth it, and shows the document in them.
func (c *chunked) help(op context.Context) (tabs []*chunkTab) {
	if len(c.text) < long.helped {
		return nil
	}
	for range c.helpers {
		t := &chunkTab{ready: make(chan struct{})}
		tabs = append(tabs, t)
		go func() {
			defer close(t.ready)
			if t.tab, t.err = c.open(op); t.err != nil {
				return
			}
			ctx, cancel := context.WithCancel(t.tab.ctx)
			context.AfterFunc(op, cancel)
			t.op = ctx
			if _, t.err = c.load(ctx); t.err == nil {
				t.err = t.bring(c.job)
			}
		}()
	}
	return tabs
}

// end ends a tab that helps.
func (t *chunkTab) end() {
	<-t.ready
	if t.tab != nil {
		t.tab.end()
	}
}

// print prints the chunks that are not printed yet as they have to be.
func (c *chunked) print(tabs []*chunkTab) error {
	todo := make(chan int, len(c.Chunks))
	for k := range c.Chunks {
		if _, ok := c.done[c.key(k)]; !ok {
			todo <- k
		}
	}
	close(todo)
	errs := make([]error, len(tabs))
	var all sync.WaitGroup
	for i, t := range tabs {
		all.Go(func() {
			for k := range todo {
				if errs[i] = c.printOne(t, k); errs[i] != nil {
					for range todo { // the others print no more
					}
					return
				}
			}
		})
	}
	all.Wait()
	return errors.Join(errs...)
}

// key says what a printed chunk depends on.
func (c *chunked) key(k int) string {
	end, filled := -1, ""
	if k+1 < len(c.Chunks) {
		end = c.Chunks[k+1].Begin
	}
	if c.Chunks[k].Numbers || strings.Contains(c.text, sectionsAttribute) {
		filled = c.filled
	}
	return fmt.Sprint(c.Chunks[k].Begin, end, c.Chunks[k].First, c.Total, filled)
}

func (c *chunked) printOne(t *chunkTab, k int) (err error) {
	defer func() {
		if err != nil && t.tab != nil && (t.tab.crashed.Load() || t.tab.ctx.Err() != nil) {
			err = fmt.Errorf("%w: %w", ErrBrowserDied, err)
		}
	}()
	if <-t.ready; t.err != nil {
		return t.err
	}
	if err := t.fill(c); err != nil {
		return err
	}
	if t.plan != c.plans {
		chunks, err := json.Marshal(c.Chunks)
		if err != nil {
			return err
		}
		if t.probes, err = chromedp.Run(t.op, chromedp.Evaluate[[]string](fmt.Sprintf("nomaChunks.take(%s)", chunks))); err != nil {
			return err
		}
		t.plan = c.plans
	}
	show := fmt.Sprintf("nomaChunks.show(%d, %d, %d)", k, c.Chunks[k].First, c.Total)
	if err := chromedp.Do(t.op, chromedp.Evaluate[chromedp.Void](show)); err != nil {
		return err
	}
	file, err := c.printPage(t.op, !c.opts.Untagged)
	if err != nil {
		return err
	}
	normalize(file, c.opts.date())
	own, ok := readContent(file)
	if !ok {
		return errWhole
	}
	ends := t.probes[k] == "" || destinations(file)[t.probes[k]] == len(own.pageObjects())
	c.mu.Lock()
	c.done[c.key(k)] = part{own, ends}
	c.mu.Unlock()
	return nil
}

// settle returns the chunks when their pages are what was foreseen. Otherwise they have to be printed again, with other numbers or
// beginning elsewhere.
func (c *chunked) settle(own *chunkTab) (parts []*content, again bool, err error) {
	first := 1
	firsts := make([]int, len(c.Chunks))
	for k := range c.Chunks {
		p := c.done[c.key(k)]
		if !p.ends {
			c.bad = append(c.bad, c.Chunks[k+1].Begin)
		}
		parts = append(parts, p.file)
		firsts[k], first = first, first+len(p.file.pageObjects())
		again = again || !p.ends
	}
	if again {
		return nil, true, c.foresee(own)
	}
	again = c.Total != first-1
	c.Total = first - 1
	for k := range c.Chunks {
		again = again || c.Chunks[k].First != firsts[k]
		c.Chunks[k].First = firsts[k]
	}
	return parts, again, nil
}
