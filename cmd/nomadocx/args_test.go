package main

import (
	"slices"
	"testing"

	"github.com/spf13/pflag"
	"pgregory.net/rapid"
)

func renderFlags() *pflag.FlagSet {
	f := pflag.NewFlagSet("x", pflag.ContinueOnError)
	f.StringP("out", "o", "", "")
	f.String("to", "html", "")
	f.Bool("inplace", false, "")
	return f
}

func TestCanonical(t *testing.T) {
	for _, c := range []struct {
		name          string
		args          []string
		want, unknown []string
	}{
		{"flags after the file", []string{"a.noma", "--to", "docx"}, []string{"--to=docx", "--", "a.noma"}, nil},
		{"a value may begin with two dashes", []string{"--out", "--to", "a"}, []string{"--out=--to", "--", "a"}, nil},
		{"short out", []string{"-o", "x", "a"}, []string{"--out=x", "--", "a"}, nil},
		{"a dash is a file", []string{"-", "--inplace"}, []string{"--inplace", "--", "-"}, nil},
		{"other short tokens are files", []string{"-x"}, []string{"--", "-x"}, nil},
		{"an unknown flag leaves its value behind", []string{"--bogus", "v", "a"}, []string{"--", "v", "a"}, []string{"--bogus"}},
		{"an unknown flag with its value", []string{"--bogus=v", "a"}, []string{"--", "a"}, []string{"--bogus"}},
		{"after two dashes all are files", []string{"--", "--to", "-h"}, []string{"--", "--to", "-h"}, nil},
		{"help anywhere", []string{"a", "-h"}, []string{"--help", "--", "a"}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, unknown, err := canonical(renderFlags(), c.args)
			if err != nil || !slices.Equal(got, c.want) || !slices.Equal(unknown, c.unknown) {
				t.Errorf("canonical(%q) = %q, %q, %v; want %q, %q", c.args, got, unknown, err, c.want, c.unknown)
			}
		})
	}
}

func TestCanonicalWantsValues(t *testing.T) {
	_, _, err := canonical(renderFlags(), []string{"a", "--out"})
	if exitCode(err) != exitUsage {
		t.Errorf("a flag without its value gives %v, want a usage error", err)
	}
}

// TestCanonicalIsStable: arguments in order stay in order, and positional arguments keep theirs.
func TestCanonicalIsStable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		token := rapid.SampledFrom([]string{"a.noma", "-", "--out", "--to", "--inplace", "--nope", "-o", "--to=pdf", "-x", "--"})
		once, _, err := canonical(renderFlags(), rapid.SliceOf(token).Draw(t, "args"))
		if err != nil {
			return
		}
		twice, unknown, err := canonical(renderFlags(), once)
		if err != nil || len(unknown) > 0 || !slices.Equal(once, twice) {
			t.Fatalf("%q becomes %q (%v, %v)", once, twice, unknown, err)
		}
	})
}
