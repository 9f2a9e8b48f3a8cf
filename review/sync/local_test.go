package reviewsync_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// Local: one edit of a few words changes a few bytes of the source, in one place.

func TestLocal(t *testing.T) {
	t.Parallel()
	applied, n := 0, tenth(1500)
	for seed := range n {
		c := seeded{rand.New(rand.NewPCG(uint64(seed), 4))}
		if local(t, fmt.Sprintf("seed %d", seed), docgen.Document(c, 8), c) {
			applied++
		}
	}
	if applied < n/3 {
		t.Fatalf("only %d edits were applied: the law was hardly tried", applied)
	}
}

func TestLocalShrinks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { local(t, "document", docgen.Document(chooser{t}, 3), chooser{t}) })
}

// construct is the length of the longest inline construct that docgen writes, a link of two words.
const construct = 60

// local makes one edit of words and reports whether it reached the source.
func local(t fataler, name, src string, c docgen.Chooser) bool {
	t.Helper()
	file := render(t, src)
	var was, now string
	xml := replaceNth(part(t, file, "word/document.xml"), textElement, c, func(m string) string {
		was = textElement.FindStringSubmatch(m)[1]
		now = was + " added"
		if w := strings.Fields(was); len(w) > 1 && c.Intn(2) == 0 {
			k := c.Intn(len(w))
			now = strings.Join(append(w[:k:k], w[k+1:]...), " ")
		}
		return strings.Replace(m, ">"+was+"<", ">"+now+"<", 1)
	})
	after, res := sync(t, src, replacePart(t, file, "word/document.xml", xml))
	if after == src {
		return false
	}
	edited, allowed := ends(was, now), 0
	for _, f := range res.Findings {
		switch f.Code {
		case reviewsync.CodeText: // markup around the words; a construct they grow together with is printed anew
			allowed = max(allowed, edited+16+2*construct)
		case reviewsync.CodeHeading: // the id that keeps references going
			allowed = max(allowed, edited+2*len(lineWith(src, after))+len(f.BlockID)+24)
		case reviewsync.CodeField, reviewsync.CodeValue, reviewsync.CodeCaption: // the value of one attribute, with its quotes or its name
			allowed = max(allowed, edited+len(f.Was)+len(f.Now)+40)
		case reviewsync.CodeTable: // the line of the row, its padding dropped (contract patch.md), with the pipes that its ends had not
			allowed = max(allowed, edited+len(lineWith(src, after))+len("|  |"))
		default:
			return false
		}
	}
	if got := ends(src, after); got > allowed {
		t.Fatalf("%s: %q → %q changed %d bytes, at most %d were to be expected\nsource:\n%s\nbecame:\n%s\nfindings: %s",
			name, was, now, got, allowed, src, after, describe(res))
	}
	return true
}

// ends returns how many bytes lie between the equal beginning and the equal end of two texts, in both.
func ends(a, b string) int {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return len(a) + len(b)
}

// lineWith returns the first line of a text that another one does not have in its place.
func lineWith(a, b string) string {
	other := strings.Split(b, "\n")
	for i, l := range strings.Split(a, "\n") {
		if i >= len(other) || other[i] != l {
			return l
		}
	}
	return ""
}
