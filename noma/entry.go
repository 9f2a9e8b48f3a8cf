package noma

import "github.com/nomadocx/nomadocx/noma/source"

// ParseText parses a source text that is in memory and returns its tree, as [Parse] does. The name is what errors call the text;
// "" for none. It fails with a [*FrontmatterError]. The tree shares the memory of the text; it is safe to be read by many
// goroutines.
func ParseText(name, text string) (*Document, error) {
	d, _, err := Parse(source.NewFile(name, text), Options{})
	return d, err
}
