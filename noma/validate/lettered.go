package validate

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
)

// Lists with letters, which pandoc reads and people type. Here items have numbers, which show as letters inside of other items.

// letteredItem finds the letter or small roman number that a line begins with.
var letteredItem = regexp.MustCompile(`^([ \t]*)\(?([a-zA-Z]|[ivxIVX]+)[.)][ \t]+`)

// firstLetters are what a line with the first letter or number can begin with: few lines are looked at more closely.
const firstLetters = " \t(aAiI"

var romans = strings.Fields("i ii iii iv v vi vii viii ix x xi xii xiii xiv xv")

// lettered returns what is wrong with a paragraph that is a list with letters, "" for nothing. Inside of an item it is repaired.
func (c *checker) lettered(n noma.Node, t text) (string, repair) {
	numbered, ok := numbersForLetters(t.S)
	if !ok {
		return "", nil
	}
	_, inItem := n.At().Parent.(*noma.ListItem)
	if _, below := beside(n, -1).(*noma.List); !inItem && !(below && (t.S[0] == ' ' || t.S[0] == '\t')) {
		return "This list is text; number its items, as in \"1. First\": letters are shown for items inside of other items.", nil
	}
	return letteredInItem,
		func() map[string]any { return c.instead(t.Text, 0, len(t.S), numbered) }
}

const letteredInItem = "This list is text; number its items, as in \"1. First\": inside of an item they are shown as a., b. and c."

// numbersForLetters returns lines that begin with one letter after the other as items with numbers, false when they do not.
func numbersForLetters(text string) (string, bool) {
	if strings.IndexByte(text, '\n') < 0 || strings.IndexByte(firstLetters, text[0]) < 0 {
		return "", false
	}
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		m := letteredItem.FindStringSubmatch(l)
		if m == nil || !isLetter(strings.ToLower(m[2]), i) {
			return "", false
		}
		lines[i] = m[1] + strconv.Itoa(i+1) + ". " + l[len(m[0]):]
	}
	return strings.Join(lines, "\n"), true
}

// lettersBelow reports the lines with letters that follow others of an item or paragraph. In an item they are repaired.
func (c *checker) lettersBelow(r reporter, n noma.Node, t text) {
	from, to := letteredLines(t.S)
	if to == 0 {
		return
	}
	instead, fix := "These lines are one paragraph; write a list below a blank line, with numbered items, as in \"1. First\".", repair(nil)
	if _, inItem := n.(*noma.ListItem); inItem {
		numbered, _ := numbersForLetters(t.S[from:to])
		instead, fix = letteredInItem, func() map[string]any { return c.instead(t.Text, from, to, numbered) }
	}
	r.mendIn(instead, n, t.Text, from, instead, fix)
}

// letteredLines returns where the lines with letters begin and end that follow others in a text, zeros when there are not two of them.
func letteredLines(text string) (from, to int) {
	first, count := 0, 0
	for at := strings.IndexByte(text, '\n') + 1; at > 0 && at < len(text); {
		line, _, _ := strings.Cut(text[at:], "\n")
		end := at + len(line)
		var m []string
		if count > 0 || line != "" && strings.IndexByte(firstLetters, line[0]) >= 0 {
			m = letteredItem.FindStringSubmatch(line)
		}
		if m != nil && isLetter(strings.ToLower(m[2]), count) {
			if count == 0 {
				first = at
			}
			if count++; count > 1 {
				from, to = first, end
			}
		} else if to > 0 {
			return from, to
		} else {
			count = 0
		}
		at = end + 1
	}
	return from, to
}

// isLetter reports whether a mark is the letter or the roman number of the item at an index.
func isLetter(mark string, index int) bool {
	return index < 26 && mark == string(rune('a'+index)) || index < len(romans) && mark == romans[index]
}
