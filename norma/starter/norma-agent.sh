#!/bin/sh
# An agent for norma (docs/norma.md). It plays all four roles; change what you need.
#
# norma starts it in the project's folder with NORMA_ROLE and NORMA_STEP_DIR set, writes one JSON object to its stdin,
# which is also $NORMA_STEP_DIR/input.json, and reads one from its stdout. It may write only below $NORMA_STEP_DIR.
# Try a role with: norma agent test check
set -eu
cd "$(pwd -P)"
step=$NORMA_STEP_DIR
cat >/dev/null # the request, read from input.json below

# answer STATUS SUMMARY FILES: the one JSON object. FILES are JSON strings with commas between them.
answer() {
  printf '{"version":1,"status":"%s","summary":"%s","files":[%s],"next_actions":[],"errors":[]}\n' "$1" "$2" "$3"
}

# ids: the ids of the criteria. norma writes input.json with one member a line.
ids() {
  sed -n 's/^ *"id": "\(AC[0-9]*\)",*$/\1/p' "$step/input.json"
}

# text ID: the text of a criterion as JSON has it, without its quotes.
text() {
  sed -n '/^ *"id": "'"$1"'",*$/{n;s/^ *"text": "\(.*\)",*$/\1/p;q;}' "$step/input.json"
}

# commands ID: the commands after each => of a criterion, one a line.
commands() {
  text "$1" | sed -n 's/^[^=]*\(=[^>][^=]*\)*=> *//p' | sed 's/ *=> */\
/g'
}

# judge ID: judge one criterion; what it prints is the evidence. Words with quotes are for you to judge.
judge() {
  if [ -z "$(commands "$1")" ]; then
    echo "It has no command after =>; judge it in judge()."
    return 1
  fi
  commands "$1" | {
    set -f
    while read -r line; do
      echo "\$ $line"
      case $line in *[\\\'\"]*) echo "It has quotes; judge it in judge()." && exit 1 ;; esac
      $line </dev/null 2>&1 || exit 1
    done
  }
}

plan() {
  { echo "# Plan"; echo; ids | while read -r id; do echo "- $id: $(text "$id")"; done; } >"$step/plan.md"
  answer ok "Wrote a plan." '"plan.md"'
}

do_() {
  git log --oneline -5 >"$step/files/run.log" 2>&1 || true
  answer ok "Collected evidence." '"files/run.log"'
}

check() {
  verdict=PASS list='' card=''
  for id in $(ids); do
    if judge "$id" >"$step/files/$id.txt"; then pass=true; else pass=false verdict=FAIL; fi
    list="$list${list:+,}{\"id\":\"$id\",\"text\":\"$(text "$id" | sed 's/[\\"]//g')\",\"pass\":$pass,\"evidence\":\"files/$id.txt\"}"
    card="$card- $id: $pass
"
  done
  printf '{"version":1,"verdict":"%s","criteria":[%s],"blockers":[],"recommended_fix":[]}\n' "$verdict" "$list" >"$step/verdict.json"
  printf '# Scorecard\n\n%s\n%s\n' "$card" "$verdict" >"$step/scorecard.md"
  answer ok "$verdict" '"verdict.json","scorecard.md"'
}

# act: propose a patch. This one lets nomadocx repair copies of the documents that the criteria check.
act() {
  for id in $(ids); do commands "$id"; done | sed -n 's/^nomadocx check \([^ -][^ ]*\.noma\).*/\1/p' | sort -u | while read -r name; do
    [ -f "$name" ] && [ ! -e "$name.patches" ] || continue
    copy=$step/files/$(basename "$name")
    cp "$name" "$copy"
    nomadocx check "$copy" --fix >/dev/null 2>&1 </dev/null || true
    diff -u --label "a/$name" --label "b/$name" "$name" "$copy" || true
  done >"$step/patch.diff"
  if [ -s "$step/patch.diff" ]; then
    answer ok "Repaired what nomadocx can repair." '"patch.diff"'
  else
    rm "$step/patch.diff"
    answer fail "No change is known; propose one in act()." ''
  fi
}

case $NORMA_ROLE in
plan) plan ;;
do) do_ ;;
check) check ;;
act) act ;;
esac
