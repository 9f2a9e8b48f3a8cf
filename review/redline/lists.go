package redline

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/opc"
)

// numbering pairs the lists of both files: those of paragraphs that read the same, then others that look the same in their order. What
// is left is added.
func (f *frame) numbering() error {
	_, older, err := f.old.optional(opc.TypeNumbering)
	if err != nil {
		return err
	}
	_, newer, err := f.new.optional(opc.TypeNumbering)
	if err != nil || newer == "" {
		return err
	}
	was := f.lists(older)
	now := was
	if newer != older {
		now = f.lists(newer)
	}
	taken := map[string]bool{}
	pair := func(a, b string) {
		if f.nums[b] == "" && !taken[a] && was.of(a) == now.of(b) {
			f.nums[b], taken[a] = a, true
		}
	}
	users := f.old.users(nil)
	seen := map[string]string{}
	for _, u := range users {
		if other, ok := seen[u.text]; ok && other != u.num {
			u.num = ""
		}
		seen[u.text] = u.num
	}
	newUsers := f.new.users(f.old.cuts[f.old.main])
	for _, u := range newUsers {
		if a := seen[u.text]; a != "" {
			pair(a, u.num)
		}
	}
	left := map[string][]string{}
	for _, u := range users {
		if key := was.of(u.num); !taken[u.num] {
			left[key] = append(left[key], u.num)
		}
	}
	for _, u := range newUsers {
		key := now.of(u.num)
		for f.nums[u.num] == "" && len(left[key]) > 0 {
			pair(left[key][0], u.num)
			left[key] = left[key][1:]
		}
	}
	for _, num := range now.order {
		if same := was.of(num); same != "" && same == now.of(num) && !taken[num] {
			pair(num, num)
		}
	}
	clear(left)
	for _, num := range was.order {
		if key := was.of(num); !taken[num] {
			left[key] = append(left[key], num)
		}
	}
	for _, num := range now.order { // of notes, headers and footers
		if key := now.of(num); f.nums[num] == "" && len(left[key]) > 0 {
			pair(left[key][0], num)
			left[key] = left[key][1:]
		}
	}
	return f.addLists(older, was, now)
}

// user is a paragraph of a list.
type user struct{ text, num string }

// users returns the paragraphs of lists of the text, in order. Those of blocks that are the same as in another file are known.
func (s *side) users(other *cut) (out []user) {
	c := s.cuts[s.main]
	c.users = map[int][]user{}
	for i := range c.facts {
		if len(c.facts[i].lists) == 0 {
			continue
		}
		if other != nil && c.same[i] >= 0 {
			c.users[i] = other.users[c.same[i]]
		} else {
			c.users[i] = users(c.raw(i, i+1))
		}
		out = append(out, c.users[i]...)
	}
	return out
}

// users returns the paragraphs of lists of a block.
func users(text string) (out []user) {
	at := 0
	for {
		i := strings.Index(text[at:], "<w:numId ")
		if i < 0 {
			return out
		}
		at += i
		end := strings.Index(text[at:], "</w:p>")
		if end < 0 {
			return out
		}
		u := user{num: attribute(text[at:at+strings.IndexByte(text[at:], '>')], "w:val")}
		from := strings.Index(text[at:at+end], "</w:pPr>")
		if from >= 0 {
			u.text = plain(text[at+from+len("</w:pPr>") : at+end])
		}
		out = append(out, u)
		at += end
	}
}

// lists are the lists of a numbering part.
type lists struct {
	order    []string          // of w:num
	num      map[string]string // their markup by id
	abstract map[string]string // markup by id
	shape    map[string]string // what counts of the abstract ones
	said     map[string]string // see [lists.of]
	r        *rules
}

// of returns what counts of a list.
func (l *lists) of(num string) string {
	if said, ok := l.said[num]; ok {
		return said
	}
	markup, ok := l.num[num]
	if !ok {
		return ""
	}
	abstract := value(markup, "<w:abstractNumId ")
	overrides := ""
	if i := strings.Index(markup, "<w:lvlOverride"); i >= 0 {
		overrides = markup[i:strings.LastIndex(markup, "</")]
	}
	l.said[num] = l.shape[abstract] + l.r.text(overrides)
	return l.said[num]
}

