package redline

import (
	"fmt"
	"hash/fnv"
	"strings"

	"github.com/beevik/etree"

	"github.com/nomadocx/nomadocx/internal/office/opc"
)

const commentStates = `http://schemas.microsoft.com/office/word/2012/wordml`

// thread is what is said of a comment beside its text: the comment that it answers and whether it is settled.
type thread struct {
	parent string // the id of the last paragraph of that comment, "" for none
	done   string
}

// markup returns what is said of a comment as an element, by the ids of the last paragraphs of it and of the one it answers.
func (t thread) markup(prefix, id, parent string) string {
	m := `<w15:commentEx` + declaredStates(prefix) + ` w15:paraId="` + id + `"`
	if parent != "" {
		m += ` w15:paraIdParent="` + parent + `"`
	}
	if t.done != "" {
		m += ` w15:done="` + t.done + `"`
	}
	return m + "/>"
}

// threads returns what a package says of its comments, by the ids of their last paragraphs.
func (s *side) threads() (map[string]thread, error) {
	_, text, err := s.optional(opc.TypeCommentsExtended)
	out := map[string]thread{}
	if text == "" || err != nil {
		return out, err
	}
	return out, scan(text, func(x *opc.Scanner) {
		if id, ok := x.Value("paraId"); ok && x.Local() == "commentEx" {
			parent, _ := x.Value("paraIdParent")
			done, _ := x.Value("done")
			out[id] = thread{parent, done}
		}
	})
}

// lastParagraph returns the id of the last paragraph of a comment, "" without one.
func lastParagraph(markup string) string {
	i := strings.LastIndex(markup, "<w:p ")
	if i < 0 {
		return ""
	}
	tag := markup[i:]
	return attribute(tag[:strings.IndexByte(tag, '>')+1], "w14:paraId")
}

// nameParagraphs gives the last paragraph of a comment that is added an id, and the other paragraphs none: a file has each once.
func nameParagraphs(comment *etree.Element, id string) {
	plainParagraphs(comment)
	all := comment.ChildElements()
	if n := len(all) - 1; n >= 0 && is(all[n], "p") && id != "" {
		all[n].CreateAttr("w14:paraId", id)
	}
}

// paragraphIDs returns the ids that paragraphs of a text have.
func paragraphIDs(text string) map[string]bool {
	const name = ` w14:paraId="`
	ids := map[string]bool{}
	for {
		i := strings.Index(text, name)
		if i < 0 {
			return ids
		}
		text = text[i+len(name):]
		ids[text[:max(0, strings.IndexByte(text, '"'))]] = true
	}
}

// freeParagraph takes an id for a paragraph: that of the newer file when it can be.
func freeParagraph(id string, taken map[string]bool) string {
	for n := 0; taken[id]; n++ {
		h := fnv.New32a()
		_, _ = fmt.Fprint(h, id, n)
		id = fmt.Sprintf("%08X", h.Sum32()&(1<<31-1)|1)
	}
	taken[id] = true
	return id
}

// addedThreads are the last paragraphs of comments that were added, by their ids in the newer file.
type addedThreads struct {
	order []string
	given map[string]string // their ids in the file that is written
	names map[string]string // likewise of all comments of the newer file
	more  []moreThread      // of comments that the newer file does not have
}

// moreThread is the last paragraph of a comment, and what is said of it in the older file.
type moreThread struct {
	id string
	thread
}

// declaredStates declares the prefix of what is said of comments, where the root has another one.
func declaredStates(prefix string) string {
	if prefix == "w15:" {
		return ""
	}
	return ` xmlns:w15="` + commentStates + `"`
}

// writeThreads writes what the newer file says of the comments that were added.
func (f *frame) writeThreads(added *addedThreads) error {
	said, err := f.new.threads()
	if err != nil {
		return err
	}
	var list []func(prefix string) string
	for _, id := range added.order {
		t, ok := said[id]
		if !ok {
			continue
		}
		list = append(list, func(prefix string) string { return t.markup(prefix, added.given[id], added.names[t.parent]) })
	}
	part := f.old.related(opc.TypeCommentsExtended)
	for _, m := range added.more {
		if part != "" || len(list) > 0 {
			list = append(list, func(prefix string) string { return m.markup(prefix, m.id, m.parent) })
		}
	}
	if len(list) == 0 {
		return nil
	}
	all := func(prefix string) string {
		var b strings.Builder
		for _, m := range list {
			b.WriteString(m(prefix))
		}
		return b.String()
	}
	if part == "" {
		return f.files.add(opc.TypeCommentsExtended, "word/commentsExtended.xml", wordML+"commentsExtended+xml",
			`<w15:commentsEx xmlns:w15="`+commentStates+`">`+all("w15:")+`</w15:commentsEx>`)
	}
	text, err := f.files.text(part)
	if err == nil {
		f.files.set[part], err = opc.AppendToRoot(text, all)
	}
	return err
}

// another returns an id for the last paragraph of a comment that the newer file does not have, "" where there are none.
func (t *addedThreads) another(taken map[string]bool) string {
	if taken == nil {
		return ""
	}
	id := freeParagraph("00000001", taken)
	t.more = append(t.more, moreThread{id, thread{done: "0"}})
	return id
}
