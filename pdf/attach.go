package pdf

import (
	"crypto/md5"
	"fmt"
	"slices"
	"strings"
)

// Attachment is a file that goes along in a PDF (ISO 32000-1 §7.11.4).
type Attachment struct {
	Name        string // without folders
	MediaType   string // such as text/csv
	Description string
	// Relationship to the document (ISO 19005-3 Annex E): Source is what it was made from, Data what its tables and charts show.
	Relationship string
	Content      []byte
}

// attach puts files into the catalog's tree of names, and says how they relate to the document.
func (c *content) attach(files []Attachment, info dict) {
	if len(files) == 0 {
		return
	}
	files = slices.Clone(files)
	slices.SortStableFunc(files, func(a, b Attachment) int { return strings.Compare(textString(a.Name), textString(b.Name)) })
	var names, all strings.Builder
	for _, f := range files {
		date := string(info.get("ModDate"))
		// The check sum is what PDF has for noticing damage; nothing relies on it.
		params := fmt.Sprintf("/Params <</Size %d\n/CheckSum <%x>\n/CreationDate %s\n/ModDate %s>>\n", len(f.Content), md5.Sum(f.Content), date, date)
		n := c.addStream("/Type /EmbeddedFile\n/Subtype /"+nameText(f.MediaType)+"\n"+params, f.Content)
		name := textString(f.Name)
		spec := refText(c.add(fmt.Sprintf("<</Type /Filespec\n/F %s\n/UF %s\n/Desc %s\n/AFRelationship /%s\n/EF <</F %d 0 R\n/UF %d 0 R>>>>",
			name, name, textString(f.Description), nameText(f.Relationship), n, n)))
		fmt.Fprintf(&names, "%s %s\n", name, spec)
		all.WriteString(spec + " ")
	}
	root := c.dict(c.root)
	tree := c.sub(root, "Names").with("EmbeddedFiles", "<</Names ["+names.String()+"]>>")
	c.objects[c.root].body = root.with("Names", string(tree.bytes())).with("AF", "["+all.String()+"]").bytes()
}

// nameText returns a text as PDF writes a name, without its slash (§7.3.5).
func nameText(s string) string {
	var b strings.Builder
	for _, c := range []byte(s) {
		if c > ' ' && c < 0x7f && strings.IndexByte("()<>[]{}/%#", c) < 0 {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "#%02X", c)
		}
	}
	return b.String()
}
