package reviewsync_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
)

// Three-way, for annotations: the author rewrote and deleted change requests, comments and notes, the reviewer sent the file back
// untouched, or typed one sentence somewhere. The author's annotations stay as they are.
func TestAuthorOfAnnotations(t *testing.T) {
	n := seeds(600)
	made := map[string]int{}
	eachSeed(t, *from, n, made, authorOfAnnotations)
	if made["rewritten"] < n/8 || made["deleted"] < n/8 {
		t.Errorf("of %d documents: %v", n, made)
	}
}

// authorOfAnnotations holds it on the document of one seed.
func authorOfAnnotations(t *testing.T, seed int, made map[string]int) {
	c := seeded{rand.New(rand.NewPCG(uint64(seed), 65))}
	src := docgen.Placed(c, 8)
	if fewLetters.MatchString(src) {
		return // they stand in many places, of which the author may delete the first
	}
	file := render(t, src)
	now := otherAnnotations(src, c, made)
	if now == src {
		return
	}
	if got, res := sync(t, now, file); got != now {
		t.Fatalf("the author's text was touched\nsent:\n%s\nnow:\n%s\nbecame:\n%s\nfindings: %s", src, now, got, describe(res))
	}
}

var (
	fewLetters   = regexp.MustCompile(`\b(exact|prefix|suffix)="[^"]{1,3}"`)
	annotation   = regexp.MustCompile(`(?m)^\n?::(?:change_request|comment|footnote|endnote)\{([^\n]*)\}\r?\n(?:[^:\n][^\n]*\n)*::\r?\n`)
	annotationID = regexp.MustCompile(`id="([^"]*)"`)
	requested    = regexp.MustCompile(`\b(to|from|text)="([^"]*)"`)
)

// otherAnnotations returns a source whose author has rewritten some annotations and deleted others that nothing answers.
func otherAnnotations(src string, c docgen.Chooser, made map[string]int) string {
	return annotation.ReplaceAllStringFunc(src, func(block string) string {
		id := annotationID.FindStringSubmatch(block)
		switch {
		case id == nil || c.Intn(3) > 0:
		case c.Intn(2) == 0:
			made["rewritten"]++
			if requested.MatchString(block) {
				return requested.ReplaceAllString(block, fmt.Sprintf(`$1="$2 rewritten %d"`, c.Intn(9)))
			}
			head, body, _ := strings.Cut(block, "}")
			return head + "}" + strings.Replace(body, ".", ", as the author sees it.", 1)
		case strings.Count(src, `"`+id[1]+`"`) == 1 && strings.Count(src, `[[`+id[1]) == 0:
			made["deleted"]++
			return ""
		}
		return block
	})
}
