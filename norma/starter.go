package norma

import (
	_ "embed" // the scripts
	"os"
	"path/filepath"

	"github.com/nomadocx/nomadocx/norma/contract"
)

// Own agents to start from: norma init writes one into the project, where it is the user's.

//go:embed starter/norma-agent.py
var starterPython []byte

//go:embed starter/norma-agent.sh
var starterShell []byte

// starter is an own agent: how it is called, where it lies in the project, and what it is.
type starter struct {
	program, path string
	text          []byte
}

// starters are the kinds of agents that init writes besides the types of the configuration.
var starters = map[string]starter{
	"python": {"python3", "agents/norma-agent.py", starterPython},
	"sh":     {"sh", "agents/norma-agent.sh", starterShell},
}

// agent returns a role's configuration for the script.
func (s starter) agent(r contract.Role) *Agent {
	return &Agent{Type: TypeExec, Cmd: []string{s.program, s.path, string(r)}, TimeoutSec: defaultTimeout}
}

// write makes the script unless there is a file of that name.
func (s starter) write(p *Project) (made bool, err error) {
	at := filepath.Join(p.Root, filepath.FromSlash(s.path))
	if exists(at) {
		return false, nil
	}
	if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
		return false, err
	}
	return true, writeFile(at, s.text, 0o755)
}
