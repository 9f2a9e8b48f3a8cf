package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/nomadocx/nomadocx/review/report"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
	"github.com/spf13/cobra"
)

// showReport prints the reports of syncs for people.
func showReport(t *terminal, cmd *cobra.Command, files []string) error {
	to, _ := cmd.Flags().GetString("to")
	out, _ := cmd.Flags().GetString("out")
	named := report.FormatOf(out)
	format := report.Format(to)
	switch format {
	case "":
		if format = named; named == report.JSON {
			format = report.Text
		}
	case report.Text, report.Markdown, report.Page:
		if named != report.JSON && named != format {
			return usagef("--to %s and --out %s contradict each other; give one of them", to, out)
		}
	default:
		return usagef("--to must be text, md or html, not %q", to)
	}
	var list []reviewsync.Finding
	var names []string
	if i := slices.Index(files, "-"); i >= 0 && slices.Contains(files[i+1:], "-") {
		return usagef("only one of the files can be standard input")
	}
	for _, f := range files {
		data, err := app.ReadReport(f, t.in)
		if err != nil {
			return err
		}
		found, err := report.Read(data)
		if err != nil {
			return fmt.Errorf("%s: %w", f, err)
		}
		list, names = append(list, found...), append(names, displayName(f))
	}
	list = report.Join(list)
	if format == report.Text && out == "" {
		return t.printText([]byte(report.Table(list, t.paint)))
	}
	return t.emit(destination{out: out}, report.Write(format, title(names), list))
}

// title names what a report is about.
func title(names []string) string {
	if slices.Contains(names, displayName("-")) {
		return "a returned file"
	}
	return strings.Join(names, ", ")
}
