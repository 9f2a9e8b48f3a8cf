package app

import (
	"context"
	"fmt"
	"io"

	"github.com/nomadocx/nomadocx/noma/ingest"
)

// Ingest reads a Markdown file, "-" for stdin, and makes .noma source of it.
func Ingest(ctx context.Context, file string, stdin io.Reader, o ingest.Options) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", err
	}
	data, err := readFile(file, stdin, MaxSource)
	if err != nil {
		return "", err
	}
	if err := plainText(file, data); err != nil {
		return "", err
	}
	text, err := ingest.Markdown(string(data), o)
	if err != nil {
		return "", fmt.Errorf("%s: %w", file, err)
	}
	return text, nil
}
