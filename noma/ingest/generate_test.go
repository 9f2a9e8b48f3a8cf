package ingest

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"
)

// markdown makes documents of fragments that are likely to get in each other's way.
type markdown struct {
	t     *rapid.T
	words int // so far
}

// genMarkdown returns such a document.
func genMarkdown(t *rapid.T) string {
	g := &markdown{t: t}
	text := g.pick("", "", "", "---\ntitle: "+g.word()+"\n---\n", "---\n"+g.word()+"\n---\n", "---\n", "\uFEFF") + g.blocks(0) + g.pick("\n", "")
	if rapid.IntRange(0, 9).Draw(t, "crlf") == 0 {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	return text
}

// word returns a word that no other place has.
func (g *markdown) word() string {
	g.words++
	return fmt.Sprintf("q%dz", g.words)
}

func (g *markdown) pick(list ...string) string { return rapid.SampledFrom(list).Draw(g.t, "pick") }

// inline returns words with markup, within that of depth others.
func (g *markdown) inline(depth int) string {
	var b strings.Builder
	for range rapid.IntRange(1, 4).Draw(g.t, "pieces") {
		k := rapid.IntRange(0, 22).Draw(g.t, "inline")
		if depth > 2 {
			k = 22
		}
		switch k {
		case 0:
			b.WriteString("**" + g.inline(depth+1) + "**")
		case 1:
			b.WriteString("*" + g.inline(depth+1) + "*")
		case 2:
			b.WriteString("__" + g.inline(depth+1) + "__")
		case 3:
			b.WriteString("_" + g.inline(depth+1) + "_")
		case 4:
			b.WriteString("~~" + g.inline(depth+1) + "~~")
		case 5:
			b.WriteString("`" + g.word() + g.pick("", " | ", "*", "[[x]]", "  ") + g.word() + "`")
		case 6:
			b.WriteString("`` " + g.word() + "`" + g.word() + " ``")
		case 7:
			b.WriteString("[" + g.inline(depth+1) + "](" + g.pick("http://a.example", "<x y>", "u(v)", "", "#"+g.word()) + g.pick("", ` "`+g.word()+`"`) + ")")
		case 8:
			b.WriteString("![" + g.inline(depth+1) + "](" + g.pick("a.png", "<b c.png>", "") + g.pick("", ` "`+g.word()+`"`) + ")")
		case 9:
			b.WriteString("[" + g.word() + "][ref]" + "[ref]")
		case 10:
			b.WriteString(g.pick("<http://a.example/_b_>", "http://a.example/*b*", "www.a.example", "<a@b.example>"))
		case 11:
			b.WriteString(g.pick("<b>", "</b>", "<br>", "<br/>", "<!-- "+g.word()+" -->", "<a href=\"x\">"))
		case 12:
			b.WriteString(`\` + g.pick("*", "_", "[", "]", "`", "|", "$", "(", ")", "#", "<", `\`, "&") + g.word())
		case 13:
			b.WriteString(g.pick("&amp;", "&lt;", "&copy;", "&nbsp;", "&#42;", "&nope;", "&ast;"))
		case 14:
			b.WriteString(g.pick("[[", "]]", "[["+g.word()+"]]", "[["+g.word()+" "+g.word()+"]]", "[["+g.word()+"|"+g.word()+"]]", "[^1]", "[^no]"))
		case 15:
			b.WriteString(g.pick("$", "$5", "$x_1$", "$$", "*", "**", "_", "`", "|", "::", "~", "!", "[", "]", "(", ")", "{", "}", `\`))
		case 16:
			b.WriteString(g.pick("  \n", "\\\n", "\n", "\n"))
		default:
			b.WriteString(g.word())
		}
		b.WriteString(g.pick("", " ", " "))
	}
	return b.String()
}

// flat returns words with markup on one line.
func (g *markdown) flat() string { return strings.ReplaceAll(g.inline(0), "\n", " ") }

// blocks returns blocks, within depth others.
func (g *markdown) blocks(depth int) string {
	var out []string
	for range rapid.IntRange(1, 4).Draw(g.t, "blocks") {
		k := rapid.IntRange(0, 18).Draw(g.t, "block")
		if depth > 2 && (k == 3 || k == 4 || k == 15) {
			k = 18
		}
		switch k {
		case 0:
			out = append(out, strings.Repeat("#", rapid.IntRange(1, 6).Draw(g.t, "level"))+" "+g.flat()+g.pick("", " #", ` {id="`+g.word()+`"}`, " {#"+g.word()+" .x}", " {"+g.word()+"}", ` {aliases="`+g.word()+`"}`))
		case 1:
			out = append(out, g.inline(0)+"\n"+g.pick("===", "---"))
		case 2:
			out = append(out, g.pick("::", ":: "+g.word(), "::note", "::x{id=y}", "# ", "2. "+g.word(), "> "+g.word(), ":::", "::::"))
		case 3:
			body := strings.Split(g.pick("", "", "", "[!NOTE]\n", "[!caution] \n", "[!TIP]\n\n", "[!WARNING] x\n")+g.blocks(depth+1), "\n")
			for i := range body {
				body[i] = g.pick("> ", "> ", ">") + body[i]
			}
			out = append(out, strings.Join(body, "\n")+g.pick("", "\n"+g.word()))
		case 4:
			marker := g.pick("- ", "* ", "+ ", "1. ", "7. ", "1) ", "- [ ] ", "- [x] ")
			sep := g.pick("\n", "\n\n")
			var items []string
			for range rapid.IntRange(1, 3).Draw(g.t, "items") {
				body := g.inline(0)
				if rapid.IntRange(0, 2).Draw(g.t, "deep") == 0 {
					body = g.blocks(depth + 1)
				}
				items = append(items, marker+strings.ReplaceAll(body, "\n", "\n"+strings.Repeat(" ", len(marker))))
			}
			out = append(out, strings.Join(items, sep))
		case 5:
			out = append(out, g.pick("```", "~~~", "````", " ```")+g.pick("", "go", "c++", "js "+g.word(), "shell-session", "日本")+"\n"+g.word()+"\n"+g.pick("", "```", "# "+g.word(), "::", "[[x]]")+"\n"+g.word()+g.pick("\n```", "\n~~~", "\n````", ""))
		case 6:
			out = append(out, "    "+g.word()+"\n\n    "+g.word()+g.pick("", "\n    ```"))
		case 7:
			out = append(out, "| "+g.flat()+" | "+g.flat()+" |\n"+g.pick("|---|---|", "| :-: | --: |", "--|--")+"\n| "+g.flat()+" | "+g.flat()+" |\n"+g.pick("", "| "+g.word()+" |", g.word(), "| "+g.word()+" | "+g.word()+" | "+g.flat()+" | |", g.word()+"|"+g.word()+"|"+g.word()+"|"+g.word()))
		case 8:
			out = append(out, "| "+g.flat()+" |\n|"+g.pick("---", ":-:")+"|\n| "+g.word()+" |"+g.pick("", "", " "+g.word()+" |"))
		case 9:
			out = append(out, g.pick("<div>", "<script>", "<!--", "<table>")+"\n"+g.pick("# "+g.word(), "::", "```", "[["+g.word()+"]]", g.word())+"\n"+g.pick("</div>", "</script>", "-->"))
		case 10:
			out = append(out, g.pick("---", "***", "* * *", "___", "- - -"))
		case 11:
			out = append(out, g.word()+"\n: "+g.inline(0)+"\n: "+g.word()+g.pick("", "\n\n    "+g.word()))
		case 12:
			if depth == 0 {
				out = append(out, g.pick("[^1]: ", "[^two]: ", "[^1]: ")+g.inline(0)+g.pick("", "\n\n    "+g.word(), "\n\n    ```\n    "+g.word()+"\n    ```"))
			}
		case 13:
			out = append(out, g.pick("[ref]: http://r.example", "[unused]: <a b> \""+g.word()+"\"", "[//]: # ("+g.word()+")"))
		case 14:
			out = append(out, "!["+g.word()+"](a.png)"+g.pick("", "\n![](b.png \"c\")", " ![*"+g.word()+"*](<c d.png>)"))
		case 15:
			out = append(out, g.pick("", "", "text\n")+g.pick(":::", "::::", "  :::")+g.pick("note", " {.tip #"+g.word()+" title=\"a b\"}", " {.callout-danger}", " other", " {.x y=z} :::")+"\n"+g.pick("", "\n")+g.blocks(depth+1)+g.pick("\n:::", "\n\n::::", ""))
		default:
			out = append(out, g.inline(0))
		}
	}
	var b strings.Builder
	for i, s := range out {
		if i > 0 {
			b.WriteString(g.pick("\n\n", "\n\n", "\n"))
		}
		b.WriteString(s)
	}
	return b.String()
}
