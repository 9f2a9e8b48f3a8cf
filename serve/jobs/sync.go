package jobs

import (
	"context"
	"errors"
	"io"

	"github.com/nomadocx/nomadocx/internal/app"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// sync brings returned files into a source, each with a report of its own.
func (w *work) sync(ctx context.Context) error {
	r := &w.request
	s, err := app.Load(ctx, r.Source, app.LoadOptions{External: r.External, Observe: w.observe})
	if err != nil {
		return err
	}
	if s.Book != nil {
		return errors.New(r.Source + " is a book manifest; sync the chapters one by one")
	}
	var files []string
	for _, back := range r.Returned {
		if err := w.observeFile(back.Path); err != nil {
			return err
		}
		files = append(files, back.Path)
	}
	review := app.Review{AllowDelete: r.AllowDelete, Force: r.Force, Strategy: reviewsync.Strategy(r.Strategy), Remembered: app.TranscriptOf(r.Source)}
	result, err := review.SyncAll(ctx, s, files, nil)
	if err != nil {
		return err
	}
	for i, back := range r.Returned {
		if back.Report == "" {
			continue
		}
		report, err := app.JSONText(result.Each[i])
		if err != nil {
			return err
		}
		if err := w.write(back.Report, func(to io.Writer) error {
			_, err := to.Write(append(report, '\n'))
			return err
		}); err != nil {
			return err
		}
		w.reply.Outputs[len(w.reply.Outputs)-1].Conflicts = app.Undecided(result.Each[i].Findings)
	}
	before := s.File.Text
	w.reply.Changed = result.Text != before
	if r.InPlace {
		if !w.reply.Changed {
			return nil
		}
		if err := app.ReplaceText(ctx, r.Source, before, result.Text, lockWait); err != nil {
			return err
		}
		// The next reading of this source finds the text we wrote, and nothing to do.
		w.reply.Inputs[0].SHA256 = app.SourceHash(result.Text)
		return nil
	}
	return w.write(r.Out, func(to io.Writer) error {
		_, err := io.WriteString(to, result.Text)
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
