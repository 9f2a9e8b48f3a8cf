package proc

import (
	"cmp"
	"errors"
	"os"
	"os/exec"
	"runtime"
	"strings"
)

// Program is a program of others that this one starts.
type Program struct {
	Names []string // on the PATH, most wanted first
	// Windows and Mac are the places where it is installed, which are not on the PATH there, most wanted first: below the folders
	// of programs, and as a path in which ~ is the user's folder.
	Windows, Mac []string
	// Install says how to get it, by system; "" is for those that are not named.
	Install map[string]string
}

// System is where programs are searched for.
type System struct {
	OS       string // as GOOS
	Getenv   func(string) string
	LookPath func(string) (string, error)
}

// This returns the system that the process runs on.
func This() System { return System{runtime.GOOS, os.Getenv, exec.LookPath} }

// Find returns the path of a program. It fails with what to install.
func (s System) Find(p Program) (string, error) {
	candidates := p.Names
	switch s.OS {
	case "windows":
		for _, place := range p.Windows {
			for _, folder := range []string{"ProgramFiles", "ProgramFiles(x86)", "LocalAppData"} {
				if folder = s.Getenv(folder); folder != "" {
					candidates = append(candidates[:len(candidates):len(candidates)], folder+`\`+place)
				}
			}
		}
	case "darwin":
		for _, place := range p.Mac {
			home := s.Getenv("HOME")
			if rest, ok := strings.CutPrefix(place, "~/"); ok {
				if home == "" {
					continue
				}
				place = home + "/" + rest
			}
			candidates = append(candidates[:len(candidates):len(candidates)], place)
		}
	}
	for _, c := range candidates {
		if found, err := s.LookPath(c); err == nil {
			return found, nil
		}
	}
	return "", errors.New(cmp.Or(p.Install[s.OS], p.Install[""]))
}
