package norma

import (
	"fmt"
	"strings"
)

// change is a path that an agent changed, and the command that undoes it, "" when norma knows none.
type change struct{ path, undo string }

// undo returns the command, from the project's root, that brings a path back to what it was.
func (g *guard) undo(path, was, is string) string {
	quoted := shellWord(path)
	switch {
	case path == g.project.relative(g.project.Config):
		return "cp " + shellWord(g.project.relative(g.dir)+"/config.json") + " " + quoted
	case path == gitIndex, strings.HasSuffix(path, "/norma.db"), strings.HasPrefix(is, "drwx") && was != "":
		return ""
	case g.ofGit(path) && (strings.HasSuffix(path, "/HEAD") || strings.Contains(path, "/refs/")):
		return "git reflog" // it shows where the branch was
	case was == "" && strings.HasPrefix(is, "1 A"):
		return "git rm -f " + quoted
	case was == "" && strings.HasPrefix(is, "1 "): // tracked, and as committed before
		return "git restore --staged --worktree " + quoted
	case was == "" && strings.HasPrefix(is, "d"):
		return "rmdir " + quoted
	case was == "":
		return "rm " + quoted
	}
	return ""
}

// shellWord writes a path as a shell reads it.
func shellWord(s string) string {
	plain := func(r rune) bool {
		return r == '/' || r == '.' || r == '_' || r == '-' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r > 0x9f
	}
	if s != "" && s[0] != '-' && strings.IndexFunc(s, func(r rune) bool { return !plain(r) }) < 0 {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// maxNamed is how many paths a message names.
const maxNamed = 5

// describeChanges returns what people read of a violation: what changed, and how to undo it.
func describeChanges(changed []change) (message string, paths []string) {
	var undo, byHand []string
	for _, c := range changed {
		paths = append(paths, c.path)
		if c.undo == "" {
			byHand = append(byHand, c.path)
		} else {
			undo = append(undo, c.undo)
		}
	}
	message = fmt.Sprintf("the agent may write only in its step's folder, and these changed while it ran: %s", few(paths, ", "))
	if len(undo) > 0 {
		message += ". If that was not you, undo it in the project's folder: " + few(undo, "; ")
	}
	if len(byHand) > 0 {
		message += ". Look at these yourself, norma keeps no copy: " + few(byHand, ", ")
	}
	return message, paths
}

// few joins the first items of a list and says how many there are more.
func few(list []string, by string) string {
	if len(list) <= maxNamed {
		return strings.Join(list, by)
	}
	return strings.Join(list[:maxNamed], by) + fmt.Sprintf(" and %d more", len(list)-maxNamed)
}

// thousands writes a number as people read it: 1,083.
func thousands(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
