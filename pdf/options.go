package pdf

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/nomadocx/nomadocx/internal/docfile"
)

// Options say how one document is printed. The zero value is an A4 page with margins of 20 mm above
// and below and 18 mm at the sides, printed with its backgrounds.
type Options struct {
	// PageSize is A3, A4, A5, Letter, Legal or Tabloid in any case, or two lengths such as
	// "210mm x 99mm"; "" is A4. It yields to a size in an @page rule of the document.
	PageSize  string
	Landscape bool

	// Margin is the margin on all sides, MarginTop and so on the margin of one side; a side's own
	// value wins. Lengths are a number with mm, cm, in, pt or px. They yield to @page margins.
	Margin                                           string
	MarginTop, MarginRight, MarginBottom, MarginLeft string

	// NoBackground leaves out background colours and pictures.
	NoBackground bool
	// Untagged leaves out the outline and the structure that screen readers use; the file is a
	// third to a quarter of the size.
	Untagged bool
	// NoPageNumbers leaves elements with data-noma-page alone and so saves the second pass.
	NoPageNumbers bool

	// Archive asks for PDF/A-2b, or with attachments PDF/A-3b (ISO 19005), and Accessible for PDF/UA-1 (ISO 14289-1). A file in which
	// something is found that these forbid is not written: ErrConformance.
	Archive, Accessible bool
	// Attachments go along in the file, in the order of their names, which differ.
	Attachments []Attachment

	// Warn hears which footnotes could not be put at the foot of their page; nil is fine.
	Warn func(message string)

	// Date is the creation date in the file. Zero means SOURCE_DATE_EPOCH when the environment has
	// it (seconds since 1970), and otherwise a constant, so that equal input gives equal bytes.
	Date time.Time
	// Timeout replaces the deadline, which otherwise grows with the document, and again when the machine is
	// so busy that the browser has to wait.
	Timeout time.Duration

	// Browser says which browser [Print] starts; a [Printer] has its own.
	Browser BrowserOptions
}

// BrowserOptions say how the browser is found and run. The zero value is right for most.
type BrowserOptions struct {
	// Path of the browser. "" means $NOMADOCX_CHROMIUM, then the known names on the PATH.
	Path    string
	Sandbox Sandbox
	// RecycleAfter is the number of documents after which the browser is replaced, because its
	// memory grows by about 0.14 MiB a document; 0 means 300.
	RecycleAfter int
	// Tabs is the number of documents a Printer prints at the same time; 0 means 1. More than there
	// are processor cores buys nothing.
	Tabs int
	// MaxMemory is what the browser with all its processes may hold after a document before it is
	// replaced, in bytes. A document that needs twice as much is given up. 0 means 1.5 GiB, and more for a
	// single document that is very large, where the machine has it. Only Linux measures it.
	MaxMemory int64
}

// Sandbox says what to do about Chromium's own sandbox. Chromium refuses to sandbox itself for
// root, so root's browser is started as the user nobody.
type Sandbox uint8

const (
	// SandboxPreferred starts the browser sandboxed, and unsandboxed only when that fails, as in
	// containers that forbid user namespaces. The document still has no network, no files and no
	// scripts. NOMADOCX_SANDBOX=required in the environment makes it SandboxRequired.
	SandboxPreferred Sandbox = iota
	// SandboxRequired fails with ErrStart instead.
	SandboxRequired
	// SandboxOff does not try.
	SandboxOff
)

// sandboxVariable is how the owner of a machine insists on the sandbox.
const sandboxVariable = "NOMADOCX_SANDBOX"

const (
	defaultRecycle = 300
	defaultMemory  = 3 << 29
	// The largest documents seen print at about 10 seconds a megabyte of HTML on two busy cores.
	// A deadline is there to notice a hang, so it is generous.
	baseDeadline   = 60 * time.Second
	deadlinePerMiB = 60 * time.Second
)

// constantDate is the date of a file when nobody says otherwise; the .docx has the same one.
var constantDate = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// date returns the creation date to write.
func (o Options) date() time.Time {
	if !o.Date.IsZero() {
		return o.Date.UTC()
	}
	return docfile.SourceDate(constantDate)
}

// deadline returns the time a document of so many bytes may take.
func (o Options) deadline(size int) time.Duration {
	if o.Timeout > 0 {
		return o.Timeout
	}
	return baseDeadline + time.Duration(float64(deadlinePerMiB)*float64(size)/(1<<20))
}

// memoryPerByte is what a browser takes to print a byte of HTML of a large document, generously: 2 GB for
// one of 4 MB have been seen.
const memoryPerByte = 1500

