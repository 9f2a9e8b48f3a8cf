package layout

import (
	"strconv"
	"strings"
)

// Property is a custom document property.
type Property struct{ Name, Value string }

// maxProperty is the number of bytes Word keeps of a custom property's text.
const maxProperty = 255

// SplitProperty returns a list of words as custom properties that no editor cuts off: name, name2, name3 …,
// none without words.
func SplitProperty(name, words string) []Property {
	var out []Property
	for _, w := range strings.Fields(words) {
		if n := len(out); n > 0 && len(out[n-1].Value)+1+len(w) <= maxProperty {
			out[n-1].Value += " " + w
			continue
		}
		key := name
		if len(out) > 0 {
			key += strconv.Itoa(len(out) + 1)
		}
		out = append(out, Property{key, w})
	}
	return out
}

// PropertyWords returns the words of the properties SplitProperty made.
func PropertyWords(properties map[string]string, name string) []string {
	out := strings.Fields(properties[name])
	for n := 2; properties[name+strconv.Itoa(n)] != ""; n++ {
		out = append(out, strings.Fields(properties[name+strconv.Itoa(n)])...)
	}
	return out
}
