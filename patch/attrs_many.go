package patch

import "strings"

// attrList is an opening line of which many attributes change in one stage.
type attrList struct {
	head, tail string // the line around the braces and what is in them
	list       []attrPiece
	at         map[string]int // key → its place in list
	rest       string         // what follows the last attribute, within the braces
	joined     bool           // one went, and those that are left are joined by single spaces
}

type attrPiece struct {
	key       string
	gap, text string // what stands before it, and the attribute; text is "" once it is gone
}

// attrsOf cuts a line that an operation has written before; it is nil for lines with a key twice, and those that the
// next operation would write in another way whatever it is about.
func attrsOf(l *local) *attrList {
	d := l.node
	inner, start := innerAttrs(l.file, d)
	w := &attrList{head: l.text[:d.NameSpan.End], tail: l.text[d.Opener.End:], at: map[string]int{}}
	end := start
	for i, a := range d.Attrs {
		if _, twice := w.at[a.Key]; twice || a.Span.Start < end {
			return nil
		}
		w.at[a.Key] = i
		w.list = append(w.list, attrPiece{a.Key, l.text[end:a.Span.Start], a.Span.Of(l.text)})
		end = a.Span.End
	}
	if end > start+len(inner) {
		return nil
	}
	if w.rest = l.text[end : start+len(inner)]; w.text() != l.text {
		return nil
	}
	return w
}

// editAttributes sets and removes attributes of a line that has pending operations already, and is false when that takes
// the whole line.
func (st *stage) editAttributes(l *local, attrs []attribute) (*effect, bool) {
	if l.at < 0 || st.careful || st.opts.oneByOne {
		return nil, false
	}
	w, _ := l.many.(*attrList)
	if w == nil {
		if w = attrsOf(l); w == nil {
			return nil, false
		}
	}
	texts := make([]string, len(attrs))
	for i, a := range attrs {
		if a.value != nil {
			text, err := attrText(a.key, a.value)
			if err != nil {
				return nil, false
			}
			texts[i] = text
		}
	}
	st.inPieces(l, w)
	return &effect{piece: func() (changed bool, fresh string) {
		for i, a := range attrs {
			changed = w.set(a.key, texts[i]) || changed
		}
		return changed, strings.Join(texts, "\n")
	}}, true
}

// set gives an attribute another text, "" for none, and reports whether that changes the line.
func (w *attrList) set(key, text string) (changed bool) {
	i, there := w.at[key]
	switch {
	case there && text == "":
		delete(w.at, key)
		w.list[i].text, w.rest, w.joined = "", "", true
	case there:
		changed = w.list[i].text != text
		w.list[i].text = text
		return changed
	case text == "":
		return false
	default:
		gap := w.rest
		if len(w.at) > 0 || gap != "" {
			gap += " "
		}
		w.at[key] = len(w.list)
		w.list = append(w.list, attrPiece{key, gap, text})
		w.rest = ""
	}
	return true
}

func (w *attrList) text() string {
	var b strings.Builder
	for _, a := range w.list {
		switch {
		case a.text == "":
			continue
		case !w.joined:
			b.WriteString(a.gap)
		case b.Len() > 0:
			b.WriteByte(' ')
		}
		b.WriteString(a.text)
	}
	b.WriteString(w.rest)
	if b.Len() == 0 {
		return w.head + w.tail
	}
	return w.head + "{" + b.String() + "}" + w.tail
}

func (w *attrList) same(l *local) bool {
	attrs := l.node.Attrs
	for _, a := range w.list {
		if a.text == "" {
			continue
		}
		if len(attrs) == 0 || attrs[0].Key != a.key || attrs[0].Span.Of(l.text) != a.text {
			return false
		}
		attrs = attrs[1:]
	}
	return len(attrs) == 0 && strings.HasPrefix(l.text, w.head) && l.node.NameSpan.End == len(w.head)
}
