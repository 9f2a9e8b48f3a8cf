package controls

import (
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
)

// binding ties a control to a node of the custom XML part: to the value of its noma:control, or to
// a noma:task beside these, which is not form data (ECMA-376 §17.5.2.6).
func binding(element, id string) *wml.Binding {
	xpath := "/noma:controls[1]/noma:" + element + "[@id=" + xpathLiteral(id) + "][1]/noma:value[1]"
	return &wml.Binding{XPath: xpath, StoreItemID: wml.ControlStoreID, Prefixes: "xmlns:noma='" + wml.ControlNamespace + "'"}
}

// xpathLiteral quotes a text for XPath 1.0, which has no escapes: a text with both quotation marks
// must be put together from parts.
func xpathLiteral(s string) string {
	switch {
	case !strings.Contains(s, "'"):
		return "'" + s + "'"
	case !strings.Contains(s, `"`):
		return `"` + s + `"`
	}
	return "concat('" + strings.ReplaceAll(s, "'", `',"'",'`) + "')"
}

// bound returns what an xpath of this program points at: "control" or "task", and the id. Prefixes may have any
// name. It is false for other xpaths.
func bound(xpath string) (element, id string, ok bool) {
	for {
		i := strings.Index(xpath, "[@id=")
		if i < 0 {
			return "", "", false
		}
		name := xpath[:i]
		xpath = xpath[i+len("[@id="):]
		name = name[strings.LastIndexAny(name, "/:")+1:]
		if name != "control" && name != "task" {
			continue
		}
		id, rest, ok := readLiteral(xpath)
		return name, id, ok && strings.HasPrefix(rest, "]") && id != ""
	}
}

// readLiteral reads what xpathLiteral writes and returns the text behind it.
func readLiteral(s string) (text, rest string, ok bool) {
	s, isConcat := strings.CutPrefix(s, "concat(")
	if !isConcat {
		return readQuoted(s)
	}
	var b strings.Builder
	for {
		piece, rest, ok := readQuoted(strings.TrimLeft(s, " "))
		if !ok {
			return "", "", false
		}
		b.WriteString(piece)
		rest = strings.TrimLeft(rest, " ")
		if rest, closed := strings.CutPrefix(rest, ")"); closed {
			return b.String(), rest, true
		}
		if s, ok = strings.CutPrefix(rest, ","); !ok {
			return "", "", false
		}
	}
}

func readQuoted(s string) (text, rest string, ok bool) {
	if s == "" || s[0] != '\'' && s[0] != '"' {
		return "", "", false
	}
	end := strings.IndexByte(s[1:], s[0])
	if end < 0 {
		return "", "", false
	}
	return s[1 : 1+end], s[2+end:], true
}
