package app

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/arm"
	"github.com/nomadocx/nomadocx/internal/files"
	"github.com/nomadocx/nomadocx/noma/source"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// Decisions are what an author decided on the edits of returned files, as the review page saves them.
type Decisions struct {
	Source    string         `json:"source"` // SHA-256 of the text they were made for
	Returned  []DecidedFile  `json:"returned"`
	Decisions []EditDecision `json:"decisions"`
}

// DecidedFile is a returned file that decisions are about.
type DecidedFile struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256"`
}

// EditDecision is what was decided on the edit of a finding. Text is the comment, or, of an accepted edit, the words that the
// author wants instead of the reviewer's.
type EditDecision struct {
	Finding  string            `json:"finding"`
	Decision reviewsync.Choice `json:"decision"`
	Text     string            `json:"text,omitempty"`
}

// maxDecisions is the largest file of decisions that is read, in bytes.
const maxDecisions = 64 << 20

// ReadDecisions reads a file of decisions, "-" for stdin.
func ReadDecisions(file string, stdin io.Reader) (*Decisions, error) {
	data, err := readFile(file, stdin, maxDecisions)
	if err != nil {
		return nil, err
	}
	d, err := decodeDecisions(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return d, nil
}

// decodeDecisions reads decisions. Two of one edit have to say the same.
func decodeDecisions(data []byte) (*Decisions, error) {
	d := &Decisions{}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	// What two readers could understand differently is refused: members that are there twice, text behind the value.
	if _, err := arm.Parse(data, arm.Limits{Bytes: maxDecisions, Values: maxDecisions}); err != nil {
		return nil, fmt.Errorf("these are no decisions on returned edits: %w", err)
	}
	in := json.NewDecoder(bytes.NewReader(data))
	in.DisallowUnknownFields()
	if err := in.Decode(d); err != nil {
		return nil, fmt.Errorf("these are no decisions on returned edits: %w", err)
	}
	if !source.IsHash(d.Source) || len(d.Returned) == 0 {
		return nil, fmt.Errorf("these are no decisions on returned edits: source and returned have to name what was decided on")
	}
	made := map[string]EditDecision{}
	for i, x := range d.Decisions {
		switch x.Decision {
		case reviewsync.Accept, reviewsync.Reject, reviewsync.Leave, reviewsync.Answer:
		default:
			return nil, fmt.Errorf("decision %d is %q, and no accept, reject, later or comment", i+1, x.Decision)
		}
		other, twice := made[x.Finding]
		switch {
		case x.Finding == "":
			return nil, fmt.Errorf("decision %d names no finding", i+1)
		case x.Decision == reviewsync.Answer && strings.TrimSpace(x.Text) == "":
			return nil, fmt.Errorf("decision %d (%s) is a comment without text", i+1, x.Finding)
		case x.Text != "" && x.Decision != reviewsync.Answer && x.Decision != reviewsync.Accept:
			return nil, fmt.Errorf("decision %d (%s) has a text, which only a comment has, and an edit that is accepted in other words", i+1, x.Finding)
		case twice && other != x:
			return nil, fmt.Errorf("finding %s was decided on twice: %s and %s", x.Finding, other.Decision, x.Decision)
		}
		made[x.Finding] = x
	}
	return d, nil
}

// OtherDecisionsError says that decisions are about another source, or about other files.
type OtherDecisionsError struct{ Differs []string }

func (e *OtherDecisionsError) Error() string {
	return "the decisions were made for something else, and nothing was written: " + strings.Join(e.Differs, "; ")
}

// about fails with an [OtherDecisionsError] when decisions are not about a source and files.
func (d *Decisions) about(s *Source, list []DecidedFile) error {
	e := &OtherDecisionsError{}
	if now := s.File.Hash(); now != d.Source {
		e.Differs = append(e.Differs, fmt.Sprintf("%s has changed: they were made for the text with SHA-256 %.12s…, it is %.12s… now", nameOf(s.Path), d.Source, now))
	}
	has := func(list []DecidedFile, sha string) bool {
		return slices.ContainsFunc(list, func(f DecidedFile) bool { return f.SHA256 == sha })
	}
	for _, f := range list {
		if !has(d.Returned, f.SHA256) {
			e.Differs = append(e.Differs, fmt.Sprintf("nothing was decided on %s (SHA-256 %.12s…)", f.Name, f.SHA256))
		}
	}
	for _, f := range d.Returned {
		if !has(list, f.SHA256) {
			e.Differs = append(e.Differs, fmt.Sprintf("%s was decided on and is not given (SHA-256 %.12s…)", nameOf(f.Name), f.SHA256))
		}
	}
	if len(e.Differs) > 0 {
		return e
	}
	return nil
}

// returnedFiles names files with the hashes of what is in them.
func returnedFiles(ctx context.Context, paths []string) ([]DecidedFile, error) {
	var out []DecidedFile
	for _, path := range paths {
		sum, err := hashOfFile(ctx, path)
		if err != nil {
			return nil, err
		}
		out = append(out, DecidedFile{Name: filepath.Base(path), SHA256: sum})
	}
	return out, nil
}

func hashOfFile(ctx context.Context, path string) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", err
	}
	if path == "-" {
		return "", fmt.Errorf("decisions are about files, and standard input is none")
	}
	info, err := files.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		return "", fmt.Errorf("cannot read %s: it is not a regular file", path)
	}
	if err != nil {
		return "", cannotRead(path, err)
	}
	f, err := files.Open(path)
	if err != nil {
		return "", cannotRead(path, err)
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, io.LimitReader(f, maxPackage()+1)); err != nil {
		return "", cannotRead(path, err)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
