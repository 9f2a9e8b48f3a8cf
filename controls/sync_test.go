package controls_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/controls"
	"pgregory.net/rapid"
)

const someOfEach = `# Form

::control{id="rate" type="number" label="Rate" default=5}
::

::control{id="flag" type="checkbox" label="Flag" default=false}
::

::control{id="mode" type="select" options="a=Alpha,b=Beta"}
::

::control{id="note"}
::

::agent_task{id="task" status="open"}
Do it.
::

::todo{id="todo" done}
Done thing.
::
`

func data(controlsAndTasks ...any) controls.Data {
	var d controls.Data
	for _, x := range controlsAndTasks {
		switch x := x.(type) {
		case controls.Value:
			d.Controls = append(d.Controls, x)
		case controls.Task:
			d.Tasks = append(d.Tasks, x)
		}
	}
	return d
}

func value(id, v string) controls.Value { return controls.Value{ID: id, Value: v} }

func TestOps(t *testing.T) {
	text, r := patched(t, someOfEach, data(
		value("rate", "7.5"), value("flag", "true"), value("mode", "b"), value("note", "two\nlines"), value("ghost", "x"),
		controls.Task{ID: "task", Checked: true}, controls.Task{ID: "todo", Checked: false}, controls.Task{ID: "nobody", Checked: true},
	), controls.Options{})
	want := `{"changes":[{"id":"rate","value":"7.5","defaultValue":7.5},{"id":"flag","value":"true","defaultValue":"true"},` +
		`{"id":"mode","value":"b","defaultValue":"b"},{"id":"note","value":"two\nlines","defaultValue":"two lines"}],` +
		`"unmatched":[{"id":"ghost","value":"x"}],` +
		`"taskChanges":[{"id":"task","checked":true,"attrs":{"status":"done"}},{"id":"todo","checked":false,"attrs":{"done":false}}],` +
		`"unmatchedTasks":[{"id":"nobody","checked":true}]}`
	if got := asJSON(t, r.Report); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	for _, line := range []string{
		`::control{id="rate" type="number" label="Rate" default=7.5}`, `::control{id="flag" type="checkbox" label="Flag" default="true"}`,
		`::control{id="mode" type="select" options="a=Alpha,b=Beta" default="b"}`, `::control{id="note" default="two lines"}`,
		`::agent_task{id="task" status="done"}`, `::todo{id="todo" done=false}`,
	} {
		if !strings.Contains(text, line+"\n") {
			t.Errorf("no line %s in\n%s", line, text)
		}
	}
}

func TestValuesOfEveryType(t *testing.T) {
	for _, c := range []struct{ attrs, returned, want string }{
		{`type="number" default=5`, "5", ""},
		{`type="number" default="5"`, "5", ""},
		{`type="number" default=5`, "5.0", ""},
		{`type="number" default=5`, "-1e3", "default=-1000"},
		{`type="number" default=5`, "about 5", `default="about 5"`},
		{`type="number" default=5`, "0x10", `default="0x10"`},
		{`type="number" default=5`, "1e999", `default="1e999"`},
		{`type="number" default=5`, "12345678901234567890", `default="12345678901234567890"`},
		{`type="number" default=5`, " ", `default=""`},
		{`default=7`, "007", `default="007"`},
		{`default="x"`, "42", `default="42"`},
		{`default="x"`, " ", `default=""`},
		{`default="x"`, "", `default=""`},
		{``, " ", ""},
		{``, "", ""},
		{`type="toggle" default=true`, "true", ""},
		{`type="toggle" default="yes"`, "true", ""},
		{`type="toggle"`, "false", ""},
		{`type="toggle" default=true`, "☐", `default="false"`},
		{`type="checkbox" default=true`, "maybe", `default="maybe"`},
		{`type="select" options="a=Same,b=Same" default="b"`, "a", ""}, // what the file returns untouched
		{`type="date" default="2026-05-01"`, "2026-05-02", `default="2026-05-02"`},
	} {
		source := fmt.Sprintf("::control{id=\"a\" %s}\n::\n", c.attrs)
		text, r := patched(t, source, data(value("a", c.returned)), controls.Options{})
		switch {
		case c.want == "" && (text != source || len(r.Report.Changes) != 0):
			t.Errorf("%s returned %q: changed to %s", c.attrs, c.returned, text)
		case c.want != "" && !strings.Contains(text, c.want+"}"):
			t.Errorf("%s returned %q: want %s, got %s", c.attrs, c.returned, c.want, text)
		}
	}
}

