package docgen

import (
	"fmt"
	"strings"
)

// Notes returns a document with many marks of notes in its sentences.
func Notes(c Chooser) string {
	g := &gen{c: c}
	g.titles = []string{g.words(2)}
	g.line("# "+g.titles[0], "")
	sentence := func() string {
		s := g.words(3)
		for range 1 + c.Intn(2) {
			switch c.Intn(5) {
			case 0:
				s += g.mark() + ","
			case 1:
				s += " **" + g.words(1) + g.mark() + "**"
			case 2:
				s += " *" + g.words(1) + "*" + g.mark()
			case 3:
				s += g.mark() + g.mark()
			}
			s += " " + g.words(3)
		}
		return s + "."
	}
	for range 1 + c.Intn(4) {
		switch c.Intn(6) {
		case 4:
			id := fmt.Sprintf("in-%d", len(g.out))
			g.line("::grid{columns=2}", ":::card", sentence()+"[^"+id+"]", ":::", ":::card", sentence(), "", "[^"+id+"]: of a card", ":::", "::", "")
		case 0:
			g.line("- "+sentence(), "- "+sentence(), "")
		case 1:
			g.line("| "+g.words(1)+" | "+g.words(1)+" |", "| - | - |", "| "+sentence()+" | "+g.words(2)+" |", "")
		case 2:
			id := g.id()
			g.line(`::claim{id="`+id+`" confidence=0.7}`, sentence(), "::", "")
			g.line(fmt.Sprintf(`::footnote{id="of-%s" for="%s"}`, id, id), g.words(3)+" of "+id, "::", "")
		case 3:
			g.line("> "+sentence(), "")
		default:
			g.line(sentence()+"\n"+sentence(), "")
		}
		if c.Intn(3) == 0 {
			g.line("## "+g.words(2), "")
		}
	}
	g.notes()
	return strings.Join(g.out, "\n") + "\n"
}

// mark returns the mark of a note, which [gen.notes] writes.
func (g *gen) mark() string {
	if g.marks++; g.marks%4 == 2 {
		return fmt.Sprintf("^[%s, with %s]", g.noteText(g.marks), [...]string{"$x$", "`a[i]`", `[brackets]`, `a \] and **more**`}[g.marks/4%4])
	}
	return fmt.Sprintf("[^m-%d]", g.marks)
}

// noteText returns the text of the i-th note.
func (g *gen) noteText(i int) string {
	return fmt.Sprintf("%s and *%s* of %d", vocabulary[i*7%len(vocabulary)], vocabulary[i*5%len(vocabulary)], i)
}

// notes are the texts of the notes with marks. It draws nothing, as formatted.
func (g *gen) notes() {
	for i := 1; i <= g.marks; i++ {
		switch text := g.noteText(i); i % 8 {
		case 2, 6: // it stands at its mark
		case 3:
			g.line(fmt.Sprintf(`::footnote{id="m-%d"}`, i), text, "::", "")
		case 5:
			g.line(fmt.Sprintf(`::endnote{id="m-%d"}`, i), text, "", "And more.", "::", "")
		case 7:
			g.line(fmt.Sprintf("[^m-%d]: %s", i, text), "goes on `here`.", "")
		default:
			g.line(fmt.Sprintf("[^m-%d]: %s", i, text), "")
		}
	}
}
