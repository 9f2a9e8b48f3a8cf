package revise

import (
	"fmt"
	"regexp"
	"strings"

	"pgregory.net/rapid"
)

// A generated text is known three times: with its tracked changes, with all accepted, with all rejected.
type text [3]string

const (
	tracked = iota
	accepted
	rejected
)

func same(s string) text { return text{s, s, s} }

func (t text) with(o text) text { return text{t[0] + o[0], t[1] + o[1], t[2] + o[2]} }

// in puts a text between tags.
func (t text) in(start, end string) text {
	return text{start + t[0] + end, start + t[1] + end, start + t[2] + end}
}

// generator draws texts.
type generator struct {
	t      *rapid.T
	id     int
	office bool // only what editors write
}

func (g *generator) n(max int) int { return rapid.IntRange(0, max).Draw(g.t, "n") }

func (g *generator) one(texts ...string) string { return rapid.SampledFrom(texts).Draw(g.t, "text") }

// next returns an id that no other change or mark has.
func (g *generator) next() int { g.id++; return g.id }

// by returns the attributes of a change.
func (g *generator) by() string {
	return fmt.Sprintf(` w:id="%d" w:author="%s" w:date="2026-01-02T03:04:05Z"`, g.next(), g.one("Ann", "Ben", "Cleo"))
}

func (g *generator) words() string { return fmt.Sprintf("w%d ", g.next()) }

func (g *generator) run() string { return "<w:r><w:t>" + g.words() + "</w:t></w:r>" }

// gone and stays are what becomes of text that was inserted, and of what was deleted.
func inserted(tags [2]string, content string) text {
	return text{tags[0] + content + tags[1], content, ""}
}
func deleted(tags [2]string, content, undone string) text {
	return text{tags[0] + content + tags[1], "", undone}
}

func (g *generator) tags(name string) [2]string {
	return [2]string{"<w:" + name + g.by() + ">", "</w:" + name + ">"}
}

// deletion returns deleted runs and the same undeleted.
func (g *generator) deletion() (string, string) {
	w := g.words()
	return "<w:r><w:delText>" + w + "</w:delText></w:r>", "<w:r><w:t>" + w + "</w:t></w:r>"
}

// inline returns something in a paragraph.
func (g *generator) inline(depth int) text {
	kind := g.n(13)
	if g.office {
		kind = rapid.SampledFrom([]int{0, 1, 2, 4, 5, 13}).Draw(g.t, "kind")
	}
	switch kind {
	case 0:
		return inserted(g.tags("ins"), g.run()+g.run())
	case 1:
		was, is := g.deletion()
		return deleted(g.tags("del"), was, is)
	case 2: // inserted by one, deleted by another
		was, _ := g.deletion()
		ins, del, run := g.tags("ins"), g.tags("del"), g.run()
		if g.office { // which reads a deletion by the same author as none
			ins[0] = strings.Replace(ins[0], `w:author="`, `w:author="Dr `, 1)
		}
		return text{ins[0] + run + del[0] + was + del[1] + ins[1], run, ""}
	case 3: // the other way round
		was, is := g.deletion()
		ins, del := g.tags("ins"), g.tags("del")
		inner := ins[0] + "<w:r><w:delText>x</w:delText></w:r>" + ins[1]
		return text{del[0] + was + inner + del[1], "", is}
	case 4:
		return g.move()
	case 5:
		return g.looks()
	case 6:
		return g.field()
	case 7:
		return g.equation()
	case 8:
		return g.bookmarks()
	case 9:
		if depth > 0 {
			t, _ := g.control(g.inline(0))
			return t
		}
	case 10:
		if depth > 0 {
			return g.box()
		}
	case 11: // a link goes with its words
		t := g.inline(0)
		for i := range t {
			if solidText.MatchString(t[i]) {
				t[i] = `<w:hyperlink w:anchor="a">` + t[i] + "</w:hyperlink>"
			} else if !solidText.MatchString(t[tracked]) {
				t[i] = `<w:hyperlink w:anchor="a">` + t[i] + "</w:hyperlink>"
			}
		}
		return t
	}
	return same(g.run())
}

// solidText matches what shows something.
var solidText = regexp.MustCompile("<w:t>|<w:delText>|<m:t>|<w:fldChar|<w:drawing|<m:f>")

func (g *generator) move() text {
	id, name := g.next(), g.words()
	run := g.run()
	from, to := g.tags("moveFrom"), g.tags("moveTo")
	mark := func(kind string, id int) (string, string) {
		return fmt.Sprintf(`<w:%sRangeStart w:id="%d" w:author="Ann" w:name="%s"/>`, kind, id, name), fmt.Sprintf(`<w:%sRangeEnd w:id="%d"/>`, kind, id)
	}
	a, b := mark("moveFrom", id)
	c, d := mark("moveTo", g.next())
	middle := g.run()
	return text{a + from[0] + run + from[1] + b + middle + c + to[0] + run + to[1] + d, middle + run, run + middle}
}

