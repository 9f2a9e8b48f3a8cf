package main

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/app"
)

// TestReviewWalk types keys, with and without Enter, at a walk over two requests and a comment.
func TestReviewWalk(t *testing.T) {
	items := []app.ReviewItem{
		{Kind: "change_request", ID: "q1", Action: "insert", To: "x"},
		{Kind: "change_request", ID: "q2", Action: "delete", From: "x"},
		{Kind: "comment", ID: "k1", Body: "Why?"},
	}
	tests := []struct{ keys, want string }{
		{"yny", "q1 true; q2 false; k1 resolve"},
		{"Y\nN\ns\n", "q1 true; q2 false"},
		{"s\r\ny\r\nq\r\n", "q2 true"},
		{"z?yq", "q1 true"},
		{"ssnc So it is.\n", "k1 says So it is."}, // a comment cannot be rejected
		{"ss c\nDone\n", "k1 says Done"},
		{"c\nSee q2\nyy", "q1 true; q1 says See q2; q2 true"}, // and is decided then,
		{"", ""},
		{"y", "q1 true"},
		{"c", ""},
	}
	for _, x := range tests {
		var out bytes.Buffer
		w := &reviewWalk{in: strings.NewReader(x.keys), out: &out}
		if err := w.run(items); err != nil {
			t.Fatalf("%q: %v", x.keys, err)
		}
		var got []string
		said := map[string]string{}
		for _, a := range w.answers {
			if a.Resolve {
				said[a.On] = "resolve"
			} else {
				said[a.On] = "says " + a.Text
			}
		}
		for _, it := range items {
			for _, v := range w.verdicts {
				if v.ID == it.ID {
					got = append(got, fmt.Sprint(v.ID, " ", v.Accept))
				}
			}
			if s, ok := said[it.ID]; ok {
				got = append(got, it.ID+" "+s)
			}
		}
		if s := strings.Join(got, "; "); s != x.want {
			t.Errorf("%q: %q, want %q\n%s", x.keys, s, x.want, out.String())
		}
	}
}
