package docgen

import "strings"

// other is a picture of one dot in another colour.
const other = "data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'%20width='30'%20height='20'%3E" +
	"%3Crect%20width='30'%20height='20'/%3E%3C/svg%3E"

// Pictured returns a document with pictures in its sentences.
func Pictured(c Chooser) string {
	g := &gen{c: c}
	g.titles = []string{g.words(2)}
	g.line("# "+g.titles[0], "")
	for range 2 + c.Intn(4) {
		switch c.Intn(7) {
		case 0:
			g.line("- "+g.words(2)+" "+g.picture(), "- "+g.picture()+" "+g.words(1), "")
		case 1:
			g.line("| "+g.words(1)+" | b |", "| - | - |", "| "+g.picture()+" | "+g.words(1)+" "+g.picture()+" |", "")
		case 2:
			g.line("> "+g.picture()+" "+g.words(2), "")
		case 3:
			g.line("## "+g.words(2)+" "+g.picture(), "")
		case 4:
			g.line(g.picture(), "")
		case 5:
			g.line(`::callout{id="`+g.id()+`" title="`+g.words(2)+`"}`, g.words(2)+" "+g.picture()+g.picture()+" "+g.words(1), "::", "")
		}
		g.line(g.words(3)+" "+g.picture()+g.pick([]string{" ", "\n", ""})+g.inline()+g.pick([]string{"", " " + g.picture()}), "")
	}
	g.line("The end.")
	return strings.Join(g.out, "\n") + "\n"
}

// picture returns a picture in a sentence.
func (g *gen) picture() string {
	alt := g.pick([]string{g.words(2), g.words(1), "", `a \* b \[c\]`, "*" + g.words(1) + "*", `x \| y`})
	file := g.pick([]string{pixel, other})
	return "![" + alt + "](" + file + ")" + g.pick([]string{"", "", "{width=2cm}", `{ height="10mm" }`, "{width=1in height=36pt}", "{decorative}", "{width=40%}"})
}
