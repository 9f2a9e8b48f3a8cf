package main

import (
	"fmt"
	"slices"
	"text/tabwriter"

	"github.com/nomadocx/nomadocx/serve/batch"
)

func (b *batchCommand) status() error {
	if len(b.args) > 0 {
		return usagef("nomadocx batch status takes no file; the folder is --out (got %q)", b.args[0])
	}
	ctx := b.cmd.Context()
	store, err := b.open(true)
	if err != nil {
		return err
	}
	defer store.Close()
	var states []batch.State
	if b.on("failed") {
		states = append(states, batch.Discarded)
	}
	all, err := store.Items(ctx, b.text("batch"), states...)
	if err != nil {
		return err
	}
	if b.on("json") {
		for _, it := range all {
			if err := b.t.jsonLine(itemLine(it)); err != nil {
				return err
			}
		}
		return nil
	}
	batches, err := store.Summaries(ctx)
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(b.t.out, 0, 4, 2, ' ', 0)
	shown := 0
	for _, s := range batches {
		if id := b.text("batch"); id != "" && id != s.ID {
			continue
		}
		shown++
		c := s.Counts
		fmt.Fprintf(w, "%s\t%d done\t%d failed\t%d running\t%d waiting\t%d cancelled\t%s\n", s.ID, c.Completed, c.Discarded, c.Running, c.Available, c.Cancelled, s.Dir)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if shown == 0 && b.text("batch") != "" {
		return fmt.Errorf("there is no batch %s; nomadocx batch status lists them", b.text("batch"))
	}
	// What is done can be seen in its folder.
	all = slices.DeleteFunc(all, func(it batch.Item) bool { return it.State == batch.Completed })
	return writeItems(b.t, all, "", nil)
}
