package main

import (
	"strings"
	"testing"
)

func TestCount(t *testing.T) {
	events := `{"Action":"output","Package":"p","Test":"TestA","Output":"quiet\n"}
{"Action":"pass","Package":"p","Test":"TestA"}
{"Action":"output","Package":"p","Test":"TestB/one","Output":"loud\n"}
{"Action":"fail","Package":"p","Test":"TestB/one"}
{"Action":"pass","Package":"p","Test":"TestB/two"}
{"Action":"fail","Package":"p","Test":"TestB"}
{"Action":"fail","Package":"p"}
{"Action":"build-output","ImportPath":"q","Output":"does not compile\n"}
{"Action":"fail","Package":"q","FailedBuild":"q"}
{"Action":"pass","Package":"r","Elapsed":0.5}
`
	var show strings.Builder
	passed, failed := count(strings.NewReader(events), &show)
	if passed != 2 || failed != 2 {
		t.Errorf("%d passed, %d failed; want 2 and 2 (a package that does not build counts once, a parent test not at all)", passed, failed)
	}
	for _, want := range []string{"loud", "does not compile", "FAIL  p", "FAIL  q", "ok    r"} {
		if !strings.Contains(show.String(), want) {
			t.Errorf("the log lacks %q:\n%s", want, show.String())
		}
	}
	if strings.Contains(show.String(), "quiet") {
		t.Error("the output of a passing test is shown")
	}
}
