package redline_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	"github.com/nomadocx/nomadocx/review/redline"
)

// BenchmarkMake makes redlines of reports with 100 edits each.
func BenchmarkMake(b *testing.B) {
	for _, n := range []int{10, 100, 1000, 5000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			was := docgen.Report(n)
			chunks := strings.Split(was, "\n\n")
			for k := range 100 {
				i := k * len(chunks) / 100
				words := strings.Split(chunks[i], " ")
				words[len(words)/2] = "edited"
				chunks[i] = strings.Join(words, " ")
			}
			before, after := wordOf(b, was), wordOf(b, strings.Join(chunks, "\n\n"))
			for b.Loop() {
				if _, _, err := redline.Make(before, after, redline.Options{Author: "Ann"}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