// value returns the w:val of the first element that begins so.
func value(markup, open string) string {
	i := strings.Index(markup, open)
	if i < 0 {
		return ""
	}
	tag := markup[i:]
	return attribute(tag[:strings.IndexByte(tag, '>')+1], "w:val")
}

// lists reads a numbering part.
func (f *frame) lists(text string) *lists {
	l := &lists{num: map[string]string{}, abstract: map[string]string{}, shape: map[string]string{}, said: map[string]string{}, r: f.r}
	if text == "" {
		return l
	}
	f.r.eachChild(text, func(local, id, markup string) {
		switch local {
		case "num":
			l.order = append(l.order, id)
			l.num[id] = markup
		case "abstractNum":
			l.abstract[id] = markup
			l.shape[id] = f.r.text(levels(markup))
		}
	})
	return l
}

// levels returns the levels of an abstract list: the rest are ids.
func levels(markup string) string {
	i, j := strings.Index(markup, "<w:lvl "), strings.LastIndex(markup, "</w:lvl>")
	if i < 0 || j < i {
		return ""
	}
	return markup[i : j+len("</w:lvl>")]
}

// ownKey returns an abstract list with a key (w:nsid) that no list of a text has: Word joins lists with the same one.
func ownKey(markup, text string) string {
	const open = `<w:nsid w:val="`
	_, rest, ok := strings.Cut(markup, open)
	key, _, _ := strings.Cut(rest, `"`)
	n, err := strconv.ParseUint(key, 16, 32)
	if !ok || err != nil {
		return markup
	}
	own := key
	for strings.Contains(text, open+own+`"`) {
		n = (n + 1) & 0x7fffffff
		own = fmt.Sprintf("%08X", n)
	}
	return strings.Replace(markup, open+key, open+own, 1)
}

// addLists adds the lists of the newer file that the older one lacks.
func (f *frame) addLists(older string, was, now *lists) error {
	lastNum, lastAbstract := 0, 0
	for id := range was.num {
		lastNum = max(lastNum, number(id))
	}
	for id := range was.abstract {
		lastAbstract = max(lastAbstract, number(id))
	}
	byShape := map[string]string{}
	for _, id := range slices.Sorted(maps.Keys(was.shape)) {
		byShape[was.shape[id]] = id
	}
	var abstracts, nums strings.Builder
	for _, num := range now.order {
		if f.nums[num] != "" {
			continue
		}
		abstract := value(now.num[num], "<w:abstractNumId ")
		to, ok := byShape[now.shape[abstract]]
		if !ok {
			lastAbstract++
			to = strconv.Itoa(lastAbstract)
			byShape[now.shape[abstract]] = to
			m := strings.Replace(now.abstract[abstract], `w:abstractNumId="`+abstract+`"`, `w:abstractNumId="`+to+`"`, 1)
			abstracts.WriteString(ownKey(m, older+abstracts.String()))
		}
		lastNum++
		f.nums[num] = strconv.Itoa(lastNum)
		m := strings.Replace(now.num[num], `w:numId="`+num+`"`, `w:numId="`+f.nums[num]+`"`, 1)
		nums.WriteString(strings.Replace(m, `w:abstractNumId w:val="`+abstract+`"`, `w:abstractNumId w:val="`+to+`"`, 1))
	}
	if nums.Len() == 0 {
		return nil
	}
	if older == "" {
		_, newer, _ := f.new.optional(opc.TypeNumbering)
		clear(f.nums)
		return f.files.add(opc.TypeNumbering, "word/numbering.xml", "application/vnd.openxmlformats-officedocument.wordprocessingml.numbering+xml", newer)
	}
	// Abstract lists stand before the others.
	at := strings.Index(older, "<w:num ")
	if at < 0 {
		at = strings.LastIndex(older, "</")
	}
	text := older[:at] + abstracts.String() + older[at:]
	end := strings.LastIndex(text, "</w:num>")
	if end < 0 {
		end = strings.LastIndex(text, "</")
	} else {
		end += len("</w:num>")
	}
	f.files.set[f.old.related(opc.TypeNumbering)] = text[:end] + nums.String() + text[end:]
	return nil
}
