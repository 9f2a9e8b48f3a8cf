package main

import (
	"bytes"
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
}

// preview returns a strict page, and the lines of its blocks in their order; an empty comment stands before each.
func preview(ctx context.Context, a previewArguments) (result, error) {
	s, err := app.Load(ctx, a.File, app.LoadOptions{})
	if err != nil {
		return result{}, err
	}
	lines := []int{}
	var b bytes.Buffer
	err = app.Render(ctx, &b, s, app.RenderOptions{Target: app.HTML, Theme: a.Theme, Strict: true, MathFont: "system",
		Line: func(line int) { lines = append(lines, line) }})
	if err != nil {
		return result{}, err
	}
	r, err := value(lines)
	r.bytes = b.Bytes()
	return r, err
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
