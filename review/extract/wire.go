package extract

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"

	"github.com/nomadocx/nomadocx/internal/office/wml"
)

// Review is what a returned document says, list by list. As JSON all lists are there, empty or not,
// in this order; absent facts are absent keys and flags appear only when they are true.
//
// Bookmark names are as Word has them, never ids of the source. Native ids are Word's for comments
// and notes; a tracked change has the id of its element, a replacement both ids as "70/71"; the
// entries of every other list count from "0" in each part. Outside the main part the name of the
// part comes first: "word/header1.xml:0".
type Review struct {
	Comments       []Comment       `json:"comments"`
	Revisions      []Revision      `json:"revisions"`
	Footnotes      []Note          `json:"footnotes"`
	Endnotes       []Note          `json:"endnotes"`
	Tables         []Table         `json:"tables"`
	Headings       []Heading       `json:"headings"`
	Captions       []Caption       `json:"captions"`
	Labels         []Label         `json:"labels"`
	BlockBodies    []BlockBody     `json:"blockBodies"`
	MetricValues   []MetricValue   `json:"metricValues"`
	MetricMetadata []BlockMetadata `json:"metricMetadata"`
	BlockMetadata  []BlockMetadata `json:"blockMetadata"`

	paragraphs wml.ParagraphMap[refs]
	tables     map[*wml.Table]Ref
}

// Loc is where an entry stands: the index of its story in the document and of the outermost block
// in that story. Story is -1 for a comment or note that no place in the text refers to.
type Loc struct{ Story, Block int }

// Comment is a native comment. Body is its paragraphs, a blank line between them.
type Comment struct {
	NativeID     string   `json:"nativeId"`
	Anchors      []string `json:"anchorBookmarkNames,omitempty"`
	Author       string   `json:"author,omitempty"`
	Initials     string   `json:"initials,omitempty"`
	Date         string   `json:"date,omitempty"`
	Status       string   `json:"status,omitempty"` // "resolved" or ""
	ResolvedBy   string   `json:"resolvedBy,omitempty"`
	ResolvedAt   string   `json:"resolvedAt,omitempty"`
	ReplyTo      string   `json:"replyTo,omitempty"` // native id of the comment this one answers
	HasRevisions bool     `json:"hasRevisions,omitempty"`
	Body         string   `json:"body"`
	At           Loc      `json:"-"`
}

// Action is what a tracked change proposes.
type Action string

const (
	Insert  Action = "insert"
	Delete  Action = "delete"
	Replace Action = "replace"
)

// Revision is a tracked change of text. OldText is there for a delete or replace, NewText for an
// insert or replace. TargetID and SourceAnchors come from the label line before it, if it has one.
type Revision struct {
	NativeID      string   `json:"nativeId"`
	Action        Action   `json:"action"`
	Anchors       []string `json:"anchorBookmarkNames,omitempty"`
	SourceAnchors []string `json:"sourceBookmarkNames,omitempty"`
	TargetID      string   `json:"targetId,omitempty"`
	Author        string   `json:"author,omitempty"`
	Date          string   `json:"date,omitempty"`
	OldText       string   `json:"oldText,omitempty"`
	NewText       string   `json:"newText,omitempty"`
	At            Loc      `json:"-"`
}

// Note is a footnote or an endnote.
type Note struct {
	NativeID     string   `json:"nativeId"`
	Anchors      []string `json:"anchorBookmarkNames,omitempty"`
	HasRevisions bool     `json:"hasRevisions,omitempty"`
	Body         string   `json:"body"`
	At           Loc      `json:"-"`
}

// Table is a data table, cell by cell; Header tells that Rows[0] is a header row.
type Table struct {
	NativeID     string     `json:"nativeId"`
	Anchors      []string   `json:"anchorBookmarkNames,omitempty"`
	Header       bool       `json:"header,omitempty"`
	HasRevisions bool       `json:"hasRevisions,omitempty"`
	Rows         [][]string `json:"rows"`
	At           Loc        `json:"-"`
}

// Heading is a title of level 1 to 6.
type Heading struct {
	NativeID     string   `json:"nativeId"`
	Anchors      []string `json:"anchorBookmarkNames,omitempty"`
	HasRevisions bool     `json:"hasRevisions,omitempty"`
	Level        int      `json:"level"`
	Title        string   `json:"title"`
	At           Loc      `json:"-"`
}

// Caption is a numbered caption without its number. Kind is figure, table or plot.
type Caption struct {
	NativeID     string   `json:"nativeId"`
	Anchors      []string `json:"anchorBookmarkNames,omitempty"`
	HasRevisions bool     `json:"hasRevisions,omitempty"`
	Kind         string   `json:"kind"`
	Title        string   `json:"title"`
	At           Loc      `json:"-"`
}

// Label is the label line of a block, or the text of a button or form field. Kind is metric,
// computed_metric, control, button, export_button or block_title.
type Label struct {
	NativeID     string   `json:"nativeId"`
	Anchors      []string `json:"anchorBookmarkNames,omitempty"`
	HasRevisions bool     `json:"hasRevisions,omitempty"`
	Kind         string   `json:"kind"`
	Title        string   `json:"title"`
	At           Loc      `json:"-"`
}

