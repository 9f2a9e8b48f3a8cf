//go:build !js

package app

import (
	"context"
	"fmt"
	"io"

	"github.com/nomadocx/nomadocx/noma/ingest"
)

// Ingest reads a Markdown file, "-" for stdin, and makes .noma source of it, in which every heading gets an id if ids says so. Markup
// that has no form there is left out, and reported with its line.
func Ingest(ctx context.Context, file string, stdin io.Reader, ids bool, leftOut func(line int, markup string)) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", err
	}
	data, err := readFile(file, stdin, maxSource)
	if err != nil {
		return "", err
	}
	if err := plainText(file, data); err != nil {
		return "", err
	}
	text, err := ingest.Markdown(string(data), ingest.Options{NoIDs: !ids, LeftOut: leftOut})
	if err != nil {
		return "", fmt.Errorf("%s: %w", file, err)
	}
	return text, nil
}
