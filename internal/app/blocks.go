package app

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/patch"
	"github.com/nomadocx/nomadocx/render/astjson"
)

// BlockOptions say which blocks [Blocks] lists.
type BlockOptions struct {
	ID     string // only this block and what is in it; "" for all
	Text   bool   // with the source of blocks that have no others in them
	Brief  bool   // without what operations need of a block, which takes most of the time
	Offset int    // blocks to skip
	Budget int    // about so many bytes are listed
}

// BlockList is the blocks of a document, or as many as the budget allows (Protocol, Annex B.3).
type BlockList struct {
	SHA256 string         `json:"sha256"`                // of the whole file
	Total  int            `json:"total"`                 // of all blocks that were asked for
	Next   int            `json:"next_offset,omitempty"` // where to go on when there are more
	Blocks []BlockSummary `json:"blocks"`
}

// BlockSummary says what a block is and how operations name it.
type BlockSummary struct {
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

// Blocks lists the blocks of a source in their order; items are parts of their list, not blocks. It fails when there is no
// block with the id.
func Blocks(s *Source, o BlockOptions) (*BlockList, error) {
	var top noma.Node = s.Doc
	if o.ID != "" {
		var err error
		if top, err = s.block(o.ID); err != nil {
			return nil, err
		}
	}
	list := &BlockList{SHA256: s.File.Hash(), Blocks: []BlockSummary{}}
	for n := range noma.Walk(top) {
		switch n.(type) {
		case *noma.Document, *noma.ListItem:
			continue
		}
		if list.Total++; list.Total <= o.Offset || list.Next > 0 {
			continue
		}
		b := s.summary(n, !o.Brief)
		if o.Text {
			b.Text = s.sourceOf(n)
		}
		if o.Budget -= 200 + len(b.Text) + len(b.Attrs); o.Budget < 0 && len(list.Blocks) > 0 {
			list.Next = list.Total - 1
			continue
		}
		list.Blocks = append(list.Blocks, b)
	}
	return list, nil
}

// Registry returns the ids of a source, and which id each alias stands for, as JSON (Protocol, Annex B.4).
func Registry(s *Source) json.RawMessage {
	r := astjson.Registry(s.Doc)
	return astjson.AppendValue(nil, noma.Map{{Key: "ids", Value: r.Get("ids")}, {Key: "aliases", Value: r.Get("aliases")}})
}

// Part returns a source that holds one block of another, and the text of the block.
func (s *Source) Part(id string) (*Source, string, error) {
	n, err := s.block(id)
	if err != nil {
		return nil, "", err
	}
	part, doc := *s, *s.Doc
	doc.Children = []noma.Node{n}
	part.Doc = &doc
	return &part, n.At().Span.Of(s.File.Text), nil
}

// block returns the block with an id, or an error that says what there is instead.
func (s *Source) block(id string) (noma.Node, error) {
	if n, ok := s.Doc.ByID(id); ok {
		return n, nil
	}
	err := patch.CheckTarget(s.Doc, &patch.Op{Op: "delete_block", ID: id}, patch.Options{})
	return nil, fmt.Errorf("id: %w", err)
}

// sourceOf returns the source of a block; that of a block with others in it is theirs, but for a section's heading.
func (s *Source) sourceOf(n noma.Node) string {
	span := n.At().Span
	switch n := n.(type) {
	case *noma.Section:
		span = n.Heading
	case *noma.Directive:
		if len(n.Children) > 0 && !n.HasBody {
			span = n.Opener
		}
	}
	return strings.ToValidUTF8(span.Of(s.File.Text), "\uFFFD")
}

func (s *Source) summary(n noma.Node, whole bool) BlockSummary {
	at := n.At()
	_, pipes := n.(*noma.Table) // which operations name by its place
	b := BlockSummary{ID: at.ID, Type: noma.Type(n), Aliases: at.Aliases, ChildCount: len(n.Kids()),
		Lines: [2]int{at.Line, at.EndLine}, Patchable: at.ID != "" && !pipes}
	if whole {
		b.address(s, n)
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

// attributes returns those of a directive but its id, in source order, as typed JSON values.
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

// CheckKinds refuses ids among selectors, which are types and names of blocks: nothing would be selected.
func (s *Source) CheckKinds(selectors ...string) error {
	for _, list := range selectors {
		for _, word := range strings.FieldsFunc(list, func(r rune) bool { return r == ',' || noma.IsSpace(r) }) {
			if _, isID := s.Doc.ByID(word); !isID {
				continue
			}
			kind := false
			for n := range noma.Walk(s.Doc) {
				x, ok := n.(*noma.Directive)
				kind = kind || noma.Type(n) == word || ok && x.Name == word
			}
			if !kind {
				return fmt.Errorf("select and exclude take types and names of blocks; for the block %q use id", word)
			}
		}
	}
	return nil
}

// address says how operations name the block, and what they expect it to be.
func (b *BlockSummary) address(s *Source, n noma.Node) {
	if b.Patchable {
		b.Hash = patch.BlockHash(s.File, n)
		return
	}
	parent, index, unit := patch.Address(n)
	if unit != n || b.Type == "section" {
		return
	}
	b.Index, b.Hash = &index, patch.BlockHash(s.File, n)[:16]
	if parent != "" {
		b.Parent = &parent
	}
}
