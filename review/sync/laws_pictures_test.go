package reviewsync_test

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/beevik/etree"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	"github.com/nomadocx/nomadocx/layout"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// The laws with gestures at pictures in sentences.

var pictureGestures = []gesture{
	{"picture deleted", func(h *hand) string { return h.takePicture(true, false) }},
	{"picture moved", func(h *hand) string { return h.takePicture(true, true) }},
	{"picture copied", func(h *hand) string { return h.takePicture(false, true) }},
	{"picture described", (*hand).describePicture},
	{"picture resized", (*hand).resizePicture},
	{"words beside a picture", (*hand).typeBesidePicture},
}

// saidOfPicture is the description of a picture where a finding quotes a text.
var saidOfPicture = regexp.MustCompile(`\[([^\[\]\n]|\[[^\]\n]*\])*\]`)

// somePicture returns the run of a picture in a sentence.
func (h *hand) somePicture() *etree.Element {
	var all []*etree.Element
	for _, e := range every(h.body(), "drawing") {
		if target, _ := layout.PictureKey(every(e, "docPr")[0].SelectAttrValue("name", "")); target != "" {
			all = append(all, e.Parent())
		}
	}
	return h.pick(all)
}

// takePicture cuts or copies a picture, and pastes it beside words.
func (h *hand) takePicture(cut, paste bool) string {
	r := h.somePicture()
	if r == nil {
		return ""
	}
	alt := every(r, "docPr")[0].SelectAttrValue("descr", "")
	pasted := r.Copy()
	if cut {
		r.Parent().RemoveChild(r)
	}
	if !paste {
		return alt
	}
	p := h.writing()
	if p == nil {
		return "and not pasted: " + alt
	}
	to, _ := h.run(p)
	if to == nil || to.Parent().Tag != "p" || p.FindElement("w:pPr/w:pStyle[@w:val='NomaCode']") != nil {
		return "and not pasted: " + alt
	}
	if h.one(2) {
		insertBefore(to, pasted)
	} else {
		insertAfter(to, pasted)
	}
	return alt + " to " + textOf(p)
}

func (h *hand) describePicture() string {
	r := h.somePicture()
	if r == nil {
		return ""
	}
	now := h.phrase()
	marks := []string{"", "", `\\`, "`", "]", "|", "*", "$"}
	every(r, "docPr")[0].CreateAttr("descr", now+marks[h.c.Intn(len(marks))])
	return now
}

func (h *hand) resizePicture() string {
	r := h.somePicture()
	if r == nil {
		return ""
	}
	e := every(r, "extent")[0]
	percent := 50 + h.c.Intn(100)
	for _, side := range []string{"cx", "cy"} {
		v, _ := strconv.Atoi(e.SelectAttrValue(side, ""))
		e.CreateAttr(side, strconv.Itoa(v*percent/100))
		percent += h.c.Intn(2) * 20
	}
	return fmt.Sprint(percent, " %")
}

func (h *hand) typeBesidePicture() string {
	r := h.somePicture()
	if r == nil {
		return ""
	}
	now := h.phrase()
	if h.one(2) {
		insertBefore(r, newRun(now, nil))
	} else {
		insertAfter(r, newRun(now, nil))
	}
	return now
}

// TestPictureLaws holds the laws on documents with pictures in sentences: unedited files are quiet, edited ones show what the file shows,
// and the pictures of the file are in the source unless a finding says otherwise.
func TestPictureLaws(t *testing.T) { pictureLaws.hold(t, seeds(600)) }

var pictureLaws = constructLaws{salt: 97, generate: docgen.Pictured, own: pictureGestures, kept: picturesKept}

// picturesKept holds that the new source has the pictures of the file, when nothing was refused: their descriptions and their widths.
func picturesKept(t fataler, src string, file []byte, edits []string) {
	t.Helper()
	once, res := syncWith(t, src, file, reviewsync.Options{AllowDelete: true})
	if anyRefused(res) {
		return
	}
	type picture struct {
		alt    string
		width  int
		inCell bool
	}
	shown := func(file []byte) (out []picture) {
		for _, st := range read(t, file).Stories {
			for _, b := range st.Blocks {
				_, table := b.(*wml.Table)
				for p := range wml.Paragraphs(b) {
					for i := range p.Runs {
						if im := p.Runs[i].Image(); im != nil && wml.Original.Shows(&p.Runs[i]) {
							out = append(out, picture{strings.Join(strings.Fields(im.Alt), " "), im.Width, table})
						}
					}
				}
			}
		}
		return out
	}
	same := func(a, b picture) bool {
		fits := b.inCell && b.width < a.width // a picture is never wider than its cell
		return a.alt == b.alt && (fits || max(a.width-b.width, b.width-a.width) <= 12700+a.width/100)
	}
	if back, now := shown(file), shown(render(t, once)); !slices.EqualFunc(back, now, same) {
		t.Fatalf("pictures of the file: %v, of the source: %v\nedits: %q\nsource:\n%s\nbecame:\n%s\nfindings: %s",
			back, now, edits, src, once, describe(res))
	}
}
