package app

import (
	"context"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

// SentFrom returns the SHA-256, in hex, of the source a Word file was made from, as the file itself says;
// "" when it says nothing. It is what pairs a returned file with its source whatever it is called now.
func SentFrom(ctx context.Context, file string) (string, error) {
	d, err := readWord(ctx, file, nil)
	if err != nil {
		return "", err
	}
	m, ok := layout.ReadManifest(d.Manifest, d.Properties[layout.ManifestProperty])
	if !ok {
		return "", nil
	}
	return m.Source, nil
}

// SourceHash returns the hash of a source text that [SentFrom] speaks of.
func SourceHash(text string) string { return source.Hash(text) }

// WithText returns the document with another text: the same file name, and the same files around it.
func (s *Source) WithText(text string) (*Source, error) {
	other, err := fromText(s.Path, text, noma.Options{Look: s.parse.Look})
	if err != nil {
		return nil, err
	}
	other.Resources, other.library = s.Resources, s.library
	other.bringIn()
	return other, nil
}
