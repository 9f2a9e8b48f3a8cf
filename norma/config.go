package norma

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"time"

	strict "github.com/go-json-experiment/json"
	"github.com/go-playground/validator/v10"

	"github.com/nomadocx/nomadocx/norma/contract"
)

// Types of agents (norma.md §6.1).
const (
	TypeExec     = "exec"
	TypeCodex    = "codex"
	TypeOpenCode = "opencode"
	TypeGemini   = "gemini"
)

// What the guard does about changes outside the step's folder (notes, section 7).
const (
	guardFail = "fail"
	guardWarn = "warn"
	guardOff  = "off"
)

// Config is .norma/config.json (notes, section 4).
type Config struct {
	Agents    Agents           `json:"agents"`
	Budgets   contract.Budgets `json:"budgets"`
	Patch     PatchConfig      `json:"patch"`
	Retries   Retries          `json:"retries"`
	Guard     string           `json:"guard" validate:"oneof=fail warn off"`
	Limits    Limits           `json:"limits"`
	Retention Retention        `json:"retention"`

	data   []byte // the file
	digest string // of its bytes
}

// Agents of the four roles; all are required.
type Agents struct {
	Plan  *Agent `json:"plan" validate:"required"`
	Do    *Agent `json:"do" validate:"required"`
	Check *Agent `json:"check" validate:"required"`
	Act   *Agent `json:"act" validate:"required"`
}

// Agent says how a role is played.
type Agent struct {
	Type        string   `json:"type" validate:"oneof=exec codex opencode gemini"`
	Cmd         []string `json:"cmd,omitempty" validate:"excluded_unless=Type exec,required_if=Type exec"`
	Model       string   `json:"model,omitempty" validate:"excluded_if=Type exec"`
	Path        string   `json:"path,omitempty" validate:"excluded_if=Type exec"`
	BackendArgs []string `json:"backend_args,omitempty" validate:"excluded_if=Type exec"`
	TimeoutSec  int      `json:"timeout_sec,omitempty" validate:"gte=0,lte=604800"`
	Env         []string `json:"env,omitempty" validate:"dive,required"` // see environment.go

	dir string // where the child runs, absolute
}

// PatchConfig rules over the patches of act.
type PatchConfig struct {
	RiskyGlobs          []string `json:"risky_globs" validate:"dive,required"`
	HoldOnLastIteration bool     `json:"hold_on_last_iteration"`
}

// Retries is how often a step is tried again after a failure of the agent. A check never is.
type Retries struct {
	Plan int `json:"plan" validate:"gte=0,lte=100"`
	Do   int `json:"do" validate:"gte=0,lte=100"`
	Act  int `json:"act" validate:"gte=0,lte=100"`
}

// Limits of what an agent may print, in MiB.
type Limits struct {
	StdoutMB int `json:"stdout_mb" validate:"gte=1,lte=1024"`
	LogMB    int `json:"log_mb" validate:"gte=1,lte=65536"`
}

// Retention of ended runs; 0 is no rule.
type Retention struct {
	KeepLast int `json:"keep_last" validate:"gte=0"`
	KeepDays int `json:"keep_days" validate:"gte=0"`
}

const defaultTimeout = 1800 // seconds

// maxConfig bounds the file in bytes.
const maxConfig = 1 << 20

func (c *Config) agent(r contract.Role) *Agent {
	return map[contract.Role]*Agent{contract.Plan: c.Agents.Plan, contract.Do: c.Agents.Do, contract.Check: c.Agents.Check, contract.Act: c.Agents.Act}[r]
}

func (c *Config) retries(r contract.Role) int {
	return map[contract.Role]int{contract.Plan: c.Retries.Plan, contract.Do: c.Retries.Do, contract.Act: c.Retries.Act}[r]
}

func (a *Agent) timeout() time.Duration { return time.Duration(a.TimeoutSec) * time.Second }

// LoadConfig reads and checks the configuration of a project. Mistakes are a *UsageError that names
// the file and the key.
func LoadConfig(p *Project) (*Config, error) {
	info, err := os.Stat(p.Config)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, usagef("there is no %s; run norma init", p.Config)
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular() || info.Size() > maxConfig:
		return nil, usagef("%s is not a configuration file: it must be a regular file of at most %d bytes", p.Config, maxConfig)
	}
	data, err := os.ReadFile(p.Config)
	if err != nil {
		return nil, err
	}
	c, err := decodeConfig(data)
	if err == nil {
		err = c.places(p.Root)
	}
	if err != nil {
		return nil, usagef("%s: %v", p.Config, err)
	}
	return c, nil
}

