package main

import (
	"fmt"
	"hash/crc32"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// program is one that opens and saves files.
type program struct {
	row, column string   // its names in the tables
	version     []string // the command that prints which version is installed
	// save opens and saves the files DIR/NAME.docx and returns the saved ones by name.
	save func(dir string, sources map[string]string) map[string]string
}

const python = "/usr/bin/python3"

var soffice = []string{"soffice", "--version"}

var programs = []program{
	{"LibreOffice 7.4, docx", "LibreOffice docx", soffice, office("docx")},
	{"LibreOffice 7.4, through odt", "odt", soffice, office("odt")},
	{"LibreOffice 7.4, through doc", "doc", soffice, office("doc")},
	{"LibreOffice 7.4, through rtf", "rtf", soffice, office("rtf")},
	{"python-docx 0.8", "", []string{python, "-c", "import docx; print(docx.__version__)"},
		each(python, "-c", "import docx,sys; docx.Document(sys.argv[1]).save(sys.argv[2])", "IN", "OUT")},
	{"AbiWord 3.0", "AbiWord", []string{"abiword", "--version"}, each("abiword", "--to=docx", "--to-name=OUT", "IN")},
	{"pandoc 2.17, docx to docx", "pandoc", []string{"pandoc", "--version"}, each("pandoc", "--track-changes=all", "IN", "-o", "OUT")},
}

// installed reports whether the program is installed in the version that its row names.
func (p program) installed() bool {
	said, err := exec.Command(p.version[0], p.version[1:]...).Output()
	return err == nil && versionIn.FindString(string(said)) == versionIn.FindString(p.row)
}

// versionIn finds the two numbers of a version that count.
var versionIn = regexp.MustCompile(`\d+\.\d+`)

// each returns what saves files one by one with a command.
func each(command string, args ...string) func(string, map[string]string) map[string]string {
	return func(dir string, sources map[string]string) map[string]string {
		back := map[string]string{}
		for name := range sources {
			out := filepath.Join(dir, filepath.Base(command), name+".docx")
			given := slices.Clone(args)
			for i := range given {
				given[i] = strings.NewReplacer("IN", filepath.Join(dir, name+".docx"), "OUT", out).Replace(given[i])
			}
			_ = os.MkdirAll(filepath.Dir(out), 0o700)
			_ = exec.Command(command, given...).Run() // a file says whether it was saved
			if _, err := os.Stat(out); err == nil {
				back[name] = out
			}
		}
		return back
	}
}

// office returns what saves files with LibreOffice by way of another format. It opens many files in a run, and stops at one that it cannot
// read, which is then tried alone.
func office(by string) func(string, map[string]string) map[string]string {
	return func(dir string, sources map[string]string) map[string]string {
		now := map[string]string{}
		for name := range sources {
			now[name] = filepath.Join(dir, name+".docx")
		}
		for _, format := range slices.Compact([]string{by, "docx"}) {
			out := filepath.Join(dir, "office-"+by, format)
			args := []string{"-env:UserInstallation=file://" + filepath.Join(dir, "profile"), "--headless", "--convert-to", format, "--outdir", out}
			for left := 0; left != len(now); {
				var files []string
				for name, file := range now {
					if _, err := os.Stat(filepath.Join(out, name+"."+format)); err != nil {
						files = append(files, file)
					}
				}
				if len(files) == 0 || len(files) == left {
					break
				}
				left = len(files)
				slices.Sort(files)
				_ = exec.Command(soffice[0], append(args, files...)...).Run()
			}
			for name := range now {
				now[name] = filepath.Join(out, name+"."+format)
				if _, err := os.Stat(now[name]); err != nil {
					delete(now, name)
				}
			}
		}
		return now
	}
}

// sent finds the source that a case of a round trip sends.
var sent = regexp.MustCompile(`(?sm)^-- (?:sent|in)\.noma --\n(.*?)(?:^-- [a-zA-Z.-]+ --$|\z)`)

// documents renders the documents into a folder and returns their sources by the names of the files: those of the test suite, the
// reports, the templates of init, the gallery, and about one in eleven of the round trips.
func documents(tool, dir string) (map[string]string, error) {
	var files []string
	for _, pattern := range []string{"golden/documents/*/input.noma", "examples/quarterly-report.noma", "examples/client-report/report.noma",
		"docs/gallery/*.noma"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			return nil, err
		}
		files = append(files, found...)
	}
	for _, kind := range []string{"report", "memo", "thesis", "minutes"} {
		at := filepath.Join(dir, "init-"+kind)
		if err := exec.Command(tool, "init", at, "--kind", kind).Run(); err != nil {
			return nil, err
		}
		found, _ := filepath.Glob(filepath.Join(at, "*.noma"))
		files = append(files, found...)
	}
	cases, err := filepath.Glob("golden/roundtrip/*.txtar")
	if err != nil {
		return nil, err
	}
	for _, file := range cases {
		// About one in eleven, by its name, so that a new case changes nothing about the others.
		if sum := crc32.ChecksumIEEE([]byte(filepath.Base(file))); sum%11 != 0 {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		if found := sent.FindSubmatch(text); found != nil {
			at := filepath.Join(dir, strings.TrimSuffix(filepath.Base(file), ".txtar")+".noma")
			if err := os.WriteFile(at, []byte(strings.ReplaceAll(string(found[1]), "␍", "\r")), 0o600); err != nil {
				return nil, err
			}
			files = append(files, at)
		}
	}
	sources := map[string]string{}
	for _, file := range files {
		name := strings.NewReplacer(dir, "", "/", "-", ".noma", "").Replace(file)
		out := filepath.Join(dir, name+".docx")
		if log, err := exec.Command(tool, "render", file, "--to", "docx", "--out", out).CombinedOutput(); err != nil {
			return nil, fmt.Errorf("%s is not rendered: %w\n%s", file, err, log)
		}
		sources[name] = file
	}
	return sources, nil
}
