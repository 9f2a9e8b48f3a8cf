package reviewsync_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/beevik/etree"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// Programs read equations into a notation of their own and write them anew.

func init() { channels["equations anew"] = (*desk).writeEquationsAnew }

// writeEquationsAnew writes equations in another notation: a run for each character, scripts in scripts, no alphabets, growing brackets, boxes.
func (d *desk) writeEquationsAnew() error {
	for _, name := range []string{"word/document.xml", "word/footnotes.xml", "word/comments.xml"} {
		if !slices.Contains(d.names, name) {
			continue
		}
		for _, e := range d.tree(name).FindElements("//m:oMath") {
			for _, r := range e.FindElements(".//m:r") {
				anewRun(r)
			}
			for _, s := range e.FindElements(".//m:sSubSup") {
				base, sub := s.SelectElement("m:e"), s.SelectElement("m:sub")
				in := etree.NewElement("m:sSub")
				in.CreateElement("m:e").Child = base.Child
				s.RemoveChild(sub)
				in.AddChild(sub)
				base.Child = nil
				base.AddChild(in)
				s.Tag = "sSup"
			}
			for _, grow := range e.FindElements(".//m:grow") {
				grow.Parent().RemoveChild(grow)
			}
			for _, f := range e.FindElements(".//m:f") {
				box := etree.NewElement("m:box")
				insertBefore(f, box)
				f.Parent().RemoveChild(f)
				box.CreateElement("m:e").AddChild(f)
			}
		}
	}
	return nil
}

// anewRun makes runs of one character of a run of letters; words stay.
func anewRun(r *etree.Element) {
	t := r.SelectElement("m:t")
	if t == nil || r.SelectElement("w:rPr") != nil || r.FindElement("m:rPr/m:nor") != nil {
		return
	}
	if pr := r.SelectElement("m:rPr"); pr != nil {
		r.RemoveChild(pr)
	}
	for _, c := range t.Text() {
		one := r.Copy()
		one.SelectElement("m:t").SetText(string(c))
		insertBefore(r, one)
	}
	r.Parent().RemoveChild(r)
}

// TestEquationsAnew: an equation that a program has written in another notation is no edit; one of another meaning is, though its letters are
// the same, and it is reported. Of those that programs damage only the letters count.
func TestEquationsAnew(t *testing.T) {
	t.Parallel()
	reported := 0
	for seed := range tenth(60) {
		c := seeded{rand.New(rand.NewPCG(uint64(seed), 73))}
		src := withEquations(t, c)
		for _, edit := range []bool{false, true} {
			d, err := openDesk(render(t, src))
			if err != nil {
				t.Fatal(err)
			}
			if err = d.writtenBy("Quill 3"); err == nil {
				err = d.writeEquationsAnew()
			}
			if err != nil {
				t.Fatal(err)
			}
			was := meaningsOf(t, d)
			log := ""
			if edit {
				if log = anotherMeaning(d, c); log == "" {
					continue
				}
			}
			now := meaningsOf(t, d)
			file, err := d.save()
			if err != nil {
				t.Fatal(err)
			}
			want := 0
			for i := range now {
				if !was[i].Fragile && now[i].Says != was[i].Says && !(was[i].Slash && now[i].Linear == was[i].Linear) {
					want++
				}
			}
			got, res := sync(t, src, file)
			if got != src || !edit && len(res.Findings) > 0 {
				t.Fatalf("seed %d, %q: the source becomes\n%s\nof\n%s\nfindings: %s", seed, log, got, src, describe(res))
			}
			n := 0
			for _, f := range res.Findings {
				if f.Code != reviewsync.CodeEquation || f.Done() {
					t.Fatalf("seed %d, %q: %s\n%s", seed, log, describe(res), src)
				}
				n++
			}
			if n != want {
				t.Fatalf("seed %d, %q: %d findings for %d equations of another meaning\n%s\nfindings: %s", seed, log, n, want, src, describe(res))
			}
			reported += n
		}
	}
	if reported == 0 {
		t.Error("no equation was edited")
	}
}

// anotherMeaning changes a structure of an equation of the text, and none of its letters.
func anotherMeaning(d *desk, c seeded) string {
	var all []*etree.Element
	for _, e := range d.body().FindElements(".//m:oMath") {
		for _, tag := range []string{"sSub", "sSup", "f", "rad"} {
			all = append(all, e.FindElements(".//m:"+tag)...)
		}
	}
	if len(all) == 0 {
		return ""
	}
	x := all[c.Intn(len(all))]
	was := x.Tag
	switch was {
	case "sSub":
		x.Tag, x.SelectElement("m:sub").Tag = "sSup", "sup"
	case "sSup":
		x.Tag, x.SelectElement("m:sup").Tag = "sSub", "sub"
	default: // its parts, side by side
		for _, part := range x.ChildElements() {
			if part.Tag != "fPr" && part.Tag != "radPr" {
				for _, e := range part.ChildElements() {
					insertBefore(x, e.Copy())
				}
			}
		}
		x.Parent().RemoveChild(x)
	}
	return fmt.Sprintf("%s %q", was, textOf(x))
}

// meaningsOf returns what the equations of a file say.
func meaningsOf(t *testing.T, d *desk) []wml.EquationMeaning {
	t.Helper()
	file, err := d.save()
	if err != nil {
		t.Fatal(err)
	}
	var out []wml.EquationMeaning
	for _, s := range read(t, file).Stories {
		for p := range wml.Paragraphs(s.Blocks...) {
			for _, r := range p.Runs {
				if r.Kind == wml.Math {
					out = append(out, wml.MeaningOf(r.Text))
				}
			}
		}
	}
	return out
}
