package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/nomadocx/nomadocx/norma/contract"
)

// judgeCriteria reads criteria, a JSON array, and says which of their commands this program would not understand.
// Nothing is run and no file is read: norma asks when a task is added.
func judgeCriteria(t *terminal) error {
	data, err := io.ReadAll(io.LimitReader(t.in, maxRequest))
	if err != nil {
		return err
	}
	var criteria []contract.Criterion
	if err := json.Unmarshal(data, &criteria); err != nil {
		return fmt.Errorf("the criteria are not the JSON that norma writes: %w", err)
	}
	problems := []string{}
	for _, c := range criteria {
		commands, err := c.Commands()
		if err != nil {
			problems = append(problems, err.Error())
		}
		for _, args := range commands {
			if err := understand(t, args); err != nil {
				problems = append(problems, fmt.Sprintf("%s: nomadocx %s: %v", c.ID, strings.Join(args, " "), err))
			}
		}
	}
	return json.NewEncoder(t.out).Encode(map[string]any{"errors": problems})
}

// understand fails when a command line is a usage error as far as its flags and the number of its arguments say.
func understand(t *terminal, args []string) error {
	cmd, rest, err := newRoot(t).Find(args)
	if err != nil {
		return err
	}
	if err := cmd.ParseFlags(rest); err != nil {
		return cmd.FlagErrorFunc()(cmd, err)
	}
	if err := cmd.ValidateArgs(cmd.Flags().Args()); err != nil {
		return err
	}
	if words, _ := inputs(cmd.Use); len(words) > 0 && cmd.Flags().NArg() == 0 && !strings.Contains(cmd.Use, "["+words[0]) {
		return missingInput(cmd)
	}
	return nil
}
