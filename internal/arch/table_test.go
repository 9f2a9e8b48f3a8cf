package arch

import (
	"fmt"
	"strings"
)

// Picture returns the table of packages as ARCHITECTURE.md shows it.
func Picture() string {
	var b strings.Builder
	b.WriteString("| Package | Layer | What it does |\n| --- | --- | --- |\n")
	for _, p := range packages {
		layer := "-"
		if p.layer != standalone {
			layer = fmt.Sprint(p.layer)
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", p.path, layer, p.about)
	}
	return b.String()
}