// BlockBody is the text under a label line. Mode is prose (paragraphs, a blank line between them)
// or code (lines).
type BlockBody struct {
	NativeID     string   `json:"nativeId"`
	Anchors      []string `json:"anchorBookmarkNames"`
	HasRevisions bool     `json:"hasRevisions,omitempty"`
	Mode         string   `json:"mode"`
	Body         string   `json:"body"`
	At           Loc      `json:"-"`
}

// MetricValue is the value line of a metric as shown, unit included.
type MetricValue struct {
	NativeID     string   `json:"nativeId"`
	Anchors      []string `json:"anchorBookmarkNames"`
	HasRevisions bool     `json:"hasRevisions,omitempty"`
	Value        string   `json:"value"`
	At           Loc      `json:"-"`
}

// BlockMetadata are the fields of a block's metadata lines.
type BlockMetadata struct {
	NativeID     string   `json:"nativeId"`
	Anchors      []string `json:"anchorBookmarkNames"`
	HasRevisions bool     `json:"hasRevisions,omitempty"`
	Fields       Fields   `json:"fields"`
	At           Loc      `json:"-"`
}

// Fields is an ordered mapping from the label of a field, in lower case, to its text.
type Fields []Field

// Field is one entry of Fields.
type Field struct{ Label, Text string }

// Get returns the text of a field and whether it is there.
func (f Fields) Get(label string) (string, bool) {
	for _, x := range f {
		if x.Label == label {
			return x.Text, true
		}
	}
	return "", false
}

// MarshalJSON writes an object with the fields in the order in which they stand in the document.
func (f Fields) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, x := range f {
		if i > 0 {
			b.WriteByte(',')
		}
		writeString(&b, x.Label)
		b.WriteByte(':')
		writeString(&b, x.Text)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// UnmarshalJSON reads an object and keeps the order of its keys; of equal keys the last one counts.
func (f *Fields) UnmarshalJSON(data []byte) error {
	d := json.NewDecoder(bytes.NewReader(data))
	t, err := d.Token()
	if err != nil {
		return err
	}
	if t == nil {
		*f = nil
		return nil
	}
	if t != json.Delim('{') {
		return fmt.Errorf("fields: want an object of strings, have %v", t)
	}
	*f = Fields{}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return err
		}
		var text string
		if err := d.Decode(&text); err != nil {
			return fmt.Errorf("field %v: %w", key, err)
		}
		f.set(key.(string), text)
	}
	return nil
}

func (f *Fields) set(label, text string) {
	for i := range *f {
		if (*f)[i].Label == label {
			(*f)[i].Text = text
			return
		}
	}
	*f = append(*f, Field{label, text})
}

func writeString(b *bytes.Buffer, s string) {
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		panic(err) // a string always encodes
	}
	b.Truncate(b.Len() - 1) // Encode ends with a line feed
}

// WriteJSON writes the review data indented by two spaces, with a line feed at the end. Characters
// are written as themselves, not as escapes, wherever JSON allows it.
func (r *Review) WriteJSON(w io.Writer) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(r); err != nil {
		return fmt.Errorf("write review data: %w", err)
	}
	_, err := w.Write(plainSeparators(b.Bytes()))
	return err
}

// plainSeparators undoes the escapes of U+2028 and U+2029: encoding/json always writes them for the
// sake of old JavaScript, but the contract's JSON has the characters.
func plainSeparators(data []byte) []byte {
	if !bytes.Contains(data, []byte(`\u202`)) {
		return data
	}
	out := make([]byte, 0, len(data))
	for i := 0; i < len(data); i++ {
		if data[i] != '\\' || i+1 == len(data) {
			out = append(out, data[i])
			continue
		}
		switch rest := data[i:]; {
		case bytes.HasPrefix(rest, []byte(`\u2028`)):
			out, i = append(out, "\u2028"...), i+5
		case bytes.HasPrefix(rest, []byte(`\u2029`)):
			out, i = append(out, "\u2029"...), i+5
		default:
			out, i = append(out, rest[:2]...), i+1
		}
	}
	return out
}

// DecodeReview reads review data back. Lists that are absent are empty; unknown keys are ignored.
func DecodeReview(data []byte) (*Review, error) {
	r := &Review{}
	if err := json.Unmarshal(data, r); err != nil {
		return nil, fmt.Errorf("review data: %w", err)
	}
	if formData(data) {
		return nil, errors.New("review data: these are form fields and tasks, as docx-data prints them: docx-sync takes them")
	}
	r.fill()
	return r, nil
}

// fill makes absent lists empty ones: null is not a list on the wire.
func (r *Review) fill() {
	for l := range Lists {
		if list := r.list(l); list.IsNil() {
			list.Set(reflect.MakeSlice(list.Type(), 0, 0))
		}
	}
	for i := range r.Tables {
		fillList(&r.Tables[i].Rows)
		for j := range r.Tables[i].Rows {
			fillList(&r.Tables[i].Rows[j])
		}
	}
}

func fillList[T any](list *[]T) {
	if *list == nil {
		*list = []T{}
	}
}

// formData reports whether data hold lists of docx-data, and none of a review.
func formData(data []byte) bool {
	var lists map[string]json.RawMessage
	if json.Unmarshal(data, &lists) != nil {
		return false
	}
	for _, name := range listNames {
		if lists[name] != nil {
			return false
		}
	}
	return lists["controls"] != nil || lists["tasks"] != nil
}
