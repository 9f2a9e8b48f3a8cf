package jobs

import (
	"context"
	"errors"
	"io"

	"github.com/nomadocx/nomadocx/pipeline"
)

// sync brings returned files into a source, one after the other. The second reviewer's file was made
// from the same text as the first one's, not from what the first one's edits made of it; where that
// text is the source as it stands, it is given as the base, so that both are told apart.
func (w *work) sync(ctx context.Context) error {
	r := &w.request
	original, err := pipeline.Load(ctx, r.Source, pipeline.LoadOptions{External: r.External, Observe: w.observe})
	if err != nil {
		return err
	}
	if original.Book != nil {
		return errors.New(r.Source + " is a book manifest; sync the chapters one by one")
	}
	before := original.File.Text
	hash := pipeline.SourceHash(before)
	now := original
	for i, back := range r.Returned {
		if err := w.observeFile(back.Path); err != nil {
			return err
		}
		review := pipeline.Review{AllowDelete: r.AllowDelete}
		if i > 0 {
			sent, err := pipeline.SentFrom(ctx, back.Path)
			if err != nil {
				return err
			}
			if sent == hash {
				review.Base = original
			}
		}
		result, err := review.Sync(ctx, now, back.Path, nil)
		if err != nil {
			return err
		}
		if back.Report != "" {
			if err := w.write(back.Report, func(to io.Writer) error {
				_, err := to.Write(append(result.Report, '\n'))
				return err
			}); err != nil {
				return err
			}
		}
		if now, err = original.WithText(result.Text); err != nil {
			return err
		}
	}
	after := now.File.Text
	w.reply.Changed = after != before
	if r.InPlace {
		if !w.reply.Changed {
			return nil
		}
		if err := pipeline.ReplaceText(ctx, r.Source, before, after, lockWait); err != nil {
			return err
		}
		// The next look at this source finds the text we wrote, and nothing to do.
		w.reply.Inputs[0].SHA256 = pipeline.SourceHash(after)
		return nil
	}
	return w.write(r.Out, func(to io.Writer) error {
		_, err := io.WriteString(to, after)
		return err
	})
}

// observeFile notes a file that another package reads by its name.
func (w *work) observeFile(path string) error {
	sum, err := HashFile(path)
	if err != nil {
		return err
	}
	if path = absolute(path); !w.seen[path] {
		w.seen[path] = true
		w.reply.Inputs = append(w.reply.Inputs, Input{Path: path, SHA256: sum})
	}
	return nil
}