func TestTaskStates(t *testing.T) {
	for _, c := range []struct {
		attrs   string
		checked bool
		want    string
	}{
		{``, true, ` done`}, {``, false, ``}, {`done`, true, `done`}, {`done`, false, `done=false`},
		{`done="yes"`, false, `done=false`}, {`status="open"`, true, `status="done"`}, {`status="Completed"`, false, `status="open"`},
		{`done status="done"`, false, `done=false status="open"`}, {`done=false status="new"`, true, `done=false status="done"`},
		{`status="waiting"`, false, `status="waiting"`},
	} {
		source := fmt.Sprintf("::todo{id=\"a\" %s}\n::\n", c.attrs)
		text, _ := patched(t, source, data(controls.Task{ID: "a", Checked: c.checked}), controls.Options{})
		want := strings.TrimRight(fmt.Sprintf("::todo{id=\"a\" %s", strings.TrimSpace(c.want)), " ")
		if got := strings.ReplaceAll(strings.SplitN(text, "}", 2)[0], "  ", " "); strings.TrimRight(got, " ") != want {
			t.Errorf("{%s} %v: got %q, want %q", c.attrs, c.checked, got, want)
		}
	}
}

func TestThreeWay(t *testing.T) {
	was := controls.Expected(parse(t, "::control{id=\"a\" default=\"old\"}\n::\n\n::todo{id=\"t\"}\n::\n"))
	author := "::control{id=\"a\" default=\"author's\"}\n::\n\n::todo{id=\"t\" done}\n::\n"
	opts := controls.Options{Sent: &was}

	text, r := patched(t, author, data(value("a", "old"), controls.Task{ID: "t"}), opts)
	if text != author || len(r.Conflicts) != 0 {
		t.Errorf("values that came back as sent undid the author's work: %s %+v", text, r)
	}
	text, r = patched(t, author, data(value("a", "reviewer's")), opts)
	if want := (controls.Conflict{ID: "a", Sent: "old", Now: "author's", Returned: "reviewer's"}); text != author || len(r.Conflicts) != 1 || r.Conflicts[0] != want {
		t.Errorf("%s %+v", text, r)
	}
	text, r = patched(t, author, data(value("a", "author's")), opts)
	if text != author || len(r.Conflicts) != 0 {
		t.Errorf("both wrote the same: %s %+v", text, r)
	}
	text, _ = patched(t, "::control{id=\"a\" default=\"old\"}\n::\n", data(value("a", "reviewer's")), opts)
	if !strings.Contains(text, `default="reviewer's"`) {
		t.Errorf("the reviewer's value was not taken: %s", text)
	}
}

func TestEmptiedSelect(t *testing.T) {
	source := "::control{id=\"a\" type=\"select\" options=\"x=One,y\" default=\"y\"}\n::\n"
	text, r := patched(t, source, data(value("a", " ")), controls.Options{})
	if text != source || len(r.Refused) != 1 || r.Refused[0].ID != "a" {
		t.Errorf("%s %+v", text, r)
	}
}

func TestIdentityOfFields(t *testing.T) {
	twice := "::control{id=\"a\" default=1}\n::\n\n::control{id=\"a\" default=2}\n::\n"
	if text, _ := patched(t, twice, data(value("a", "8"), value("a", "9")), controls.Options{}); !strings.HasPrefix(text, "::control{id=\"a\" default=\"9\"}") || !strings.Contains(text, "default=2") {
		t.Errorf("the last value goes to the first block: %s", text)
	}
	taken := "::claim{id=\"a\"}\n::\n\n::control{id=\"a\" default=2}\n::\n"
	if text, r := patched(t, taken, data(value("a", "9")), controls.Options{}); text != taken || len(r.Report.Unmatched) != 1 {
		t.Errorf("a field nobody can address was changed: %s", text)
	}
	renamed := "::control{id=\"b\" aliases=\"a\" default=2}\n::\n"
	if text, r := patched(t, renamed, data(value("a", "9")), controls.Options{}); !strings.Contains(text, `default="9"`) || r.Report.Changes[0].ID != "b" {
		t.Errorf("a value sent under the old id was lost: %s %+v", text, r.Report)
	}
}

