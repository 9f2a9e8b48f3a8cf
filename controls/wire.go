package controls

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// Data is what people filled in: the docx-data of the wire contract. Both lists are always there.
type Data struct {
	Controls []Value `json:"controls"`
	Tasks    []Task  `json:"tasks"`
}

// Value is the value of one form field. Type and Label are nil when the document does not say.
type Value struct {
	ID    string  `json:"id"`
	Type  *string `json:"type,omitempty"`
	Label *string `json:"label,omitempty"`
	Value string  `json:"value"`
}

// Task is the state of one task.
type Task struct {
	ID      string `json:"id"`
	Checked bool   `json:"checked"`
}

// DecodeData reads docx-data from JSON. Absent lists are empty, unknown keys are ignored.
func DecodeData(data []byte) (Data, error) {
	var d Data
	if err := json.Unmarshal(data, &d); err != nil {
		return Data{}, fmt.Errorf("form data: %w", err)
	}
	var review struct{ Comments, BlockBodies json.RawMessage }
	if d.Controls == nil && d.Tasks == nil && json.Unmarshal(data, &review) == nil && (review.Comments != nil || review.BlockBodies != nil) {
		return Data{}, errors.New("form data: these are a review's comments and texts, as docx-review-data prints them: docx-review-sync takes them")
	}
	for i, c := range d.Controls {
		if c.ID == "" {
			return Data{}, fmt.Errorf("form data: controls[%d] has no id", i)
		}
	}
	for i, t := range d.Tasks {
		if t.ID == "" {
			return Data{}, fmt.Errorf("form data: tasks[%d] has no id", i)
		}
	}
	d.fill()
	return d, nil
}

// fill makes absent lists empty ones: null is not a list on the wire.
func (d *Data) fill() {
	if d.Controls == nil {
		d.Controls = []Value{}
	}
	if d.Tasks == nil {
		d.Tasks = []Task{}
	}
}

// Report is what Ops did and could not do: the docx-sync report of the wire contract.
type Report struct {
	Changes        []Change     `json:"changes"`
	Unmatched      []Value      `json:"unmatched"`
	TaskChanges    []TaskChange `json:"taskChanges"`
	UnmatchedTasks []Task       `json:"unmatchedTasks"`
}

// Change is a form field with a new value: what came back and what is written, a string or float64.
type Change struct {
	ID           string `json:"id"`
	Value        string `json:"value"`
	DefaultValue any    `json:"defaultValue"`
}

// TaskChange is a task with a new state and the attributes that are written for it.
type TaskChange struct {
	ID      string `json:"id"`
	Checked bool   `json:"checked"`
	Attrs   Attrs  `json:"attrs"`
}

// Attrs are attributes in the order in which they are written; values are string or bool.
type Attrs []Attr

// Attr is one attribute.
type Attr struct {
	Key   string
	Value any
}

// MarshalJSON writes an object with the attributes in order.
func (a Attrs) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, x := range a {
		if i > 0 {
			b.WriteByte(',')
		}
		key, err := json.Marshal(x.Key)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(x.Value)
		if err != nil {
			return nil, err
		}
		b.Write(key)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}