// looks returns runs whose formatting changed.
func (g *generator) looks() text {
	was, is := g.one("", "<w:i/>", "<w:b/>"), g.one("", "<w:u w:val=\"single\"/>", "<w:strike/>")
	return g.changed("rPr", was, is).in("<w:r>", "<w:t>"+g.words()+"</w:t></w:r>")
}

// changed returns properties that changed. Without any they are not written.
func (g *generator) changed(name, was, is string) text {
	t := text{fmt.Sprintf("%s<w:%sChange%s><w:%s>%s</w:%s></w:%sChange>", is, name, g.by(), name, was, name, name), is, was}
	return wrapped(name, t)
}

func wrapped(name string, t text) text {
	for i := range t {
		if t[i] != "" {
			t[i] = "<w:" + name + ">" + t[i] + "</w:" + name + ">"
		}
	}
	return t
}

func (g *generator) field() text {
	char := func(kind string) string { return `<w:r><w:fldChar w:fldCharType="` + kind + `"/></w:r>` }
	w := g.words()
	field := func(instr, t string) string {
		return char("begin") + "<w:r><w:" + instr + "> REF a </w:" + instr + "></w:r>" + char("separate") + "<w:r><w:" + t + ">" + w + "</w:" + t + "></w:r>" + char("end")
	}
	switch g.n(2) {
	case 0:
		return inserted(g.tags("ins"), field("instrText", "t"))
	case 1:
		return deleted(g.tags("del"), field("delInstrText", "delText"), field("instrText", "t"))
	}
	ins := g.tags("ins") // the result is older than the field, which cannot be
	begin, end := char("begin")+"<w:r><w:instrText> DATE </w:instrText></w:r>", char("end")
	run := g.run()
	other := g.tags("ins")
	return text{ins[0] + begin + ins[1] + char("separate") + run + other[0] + end + other[1], begin + char("separate") + run + end, "<w:r></w:r>" + run}
}

func (g *generator) equation() text {
	letter := "<m:r><m:t>" + g.words() + "</m:t></m:r>"
	var inner text
	switch g.n(3) {
	case 0:
		inner = inserted(g.tags("ins"), letter)
	case 1:
		inner = deleted(g.tags("del"), letter, letter)
	case 2: // a fraction put around letters, or taken away
		pr := "<w:rPr><w:i/></w:rPr>"
		fraction := func(pr string) string {
			return "<m:f><m:fPr><m:ctrlPr>" + pr + "</m:ctrlPr></m:fPr><m:num>" + letter + "</m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f>"
		}
		flat := letter + "<m:r><m:t>2</m:t></m:r>"
		kind := g.one("ins", "del")
		inner = text{fraction("<w:" + kind + g.by() + ">" + pr + "</w:" + kind + ">"), fraction(pr), flat}
		if kind == "del" {
			inner[accepted], inner[rejected] = inner[rejected], inner[accepted]
		}
	default:
		inner = same(letter)
	}
	for i := range inner {
		if inner[i] != "" {
			inner[i] = "<m:oMath>" + inner[i] + "</m:oMath>"
		}
	}
	return inner
}

// bookmarks returns marks around a deletion, in it, and half in it.
func (g *generator) bookmarks() text {
	was, is := g.deletion()
	del := g.tags("del")
	id := g.next()
	start, end := fmt.Sprintf(`<w:bookmarkStart w:id="%d" w:name="b%d"/>`, id, id), fmt.Sprintf(`<w:bookmarkEnd w:id="%d"/>`, id)
	switch g.n(2) {
	case 0:
		return deleted(del, was, is).in(start, end)
	case 1:
		return deleted(del, start+was+end, start+is+end)
	}
	run := g.run()
	return text{del[0] + start + was + del[1] + run + end, start + run + end, start + is + run + end}
}

// control returns content in a content control, whose tags may be a change: bare is the side that has none then.
func (g *generator) control(content text) (t text, bare int) {
	whole := content.in("<w:sdt><w:sdtPr><w:id w:val=\"5\"/></w:sdtPr><w:sdtContent>", "</w:sdtContent></w:sdt>")
	kind := g.one("", "Ins", "Del")
	if kind == "" {
		return whole, 0
	}
	mark := func() (string, string) {
		id := g.next()
		return fmt.Sprintf(`<w:customXml%sRangeStart w:id="%d" w:author="Ann"/>`, kind, id), fmt.Sprintf(`<w:customXml%sRangeEnd w:id="%d"/>`, kind, id)
	}
	a, b := mark()
	c, d := mark()
	whole[tracked] = a + `<w:sdt><w:sdtPr><w:id w:val="5"/></w:sdtPr><w:sdtContent>` + b + content[tracked] + c + "</w:sdtContent></w:sdt>" + d
	bare = map[string]int{"Ins": rejected, "Del": accepted}[kind]
	whole[bare] = content[bare]
	return whole, bare
}

// box returns a text box, which stands twice in a file.
func (g *generator) box() text {
	blocks := g.blocks(0)
	in := blocks.in("<w:txbxContent>", "</w:txbxContent>")
	return in.in(`<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing>`, "</w:drawing></mc:Choice><mc:Fallback><w:pict>").
		with(in.in("", "</w:pict></mc:Fallback></mc:AlternateContent></w:r>"))
}