// randomForm returns a source with fields and tasks of all kinds and odd values.
func randomForm(t *rapid.T) string {
	var b strings.Builder
	for i := range rapid.IntRange(1, 5).Draw(t, "blocks") {
		odd := rapid.SampledFrom([]string{"", " ", "5", "1.50", "007", "true", "no", "2026-05-01", "a", "Alpha", " x ", "tab\there", "☒", "12345678901234567890", "it's"})
		name := rapid.SampledFrom([]string{"control", "control", "todo", "agent_task"}).Draw(t, "name")
		fmt.Fprintf(&b, "::%s{id=\"%s-%d\"", name, name, i)
		if kind := rapid.SampledFrom([]string{"", "text", "number", "slider", "checkbox", "toggle", "select", "date", "Odd"}).Draw(t, "type"); kind != "" {
			fmt.Fprintf(&b, " type=%q", kind)
		}
		if rapid.Bool().Draw(t, "options") {
			b.WriteString(rapid.SampledFrom([]string{` options="a=Alpha,b"`, ` options="a=Same,b=Same"`, ` options=""`, ` options="1=One,2"`}).Draw(t, "list"))
		}
		switch rapid.IntRange(0, 2).Draw(t, "default") {
		case 0:
			fmt.Fprintf(&b, " default=\"%s\"", odd.Draw(t, "value"))
		case 1:
			b.WriteString(" default=" + rapid.SampledFrom([]string{"1.50", "true", "x"}).Draw(t, "bare"))
		}
		b.WriteString(rapid.SampledFrom([]string{"", " done", ` status="done"`, ` done=false`, ` status="open"`}).Draw(t, "state"))
		b.WriteString("}\n")
		if rapid.Bool().Draw(t, "body") {
			b.WriteString("default: " + odd.Draw(t, "line") + "\n")
		}
		b.WriteString("::\n\n")
	}
	return b.String()
}

var ids = regexp.MustCompile(`\{id="[^"]*"`)

// Quiet: a form nobody touched changes nothing.
func TestUntouchedFormsAreQuiet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		source := randomForm(t)
		if rapid.Bool().Draw(t, "without ids") {
			source = ids.ReplaceAllString(source, "{")
		}
		text, r := patched(t, source, controls.Decode(sent(t, source)), controls.Options{})
		if text != source || len(r.Report.Changes)+len(r.Report.TaskChanges)+len(r.Report.Unmatched)+len(r.Report.UnmatchedTasks)+len(r.Conflicts) != 0 {
			t.Fatalf("source:\n%s\nafter:\n%s\n%+v", source, text, r)
		}
	})
}

// Faithful and idempotent: what was filled in is shown by the new source, and asks for nothing more.
func TestFilledInFormsAreFaithful(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		source := randomForm(t)
		returned := controls.Decode(sent(t, source))
		for i := range returned.Controls {
			returned.Controls[i].Value = rapid.SampledFrom([]string{"a", "b", "7", "2.5", "true", "false", "2026-06-01", "words", " "}).Draw(t, "filled in")
		}
		for i := range returned.Tasks {
			returned.Tasks[i].Checked = rapid.Bool().Draw(t, "ticked")
		}
		text, _ := patched(t, source, returned, controls.Options{})
		again, r := patched(t, text, returned, controls.Options{})
		if again != text {
			t.Fatalf("source:\n%s\nafter:\n%s\nagain:\n%s\n%+v", source, text, again, r.Report)
		}
		shown := controls.Decode(sent(t, text))
		for i, v := range returned.Controls {
			// A check box cannot show words, nor a select nothing or entries that appear the same.
			if *v.Type == "checkbox" || *v.Type == "toggle" || *v.Type == "select" && v.Value == " " || strings.Contains(source, "Same") {
				continue
			}
			if got := shown.Controls[i].Value; got != v.Value && got != strings.TrimSpace(v.Value) {
				t.Fatalf("%s was returned as %q and is now shown as %q:\n%s", v.ID, v.Value, got, text)
			}
		}
		for i, v := range returned.Tasks {
			if shown.Tasks[i] != v {
				t.Fatalf("%+v is now shown as %+v:\n%s", v, shown.Tasks[i], text)
			}
		}
	})
}

func ExampleOps() {
	var t testing.T
	d := parse(&t, "::control{id=\"rate\" type=\"number\" label=\"Rate\" default=5}\n::\n")
	r := controls.Ops(d, controls.Data{Controls: []controls.Value{{ID: "rate", Value: "7"}}}, controls.Options{})
	for _, op := range r.Ops {
		fmt.Println(op.Op, op.ID, op.Key, op.Value)
	}
	// Output: update_attribute rate default 7
}
