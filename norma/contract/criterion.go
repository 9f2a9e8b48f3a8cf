package contract

import (
	"fmt"
	"slices"
	"strings"
)

// Program is the only program a criterion may call.
const Program = "nomadocx"

// example is what messages show a criterion's command with.
const example = "=> nomadocx check report.noma"

// looks are the commands a criterion may call, with their verbs where only some of them look. What is not
// here writes, listens or never ends. A test of cmd/nomadocx compares the list with the real commands.
var looks = map[string][]string{
	"arm": {"verify", "show", "compare", "export", "report"}, "capability": nil, "check": nil, "diff": nil, "docx-data": nil,
	"docx-review-data": nil, "docx-review-sync": nil, "docx-sync": nil, "explain": nil, "export": nil, "fmt": nil, "ids": nil, "ingest": nil, "parse": nil,
	"patch": nil, "proof": nil, "render": nil, "review": {"list", "report"}, "schema": nil, "transcript": {"verify", "replay", "show"},
	"verify": nil, "version": nil,
}

// Looks lists the commands a criterion may call, sorted.
func Looks() []string {
	var names []string
	for name := range looks {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Commands returns the machine part of a criterion: the arguments of one nomadocx command for every "=>" of
// the text (notes, section 18). All of them must succeed. It is nil when there is no "=>". Words are separated
// by blanks; quotes keep blanks in a word. There is no shell, so a text that needs one is an error, and so are
// commands that a criterion must not call.
func (c Criterion) Commands() ([][]string, error) {
	_, machine, found := strings.Cut(c.Text, "=>")
	if !found {
		return nil, nil
	}
	lines, err := split(machine)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.ID, err)
	}
	commands := make([][]string, len(lines))
	for i, words := range lines {
		if err := allowed(words); err != nil {
			return nil, fmt.Errorf("%s: %w", c.ID, err)
		}
		commands[i] = words[1:]
	}
	return commands, nil
}

// Statement returns the text of a criterion without its machine part.
func (c Criterion) Statement() string {
	text, _, _ := strings.Cut(c.Text, "=>")
	return strings.TrimSpace(text)
}

// allowed fails unless the words are a nomadocx command that looks and does nothing else.
func allowed(words []string) error {
	switch {
	case len(words) == 0:
		return fmt.Errorf("nothing stands after =>; write a command there, like %s", example)
	case words[0] != Program:
		return fmt.Errorf("after => stands %q, and only nomadocx commands can decide a criterion, like %s", strings.Join(words, " "), example)
	case len(words) == 1:
		return fmt.Errorf("after => stands nomadocx without a command; write one, like %s", example)
	case words[1] == "agent":
		return fmt.Errorf("a criterion cannot call nomadocx agent: agents judge criteria")
	}
	name, args := words[1], words[2:]
	verbs, known := looks[name]
	if !known {
		return fmt.Errorf("a criterion cannot call nomadocx %s: a criterion only looks, with one of %s", name, strings.Join(Looks(), ", "))
	}
	if verbs != nil && (len(args) == 0 || !slices.Contains(verbs, args[0])) {
		return fmt.Errorf("a criterion only looks; of nomadocx %s it can have %s", name, strings.Join(verbs, ", "))
	}
	if i := slices.IndexFunc(args, writes); i >= 0 {
		return fmt.Errorf("a criterion only looks; it cannot have %s", args[i])
	}
	if i := slices.IndexFunc(args, func(a string) bool { return a == "--help" || shortFlag(a, "h") }); i >= 0 {
		return fmt.Errorf("%s decides nothing: help is always printed with success", args[i])
	}
	return nil
}

// writes reports whether a command would change files, or never end, because of an argument.
func writes(arg string) bool {
	name, value, _ := strings.Cut(arg, "=")
	switch name {
	case "--inplace", "--watch", "--report", "--transcript", "--fix", "--patch-out", "--debug-bundle", "--arm", "--book":
		return true
	case "--out":
		return value != "-"
	}
	return shortFlag(arg, "o")
}

// shortFlag reports whether an argument may hold a flag of one letter: such flags stand in groups, and a value may
// follow at once.
func shortFlag(arg, letter string) bool {
	return strings.HasPrefix(arg, "-") && !strings.HasPrefix(arg, "--") && strings.Contains(arg, letter)
}

// split takes a text apart into commands at every "=>", and these into words as a person expects: 'one word' and
// "one word". It fails on what only a shell would read.
func split(text string) (commands [][]string, err error) {
	var words []string
	var word strings.Builder
	quote, inside := rune(0), false
	end := func() {
		if inside {
			words = append(words, word.String())
			word.Reset()
		}
		inside = false
	}
	for i, r := range text {
		rest := text[i:]
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '"' || r == '\'':
			quote, inside = r, true
		case r == ' ' || r == '\t' || r == '\n' || r == '\r':
			end()
		case strings.HasPrefix(rest, "=>"):
			end()
			commands, words = append(commands, words), nil
		case r == '>' && strings.HasSuffix(text[:i], "="):
			// the second half of =>
		case shellSign(rest) != "":
			return nil, fmt.Errorf("%s is for a shell, and none reads this; write each command after a => of its own, and put words that hold such signs in quotes", shellSign(rest))
		default:
			word.WriteRune(r)
			inside = true
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("the quote %c is not closed", quote)
	}
	end()
	return append(commands, words), nil
}

// shellSign returns the sign of a shell that a text begins with, "" when it begins with none.
func shellSign(text string) string {
	for _, sign := range []string{"&&", "||", ">>", "<<", "$(", "${", "&", "|", ";", "<", ">", "`"} {
		if strings.HasPrefix(text, sign) {
			return sign
		}
	}
	if len(text) > 1 && text[0] == '$' && (text[1] == '_' || text[1]|0x20 >= 'a' && text[1]|0x20 <= 'z') {
		return "$"
	}
	return ""
}
