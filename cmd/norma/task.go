package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nomadocx/nomadocx/norma"
	"github.com/nomadocx/nomadocx/norma/contract"
)

func newTask(c *common) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "task",
		Short: "Add, show, edit, link, retry and close tasks",
		Long: `A task is a goal with acceptance criteria. norma run works on it; its status
follows the run: todo, doing, done, failed or stopped.`,
		Example: `  norma task add "fix the report" --ac "no errors => nomadocx check report.noma"
  norma task list --all
  norma task link 2 --depends-on 1`,
		Args: arguments(0, 0, "add|list|show|edit|retry|done|remove|link|unlink"),
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newTaskAdd(c), newTaskList(c), newTaskShow(c), newTaskDone(c), newTaskLink(c, true), newTaskLink(c, false),
		newTaskEdit(c), newTaskRetry(c), newTaskRemove(c))
	return cmd
}

func newTaskAdd(c *common) *cobra.Command {
	var title string
	var criteria []string
	cmd := &cobra.Command{
		Use:   "add GOAL [--title T] [--ac TEXT]...",
		Short: "Add a task",
		Long: `Add a task. Each --ac is one acceptance criterion; they are named AC1, AC2, … in
their order. A criterion may end in commands that decide it, each after a =>; all of
them must succeed:

  no errors => nomadocx check report.noma => nomadocx check annex.noma

There is no shell: only words, and quotes around words with blanks. Only nomadocx
commands that look are allowed. What could not be judged is refused at once (exit
code 2): signs of a shell, unknown commands and flags, arguments nothing reads. The
agents of nomadocx judge by commands only; a criterion in words needs a check agent
of your own (norma init --help).`,
		Example: `  norma task add "publish the report" --ac "no errors => nomadocx check report.noma" --ac "it renders => nomadocx render report.noma --to llm"`,
		Args:    arguments(1, 1, "GOAL"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.edit(cmd.Context(), func(p *norma.Project, s *norma.Store) error {
				list, err := c.criteria(cmd.Context(), p, criteria)
				if err != nil {
					return err
				}
				id, err := s.AddTask(cmd.Context(), title, args[0], list)
				if err != nil {
					return err
				}
				if c.json {
					return c.print(map[string]any{"id": id})
				}
				return c.printf("task %d added\n", id)
			})
		},
	}
	cmd.Flags().StringVar(&title, "title", "", "a short `TITLE` (default: the goal's first line)")
	cmd.Flags().StringArrayVar(&criteria, "ac", nil, "an acceptance criterion; may be repeated")
	return cmd
}

// criteria judges the texts of criteria before they are kept, and warns of those that a run would refuse.
func (c *common) criteria(ctx context.Context, p *norma.Project, texts []string) ([]contract.Criterion, error) {
	list, err := norma.NewCriteria(texts)
	if err != nil {
		return nil, err
	}
	unjudged, err := p.JudgeCriteria(ctx, list)
	for _, u := range unjudged {
		fmt.Fprintf(c.t.err, "warning: norma run will refuse this task: %s\n", oneLine(u))
	}
	return list, err
}

func newTaskList(c *common) *cobra.Command {
	var status string
	var all bool
	cmd := &cobra.Command{
		Use:     "list [--status S | --all]",
		Short:   "List tasks; those to do unless asked otherwise",
		Example: "  norma task list --all",
		Args:    arguments(0, 0, "[--status S | --all]"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if all && cmd.Flags().Changed("status") {
				return usagef("give --status or --all, not both")
			}
			if all {
				status = ""
			} else if !strings.Contains(" todo doing done failed stopped ", " "+status+" ") {
				return usagef("there is no status %q; tasks are todo, doing, done, failed or stopped", status)
			}
			return c.look(cmd.Context(), func(_ *norma.Project, s *norma.Store) error {
				list, err := s.Tasks(cmd.Context(), status)
				if err != nil {
					return err
				}
				if c.json {
					return c.print(list)
				}
				for _, t := range list {
					if err := c.printf("%4d  %-8s %s\n", t.ID, t.Status, t.Title); err != nil {
						return err
					}
				}
				return nil
			})
		},
	}
	cmd.Flags().StringVar(&status, "status", norma.Todo, "only tasks with this `STATUS`")
	cmd.Flags().BoolVar(&all, "all", false, "all tasks")
	return cmd
}

func newTaskShow(c *common) *cobra.Command {
	return &cobra.Command{
		Use:     "show ID",
		Short:   "Show one task",
		Example: "  norma task show 1 --json",
		Args:    arguments(1, 1, "ID"),
		RunE: func(cmd *cobra.Command, args []string) error {
			id, err := taskID(args[0])
			if err != nil {
				return err
			}
			return c.look(cmd.Context(), func(_ *norma.Project, s *norma.Store) error {
				t, err := s.Task(cmd.Context(), id)
				if err != nil {
					return err
				}
				if c.json {
					return c.print(t)
				}
				run := "none"
				if t.RunID != nil {
					run = *t.RunID
				}
				text := "task " + args[0] + ": " + t.Title + "\nstatus: " + t.Status + "\nlatest run: " + run + "\n"
				if t.Goal != t.Title {
					text += "goal: " + t.Goal + "\n"
				}
				for _, d := range t.DependsOn {
					text += "depends on: " + strconv.FormatInt(d, 10) + "\n"
				}
				for _, a := range t.Criteria {
					text += a.ID + ": " + a.Text + "\n"
				}
				return c.printf("%s", text)
			})
		},
	}
}

