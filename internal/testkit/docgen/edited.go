package docgen

import (
	"strconv"
	"strings"
)

// Edited returns a text that an author went on writing: chunks between blank lines that were deleted, moved, copied from another text,
// split or joined, and words that were changed.
func Edited(c Chooser, src, other string) string {
	chunks, more := strings.Split(src, "\n\n"), strings.Split(other, "\n\n")
	for range 1 + c.Intn(4) {
		i := c.Intn(len(chunks))
		switch c.Intn(8) {
		case 0:
			if len(chunks) > 1 {
				chunks = append(chunks[:i:i], chunks[i+1:]...)
			}
		case 1:
			j := c.Intn(len(chunks))
			chunks[i], chunks[j] = chunks[j], chunks[i]
		case 2:
			chunks = append(chunks[:i:i], append([]string{more[c.Intn(len(more))]}, chunks[i:]...)...)
		case 3:
			chunks[i] = strings.Replace(chunks[i], ". ", ".\n\n", 1)
		case 4:
			if i+1 < len(chunks) {
				chunks[i] += " " + chunks[i+1]
				chunks = append(chunks[:i+1:i+1], chunks[i+2:]...)
			}
		case 5:
			for i := range chunks {
				chunks[i] = otherColumns(c, chunks[i])
			}
		default:
			words := strings.Split(chunks[i], " ")
			switch k := c.Intn(len(words)); c.Intn(3) {
			case 0:
				words[k] = "other"
			case 1:
				words[k] += " and **more** words"
			default:
				words = append(words[:k:k], words[k+1:]...)
			}
			chunks[i] = strings.Join(words, " ")
		}
	}
	return strings.Join(chunks, "\n\n")
}

// otherColumns returns a text whose tables have a column more or less.
func otherColumns(c Chooser, chunk string) string {
	more, at := c.Intn(2) == 0, c.Intn(2)
	lines := strings.Split(chunk, "\n")
	for i, line := range lines {
		cells := strings.Split(line, " | ")
		if !strings.HasPrefix(line, "|") || len(cells) < 2 || at == 0 && !more {
			continue
		}
		if more {
			text := "new " + strconv.Itoa(i)
			if strings.Contains(line, "---") {
				text = "---"
			}
			cells = append(cells[:at+1:at+1], append([]string{text}, cells[at+1:]...)...)
			if at == 1 && len(cells) == 3 {
				cells[1], cells[2] = strings.TrimSuffix(cells[1], " |"), text+" |"
			}
		} else {
			cells = append(cells[:0:0], append([]string{"| " + strings.TrimSuffix(cells[1], " |")}, cells[2:]...)...)
			if !strings.HasSuffix(cells[len(cells)-1], "|") {
				cells = append(cells[:len(cells)-1:len(cells)-1], cells[len(cells)-1]+" |")
			}
		}
		lines[i] = strings.Join(cells, " | ")
	}
	return strings.Join(lines, "\n")
}
