package main

import (
	"os"
	"path/filepath"
	"slices"

	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/spf13/pflag"
)

// What names files that a command writes and reads, besides its arguments.
var (
	writing = []string{"out", "report", "clean", "patch-out", "debug-bundle", "transcript"}
	reading = []string{"base", "decisions", "ops", "css", "reference-doc"}
)

// outputsApart returns an error when a file that is to be written is one that is read, is written twice, or is standard output where that
// has another use. A new version of a source may take its place.
func outputsApart(f *pflag.FlagSet, args []string) error {
	read := slices.Clone(args)
	for _, flag := range reading {
		if from, _ := f.GetString(flag); from != "" {
			read = append(read, from)
		}
	}
	written := map[string]string{}
	for _, flag := range writing {
		to, _ := f.GetString(flag)
		switch {
		case to == "-" && flag == "report" && f.Lookup("json") != nil:
			return usagef("--report writes a file; --json prints the report")
		case to == "-" && flag != "out":
			return usagef("--%s writes a file, it cannot be standard output", flag)
		case to == "" || to == "-":
			continue
		}
		path, err := filepath.Abs(to)
		if err != nil {
			return err
		}
		info, err := os.Stat(path)
		if err == nil && !info.Mode().IsRegular() {
			continue
		}
		for _, name := range read {
			if app.SameFile(name, path) && !(flag == "out" && name == args[0] && f.Lookup("inplace") != nil) {
				return usagef("--%s is a file that is read: %s would be lost", flag, to)
			}
		}
		for other, before := range written {
			if other == path || app.SameFile(other, path) {
				return usagef("--%s and --%s are the same file", before, flag)
			}
		}
		written[path] = flag
	}
	return nil
}
