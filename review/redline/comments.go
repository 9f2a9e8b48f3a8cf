package redline

import (
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/opc"
)

// readComments gives the comments of the newer file that the older one lacks new ids.
func (f *frame) readComments() error {
	_, older, err := f.old.optional(opc.TypeComments)
	if err != nil {
		return err
	}
	name, newer, err := f.new.optional(opc.TypeComments)
	if err != nil || newer == "" {
		return err
	}
	said := func(markup string) string {
		tag := markup[:strings.IndexByte(markup, '>')+1]
		return attribute(tag, "w:author") + "\x00" + attribute(tag, "w:date") + "\x00" + f.r.text(inside(markup))
	}
	have, theirs := map[string]int{}, map[string]string{}
	last, fresh := -1, false
	eachChild(newer, func(_, id, markup string) { theirs[id] = markup })
	eachChild(older, func(_, id, markup string) {
		last = max(last, number(id))
		if theirs[id] == markup && !strings.Contains(markup, " r:") { // nearly all
			f.comments[id] = dropped + id
			return
		}
		have[said(markup)]++
	})
	eachChild(newer, func(_, id, markup string) {
		if f.comments[id] != "" {
			return
		}
		key := said(markup)
		if have[key] > 0 || f.r.noComments {
			have[key]--
			f.comments[id] = dropped + id
			return
		}
		last++
		f.comments[id], fresh = strconv.Itoa(last), true
	})
	if !fresh {
		return nil
	}
	to := f.old.related(opc.TypeComments)
	if to == "" {
		to = "word/comments.xml"
	}
	rels, err := f.files.ids(to, name)
	if err != nil {
		return err
	}
	f.newComments, err = f.reframe(newer, rels)
	return err
}

// writeComments adds the comments of the newer file that the text refers to now.
func (f *frame) writeComments(w *writer, texts []string) error {
	if f.newComments == "" {
		return nil
	}
	markups := map[string]string{}
	eachChild(f.newComments, func(_, id, markup string) {
		if to := f.comments[id]; to != "" && !strings.HasPrefix(to, dropped) {
			markups[to] = strings.Replace(markup, ` w:id="`+id+`"`, ` w:id="`+to+`"`, 1)
		}
	})
	var b strings.Builder
	for _, text := range texts {
		for _, id := range referred(text, "comment") {
			if markups[id] == "" {
				continue
			}
			if e, err := parse(markups[id]); err == nil {
				plainParagraphs(e)
				put(&b, e, false)
				w.open = false
				w.note("comment", "", plain(markups[id]))
				w.open = false
			}
			delete(markups, id)
		}
	}
	if b.Len() == 0 {
		return nil
	}
	part := f.old.related(opc.TypeComments)
	if part == "" {
		tag, from := rootTag(f.newComments)
		return f.files.add(opc.TypeComments, "word/comments.xml", wordML+"comments+xml", f.newComments[:from+len(tag)]+b.String()+"</w:comments>")
	}
	text, err := f.files.text(part)
	if err != nil {
		return err
	}
	if text, err = joinRoots(text, f.newComments); err != nil {
		return err
	}
	end := strings.LastIndex(text, "</")
	if end < 0 { // <w:comments/>
		end = strings.LastIndex(text, "/>")
		text = text[:end] + "></w:comments>"
		end++
	}
	f.files.set[part] = text[:end] + b.String() + text[end:]
	return nil
}
