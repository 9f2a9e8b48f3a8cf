// Command editors measures what other programs do to Word files, and writes the tables of docs/editors.md:
//
//	go run ./internal/editors bin/nomadocx
//
// Documents of this repository are rendered, opened and saved by every program that is installed, and synced back; nobody edits
// them. Rows and columns of programs that are not installed in the version they name stay as they are. It prints each document whose
// source changes and each finding that is none about the program, and exits with 1 when there is one.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

const page = "docs/editors.md"

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: go run ./internal/editors TOOL")
		os.Exit(2)
	}
	ok, err := measure(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	if err != nil || !ok {
		os.Exit(1)
	}
}

// measured is what came of the documents through a program.
type measured struct {
	documents, same, findings, others, most int
	constructs                              map[string]bool // those that a habit was found of
}

// measure renders the documents, sends them through all programs and rewrites the page. It reports whether all sources stayed as they are,
// and returns errors of rendering and of reading and writing files.
func measure(tool string) (ok bool, err error) {
	tool, err = filepath.Abs(tool)
	if err != nil {
		return false, err
	}
	dir, err := os.MkdirTemp("", "editors")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(dir)
	sources, err := documents(tool, dir)
	if err != nil {
		return false, err
	}
	rewrites := []func(string) string{}
	ok = true
	for _, p := range programs {
		if !p.installed() {
			fmt.Println(p.row+":", "not installed in this version")
			continue
		}
		back := p.save(dir, sources)
		if len(back) == 0 {
			return false, fmt.Errorf("%s saves none of the files", p.row)
		}
		m := measured{constructs: map[string]bool{}}
		for _, name := range slices.Sorted(maps.Keys(sources)) {
			source := sources[name]
			if file := back[name]; file != "" {
				if err := m.sync(tool, p.row, source, file); err != nil {
					return false, err
				}
			} else {
				fmt.Printf("%s: does not save %s\n", p.row, source)
			}
		}
		ok = ok && m.same == m.documents && m.others == 0
		fmt.Printf("%s: %d of %d sources as they were, %d findings\n", p.row, m.same, m.documents, m.findings)
		rewrites = append(rewrites, func(text string) string { return rewrite(text, p, &m) })
	}
	text, err := os.ReadFile(page)
	if err != nil {
		return false, err
	}
	now := string(text)
	for _, f := range rewrites {
		now = f(now)
	}
	return ok, os.WriteFile(page, []byte(now), 0o644)
}

// sync compares a file that came back with its source, and adds what was found.
func (m *measured) sync(tool, program, source, file string) error {
	report, out := file+".json", file+".noma"
	if log, err := exec.Command(tool, "docx-review-sync", source, file, "--out", out, "--report", report).CombinedOutput(); err != nil {
		if bytes.Contains(log, []byte("was not made from")) { // too little came back of a short document; nothing is written then
			fmt.Printf("%s: the file is refused: %s\n", program, source)
			m.documents, m.same = m.documents+1, m.same+1
			return nil
		}
		if _, made := os.Stat(report); made != nil {
			return fmt.Errorf("%s, %s: %w\n%s", program, source, err, log)
		}
	}
	var said struct {
		Findings []struct{ Outcome, Message string }
	}
	data, err := os.ReadFile(report)
	if err == nil {
		err = json.Unmarshal(data, &said)
	}
	if err != nil {
		return err
	}
	was, err := os.ReadFile(source)
	if err != nil {
		return err
	}
	now, err := os.ReadFile(out)
	if err != nil {
		return err
	}
	m.documents++
	if string(was) == string(now) {
		m.same++
	} else {
		fmt.Printf("%s: the source changes: %s\n", program, source)
	}
	m.findings += len(said.Findings)
	m.most = max(m.most, len(said.Findings))
	for _, f := range said.Findings {
		if f.Outcome != "editor" {
			m.others++
			fmt.Printf("%s, %s: %s\n", program, source, f.Message)
		}
		for _, c := range constructs {
			if strings.Contains(f.Message, c.says) {
				m.constructs[c.row] = true
			}
		}
	}
	return nil
}