func decodeConfig(data []byte) (*Config, error) {
	c := &Config{Guard: guardFail, Limits: Limits{StdoutMB: 8, LogMB: 64}}
	if err := strict.Unmarshal(data, c, strict.RejectUnknownMembers(true)); err != nil {
		var semantic *strict.SemanticError
		if errors.As(err, &semantic) && errors.Is(err, strict.ErrUnknownName) {
			return nil, fmt.Errorf("unknown key %s (keys are case-sensitive)", dotted(string(semantic.JSONPointer)))
		}
		if errors.As(err, &semantic) {
			return nil, fmt.Errorf("%s must be %s", dotted(string(semantic.JSONPointer)), contract.Kind(semantic.GoType))
		}
		return nil, fmt.Errorf("it is not valid JSON: %w", contract.Plainly(data, err))
	}
	if err := configRules().Struct(c); err != nil {
		var wrong validator.ValidationErrors
		if errors.As(err, &wrong) {
			return nil, explainConfig(wrong[0])
		}
		return nil, err
	}
	for _, r := range contract.Roles() {
		a := c.agent(r)
		if a.Type == TypeExec && (len(a.Cmd) == 0 || a.Cmd[0] == "") {
			return nil, fmt.Errorf("agents.%s.cmd must begin with a program", r)
		}
		if a.TimeoutSec == 0 {
			a.TimeoutSec = defaultTimeout
		}
	}
	for _, g := range c.Patch.RiskyGlobs {
		if _, err := matchGlob(g, "x"); err != nil {
			return nil, fmt.Errorf("patch.risky_globs: %q: %w", g, err)
		}
	}
	sum := sha256.Sum256(data)
	c.data, c.digest = data, hex.EncodeToString(sum[:])
	return c, nil
}

// configRules names fields as the file does.
func configRules() *validator.Validate {
	v := validator.New(validator.WithRequiredStructEnabled())
	v.RegisterTagNameFunc(func(f reflect.StructField) string {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		return name
	})
	return v
}

func explainConfig(e validator.FieldError) error {
	_, key, _ := strings.Cut(e.Namespace(), ".")
	switch e.Tag() {
	case "required", "required_if":
		return fmt.Errorf("%s is required", key)
	case "excluded_if", "excluded_unless":
		if e.Field() == "cmd" {
			return fmt.Errorf("%s is only for type exec: the programs of the other types are fixed", key)
		}
		return fmt.Errorf("%s is not for type exec", key)
	case "oneof":
		return fmt.Errorf("%s must be one of %s, not %q", key, strings.ReplaceAll(e.Param(), " ", ", "), e.Value())
	case "gte":
		return fmt.Errorf("%s must be %s or more, not %v", key, e.Param(), e.Value())
	case "lte":
		return fmt.Errorf("%s must be %s or less, not %v", key, e.Param(), e.Value())
	}
	return fmt.Errorf("%s is wrong (%s)", key, e.Tag())
}

// dotted writes a JSON pointer as people write keys.
func dotted(pointer string) string {
	key := strings.ReplaceAll(strings.TrimPrefix(pointer, "/"), "/", ".")
	return strings.NewReplacer("~1", "/", "~0", "~").Replace(key)
}

// places finds the folder each agent runs in; it must be the project's root or below.
func (c *Config) places(root string) error {
	for _, r := range contract.Roles() {
		a := c.agent(r)
		a.dir = root
		if a.Path == "" {
			continue
		}
		at := a.Path
		if !filepath.IsAbs(at) {
			at = filepath.Join(root, at)
		}
		at, err := filepath.EvalSymlinks(at)
		if err != nil {
			return fmt.Errorf("agents.%s.path: %w", r, err)
		}
		if at != root && !strings.HasPrefix(at, root+string(filepath.Separator)) {
			return fmt.Errorf("agents.%s.path leads out of the project: %s", r, at)
		}
		if !isDir(at) {
			return fmt.Errorf("agents.%s.path is not a folder: %s", r, at)
		}
		a.dir = at
	}
	return nil
}

// defaultConfig returns what init writes. With exec the agents of nomadocx play all roles, which need
// neither a model nor a network.
func defaultConfig(kind string) ([]byte, error) {
	own, scripted := starters[kind]
	agent := func(r contract.Role) *Agent {
		if scripted {
			return own.agent(r)
		}
		if kind == TypeExec {
			return &Agent{Type: TypeExec, Cmd: []string{contract.Program, "agent", string(r)}, TimeoutSec: 600}
		}
		return &Agent{Type: kind, Path: ".", TimeoutSec: defaultTimeout}
	}
	switch kind {
	case TypeExec, TypeCodex, TypeOpenCode, TypeGemini:
	default:
		if !scripted {
			return nil, usagef("there is no agent type %q; types are exec, codex, opencode and gemini, and python and sh write an agent of your own", kind)
		}
	}
	ofInt := func(n int) *int { return &n }
	c := Config{
		Agents:  Agents{agent(contract.Plan), agent(contract.Do), agent(contract.Check), agent(contract.Act)},
		Budgets: contract.Budgets{MaxIterations: 5, MaxPatchKB: ofInt(200), MaxChangedFiles: ofInt(20), MaxRiskyFiles: ofInt(0)},
		Patch:   PatchConfig{RiskyGlobs: []string{".github/**", "go.mod", "go.sum", "**/*.sh"}},
		Guard:   guardFail,
		Limits:  Limits{StdoutMB: 8, LogMB: 64},
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	err := enc.Encode(c)
	return b.Bytes(), err
}
