package main

import (
	"context"
	"encoding/json"
	"math"

	"github.com/nomadocx/nomadocx/internal/app"
)

// What an editor asks for while a person writes.

// blocks returns the blocks of a document in their order, with their lines: the outline, and the ids to refer to.
func blocks(ctx context.Context, a fileArguments) (result, error) {
	s, err := app.Load(ctx, a.File, app.LoadOptions{Raw: true})
	if err != nil {
		return result{}, err
	}
	list, err := app.Blocks(s, app.BlockOptions{Budget: math.MaxInt, Brief: true})
	if err != nil {
		return result{}, err
	}
	return value(list.Blocks)
}

// vocabulary returns the kinds of blocks with their attributes.
func vocabulary(context.Context, struct{}) (result, error) { return value(app.Vocabularies()) }

type previewArguments struct {
	File  string `json:"file"`
	Theme string `json:"theme"`
	Shown bool   `json:"shown"` // the page shows what was returned before
}

// draft is the document that the page shows.
var draft struct {
	of previewArguments
	*app.Draft
}

// preview returns a strict page: what makes the one that was returned before this one, or its bytes, with the lines of its blocks in
// their order. An empty comment stands before each block, and one with a slash behind it.
func preview(ctx context.Context, a previewArguments) (result, error) {
	shown := a.Shown
	a.Shown = false
	s, err := app.Load(ctx, a.File, app.LoadOptions{})
	if err != nil {
		return result{}, err
	}
	now, err := app.NewDraft(ctx, s, a.Theme)
	if err != nil {
		return result{}, err
	}
	before := draft.Draft
	known := shown && draft.of == a
	draft.of, draft.Draft = a, now
	if known {
		if c, ok := now.Since(before); ok {
			return value(c)
		}
	}
	r, err := value(app.PageChange{Lines: now.Lines()})
	r.bytes = now.HTML()
	return r, err
}

type editArguments struct {
	File  string         `json:"file"`
	Edits []app.LineEdit `json:"edits"`
}

// edit returns what edits of its text make of the page that was returned before. All says whether that is all.
func edit(_ context.Context, a editArguments) (result, error) {
	said := struct {
		app.PageChange
		All bool `json:"all"`
	}{}
	if draft.Draft != nil && draft.of.File == a.File {
		said.PageChange, said.All = draft.Edit(a.Edits)
	}
	return value(said)
}

type patchArguments struct {
	File string          `json:"file"`
	Ops  json.RawMessage `json:"ops"` // one operation or a list of them
}

// patch returns the text that operations make of a document, as the command patch prints it.
func patch(ctx context.Context, a patchArguments) (result, error) {
	s, err := app.Load(ctx, a.File, app.LoadOptions{Raw: true})
	if err != nil {
		return result{}, err
	}
	rq, err := app.DecodeRequest(a.Ops)
	if err != nil {
		return result{}, err
	}
	text, _, err := app.PatchText(ctx, s, rq, app.PatchOptions{})
	if err != nil {
		return result{}, err
	}
	return value(text)
}

type mergeArguments struct {
	Base   string `json:"base"`
	Mine   string `json:"mine"`
	Theirs string `json:"theirs"`
}

// merge returns the pieces of what two people made of one text.
func merge(_ context.Context, a mergeArguments) (result, error) {
	pieces := app.Merge(a.Base, a.Mine, a.Theirs)
	if pieces == nil {
		pieces = []app.Piece{}
	}
	return value(pieces)
}
