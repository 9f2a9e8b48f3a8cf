package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/nomadocx/nomadocx/internal/schema"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/compute"
	"github.com/nomadocx/nomadocx/noma/source"
	"github.com/nomadocx/nomadocx/noma/validate"
	"github.com/nomadocx/nomadocx/render/astjson"
	"github.com/nomadocx/nomadocx/render/llm"
	"github.com/nomadocx/nomadocx/render/markdown"
	"github.com/nomadocx/nomadocx/render/nomatext"
)

// observed is a day on which no citation of the samples is stale, as when they were made.
var observed = time.Date(2026, 5, 15, 0, 0, 0, 0, time.UTC)

// parsed returns the document of a folder, under the name that its samples were made of.
func parsed(file string) (*noma.Document, error) {
	text, err := beside(file, "input.noma")
	if err != nil {
		return nil, err
	}
	return parse(text, "/docs/"+sample(file)+".noma")
}

func parse(text, name string) (*noma.Document, error) {
	d, _, err := noma.Parse(source.NewFile(name, text), noma.Options{Filename: name})
	return d, err
}

// text compares what a renderer makes of a document with a sample.
func text(render func(d *noma.Document) (string, error)) func(c *comparison, file string) error {
	return func(c *comparison, file string) error {
		d, err := parsed(file)
		if err != nil {
			return err
		}
		got, err := render(d)
		if err != nil {
			return err
		}
		want, err := beside(file, filepath.Base(file))
		if err != nil {
			return err
		}
		c.same(sample(file), d.File.Text, want, got)
		return nil
	}
}

func asTree(d *noma.Document) (string, error) {
	var b bytes.Buffer
	err := astjson.Render(&b, d, nil)
	return b.String(), err
}

func asIDs(d *noma.Document) (string, error) {
	var b bytes.Buffer
	err := astjson.WriteIDs(&b, d)
	return b.String(), err
}

func asNoma(d *noma.Document) (string, error) {
	var b bytes.Buffer
	err := nomatext.Render(&b, d, nil)
	return b.String(), err
}

func asLLM(d *noma.Document) (string, error) {
	var b bytes.Buffer
	err := llm.Render(&b, d, llm.Options{})
	return b.String(), err
}

func asMarkdown(d *noma.Document) (string, error) {
	var b bytes.Buffer
	err := markdown.Render(&b, d, nil)
	return b.String(), err
}

func tree(c *comparison, file string) error { return text(asTree)(c, file) }
func ids(c *comparison, file string) error  { return text(asIDs)(c, file) }

// diagnostics compares what check prints, and its exit code.
func diagnostics(c *comparison, file string) error {
	d, err := parsed(file)
	if err != nil {
		return err
	}
	want, err := beside(file, "check.txt")
	if err != nil {
		return err
	}
	list := validate.Document(d, validate.Options{Now: observed})
	got := validate.Format(list, sample(file)+".noma")
	switch code, err := beside(file, "check.exit"); {
	case err == nil:
		want, got = want+code, got+"exit "+map[bool]string{true: "1", false: "0"}[list.HasErrors()]+"\n"
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	c.same(sample(file), d.File.Text, want, got)
	return nil
}

// computedValues compares the numbers of the computed blocks with those that the text for models prints.
func computedValues(c *comparison, file string) error {
	d, err := parsed(file)
	if err != nil {
		return err
	}
	printed, err := beside(file, "render.llm.txt")
	if err != nil {
		return err
	}
	var want, got []string
	for i, block := range strings.Split(printed, "[COMPUTED_") {
		for line := range strings.SplitSeq(block, "\n") {
			if i > 0 && (strings.HasPrefix(line, "default: ") || strings.HasPrefix(line, "default_series (")) {
				want = append(want, line)
				break
			}
		}
	}
	env := compute.Eval(d)
	for n := range noma.Walk(d) {
		if b, ok := n.(*noma.Directive); ok && compute.IsComputed(b) {
			got = append(got, value(env, b))
		}
	}
	c.same(sample(file), d.File.Text, strings.Join(want, "\n"), strings.Join(got, "\n"))
	return nil
}

// value returns the line of a computed block in the text for models: a value, the values of a plot, or the pairs
// of a table.
func value(env *compute.Env, b *noma.Directive) string {
	if b.Name == "computed_metric" {
		v, _ := env.Metric(b)
		return "default: " + compute.Format(v)
	}
	s, _ := env.Series(b)
	var points []string
	for _, p := range s.Points {
		point := compute.Format(p.Y)
		if b.Name == "computed_table" {
			point = compute.Format(p.X) + "=" + point
		}
		points = append(points, point)
	}
	return "default_series (" + s.Variable + "): " + strings.Join(points, ", ")
}

// treeSchema holds the tree of a sample, and ours, against the schema of trees.
func treeSchema(c *comparison, file string) error {
	d, err := parsed(file)
	if err != nil {
		return err
	}
	theirs, err := beside(file, "render.json")
	if err != nil {
		return err
	}
	ours, err := asTree(d)
	if err != nil {
		return err
	}
	c.same(sample(file), d.File.Text, "", valid("ast", theirs)+valid("ast", ours))
	return nil
}

// valid returns "", or what a schema says against a text.
func valid(name, text string) string {
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err == nil {
		err = schemas()[name].Validate(v)
	}
	if err != nil {
		return err.Error()
	}
	return ""
}

// schemas are those of the program, by name. They hold each other's references.
var schemas = sync.OnceValue(func() map[string]*jsonschema.Schema {
	c, out := jsonschema.NewCompiler(), map[string]*jsonschema.Schema{}
	for _, name := range schema.Names() {
		text, _ := schema.Named(name)
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err == nil {
			err = c.AddResource(name+schema.Suffix, v)
		}
		if err != nil {
			panic(err) // they are part of the program
		}
	}
	for _, name := range schema.Names() {
		out[name] = c.MustCompile(name + schema.Suffix)
	}
	return out
})

// indented returns JSON in one form: keys in order, two blanks a level.
func indented(data []byte) (string, error) {
	var v any
	if err := json.Unmarshal(data, &v); err != nil {
		return "", err
	}
	out, err := json.MarshalIndent(v, "", "  ")
	return string(out), err
}
