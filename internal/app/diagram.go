package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/render/html"
)

// Diagrams are drawn when a page is made, so that it needs nothing later: graphviz by the program dot,
// mermaid by the browser with the mermaid.min.js that the user gives (--assets). Whatever is missing
// or fails leaves the source in its place, with the reason.

const (
	drawingTime = 10 * time.Second // a dense graph can take dot minutes
	maxDiagram  = 256 << 10        // bytes of source
	maxDrawing  = 8 << 20          // bytes of SVG
	maxDrawn    = 200              // diagrams of a document that are drawn
	maxSpent    = time.Minute      // on all of them
	maxKept     = 128 << 20        // bytes of pictures in a Word file: they are in memory until it is written
)

// assetsVariable is the environment variable that names the folder with mermaid.min.js.
const assetsVariable = "NOMADOCX_ASSETS"

// drawer draws the diagrams of one document.
type drawer struct {
	ctx     context.Context
	assets  string
	plain   bool // drawings get by without style sheets
	drawn   int
	spent   time.Duration // on drawing so far
	undrawn []undrawn
	kept    map[string]*layout.Drawing // those for Word, by [layout.DiagramKey]; nil where there is none
	bytes   int                        // of those
	mermaid func() (mermaid, error)    // starts the browser once
	started mermaid
}

// mermaid is a browser that draws diagrams of mermaid.
type mermaid interface {
	Draw(ctx context.Context, source string) (svg []byte, err error)
	DrawPlain(ctx context.Context, source string) (svg []byte, err error)
	Close()
}

func newDrawer(ctx context.Context, assets string) *drawer {
	if assets == "" {
		assets = os.Getenv(assetsVariable)
	}
	d := &drawer{ctx: ctx, assets: assets, kept: map[string]*layout.Drawing{}}
	d.mermaid = sync.OnceValues(func() (mermaid, error) {
		if d.assets == "" {
			return nil, errors.New("mermaid.min.js is needed in a folder of assets to draw it")
		}
		script, err := readRegular(filepath.Join(d.assets, "mermaid.min.js"), maxResource, os.Stat, os.OpenFile)
		if err != nil {
			return nil, fmt.Errorf("mermaid.min.js in the folder of assets: %w", err)
		}
		d.started, err = newMermaid(d.ctx, script)
		return d.started, err
	})
	return d
}

// close ends the browser, if one was started.
func (d *drawer) close() {
	if d.started != nil {
		d.started.Close()
	}
}

// drawing lets a page have its diagrams drawn; what it returns ends that, and warns of those that were not.
func drawing(ctx context.Context, o RenderOptions, page *html.Options) (end func()) {
	d := newDrawer(ctx, o.Assets)
	page.Diagram, page.Undrawn = d.draw, d.leave
	return func() {
		d.close()
		d.tell(o.Warn)
	}
}

// undrawn are blocks whose source is shown, for one reason.
type undrawn struct {
	reason string
	first  *noma.Directive
	count  int
}

// leave notes a block whose source is shown.
func (d *drawer) leave(block *noma.Directive, reason error) {
	i := slices.IndexFunc(d.undrawn, func(u undrawn) bool { return u.reason == reason.Error() })
	if i < 0 {
		i, d.undrawn = len(d.undrawn), append(d.undrawn, undrawn{reason: reason.Error(), first: block})
	}
	d.undrawn[i].count++
}

// tell warns of the blocks whose source is shown; warn may be nil.
func (d *drawer) tell(warn func(string)) {
	if warn == nil {
		return
	}
	for _, u := range d.undrawn {
		name := "the " + u.first.Name + " on line " + strconv.Itoa(u.first.Line)
		if u.first.ID != "" {
			name = fmt.Sprintf("the %s %q", u.first.Name, u.first.ID)
		}
		switch {
		case u.count == 1:
			warn(name + " is shown as its source: " + u.reason)
		default:
			warn(fmt.Sprintf("%s and %d more are shown as their source: %s", name, u.count-1, u.reason))
		}
	}
}

// draw returns a diagram as SVG.
func (d *drawer) draw(kind, source string) ([]byte, error) {
	if kind == "plotly" {
		return nil, nil // the page draws what it can itself
	}
	if len(source) > maxDiagram {
		return nil, fmt.Errorf("it is longer than %d KB", maxDiagram>>10)
	}
	if d.drawn++; d.drawn > maxDrawn {
		return nil, fmt.Errorf("only the first %d diagrams are drawn", maxDrawn)
	}
	if d.spent > maxSpent {
		return nil, fmt.Errorf("drawing the diagrams before it took longer than %v", maxSpent)
	}
	ctx, cancel := context.WithTimeout(d.ctx, drawingTime)
	defer cancel()
	defer func(start time.Time) { d.spent += time.Since(start) }(time.Now())
	switch kind {
	case "graphviz", "dot":
		return graphviz(ctx, source)
	case "mermaid":
		m, err := d.mermaid()
		if err != nil {
			return nil, err
		}
		draw := m.Draw
		if d.plain {
			draw = m.DrawPlain
		}
		svg, err := draw(ctx, source)
		if err == nil && len(svg) > maxDrawing {
			err = errors.New("the drawing is too large")
		}
		return svg, err
	case "":
		return nil, errors.New("it does not say its kind")
	}
	return nil, fmt.Errorf("diagrams of the kind %s are not drawn", kind)
}

// errNoDot says what diagrams of graphviz need.
var errNoDot = errors.New("dot is needed to draw it (apt-get install graphviz)")
