package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/nomadocx/nomadocx/internal/app"
)

// reviewWalk shows one item after the other and reads one key for each. What was decided is carried
// out when the walk is over, so that breaking it off leaves the file as it is.
type reviewWalk struct {
	in  io.Reader // keys; line ends between them do not count, so that a plain terminal will do
	out io.Writer

	verdicts []app.Verdict
	answers  []app.CommentInput
}

const walkKeys = "y accept, n reject, c comment, s skip, q quit and write"

// run asks for the items in order.
func (w *reviewWalk) run(items []app.ReviewItem) error {
	if len(items) == 0 {
		fmt.Fprintln(w.out, "✓ nothing is open")
	}
	for i, it := range items {
		fmt.Fprintf(w.out, "\n%d of %d, line %d, by %s on %s\n  %s\n", i+1, len(items), it.Line, plain(it.Author), plain(it.Target), plain(what(it)))
		more, err := w.ask(it)
		if err != nil || !more {
			return err
		}
	}
	return nil
}

// ask reads keys until one means something. It returns false when the walk is over.
func (w *reviewWalk) ask(it app.ReviewItem) (more bool, err error) {
	for {
		fmt.Fprintf(w.out, "[%s] ", walkKeys)
		key, err := w.key()
		if errors.Is(err, io.EOF) {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		switch {
		case key == 'y' && it.Kind == "comment":
			w.answers = append(w.answers, app.CommentInput{On: it.ID, Resolve: true})
			return true, nil
		case key == 'n' && it.Kind == "comment":
			fmt.Fprintln(w.out, "a comment is not rejected: y resolves it, c answers, s skips")
		case key == 'y', key == 'n':
			w.verdicts = append(w.verdicts, app.Verdict{ID: it.ID, Accept: key == 'y'})
			return true, nil
		case key == 'c':
			fmt.Fprint(w.out, "comment: ")
			text, err := w.line()
			if text = strings.TrimSpace(text); text != "" {
				w.answers = append(w.answers, app.CommentInput{On: it.ID, Text: text})
			}
			if err != nil {
				return false, nil
			}
		case key == 's':
			return true, nil
		case key == 'q':
			return false, nil
		}
	}
}

// key returns the next byte that is no white space.
func (w *reviewWalk) key() (byte, error) {
	var b [1]byte
	for {
		if _, err := io.ReadFull(w.in, b[:]); err != nil {
			return 0, err
		}
		if b[0] > ' ' {
			return b[0] | 0x20, nil // small letters
		}
	}
}

// line returns what follows up to the end of the line, and no byte more: the keys stay. The first line end
// belongs to the key before.
func (w *reviewWalk) line() (string, error) {
	var b [1]byte
	var text strings.Builder
	const most = 10000
	for text.Len() < most {
		if _, err := io.ReadFull(w.in, b[:]); err != nil {
			return text.String(), err
		}
		if b[0] == '\n' && strings.TrimSpace(text.String()) != "" {
			break
		}
		text.WriteByte(b[0])
	}
	return text.String(), nil
}