func newTaskDone(c *common) *cobra.Command {
	return c.withTask(&cobra.Command{Use: "done ID", Short: "Mark a task as done", Example: "  norma task done 3"}, "done", (*norma.Store).CloseTask)
}

func newTaskRetry(c *common) *cobra.Command {
	return c.withTask(&cobra.Command{Use: "retry ID", Short: "Reopen a task",
		Long: "Put a task that failed, was stopped or is done back among those to do, so that norma run\ntakes it up.", Example: "  norma task retry 3"}, "to do", (*norma.Store).RetryTask)
}

func newTaskRemove(c *common) *cobra.Command {
	return c.withTask(&cobra.Command{Use: "remove ID", Short: "Remove a task",
		Long: "Remove a task. Its runs stay until norma runs prune. A task that others depend on is\nrefused.", Example: "  norma task remove 3"}, "removed", (*norma.Store).RemoveTask)
}

// withTask completes a command that does one thing to one task.
func (c *common) withTask(cmd *cobra.Command, done string, change func(*norma.Store, context.Context, int64) error) *cobra.Command {
	cmd.Args = arguments(1, 1, "ID")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		id, err := taskID(args[0])
		if err != nil {
			return err
		}
		return c.edit(cmd.Context(), func(_ *norma.Project, s *norma.Store) error {
			if err := change(s, cmd.Context(), id); err != nil {
				return err
			}
			return c.printf("task %d %s\n", id, done)
		})
	}
	return cmd
}

func newTaskEdit(c *common) *cobra.Command {
	var title, goal string
	var criteria []string
	cmd := &cobra.Command{
		Use:   "edit ID [--goal G] [--title T] [--ac TEXT]...",
		Short: "Change a task",
		Long: `Change the goal, the title or the criteria of a task that no run works on. --ac
replaces all criteria: give each of them. Its status stays; norma task retry puts
a task back among those to do.`,
		Example: `  norma task edit 2 --ac "no errors => nomadocx check report.noma"`,
		Args:    arguments(1, 1, "ID [--goal G] [--title T] [--ac TEXT]..."),
		RunE: func(cmd *cobra.Command, args []string) error {
			id, err := taskID(args[0])
			if err != nil {
				return err
			}
			var change norma.TaskChange
			if cmd.Flags().Changed("title") {
				change.Title = &title
			}
			if cmd.Flags().Changed("goal") {
				change.Goal = &goal
			}
			if change.Title == nil && change.Goal == nil && len(criteria) == 0 {
				return usagef("nothing is to be changed; give --goal, --title or --ac")
			}
			return c.edit(cmd.Context(), func(p *norma.Project, s *norma.Store) error {
				if len(criteria) > 0 {
					if change.Criteria, err = c.criteria(cmd.Context(), p, criteria); err != nil {
						return err
					}
				}
				if err := s.EditTask(cmd.Context(), id, change); err != nil {
					return err
				}
				return c.printf("task %d changed\n", id)
			})
		},
	}
	cmd.Flags().StringVar(&title, "title", "", "the new `TITLE`")
	cmd.Flags().StringVar(&goal, "goal", "", "the new `GOAL`")
	cmd.Flags().StringArrayVar(&criteria, "ac", nil, "an acceptance criterion; may be repeated, and all are replaced")
	return cmd
}

// newTaskLink is norma task link, or unlink.
func newTaskLink(c *common, adds bool) *cobra.Command {
	var on []int64
	name, short, done := "link", "Let a task wait for others", "linked"
	long := "Let a task wait until others are done. norma run without an id respects it; with an\nid it warns."
	if !adds {
		name, short, done, long = "unlink", "Let a task wait for others no longer", "unlinked", "Take away that a task waits for others."
	}
	cmd := &cobra.Command{
		Use:     name + " ID --depends-on N...",
		Short:   short,
		Long:    long,
		Example: "  norma task " + name + " 3 --depends-on 1 --depends-on 2",
		Args:    arguments(1, 1, "ID --depends-on N"),
		RunE: func(cmd *cobra.Command, args []string) error {
			id, err := taskID(args[0])
			if err != nil {
				return err
			}
			if len(on) == 0 {
				return usagef("usage: norma task %s ID --depends-on N", name)
			}
			return c.edit(cmd.Context(), func(_ *norma.Project, s *norma.Store) error {
				change := s.LinkTask
				if !adds {
					change = s.UnlinkTask
				}
				if err := change(cmd.Context(), id, on); err != nil {
					return err
				}
				return c.printf("task %d %s\n", id, done)
			})
		},
	}
	cmd.Flags().Int64SliceVar(&on, "depends-on", nil, "the id `N` of a task that must be done before; may be repeated")
	return cmd
}

func taskID(arg string) (int64, error) {
	id, err := strconv.ParseInt(arg, 10, 64)
	if err != nil || id < 1 {
		return 0, usagef("%q is not the id of a task; norma task list --all shows them", arg)
	}
	return id, nil
}
