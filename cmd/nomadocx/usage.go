package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// The usage line of a command is what the command is held to: it says how many files may follow, what
// verbs there are, and what a shell may complete.

// inputs returns the words of a usage line that stand for arguments: `SRC.noma`, `list|accept`, `FILE.docx`.
// any reports that more may follow.
func inputs(use string) (words []string, any bool) {
	fields := strings.Fields(use)[1:]
	for i := 0; i < len(fields); i++ {
		word := strings.Trim(fields[i], "[]")
		switch {
		case strings.HasPrefix(word, "--"):
			i++ // and its value
		case word == "…":
			any = true
		default:
			words = append(words, word)
		}
	}
	return words, any
}

// hold makes a command and those below it refuse what their usage lines do not name, before anything is
// read or written.
func hold(cmd *cobra.Command) {
	for _, c := range cmd.Commands() {
		hold(c)
		if c.HasSubCommands() || c.Args != nil {
			continue
		}
		words, any := inputs(c.Use)
		c.Args = func(c *cobra.Command, args []string) error {
			if !any && len(args) > len(words) {
				if path, _ := c.Flags().GetString("transcript"); path == besideFile {
					return usagef("--transcript takes its path after an equals sign: --transcript=%s", args[len(words)])
				}
				takes := "takes no file"
				if len(words) > 0 {
					takes = "takes " + strings.Join(words, " ")
				}
				return usagef("%s %s, and not also %q; see %s --help", c.CommandPath(), takes, args[len(words)], c.CommandPath())
			}
			if err := outputsApart(c.Flags(), args); err != nil {
				return err
			}
			return outFits(c)
		}
		if c.ValidArgsFunction == nil && len(c.ValidArgs) == 0 {
			c.ValidArgsFunction = func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
				return completed(words, any, len(args))
			}
		}
	}
}

// completed returns what a shell offers for the argument behind n others.
func completed(words []string, any bool, n int) ([]cobra.Completion, cobra.ShellCompDirective) {
	if n >= len(words) {
		if !any || len(words) == 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		n = len(words) - 1
	}
	word := words[n]
	if word == strings.ToLower(word) {
		return strings.Split(word, "|"), cobra.ShellCompDirectiveNoFileComp
	}
	switch strings.ToLower(filepath.Ext(word)) {
	case ".noma":
		return []string{"noma"}, cobra.ShellCompDirectiveFilterFileExt
	case ".docx":
		return []string{"docx"}, cobra.ShellCompDirectiveFilterFileExt
	case ".md":
		return []string{"md", "markdown"}, cobra.ShellCompDirectiveFilterFileExt
	case ".json":
		return []string{"json"}, cobra.ShellCompDirectiveFilterFileExt
	}
	switch word {
	case "DIR":
		return nil, cobra.ShellCompDirectiveFilterDirs
	case "FILE", "BEFORE", "AFTER":
		return []string{"noma", "yml", "yaml", "docx"}, cobra.ShellCompDirectiveFilterFileExt
	}
	return nil, cobra.ShellCompDirectiveDefault
}

// outFits returns an error when the name of an output says that it is something else: a source, which only some commands write, or, of
// commands that write text, another kind of file. Commands with --to examine the name of --out themselves.
func outFits(cmd *cobra.Command) error {
	for _, flag := range writing {
		to, _ := cmd.Flags().GetString(flag)
		if strings.EqualFold(filepath.Ext(to), ".noma") && !(flag == "out" && cmd.Annotations[sourceOut] != "") {
			return usagef("--%s %s is named as a source is, and %s writes something else; name it otherwise", flag, to, cmd.CommandPath())
		}
	}
	if cmd.Annotations[textOut] == "" {
		return nil
	}
	out, _ := cmd.Flags().GetString("out")
	if target, known := app.TargetOf(out); known && target.Binary() {
		return usagef("%s writes text, so --out cannot be the %s file %s", cmd.CommandPath(), target, out)
	}
	return nil
}

// What marks commands whose --out is a text file, and those whose --out may be a source.
const (
	textOut   = "text-out"
	sourceOut = "source-out"
)

// flagError makes one line of what is wrong with a flag.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) {
		return usagef("%v; see %s --help", err, cmd.CommandPath())
	}
	name := unknown.GetSpecifiedName()
	flag := "--" + name
	if group := unknown.GetSpecifiedShortnames(); group != "" {
		name, flag = group, "-"+group
	}
	return usagef("unknown flag %s%s; see %s --help", flag, didYouMean("--", name, flagNames(cmd)), cmd.CommandPath())
}

func flagNames(cmd *cobra.Command) (names []string) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names = append(names, f.Name)
		}
	})
	return names
}

// didYouMean returns a question that names what was likely meant, "" when nothing known is alike.
func didYouMean(prefix, name string, known []string) string {
	// cobra compares names of commands; any names can be made commands.
	all := &cobra.Command{SuggestionsMinimumDistance: 2}
	for _, k := range known {
		all.AddCommand(&cobra.Command{Use: k, Run: func(*cobra.Command, []string) {}})
	}
	alike := all.SuggestionsFor(name)
	if len(alike) == 0 {
		return ""
	}
	slices.Sort(alike)
	return "; did you mean " + prefix + strings.Join(alike[:min(len(alike), 3)], " or "+prefix) + "?"
}

// unknownCommand returns one line: the help would push it off the screen.
func unknownCommand(root *cobra.Command, name string) error {
	var known []string
	for _, c := range root.Commands() {
		if !c.Hidden {
			known = append(known, append(c.Aliases, c.Name())...)
		}
	}
	return usagef("unknown command %q%s; nomadocx --help lists the commands", name, didYouMean("", name, known))
}

// missingInput returns the usage error of commands that need a file.
func missingInput(cmd *cobra.Command) error {
	return usagef("missing input file; the usage is: %s", strings.TrimSuffix(cmd.UseLine(), " [flags]"))
}

// outputTarget returns what a command with --to and --out makes. Without --to the name of the output decides;
// with both, they must not contradict each other.
func outputTarget(cmd *cobra.Command) (string, error) {
	to, _ := cmd.Flags().GetString("to")
	out, _ := cmd.Flags().GetString("out")
	if foreign, format := app.ForeignOutput(out); foreign {
		return "", usagef("nomadocx does not write %s files such as %s (known: %s)", format, out, strings.Join(app.Targets, ", "))
	}
	named, known := app.TargetOf(out)
	if !known {
		return to, nil
	}
	if !cmd.Flags().Changed("to") {
		return string(named), nil
	}
	target, ok := app.ParseTarget(to)
	if ok && !target.Fits(named) {
		return "", usagef("--to %s contradicts --out %s, whose name says %s; leave --to out, or name the file otherwise", to, out, named)
	}
	return to, nil
}

// choice is a flag that takes one of a few values; a shell completes them.
func choice(cmd *cobra.Command, name string, values ...string) {
	if err := cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)); err != nil {
		panic(fmt.Sprintf("%s: %v", cmd.Use, err)) // a flag that is not there, seen by every test
	}
}
