package mcp

import (
	"context"
	"encoding/json"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/patch"
	"github.com/nomadocx/nomadocx/pipeline"
	"github.com/nomadocx/nomadocx/render/astjson"
	"github.com/nomadocx/nomadocx/transcript"
)

var readDocTool = tool{
	name: "read_doc", title: "Read a document's blocks", effect: reads,
	description: "Lists the blocks of a .noma document in order, without their text: id, type, name, attributes, lines, and whether patch operations can address them. hash is what baseHash of an operation is compared with; sha256 is the whole file's, for expected_sha and base_sha256. For the text, use render_doc.",
}

// fileInput is the input of tools that need nothing but a document.
type fileInput struct {
	File string `json:"file" jsonschema:"absolute path of the .noma file, or a path relative to the server's root"`
}

// docAnswer is the answer of read_doc (Annex B.3). sha256 and hash are additions.
type docAnswer struct {
	SHA256 string         `json:"sha256"`
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
	Hash       string          `json:"hash,omitempty"` // SHA-256 of the block's source, of patchable ones
}

func (s *server) readDoc(ctx context.Context, in fileInput) (any, error) {
	src, err := s.load(ctx, in.File, true)
	if err != nil {
		return nil, err
	}
	answer := docAnswer{SHA256: transcript.Hash(src.File.Text), Blocks: []blockSummary{}}
	for n := range noma.Walk(src.Doc) {
		switch n.(type) {
		case *noma.Document, *noma.ListItem: // items are parts of their list, not blocks
			continue
		}
		answer.Blocks = append(answer.Blocks, summary(src, n))
	}
	return answer, nil
}

func summary(src *pipeline.Source, n noma.Node) blockSummary {
	at := n.At()
	b := blockSummary{ID: at.ID, Type: noma.Type(n), Aliases: at.Aliases, ChildCount: len(n.Kids()),
		Lines: [2]int{at.Line, at.EndLine}, Patchable: at.ID != ""}
	if b.Patchable {
		b.Hash = patch.BlockHash(src.File, n)
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
func (s *server) load(ctx context.Context, file string, raw bool) (*pipeline.Source, error) {
	path, err := s.folder.document(file)
	if err != nil {
		return nil, err
	}
	return pipeline.Load(ctx, path, pipeline.LoadOptions{Raw: raw})
}
