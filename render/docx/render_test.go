package docx

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/golden"
)

// TestGolden compares what is written for each fixture with the exploded parts next to it. The
// parts that are the same for every document are read once, in package.golden.
func TestGolden(t *testing.T) {
	varying := []string{"word/document.xml", "word/_rels/document.xml.rels", "word/comments.xml", "word/commentsExtended.xml", "word/footnotes.xml",
		"word/endnotes.xml", "word/header1.xml", "word/_rels/header1.xml.rels", "word/footer1.xml", "customXml/item1.xml", "docProps/core.xml"}
	for name, text := range fixtures(t) {
		t.Run(name, func(t *testing.T) {
			golden.Check(t, "testdata/"+name+".golden", exploded(t, rendered(t, text), varying...))
		})
	}
	t.Run("package", func(t *testing.T) {
		golden.Check(t, "testdata/package.golden", exploded(t, rendered(t, "# Title {id=\"title\"}\n\nText.\n")))
	})
}

func TestRenderIsDeterministic(t *testing.T) {
	for name, text := range fixtures(t) {
		if a, b := rendered(t, text), rendered(t, text); !bytes.Equal(a, b) {
			t.Errorf("%s: two renderings differ", name)
		}
	}
}

// stingy accepts a number of bytes and then fails.
type stingy struct{ left int }

var errFull = errors.New("disk full")

func (s *stingy) Write(p []byte) (int, error) {
	if s.left -= len(p); s.left < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func TestRenderTellsWhenItCannotWrite(t *testing.T) {
	text := fixtures(t)["review"]
	whole := len(rendered(t, text))
	for left := 0; left < whole; left += 997 {
		err := Render(&stingy{left}, planOf(t, text), Options{})
		if !errors.Is(err, errFull) {
			t.Errorf("with room for %d of %d bytes the error is %v", left, whole, err)
		}
	}
}

func TestApplicationIsNamed(t *testing.T) {
	var out bytes.Buffer
	if err := Render(&out, planOf(t, "x\n"), Options{Application: "A & B"}); err != nil {
		t.Fatal(err)
	}
	if app := string(parts(t, out.Bytes())["docProps/app.xml"]); !strings.Contains(app, "<Application>A &amp; B</Application>") {
		t.Errorf("the application is not named in %s", app)
	}
}
