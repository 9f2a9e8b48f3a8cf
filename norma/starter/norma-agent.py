#!/usr/bin/env python3
"""An agent for norma (docs/norma.md). It plays all four roles; change what you need.

norma starts it in the project's folder, writes one JSON object to its stdin and reads one from its stdout. It may write
only below paths.step_dir. Try a role with: norma agent test check
"""
import difflib
import json
import shlex
import shutil
import subprocess
import sys
from pathlib import Path


def plan(request, step):
    """Say what will be done. Nobody but people reads it."""
    criteria = "".join(f"- {c['id']}: {c['text']}\n" for c in request["norma"]["acceptance_criteria"])
    (step / "plan.md").write_text(f"# Plan\n\n{request['goal']}\n\n{criteria}", encoding="utf-8")
    return {"summary": "Wrote a plan.", "files": ["plan.md"]}


def do(request, step):
    """Collect evidence below files/. The project itself stays as it is."""
    log = run(["git", "log", "--oneline", "-5"])[1]
    (step / "files" / "run.log").write_text(log, encoding="utf-8")
    return {"summary": "Collected evidence.", "files": ["files/run.log"]}


def check(request, step):
    """Judge every criterion. PASS needs all of them."""
    criteria = []
    for c in request["norma"]["acceptance_criteria"]:
        ok, why = judge(c)
        evidence = f"files/{c['id']}.txt"
        (step / evidence).write_text(why, encoding="utf-8")
        criteria.append({"id": c["id"], "text": c["text"], "pass": ok, "evidence": evidence})
    verdict = "PASS" if all(c["pass"] for c in criteria) else "FAIL"
    (step / "verdict.json").write_text(json.dumps({"version": 1, "verdict": verdict, "criteria": criteria, "blockers": [], "recommended_fix": []}))
    lines = "".join(f"- {c['id']}: {'passes' if c['pass'] else 'fails'}\n" for c in criteria)
    (step / "scorecard.md").write_text(f"# Scorecard\n\n{lines}\n{verdict}\n", encoding="utf-8")
    return {"summary": verdict, "files": ["verdict.json", "scorecard.md"]}


def judge(criterion):
    """Return whether a criterion passes, and why. Criteria in words are for you to judge."""
    commands = commands_of(criterion)
    if not commands:
        return False, "It has no command after =>; judge it in judge().\n"
    shown = ""
    for command in commands:
        code, out = run(command)
        shown += f"$ {shlex.join(command)}\nexit code {code}\n{out}"
        if code != 0:
            return False, shown
    return True, shown


def act(request, step):
    """Propose a patch. This one lets nomadocx repair copies of the documents that the criteria check."""
    patch = ""
    for c in request["norma"]["acceptance_criteria"]:
        for command in commands_of(c):
            for name in command[2:] if command[1:2] == ["check"] else []:
                if name.endswith(".noma") and Path(name).is_file() and not Path(name + ".patches").exists():
                    patch += repaired(name, step)
    if not patch:
        return {"status": "fail", "summary": "No change is known; propose one in act()."}
    (step / "patch.diff").write_bytes(patch.encode("utf-8"))
    return {"summary": "Repaired what nomadocx can repair.", "files": ["patch.diff"]}


def repaired(name, step):
    """Return the difference that nomadocx check --fix makes, tried on a copy."""
    copy = step / "files" / Path(name).name
    shutil.copyfile(name, copy)
    run(["nomadocx", "check", str(copy), "--fix"])
    before, after = (Path(p).read_bytes().decode("utf-8").split("\n") for p in (name, copy))
    before, after = ([line + "\n" for line in lines[:-1]] + [line for line in lines[-1:] if line] for lines in (before, after))
    return "".join(line if line.endswith("\n") else line + "\n\\ No newline at end of file\n"
                   for line in difflib.unified_diff(before, after, "a/" + name, "b/" + name))


def commands_of(criterion):
    """Return the commands after each => of a criterion's text."""
    return [shlex.split(part) for part in criterion["text"].split("=>")[1:]]


def run(command):
    """Run a command in the project's folder; return its exit code and what it printed."""
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    except OSError as error:
        return 127, f"{error}\n"
    return done.returncode, done.stdout.decode("utf-8", "replace")


def main():
    request = json.load(sys.stdin)
    step = Path(request["paths"]["step_dir"])
    role = {"plan": plan, "do": do, "check": check, "act": act}[request["step"]["role"]]
    answer = {"version": 1, "status": "ok", "summary": "", "files": [], "next_actions": [], "errors": []}
    answer.update(role(request, step))
    print(json.dumps(answer))


main()
