package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/patch"
	"github.com/nomadocx/nomadocx/patch/transcript"
	"github.com/nomadocx/nomadocx/render/astjson"
)

var readDocTool = tool{
	name: "read_doc", effect: reads,
	description: "Lists the blocks of a .noma document: id, type, name, attributes, lines, hash (for baseHash); those without an id have parent and index, as replace_child takes them. sha256 is the whole file's.",
}

// fileInput is the input of tools that need nothing but a document.
type fileInput struct {
	File string `json:"file" jsonschema:"path of the .noma file: absolute, or relative to the server's root"`
}

type readDocInput struct {
	fileInput
	ID     string `json:"id,omitempty" jsonschema:"only this block and what is in it, with text"`
	Text   *bool  `json:"text,omitempty" jsonschema:"add the source of blocks"`
	Offset int    `json:"offset,omitempty" jsonschema:"blocks to skip: next_offset of the answer before"`
	Budget int    `json:"budget,omitempty" jsonschema:"about so many bytes"`
}

// docAnswer is the answer of read_doc (Annex B.3). All but blocks is an addition, and so are hash, parent, index and text of
// a block.
type docAnswer struct {
	SHA256 string         `json:"sha256"`
	Total  int            `json:"total"`                 // of all blocks that were asked for
	Next   int            `json:"next_offset,omitempty"` // where to go on when there are more
	Blocks []blockSummary `json:"blocks"`
}

type blockSummary struct {
	ID         string          `json:"id,omitempty"`
	Type       string          `json:"type"`
	Name       string          `json:"name,omitempty"`
	Attrs      json.RawMessage `json:"attrs,omitempty"`
	Title      *string         `json:"title,omitempty"` // of a section, even when it is empty
	Level      int             `json:"level,omitempty"`
	Aliases    []string        `json:"aliases,omitempty"`
	ChildCount int             `json:"childCount"`
	Lines      [2]int          `json:"lines"` // first and last, from 1
	Patchable  bool            `json:"patchable"`
	Parent     *string         `json:"parent,omitempty"` // of a block without an id: as the child operations take it
	Index      *int            `json:"index,omitempty"`
	Hash       string          `json:"hash,omitempty"` // SHA-256 of the block's source
	Text       string          `json:"text,omitempty"` // its source, if it has no blocks in it
}

// usualBudget is how long an answer gets unless the client says how long it may be, in bytes.
const usualBudget = 400_000

func (s *server) readDoc(ctx context.Context, in readDocInput) (any, error) {
	src, err := s.load(ctx, in.File, true)
	if err != nil {
		return nil, err
	}
	if in.Budget < 0 || in.Offset < 0 {
		return nil, errors.New("offset and budget: give numbers from 0")
	}
	budget := min(in.Budget, maxAnswer/2)
	if budget == 0 {
		budget = usualBudget
	}
	var top noma.Node = src.Doc
	if in.ID != "" {
		if top, err = block(src, in.ID); err != nil {
			return nil, err
		}
	}
	text := in.ID != ""
	if in.Text != nil {
		text = *in.Text
	}
	answer := docAnswer{SHA256: transcript.Hash(src.File.Text), Blocks: []blockSummary{}}
	for n := range noma.Walk(top) {
		switch n.(type) {
		case *noma.Document, *noma.ListItem: // items are parts of their list, not blocks
			continue
		}
		if answer.Total++; answer.Total <= in.Offset || answer.Next > 0 {
			continue
		}
		b := summary(src, n)
		if text {
			b.Text = sourceOf(src, n)
		}
		if budget -= 200 + len(b.Text) + len(b.Attrs); budget < 0 && len(answer.Blocks) > 0 {
			answer.Next = answer.Total - 1
			continue
		}
		answer.Blocks = append(answer.Blocks, b)
	}
	return answer, nil
}

// block is the block with an id, or an error that says what there is instead.
func block(src *app.Source, id string) (noma.Node, error) {
	if n, ok := src.Doc.ByID(id); ok {
		return n, nil
	}
	err := patch.CheckTarget(src.Doc, &patch.Op{Op: "delete_block", ID: id}, patch.Options{})
	return nil, fmt.Errorf("id: %w", err)
}

// sourceOf is the source of a block; that of a block with others in it is theirs, but for a section's heading.
func sourceOf(src *app.Source, n noma.Node) string {
	span := n.At().Span
	switch n := n.(type) {
	case *noma.Section:
		span = n.Heading
	case *noma.Directive:
		if len(n.Children) > 0 && !n.HasBody {
			span = n.Opener
		}
	}
	return strings.ToValidUTF8(span.Of(src.File.Text), "\uFFFD")
}

func summary(src *app.Source, n noma.Node) blockSummary {
	at := n.At()
	b := blockSummary{ID: at.ID, Type: noma.Type(n), Aliases: at.Aliases, ChildCount: len(n.Kids()),
		Lines: [2]int{at.Line, at.EndLine}, Patchable: at.ID != ""}
	if b.Patchable {
		b.Hash = patch.BlockHash(src.File, n)
	} else if parent, index, unit := patch.Address(n); unit == n && b.Type != "section" {
		b.Index, b.Hash = &index, patch.BlockHash(src.File, n)[:16]
		if parent != "" {
			b.Parent = &parent
		}
	}
	switch n := n.(type) {
	case *noma.Section:
		b.Title, b.Level = &n.Title.S, n.Level
	case *noma.Directive:
		b.Name = n.Name
		b.Attrs = attributes(n)
	case *noma.List:
		b.ChildCount = 0
	}
	return b
}

// attributes are those of a directive but its id, in source order, as typed JSON values.
func attributes(d *noma.Directive) json.RawMessage {
	m := noma.Map{}
	for _, a := range noma.Effective(d.Attrs) {
		var v any = a.Value.Raw
		switch {
		case a.Key == "id":
			continue
		case a.Value.Kind == noma.Number:
			v = a.Value.Num
		case a.Value.Kind == noma.Bool:
			v = a.Value.Bool
		}
		m = append(m, noma.Entry{Key: a.Key, Value: v})
	}
	return astjson.AppendValue(nil, m)
}

// load reads a document. raw leaves the datasets it names unread, as for patching.
func (s *server) load(ctx context.Context, file string, raw bool) (*app.Source, error) {
	path, err := s.folder.document(file)
	if err != nil {
		return nil, err
	}
	return app.Load(ctx, path, app.LoadOptions{Raw: raw})
}
