package main

import (
	"strings"

	"github.com/spf13/pflag"
)

// canonical brings a command's arguments into the order every flag parser agrees on: flags as
// `--name=value`, then `--`, then the positional arguments.
//
// The wire contract (cli.md §1) wants more freedom than cobra gives: flags may stand anywhere; a
// flag's value is the next token even if that begins with `--`; only `-o` and `-h` are short flags,
// so that `-` and `-x.noma` are file names; an unknown flag is dropped and does not take a value
// with it. The names of dropped flags are returned so that the caller can say so.
func canonical(flags *pflag.FlagSet, args []string) (ordered, unknown []string, err error) {
	var options, positional []string
	for i := 0; i < len(args); i++ {
		arg := args[i]
		switch {
		case arg == "-o":
			arg = "--out"
		case arg == "-h":
			arg = "--help"
		case arg == "--":
			positional = append(positional, args[i+1:]...)
			i = len(args)
			continue
		case !strings.HasPrefix(arg, "--"):
			positional = append(positional, arg)
			continue
		}
		name, _, hasValue := strings.Cut(arg[2:], "=")
		flag := flags.Lookup(name)
		switch {
		case flag == nil && name == "help":
			options = append(options, arg)
		case flag == nil:
			unknown = append(unknown, "--"+name)
		case hasValue, flag.NoOptDefVal != "": // a switch takes no value
			options = append(options, arg)
		case i+1 < len(args):
			i++
			options = append(options, arg+"="+args[i])
		default:
			return nil, unknown, usagef("%s needs a value", arg)
		}
	}
	return append(append(options, "--"), positional...), unknown, nil
}
