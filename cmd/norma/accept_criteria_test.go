package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/testkit/slow"
)

// byDocumentAgents configures the agents of nomadocx, as norma init does.
func (p *project) byDocumentAgents(program string) {
	p.configure(func(c map[string]any) {
		for role, agent := range c["agents"].(map[string]any) {
			agent.(map[string]any)["cmd"] = []string{program, "agent", role}
		}
	})
}

// What a criterion's commands are is judged when the task is added, whoever judges the criterion later.
func TestCriteriaAreJudgedWhenTheyAreAdded(t *testing.T) {
	slow.Test(t, "processes")
	t.Parallel()
	p := newProject(t)
	for bad, want := range map[string]string{
		"x => nomadocx check r.noma && nomadocx check bad.noma": "&& is for a shell",
		"x => nomadocx check r.noma | cat":                      "| is for a shell",
		"x => nomadocx ids r.noma > ids.json":                   "> is for a shell",
		"x => rm -rf /":                                         "only nomadocx commands",
		"x => nomadocx check 'r.noma":                           "is not closed",
		"x =>":                                                  "nothing stands after =>",
		"x => nomadocx chek r.noma":                             "cannot call nomadocx chek",
		"x => nomadocx agent do":                                "agents judge criteria",
		"":                                                      "criterion 1 is empty",
	} {
		if out, errs := p.want(2, "task", "add", "g", "--ac", bad); out != "" || !strings.Contains(errs, want) || strings.Count(errs, "\n") != 1 {
			t.Errorf("%s: %s%s", bad, out, errs)
		}
	}
	if got := p.one(`SELECT count(*) FROM tasks`); got != "0" {
		t.Errorf("%s tasks were added", got)
	}
	// A task of an older norma is judged before anything begins.
	p.task("a")
	p.exec(`UPDATE tasks SET acceptance_criteria_json = '[{"id":"AC1","text":"x => nomadocx check r.noma | cat"}]'`)
	if _, errs := p.want(2, "run", "1"); !strings.Contains(errs, "| is for a shell") || p.one(`SELECT count(*) FROM runs`) != "0" {
		t.Error(errs)
	}
}

// With the agents of nomadocx, flags and arguments are judged too, and criteria in words cannot be.
func TestCriteriaOfDocumentAgents(t *testing.T) {
	slow.Test(t, "processes")
	t.Parallel()
	p := newProject(t)
	p.byDocumentAgents(filepath.Join(programs(t), "nomadocx"))
	for bad, want := range map[string]string{
		"x => nomadocx check a.noma b.noma":                                 "and not also",
		"x => nomadocx check a.noma --strct":                                "unknown flag --strct",
		"x => nomadocx check a.noma => nomadocx arm verify a.docx --requir": "unknown flag --requir",
	} {
		if _, errs := p.want(2, "task", "add", "g", "--ac", bad); !strings.Contains(errs, want) {
			t.Errorf("%s: %s", bad, errs)
		}
	}
	if _, errs := p.want(0, "task", "add", "g", "--ac", "it is nice"); !strings.Contains(errs, "norma run will refuse this task: AC1 has no command") {
		t.Error(errs)
	}
	if _, errs := p.want(0, "task", "add", "g"); !strings.Contains(errs, "no acceptance criterion") {
		t.Error(errs)
	}
	for _, id := range []string{"1", "2"} {
		if _, errs := p.want(2, "run", id); !strings.Contains(errs, "task "+id+" cannot be run") {
			t.Error(errs)
		}
	}
	if got := p.one(`SELECT count(*) FROM runs`); got != "0" {
		t.Errorf("%s runs were begun", got)
	}
}

// A criterion may have several commands: all must succeed, and act works for each.
func TestCriterionWithSeveralCommands(t *testing.T) {
	slow.Test(t, "processes")
	t.Parallel()
	p := document(t, programs(t))
	p.write("annex.noma", strings.Replace(p.read("report.noma"), "claim-fule", "claim-fuel", 1))
	p.write("third.noma", p.read("report.noma"))
	p.git("add", "-A")
	p.git("commit", "-q", "-m", "more")
	p.task("no errors => nomadocx check annex.noma => nomadocx check report.noma => nomadocx check third.noma")
	p.want(0, "run", "1")
	card := p.read(p.step("003-check") + "/files/AC1.txt")
	if p.status() != "passed|PASS|2" || strings.Count(card, "$ nomadocx check") != 3 || p.read("report.noma") != p.read("annex.noma") || p.read("third.noma") != p.read("annex.noma") {
		t.Errorf("run: %s\n%s", p.status(), card)
	}
}
