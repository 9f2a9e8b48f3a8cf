package main

import (
	"github.com/spf13/cobra"

	"github.com/nomadocx/nomadocx/norma"
)

func newDoctor(c *common) *cobra.Command {
	return &cobra.Command{
		Use:   "doctor",
		Short: "Repair the project after a crash",
		Long: `Finish or undo what an interrupted norma left: agents that still run, unfinished
steps, steps without a row, patches half applied, runs nobody works on. Every
norma run does the same first; doctor only says what it found. Doing it twice
changes nothing.`,
		Example: "  norma doctor --json",
		Args:    arguments(0, 0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return c.session(cmd.Context(), norma.Options{}, func(s *norma.Session) error {
				if err := s.Examine(cmd.Context()); err != nil {
					return err
				}
				if c.json {
					return c.print(map[string]any{"found": s.Found})
				}
				for _, f := range s.Found {
					if err := c.printf("%s %s: %s\n", f.Kind, f.RunID, f.Message); err != nil {
						return err
					}
				}
				if len(s.Found) == 0 {
					return c.printf("all is in order\n")
				}
				return nil
			})
		},
	}
}
