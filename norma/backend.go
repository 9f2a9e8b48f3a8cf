package norma

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/nomadocx/nomadocx/norma/contract"
)

// backend turns a step into a program call (norma.md §10 to §13).
type backend struct {
	project *Project
	agent   *Agent
	program string // absolute
}

// missingError says that an agent's program is not there.
type missingError struct{ program, why string }

func (e *missingError) Error() string {
	return fmt.Sprintf("the agent's program %q %s", e.program, e.why)
}

// newBackend finds the program of an agent.
func newBackend(p *Project, a *Agent) (*backend, error) {
	name := a.Type // the other types have fixed programs
	if a.Type == TypeExec {
		name = a.Cmd[0]
	}
	b := &backend{project: p, agent: a}
	if strings.Contains(name, "/") {
		b.program = name
		if !filepath.IsAbs(name) {
			b.program = filepath.Join(p.Root, name)
		}
		info, err := os.Stat(b.program)
		switch {
		case err != nil:
			return nil, &missingError{name, "is not there: " + b.program}
		case info.IsDir():
			return nil, &missingError{name, "is a folder"}
		case info.Mode()&0o111 == 0:
			return nil, &missingError{name, "is not executable; chmod +x " + shellWord(name) + " makes it so"}
		}
		return b, nil
	}
	path, err := exec.LookPath(name)
	if err == nil {
		b.program, err = filepath.Abs(path)
	}
	if err == nil {
		return b, nil
	}
	// nomadocx comes with norma: the one beside it will do when the PATH has none.
	if name == contract.Program {
		if self, err := os.Executable(); err == nil {
			beside := filepath.Join(filepath.Dir(self), name)
			if info, err := os.Stat(beside); err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0 {
				b.program = beside
				return b, nil
			}
		}
	}
	return nil, &missingError{name, "is not on the PATH"}
}

// lenient backends are models' tools, which print more than they are asked for.
func (b *backend) lenient() bool { return b.agent.Type != TypeExec }

// maxArgument is the longest prompt that is passed as an argument, in bytes; Linux ends at 128 KiB.
const maxArgument = 96 << 10

// call prepares the program's arguments and input; for models' tools it also writes prompt.md.
func (b *backend) call(a *attempt, input []byte, broken string) (*call, error) {
	c := &call{path: b.program, dir: b.agent.dir}
	if b.agent.Type == TypeExec {
		c.args, c.stdin = b.agent.Cmd[1:], input
		return c, nil
	}
	prompt := promptFor(a.request, input, broken)
	if err := a.write("prompt.md", []byte(prompt)); err != nil {
		return nil, err
	}
	var model []string
	if b.agent.Model != "" {
		model = []string{"--model", b.agent.Model}
	}
	handed := prompt
	if len(prompt) > maxArgument {
		handed = fmt.Sprintf("Read the file %s and do exactly what it says.", filepath.Join(a.dir, "prompt.md"))
	}
	own := b.agent.BackendArgs
	switch b.agent.Type {
	case TypeCodex:
		c.args = append(append([]string{"exec"}, model...), "--full-auto", "--skip-git-repo-check")
		if own != nil {
			c.args = own
		}
		c.stdin = []byte(prompt)
	case TypeOpenCode:
		c.args = append([]string{"run"}, model...)
		if own != nil {
			c.args = own[:len(own):len(own)]
		}
		c.args = append(c.args, handed)
	case TypeGemini:
		c.args = append(model, "--prompt")
		if own != nil {
			c.args = own[:len(own):len(own)]
		}
		c.args = append(c.args, handed)
	}
	return c, nil
}
