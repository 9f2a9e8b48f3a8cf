package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/nomadocx/nomadocx/internal/docfile"
	"github.com/nomadocx/nomadocx/norma"
)

func newRuns(c *common) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "runs",
		Short:   "List, show and remove runs",
		Long:    "Look at what was done. list and show need no lock: they work while a run goes on.",
		Example: "  norma runs list --limit 5\n  norma runs show 20260501-101500-1a2b3c",
		Args:    arguments(0, 0, "list|show|prune"),
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newRunsList(c), newRunsShow(c), newRunsPrune(c))
	return cmd
}

func newRunsList(c *common) *cobra.Command {
	var status string
	var limit int
	cmd := &cobra.Command{
		Use:     "list [--status S] [--limit N]",
		Short:   "List runs, newest first",
		Example: "  norma runs list --status failed",
		Args:    arguments(0, 0, "[--status S] [--limit N]"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if status != "" && !strings.Contains(" running passed failed stopped ", " "+status+" ") {
				return usagef("there is no status %q; runs are running, passed, failed or stopped", status)
			}
			return c.look(cmd.Context(), func(_ *norma.Project, s *norma.Store) error {
				list, err := s.Runs(cmd.Context(), status, limit)
				if err != nil {
					return err
				}
				if c.json {
					return c.print(list)
				}
				for _, r := range list {
					verdict := "-"
					if r.Verdict != nil {
						verdict = *r.Verdict
					}
					goal, _, _ := strings.Cut(r.Goal, "\n")
					if err := c.printf("%s  %-7s  %-4s  %2d  %s  %s\n", r.RunID, r.Status, verdict, r.Iteration, r.CreatedAt, goal); err != nil {
						return err
					}
				}
				return nil
			})
		},
	}
	cmd.Flags().StringVar(&status, "status", "", "only runs with this `STATUS`")
	cmd.Flags().IntVar(&limit, "limit", 0, "at most `N` runs")
	return cmd
}

func newRunsShow(c *common) *cobra.Command {
	var page string
	cmd := &cobra.Command{
		Use:   "show RUN [--html FILE]",
		Short: "Show a run: steps, verdicts, patches, events",
		Long: `Show a run as a timeline. --html writes one page with everything in it, steps,
verdicts, links to the evidence and the patches; FILE may be "-" for stdout.`,
		Example: `  norma runs show 20260501-101500-1a2b3c
  norma runs show 20260501-101500-1a2b3c --html run.html`,
		Args: arguments(1, 1, "RUN"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.look(cmd.Context(), func(p *norma.Project, s *norma.Store) error {
				a, err := s.History(cmd.Context(), args[0])
				if err != nil {
					return err
				}
				switch {
				case page == "-":
					return norma.WritePage(c.t.out, p, a, "")
				case page != "":
					return c.writePage(p, a, page)
				case c.json:
					return c.print(a)
				}
				return norma.WriteTimeline(c.t.out, p, a)
			})
		},
	}
	cmd.Flags().StringVar(&page, "html", "", "write a page to `FILE`")
	return cmd
}

func (c *common) writePage(p *norma.Project, a *norma.History, path string) error {
	at, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	if err := docfile.Write(at, 0o644, func(w io.Writer) error {
		return norma.WritePage(w, p, a, filepath.Dir(at))
	}); err != nil {
		return err
	}
	fmt.Fprintf(c.t.err, "✓ wrote %s\n", path)
	return nil
}

func newRunsPrune(c *common) *cobra.Command {
	var last, days int
	var dry bool
	cmd := &cobra.Command{
		Use:   "prune --keep-last N --keep-days D [--dry-run]",
		Short: "Remove old runs with their files",
		Long: `Remove ended runs that no rule keeps. A run stays if it is among the newest N, or
younger than D days, or running. Without flags the rules of the configuration
(retention) hold; without any rule nothing is removed.`,
		Example: "  norma runs prune --keep-last 20 --keep-days 30 --dry-run",
		Args:    arguments(0, 0, "--keep-last N --keep-days D [--dry-run]"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			p, err := c.project()
			if err != nil {
				return err
			}
			if !cmd.Flags().Changed("keep-last") && !cmd.Flags().Changed("keep-days") {
				config, err := norma.LoadConfig(p)
				if err != nil {
					return err
				}
				last, days = config.Retention.KeepLast, config.Retention.KeepDays
			}
			return c.session(cmd.Context(), norma.Options{}, func(s *norma.Session) error {
				removed, err := s.Prune(cmd.Context(), last, days, dry, time.Now())
				if err != nil {
					return err
				}
				if c.json {
					return c.print(map[string]any{"removed": removed, "dry_run": dry})
				}
				word := "removed"
				if dry {
					word = "would remove"
				}
				for _, id := range removed {
					if err := c.printf("%s %s\n", word, id); err != nil {
						return err
					}
				}
				return nil
			})
		},
	}
	cmd.Flags().IntVar(&last, "keep-last", 0, "keep the newest `N` runs")
	cmd.Flags().IntVar(&days, "keep-days", 0, "keep runs younger than `D` days")
	cmd.Flags().BoolVar(&dry, "dry-run", false, "only say what would be removed")
	return cmd
}
