package api_test

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/nomadocx/nomadocx/internal/testkit/slow"
	"github.com/nomadocx/nomadocx/internal/testkit/wordtest"
	"github.com/nomadocx/nomadocx/serve/api"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// description reads the document a service serves.
func description(t *testing.T, url string) (map[string]any, *jsonschema.Compiler) {
	t.Helper()
	body := get(t, url+"/openapi.json")
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader([]byte(body)))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("openapi.json", doc); err != nil {
		t.Fatal(err)
	}
	return doc.(map[string]any), c
}

// TestDescriptionIsTrue holds the OpenAPI document against what the service does.
func TestDescriptionIsTrue(t *testing.T) {
	slow.Test(t, "processes")
	server, _ := service(t, api.Options{})
	doc, c := description(t, server.URL)
	if doc["openapi"] != "3.1.0" || doc["info"].(map[string]any)["version"] != "1.2.3" {
		t.Errorf("%v, %v", doc["openapi"], doc["info"])
	}
	operations, ids := 0, map[any]bool{}
	for path, methods := range doc["paths"].(map[string]any) {
		for method, operation := range methods.(map[string]any) {
			operations++
			op := operation.(map[string]any)
			if ids[op["operationId"]] || op["operationId"] == nil || op["summary"] == nil || op["responses"].(map[string]any)["200"] == nil {
				t.Errorf("%s %s is not fully described", method, path)
			}
			ids[op["operationId"]] = true
			r, err := http.NewRequest(strings.ToUpper(method), server.URL+path, strings.NewReader("# x\n"))
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Content-Type", "text/plain")
			answer, err := http.DefaultClient.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			body := text(t, answer)
			kind, _, _ := strings.Cut(answer.Header.Get("Content-Type"), ";")
			status, _ := op["responses"].(map[string]any)[itoa(answer.StatusCode)].(map[string]any)
			if status == nil {
				t.Errorf("%s %s answers with %d, which is not described: %s", method, path, answer.StatusCode, body)
				continue
			}
			if _, ok := status["content"].(map[string]any)[kind]; !ok {
				t.Errorf("%s %s answers with %s, which is not described", method, path, kind)
			}
		}
	}
	if operations != 6 {
		t.Errorf("%d operations are described", operations)
	}
	targets := doc["paths"].(map[string]any)["/v1/render"].(map[string]any)["post"].(map[string]any)["parameters"].([]any)[0].(map[string]any)["schema"].(map[string]any)["enum"].([]any)
	for _, target := range targets {
		if r, _ := post(t, server.URL+"/v1/render?to="+target.(string), "text/plain", strings.NewReader("x")); r.StatusCode != 200 {
			t.Errorf("the target %s is described, and gets %d", target, r.StatusCode)
		}
	}
	for _, target := range app.Targets {
		r, _ := post(t, server.URL+"/v1/render?to="+target, "text/plain", strings.NewReader("x"))
		if r.StatusCode == 200 && !slices.Contains(targets, any(target)) {
			t.Errorf("the target %s is not described", target)
		}
	}

	// What may be sent is what is described.
	for path, parts := range map[string][]part{"/v1/render": {{"source", "x", quay}}, "/v1/review": {{"source", "x", quay}, {"returned", "x", "no file"}}} {
		described := doc["paths"].(map[string]any)[path].(map[string]any)["post"].(map[string]any)["requestBody"].(map[string]any)["content"].(map[string]any)
		for _, kind := range append(slices.Sorted(maps.Keys(described)), "image/png", "application/json", "text/html") {
			send, as := io.Reader(strings.NewReader(quay)), kind
			if kind == "multipart/form-data" {
				send, as = form(t, parts...)
			}
			r, body := post(t, server.URL+path, as, send)
			if taken := r.StatusCode != http.StatusUnsupportedMediaType; taken != (described[kind] != nil) {
				t.Errorf("%s with %s gets %d %s", path, kind, r.StatusCode, body)
			}
		}
	}

	// Answers conform to the schemas.
	conforms := func(name, body string) {
		t.Helper()
		schema, err := c.Compile("openapi.json#/components/schemas/" + name)
		if err != nil {
			t.Fatal(err)
		}
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(v); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	body := get(t, server.URL+"/healthz")
	conforms("Health", body)
	_, body = post(t, server.URL+"/v1/render?to=odt", "text/plain", strings.NewReader("x"))
	conforms("Problem", body)
	_, word := post(t, server.URL+"/v1/render?to=docx", "text/plain", strings.NewReader(quay))
	send, kind := form(t, part{"source", "x", quay}, part{"returned", "x.docx", string(wordtest.Replace(t, []byte(word), wordtest.Main, "Four", "Five"))})
	_, body = post(t, server.URL+"/v1/review", kind, send)
	conforms("Reviewed", body)
}

func itoa(n int) string {
	data, _ := json.Marshal(n)
	return string(data)
}
