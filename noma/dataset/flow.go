package dataset

import "strings"

// flowRow is a body line of the form `  - [a, "b", 3]  # why`.
type flowRow struct {
	indent string
	items  []flowItem
	tail   string // what follows the list: spaces and a comment
}

// flowItem is where an item stands in its line, without outer spaces.
type flowItem struct{ from, to int }

// parseFlowRow reads a line with one flow sequence. It fails on lines of any other shape.
func parseFlowRow(line string) (flowRow, bool) {
	r := flowRow{indent: indentOf(line)}
	i := len(r.indent)
	if !strings.HasPrefix(line[i:], "- ") {
		return r, false
	}
	i += 2
	for i < len(line) && (line[i] == ' ' || line[i] == '\t') {
		i++
	}
	if i >= len(line) || line[i] != '[' {
		return r, false
	}
	end, ok := r.scan(line, i+1)
	if !ok {
		return r, false
	}
	r.tail = line[end:]
	rest := strings.TrimLeft(r.tail, " \t")
	return r, rest == "" || rest[0] == '#' && rest != r.tail
}

// scan reads the items from after the opening bracket and returns the offset after the closing one.
// Quotes count where a scalar can start; inside plain text (it's) they are characters.
func (r *flowRow) scan(line string, i int) (end int, ok bool) {
	var nest []byte
	start, fresh := i, true
	item := func(to int) {
		from := start
		for from < to && (line[from] == ' ' || line[from] == '\t') {
			from++
		}
		for to > from && (line[to-1] == ' ' || line[to-1] == '\t') {
			to--
		}
		r.items = append(r.items, flowItem{from, to})
	}
	for i < len(line) {
		c := line[i]
		switch {
		case fresh && (c == '"' || c == '\''):
			if i = quoteEnd(line, i); i < 0 {
				return 0, false
			}
			fresh = false
			continue
		case c == '[' || c == '{':
			nest, fresh = append(nest, c), true
		case (c == ']' || c == '}') && len(nest) > 0:
			nest, fresh = nest[:len(nest)-1], false
		case c == ']':
			item(i)
			// A comma may follow the last item; an empty list has no items.
			if last := r.items[len(r.items)-1]; last.from == last.to {
				r.items = r.items[:len(r.items)-1]
			}
			return i + 1, true
		case c == ',':
			if len(nest) == 0 {
				item(i)
				start = i + 1
			}
			fresh = true
		case c == '#' && i > 0 && (line[i-1] == ' ' || line[i-1] == '\t'):
			return 0, false // the list goes on in the next line
		case c == ':':
			fresh = len(nest) > 0
		case c != ' ' && c != '\t':
			fresh = false
		}
		i++
	}
	return 0, false
}

// quoteEnd returns the offset after the quoted scalar that starts at i, -1 when the line ends before.
func quoteEnd(line string, i int) int {
	q := line[i]
	for i++; i < len(line); i++ {
		switch {
		case q == '"' && line[i] == '\\':
			i++
		case line[i] != q:
		case q == '\'' && i+1 < len(line) && line[i+1] == q:
			i++
		default:
			return i + 1
		}
	}
	return -1
}

// line spells a row with new items; indentation and trailing comment stay.
func (r flowRow) line(items []string) string {
	return r.indent + "- [" + strings.Join(items, ", ") + "]" + r.tail
}
