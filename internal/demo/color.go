package main

import (
	"fmt"
	"os"

	"github.com/mattn/go-isatty"
)

const (
	red, green, cyan, bold = "31", "32", "36", "1"
)

// wantsColor follows the terminal, NO_COLOR and CLICOLOR_FORCE.
func wantsColor(f *os.File, getenv func(string) string) bool {
	switch {
	case getenv("NO_COLOR") != "":
		return false
	case getenv("CLICOLOR_FORCE") != "":
		return true
	}
	return isatty.IsTerminal(f.Fd()) && getenv("TERM") != "dumb"
}

func (d *demo) paint(color, text string) string {
	if !d.color || color == "" || text == "" {
		return text
	}
	return "\x1b[" + color + "m" + text + "\x1b[0m"
}

func (d *demo) title(text string) {
	fmt.Fprintf(d.w, "\n%s\n", d.paint(bold, text))
}
