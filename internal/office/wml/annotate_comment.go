package wml

import (
	"fmt"
	"hash/crc32"
	"path"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/opc"
)

const (
	commentsType      = "application/vnd.openxmlformats-officedocument.wordprocessingml.comments+xml"
	commentStatesType = "application/vnd.openxmlformats-officedocument.wordprocessingml.commentsExtended+xml"
	w14URI            = "http://schemas.microsoft.com/office/word/2010/wordml"
)

// storeComments adds the new comments to the comments part, and the state of resolved ones to the part
// that holds it, which names a comment by the paragraph id of its last paragraph.
func (a *Annotator) storeComments(e *opc.Edit) error {
	if len(a.comments) == 0 {
		return nil
	}
	rels, err := a.pkg.Rels(a.main)
	if err != nil {
		return err
	}
	resolved := false
	err = a.extend(e, rels, opc.TypeComments, "comments.xml", commentsType, "comments", "w:", func(prefix string) string {
		var b strings.Builder
		for _, c := range a.comments {
			resolved = resolved || c.Resolved
			b.WriteString(c.xml(prefix))
		}
		return b.String()
	})
	if err != nil || !resolved {
		return err
	}
	return a.extend(e, rels, opc.TypeCommentsExtended, "commentsExtended.xml", commentStatesType, "commentsEx", "w15:", func(prefix string) string {
		var b strings.Builder
		for _, c := range a.comments {
			if c.Resolved {
				fmt.Fprintf(&b, `<%scommentEx %sparaId="%s" %sdone="1"/>`, prefix, prefix, c.paraID(), prefix)
			}
		}
		return b.String()
	})
}

// extend adds markup at the end of a part beside the main one, which is made when it is not there.
func (a *Annotator) extend(e *opc.Edit, rels []opc.Relationship, relType, usual, contentType, root, prefix string, markup func(prefix string) string) error {
	part := related(a.pkg, a.main, rels, relType, usual)
	text := XMLHeader + "<" + prefix + root + Namespaces + "></" + prefix + root + ">"
	if part == "" {
		part = path.Join(path.Dir(a.main), usual)
		e.AddRel(a.main, relType, part)
	} else {
		var err error
		if text, err = a.pkg.Text(part); err != nil {
			return err
		}
	}
	text, err := opc.AppendToRoot(text, markup)
	if err != nil {
		return &opc.PartError{Part: part, Err: err}
	}
	e.Set(part, contentType, opc.UTF8(text))
	return nil
}

// paraID returns an eight-digit number below 0x80000000, as [MS-DOCX] §2.6.2.3 wants it.
func (c *newComment) paraID() string {
	return fmt.Sprintf("%08X", crc32.ChecksumIEEE([]byte(c.id+"\x00"+c.Author+"\x00"+c.Date+"\x00"+c.Text))>>1|0x40000000)
}

func (c *newComment) xml(prefix string) string {
	b := NewBuilder(nil)
	b.Markup("<" + prefix + "comment")
	b.Attr(prefix+"id", c.id)
	b.Attr(prefix+"author", limit(c.Author, 255))
	if c.Date != "" {
		b.Attr(prefix+"date", c.Date)
	}
	if c.Initials != "" {
		b.Attr(prefix+"initials", c.Initials)
	}
	b.Markup("><" + prefix + "p")
	if c.Resolved {
		b.Attr("xmlns:w14", w14URI)
		b.Attr("w14:paraId", c.paraID())
	}
	b.Markup("><" + prefix + "r>")
	b.characters(prefix, "t", c.Text)
	b.Markup("</" + prefix + "r></" + prefix + "p></" + prefix + "comment>")
	return string(b.buf)
}