func (o BrowserOptions) maxMemory() int64 {
	if o.MaxMemory > 0 {
		return o.MaxMemory
	}
	return defaultMemory
}

// ceiling returns what the browser may hold while it prints a document of so many bytes, where the machine has
// free bytes of memory. What the caller says holds; what we say leaves a quarter of the machine alone.
func (o BrowserOptions) ceiling(size int, free int64) int64 {
	usual := 2 * o.maxMemory()
	if o.MaxMemory > 0 {
		return usual
	}
	return max(usual, min(int64(size)*memoryPerByte, free/4*3))
}

// paper sizes in millimetres, portrait.
var paper = map[string][2]float64{
	"a3": {297, 420}, "a4": {210, 297}, "a5": {148, 210},
	"letter": {215.9, 279.4}, "legal": {215.9, 355.6}, "tabloid": {279.4, 431.8},
}

// sheet is the paper and the @page rule the options stand for.
type sheet struct {
	width, height float64 // millimetres
	rule          string
}

func (o Options) sheet() (sheet, error) {
	w, h, err := paperSize(o.PageSize)
	if err != nil {
		return sheet{}, err
	}
	if o.Landscape && w < h {
		w, h = h, w
	}
	sides := [4]struct {
		name, own string
		mm        float64
	}{{"top", o.MarginTop, 20}, {"right", o.MarginRight, 18}, {"bottom", o.MarginBottom, 20}, {"left", o.MarginLeft, 18}}
	for i := range sides {
		s := &sides[i]
		for _, v := range []string{o.Margin, s.own} {
			if strings.TrimSpace(v) == "" {
				continue
			}
			if s.mm, err = millimetres(v); err != nil {
				return sheet{}, fmt.Errorf("%w: margin %s: %w", ErrOptions, s.name, err)
			}
		}
	}
	top, right, bottom, left := sides[0].mm, sides[1].mm, sides[2].mm, sides[3].mm
	if left+right > w-10 || top+bottom > h-10 {
		return sheet{}, fmt.Errorf("%w: margins leave less than 10 mm of a page of %s by %s mm", ErrOptions, number(w), number(h))
	}
	return sheet{w, h, fmt.Sprintf("@page{size:%smm %smm;margin:%smm %smm %smm %smm}",
		number(w), number(h), number(top), number(right), number(bottom), number(left))}, nil
}

// paperSize returns a page size in millimetres.
func paperSize(s string) (w, h float64, err error) {
	key := strings.ToLower(strings.TrimSpace(s))
	if key == "" {
		key = "a4"
	}
	if p, ok := paper[key]; ok {
		return p[0], p[1], nil
	}
	if a, b, ok := strings.Cut(key, "x"); ok && !strings.HasPrefix(b, "x") {
		// "px" holds an x too, so a size in pixels needs the spaces: "300px x 400px".
		if i := strings.Index(key, " x "); i >= 0 {
			a, b = key[:i], key[i+3:]
		}
		w, errW := millimetres(a)
		h, errH := millimetres(b)
		if errW == nil && errH == nil && w >= 20 && h >= 20 {
			return w, h, nil
		}
	}
	return 0, 0, fmt.Errorf("%w: page size %q (use A3, A4, A5, Letter, Legal, Tabloid or two lengths such as 210mm x 297mm)", ErrOptions, s)
}

var unitMM = []struct {
	suffix string
	mm     float64
}{{"mm", 1}, {"cm", 10}, {"in", 25.4}, {"pt", 25.4 / 72}, {"px", 25.4 / 96}}

// millimetres reads a length. A bare number has no meaning but for zero.
func millimetres(s string) (float64, error) {
	t := strings.ToLower(strings.TrimSpace(s))
	factor := 0.0
	for _, u := range unitMM {
		if n, ok := strings.CutSuffix(t, u.suffix); ok {
			t, factor = strings.TrimSpace(n), u.mm
			break
		}
	}
	v, err := strconv.ParseFloat(t, 64)
	if err != nil || !(v >= 0 && v <= 1e5) || factor == 0 && v != 0 {
		return 0, fmt.Errorf("%q is not a length such as 12mm, 1.5cm, 0.5in or 36pt", s)
	}
	if v *= factor; v > 5000 { // PDF 32000-1 Annex C: a page is at most 14,400 points wide
		return 0, fmt.Errorf("%q is longer than any page", s)
	}
	return v, nil
}

// number prints a length in millimetres the way CSS reads it.
func number(v float64) string {
	s := strconv.FormatFloat(v, 'f', 3, 64)
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
}
