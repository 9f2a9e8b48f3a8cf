package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/nomadocx/nomadocx/internal/screen"
)

// terminal is where a command reads and writes.
type terminal struct {
	in       io.Reader
	out, err io.Writer
	color    bool // out shows colours
	getenv   func(string) string
}

// newTerminal decides about colours: only on a terminal, and never against NO_COLOR
// (https://no-color.org: any value that is not empty counts).
func newTerminal(in, out, err *os.File) *terminal {
	t := &terminal{in: in, out: screen.Of(out), err: screen.Of(err), getenv: os.Getenv}
	t.color = screen.Obeys(t.out) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
	return t
}

// paint wraps a text in a colour: red, green, yellow or cyan.
func (t *terminal) paint(color, text string) string {
	if !t.color {
		return text
	}
	code := map[string]string{"red": "31", "green": "32", "yellow": "33", "cyan": "36"}[color]
	return screen.Own(t.out, "\x1b["+code+"m") + text + screen.Own(t.out, "\x1b[0m")
}

// printText writes a text result to stdout and ends it with a line feed if it has none.
func (t *terminal) printText(text []byte) error {
	if _, err := t.out.Write(text); err != nil {
		return err
	}
	if len(text) == 0 || text[len(text)-1] != '\n' {
		_, err := io.WriteString(t.out, "\n")
		return err
	}
	return nil
}

// oneLine keeps an error message on one line, so that scripts and people can rely on it.
func oneLine(message string) string {
	return strings.Join(strings.FieldsFunc(message, func(r rune) bool { return r == '\n' || r == '\r' }), " ")
}

// counted names a number of things: "1 turn", "2 turns".
func counted(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return fmt.Sprintf("%d %s", n, thing)
}
