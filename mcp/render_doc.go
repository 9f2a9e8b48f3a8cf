package mcp

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/nomadocx/nomadocx/pipeline"
	"github.com/nomadocx/nomadocx/render/llm"
)

var renderDocTool = tool{
	name: "render_doc", title: "Render a document", effect: writes,
	description: "Renders a .noma document. llm (the default) is its text for a language model; select, exclude and budget narrow it. markdown, html, json and noma are answered as text. docx is written to out, a path below the root that ends in .docx.",
}

type renderDocInput struct {
	File    string `json:"file" jsonschema:"absolute path of the .noma file, or a path relative to the server's root"`
	To      string `json:"to,omitempty" jsonschema:"llm, markdown, html, json, noma or docx"`
	Out     string `json:"out,omitempty" jsonschema:"with docx: the Word file to write"`
	Select  string `json:"select,omitempty" jsonschema:"llm: only blocks of these types or names, with commas between them"`
	Exclude string `json:"exclude,omitempty" jsonschema:"llm: no blocks of these types or names"`
	Budget  int    `json:"budget,omitempty" jsonschema:"llm: at most so many characters"`
}

// wroteFile is the answer when the result is a file.
type wroteFile struct {
	OK    bool   `json:"ok"`
	Wrote string `json:"wrote"`
	Bytes int    `json:"bytes"`
}

// maxWord is the largest Word file that is written, in bytes.
const maxWord = 256 << 20

func (s *server) renderDoc(ctx context.Context, in renderDocInput) (any, error) {
	if in.To == "" {
		in.To = string(pipeline.LLM)
	}
	target, ok := pipeline.ParseTarget(in.To)
	if !ok || target == pipeline.PDF {
		return nil, fmt.Errorf("to: %q is none of llm, markdown, html, json, noma, docx", in.To)
	}
	if in.Budget < 0 {
		return nil, errors.New("budget: give a number above 0")
	}
	out := ""
	if target == pipeline.Word {
		var err error
		if out, err = s.folder.output(in.Out, ".docx"); err != nil {
			return nil, err
		}
	}
	src, err := s.load(ctx, in.File, false)
	if err != nil {
		return nil, err
	}
	text := &bounded{limit: maxAnswer}
	if out != "" {
		text.limit = maxWord
	}
	if out != "" {
		if err := regular(pipeline.ArmPath(src.Path)); err != nil {
			return nil, err
		}
	}
	o := pipeline.RenderOptions{Target: target, Strict: true, Replaces: out,
		LLM: llm.Options{Select: []string{in.Select}, Exclude: []string{in.Exclude}, Budget: in.Budget}}
	if err := pipeline.Render(ctx, text, src, o); err != nil {
		return nil, err
	}
	if out == "" {
		return text.String(), nil
	}
	return wroteFile{OK: true, Wrote: in.Out, Bytes: text.Len()}, write(out, text.Bytes())
}

func write(path string, data []byte) error {
	var outputs pipeline.Outputs
	defer outputs.Discard()
	w, err := outputs.Create(path)
	if err != nil {
		return err
	}
	if _, err := w.Write(data); err != nil {
		return err
	}
	return outputs.Commit()
}

// bounded is a buffer that refuses to grow beyond its limit.
type bounded struct {
	bytes.Buffer
	limit int
}

func (b *bounded) Write(p []byte) (int, error) {
	if b.Len()+len(p) > b.limit {
		return 0, fmt.Errorf("the result has more than %d MB; ask for less", b.limit>>20)
	}
	return b.Buffer.Write(p)
}
