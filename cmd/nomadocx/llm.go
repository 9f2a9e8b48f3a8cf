package main

import (
	"math"
	"time"

	"github.com/spf13/cobra"

	"github.com/nomadocx/nomadocx/internal/app"
)

// llmFlags adds the flags of commands that print a document for a language model.
func llmFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringArray("select", nil, "LLM: only blocks of these `TYPES` or names, and the headings above them (may be repeated)")
	f.StringArray("exclude", nil, "LLM: no blocks of these `TYPES` or names (may be repeated)")
	f.String("budget", "", "LLM: at most `N` characters")
	f.String("exclude-stale-days", "", "LLM: no memories last seen more than `N` days ago")
	f.String("now", "", "LLM: take `DATE` for today")
}

// llmOptions reads them. The date only matters, and only is examined, when memories can be stale.
func llmOptions(cmd *cobra.Command) (app.LLMOptions, error) {
	f := cmd.Flags()
	text := func(name string) string { s, _ := f.GetString(name); return s }
	o := app.LLMOptions{StaleDays: positive(text("exclude-stale-days"))}
	o.Select, _ = f.GetStringArray("select")
	o.Exclude, _ = f.GetStringArray("exclude")
	if n := positive(text("budget")); n > 0 {
		o.Budget = int(min(max(1, n), math.MaxInt32))
	}
	if o.StaleDays == 0 {
		return o, nil
	}
	o.Now = time.Now()
	if now := text("now"); now != "" {
		at, err := parseTime(now)
		if err != nil {
			return o, usagef("--now value is not a valid date")
		}
		o.Now = at
	}
	return o, nil
}
