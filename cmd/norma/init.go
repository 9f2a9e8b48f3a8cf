package main

import (
	"github.com/spf13/cobra"

	"github.com/nomadocx/nomadocx/norma"
)

func newInit(c *common) *cobra.Command {
	var agent string
	cmd := &cobra.Command{
		Use:   "init [--agent TYPE]",
		Short: "Initialise a project in this folder",
		Long: `Make .norma with its database and configuration, and keep it out of git. What is
there already stays as it is, so init can be repeated.

With --agent exec, the default, nomadocx plays all four roles: no model and no
network are needed. codex, opencode and gemini call those programs. python and sh
write an agent of your own, agents/norma-agent.py or .sh, that works as it is; change
it, and try it with norma agent test.`,
		Example: `  norma init
  norma init --agent python
  norma init --root report --agent codex`,
		Args: arguments(0, 0, "[--agent TYPE]"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			root := c.root
			if root == "" {
				root = "."
			}
			p, made, err := norma.Init(cmd.Context(), root, agent)
			if err != nil {
				return err
			}
			if c.json {
				return c.print(map[string]any{"root": p.Root, "made": append([]string{}, made...)})
			}
			for _, m := range made {
				if err := c.printf("made %s\n", m); err != nil {
					return err
				}
			}
			if len(made) == 0 {
				return c.printf("%s is a norma project already; nothing to do\n", p.Root)
			}
			return c.printf("next: norma task add \"…\" --ac \"…\", then norma run\n")
		},
	}
	cmd.Flags().StringVar(&agent, "agent", norma.TypeExec, "`TYPE` of the agents: exec, codex, opencode, gemini, python or sh")
	return cmd
}
