package main

import (
	"context"
	"net"
	"time"

	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/spf13/cobra"
)

// pageFlags are those of review page and review serve.
func pageFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.Bool("allow-delete", false, "page, serve: blocks that were deleted in Word can be taken out of the source")
	f.Bool("force", false, "page, serve: show a file too that was not made from this source")
	f.Bool("forget", false, "page, serve: offer again what was rejected before")
	f.String("base", "", "page, serve: the source that was sent: `FILE`, git:REV, or REV:path")
	f.Int("port", 8018, "serve: `NUMBER` of the port on 127.0.0.1; 0 takes a free one")
}

// showPage writes the page on which the edits of returned files are decided, or serves it.
func showPage(t *terminal, cmd *cobra.Command, verb string, args []string) error {
	if len(args) < 2 {
		return usagef("nomadocx review %s: <file.noma> <file.docx> required", verb)
	}
	if err := refuseManifest(cmd, args[0]); err != nil {
		return err
	}
	for _, a := range args {
		if a == "-" {
			return usagef("review %s needs files, not standard input", verb)
		}
	}
	f := cmd.Flags()
	on := func(name string) bool { b, _ := f.GetBool(name); return b }
	s, err := load(cmd.Context(), t, cmd, args[:1])
	if err != nil {
		return err
	}
	keep, err := decisionLog(cmd, args[0])
	if err != nil {
		return err
	}
	review := app.Review{AllowDelete: on("allow-delete"), Force: on("force"), Forget: on("forget"), Remembered: keep.Transcript,
		Author: keep.Attribution.Actor.Name, Now: keep.Attribution.Now}
	if base, _ := f.GetString("base"); base != "" {
		if review.Base, err = app.LoadBase(cmd.Context(), s, base); err != nil {
			return err
		}
	}
	if verb == "serve" {
		return serveReview(cmd.Context(), t, cmd, &app.ReviewServer{Path: args[0], Files: args[1:], Load: app.LoadOptions{External: on("allow-external-paths")},
			Review: review, Keep: keep, Inplace: f.Changed("inplace") && on("inplace")})
	}
	page, err := review.ReviewPage(cmd.Context(), s, args[1:], "")
	if err != nil {
		return t.refused(err, false)
	}
	out, _ := f.GetString("out")
	return t.emit(destination{out: out}, page)
}

// serveReview serves the page until it is interrupted.
func serveReview(ctx context.Context, t *terminal, cmd *cobra.Command, v *app.ReviewServer) error {
	port, err := portFlag(cmd)
	if err != nil {
		return err
	}
	return serveLoopback(ctx, port, v, time.Minute, func(at net.Addr) {
		t.status("review of %s at http://%s%s (Ctrl-C ends)", v.Path, at, v.Root())
		if !v.Inplace {
			t.status("the page saves its decisions; with --inplace it applies them to %s", v.Path)
		}
	})
}
