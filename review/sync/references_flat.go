package reviewsync

import "strings"

// shownReference is what references to a block show, with the word before it.
type shownReference struct{ word, text string }

// asBefore lets a reference show what it did before an earlier round changed what it is to, and notes that for the next round. A heading
// may have got a number by it, or none any more: then the reference has another word before it, which goes in with the field. text is
// what stands before the reference; asBefore returns what stood there.
func (in *normalized) asBefore(text string, f *flatField) string {
	words := strings.Fields(f.run.Field().Instr)
	if len(words) < 2 {
		return text
	}
	now := shownReference{in.plan.Names.WordBefore(words[1]), f.run.Text}
	was, known := in.before[words[1]]
	if !known {
		was = now
	}
	in.shown[words[1]] = was
	f.run.Text = was.text
	if was.word == now.word || !strings.HasSuffix(text, now.word) {
		return text
	}
	text = strings.TrimSuffix(text, now.word)
	f.at, f.word, f.run.Text = len(text), now.word, was.word+was.text
	return text
}
