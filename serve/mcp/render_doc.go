package mcp

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/nomadocx/nomadocx/internal/docfile"
	"github.com/nomadocx/nomadocx/noma/diag"
)

var renderDocTool = tool{
	name: "render_doc", effect: writes,
	description: "Renders a .noma document for a language model (llm, the default), as markdown, html, json or noma, or writes a Word file (docx). A text of more than budget bytes is cut; its last line says the next offset.",
}

type renderDocInput struct {
	fileInput
	To       string `json:"to,omitempty" jsonschema:"llm, markdown, html, json, noma or docx"`
	ID       string `json:"id,omitempty" jsonschema:"only this block"`
	Audience string `json:"audience,omitempty"`
	Offset   int    `json:"offset,omitempty"`
	Budget   int    `json:"budget,omitempty"`
	Out      string `json:"out,omitempty" jsonschema:"the .docx file"`
	Select   string `json:"select,omitempty" jsonschema:"llm: only blocks of these types or names"`
	Exclude  string `json:"exclude,omitempty" jsonschema:"llm: not these"`
}

// wroteFile is the answer when the result is a file.
type wroteFile struct {
	OK    bool   `json:"ok"`
	Wrote string `json:"wrote"`
	Bytes int    `json:"bytes"`
	// Warnings are the first things that are wrong with the document; validate_doc lists all.
	Warnings []string `json:"warnings,omitempty"`
}

const maxWarnings = 20

// maxWord is the largest Word file that is written, in bytes.
const maxWord = 256 << 20

func (s *server) renderDoc(ctx context.Context, in renderDocInput) (any, error) {
	if in.To == "" {
		in.To = string(app.LLM)
	}
	target, ok := app.ParseTarget(in.To)
	if !ok || target == app.PDF {
		return nil, fmt.Errorf("to: %q is none of llm, markdown, html, json, noma, docx", in.To)
	}
	if in.Budget < 0 || in.Offset < 0 {
		return nil, errors.New("offset and budget: give numbers from 0")
	}
	out := ""
	if target == app.Word {
		var err error
		if out, err = s.folder.output(in.Out, ".docx"); err != nil {
			return nil, err
		}
	}
	src, err := s.load(ctx, in.File, false)
	if err != nil {
		return nil, err
	}
	if in.ID != "" {
		part, text, err := src.Part(in.ID)
		if err != nil {
			return nil, err
		}
		if src = part; target == app.Noma {
			return window(text, in.Offset, in.Budget), nil
		}
	}
	if err := src.CheckKinds(in.Select, in.Exclude); err != nil {
		return nil, err
	}
	text := &bounded{limit: maxText}
	if out != "" {
		text.limit = maxWord
	}
	if out != "" {
		if err := regular(app.ArmPath(src.Path)); err != nil {
			return nil, err
		}
	}
	o := app.RenderOptions{Target: target, Audience: in.Audience, Strict: true, Replaces: out,
		LLM: app.LLMOptions{Select: []string{in.Select}, Exclude: []string{in.Exclude}}}
	answer := wroteFile{OK: true, Wrote: in.Out}
	if out != "" {
		o.Faults = func(found diag.List) {
			for _, d := range found[:min(len(found), maxWarnings)] {
				answer.Warnings = append(answer.Warnings, app.FormatDiagnostic(d, in.File))
			}
		}
		o.Warn = func(message string) {
			if len(answer.Warnings) < maxWarnings {
				answer.Warnings = append(answer.Warnings, message)
			}
		}
	}
	if err := app.Render(ctx, text, src, o); err != nil {
		return nil, err
	}
	if out == "" {
		return window(text.String(), in.Offset, in.Budget), nil
	}
	answer.Bytes = text.Len()
	return answer, docfile.OutputBytes(out, text.Bytes())
}

// maxText is the longest text that is rendered for a client to read in parts, in bytes.
const maxText = 64 << 20

// window returns a part of a text; a last line says how to go on when there is more.
func window(text string, offset, budget int) string {
	if budget == 0 {
		budget = usualBudget
	}
	for offset = min(offset, len(text)); offset < len(text) && !utf8.RuneStart(text[offset]); {
		offset++
	}
	end := min(len(text), offset+min(budget, maxAnswer/2))
	for end < len(text) && end > offset+1 && !utf8.RuneStart(text[end]) {
		end--
	}
	out := text[offset:end]
	if end < len(text) {
		out += fmt.Sprintf("\n[%d of %d bytes; go on with offset %d]\n", end-offset, len(text), end)
	}
	return out
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
