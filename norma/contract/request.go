package contract

import (
	"fmt"
	"slices"
	"time"

	"github.com/go-json-experiment/json"
)

// Version of the contract; both sides refuse any other.
const Version = 1

// Role of a step (norma.md §5).
type Role string

const (
	Plan  Role = "plan"
	Do    Role = "do"
	Check Role = "check"
	Act   Role = "act"
)

// Roles in the order they have in an iteration.
func Roles() []Role { return []Role{Plan, Do, Check, Act} }

// Known reports whether a role is one of the four.
func (r Role) Known() bool { return slices.Contains(Roles(), r) }

// Request is what an agent is asked (§7.1). It is written to input.json and given to the agent.
type Request struct {
	Version int     `json:"version"`
	RunID   string  `json:"run_id"`
	Step    Step    `json:"step"`
	Goal    string  `json:"goal"`
	Norma   Terms   `json:"norma"`
	Paths   Paths   `json:"paths"`
	Context Context `json:"context"`
	// Now is when the step began, an addition of this program: an agent that stamps its work with it needs no clock.
	Now time.Time `json:"now,omitzero"`
}

// Step says where in the run the agent stands. Index counts over the whole run, from 1.
type Step struct {
	Index     int  `json:"index"`
	Role      Role `json:"role"`
	Iteration int  `json:"iteration"`
}

// Terms are what the work is held to.
type Terms struct {
	Criteria []Criterion `json:"acceptance_criteria"`
	Budgets  Budgets     `json:"budgets"`
}

// Criterion is one condition of success. The text may end in a machine part, see [Criterion.Command].
type Criterion struct {
	ID   string `json:"id"`
	Text string `json:"text"`
}

// Budgets end a run that goes on for too long (§5). A nil budget is no limit.
type Budgets struct {
	MaxIterations   int  `json:"max_iterations" validate:"gte=1"`
	MaxPatchKB      *int `json:"max_patch_kb,omitempty" validate:"omitempty,gte=0"`
	MaxChangedFiles *int `json:"max_changed_files,omitempty" validate:"omitempty,gte=0"`
	MaxRiskyFiles   *int `json:"max_risky_files,omitempty" validate:"omitempty,gte=0"`
}

// Paths are absolute. StepDir is where the agent may write now; after the commit of the step the folder
// is called FinalStepDir (notes, section 7).
type Paths struct {
	RepoRoot     string `json:"repo_root"`
	RunDir       string `json:"run_dir"`
	StepDir      string `json:"step_dir"`
	FinalStepDir string `json:"final_step_dir"`
}

// Context is what happened before.
type Context struct {
	PreviousStepDirs []string `json:"previous_step_dirs"` // absolute, committed, oldest first
	Notes            string   `json:"notes,omitempty"`
}

// DecodeRequest reads a request; members it does not know are ignored.
func DecodeRequest(data []byte) (*Request, error) {
	var r Request
	if err := json.Unmarshal(data, &r); err != nil {
		return nil, fmt.Errorf("the request is not the JSON that norma writes: %w", err)
	}
	switch {
	case r.Version != Version:
		return nil, fmt.Errorf("the request has version %d; this agent knows %d", r.Version, Version)
	case !r.Step.Role.Known():
		return nil, fmt.Errorf("the request has the unknown role %q", r.Step.Role)
	case r.Paths.StepDir == "" || r.Paths.RepoRoot == "" || r.Paths.RunDir == "":
		return nil, fmt.Errorf("the request names no paths")
	}
	return &r, nil
}
