package agent

import (
	"fmt"
	"strings"

	"github.com/aymanbagabas/go-udiff"
)

// fileDiff returns one file's part of a patch, as git writes it.
func fileDiff(name, before, after string, created bool) string {
	if before == after && !created {
		return ""
	}
	from, head := "a/"+name, fmt.Sprintf("diff --git a/%s b/%s\n", name, name)
	if created {
		from = "/dev/null"
		head += "new file mode 100644\n"
	}
	to := "b/" + name
	body := udiff.Unified(from, to, before, after)
	// A name with a blank ends in a tab, or its end would be guessed.
	if strings.Contains(name, " ") {
		body = strings.Replace(body, "+++ "+to+"\n", "+++ "+to+"\t\n", 1)
		body = strings.Replace(body, "--- "+from+"\n", "--- "+from+"\t\n", 1)
	}
	return head + body
}
