package contract

import (
	"fmt"
	"strings"
)

// Program is the only program a criterion may call.
const Program = "nomadocx"

// Command is the machine part of a criterion, what follows the last "=>" of its text: the arguments of
// a nomadocx command (notes, section 18). It is nil when there is none. Words are separated by blanks;
// quotes keep blanks in a word. There is no shell: nothing is expanded, joined or redirected.
func (c Criterion) Command() ([]string, error) {
	at := strings.LastIndex(c.Text, "=>")
	if at < 0 {
		return nil, nil
	}
	words, err := split(c.Text[at+2:])
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.ID, err)
	}
	if len(words) < 2 || words[0] != Program || strings.HasPrefix(words[1], "-") {
		return nil, fmt.Errorf("%s: after => there must be a nomadocx command, like: => nomadocx check report.noma", c.ID)
	}
	if words[1] == "agent" {
		return nil, fmt.Errorf("%s: a criterion cannot call nomadocx agent: agents judge criteria", c.ID)
	}
	return words[1:], nil
}

// Statement is the text of a criterion without its machine part.
func (c Criterion) Statement() string {
	if at := strings.LastIndex(c.Text, "=>"); at >= 0 {
		return strings.TrimSpace(c.Text[:at])
	}
	return c.Text
}

// split takes a line apart into words as a person expects: 'one word' and "one word".
func split(line string) ([]string, error) {
	var words []string
	var word strings.Builder
	quote, inside := rune(0), false
	for _, r := range line {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '"' || r == '\'':
			quote, inside = r, true
		case r == ' ' || r == '\t' || r == '\n' || r == '\r':
			if inside {
				words = append(words, word.String())
				word.Reset()
			}
			inside = false
		default:
			word.WriteRune(r)
			inside = true
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("the quote %c is not closed", quote)
	}
	if inside {
		words = append(words, word.String())
	}
	return words, nil
}
