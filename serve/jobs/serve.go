package jobs

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"
)

// farewell is how long a child whose parent has gone may take to end its browser.
const farewell = 2 * time.Second

// Serve returns the child: it reads requests from in, one on each line, and writes replies to out. It ends
// when in does, also in the midst of a request, or when ctx is done. perform is [Performer.Perform].
func Serve(ctx context.Context, in io.Reader, out io.Writer, perform func(context.Context, Request) Reply) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	requests := make(chan Request)
	ended := make(chan error, 1)
	go func() {
		// The pipe is read while a request is done: its end is how we learn that the parent died.
		r := json.NewDecoder(bufio.NewReader(in))
		for {
			var request Request
			if err := r.Decode(&request); err != nil {
				if err == io.EOF {
					err = nil
				}
				ended <- err
				return
			}
			select {
			case requests <- request:
			case <-ctx.Done():
				return
			}
		}
	}()
	answers := json.NewEncoder(out)
	for {
		select {
		case <-ctx.Done():
			return nil
		case err := <-ended:
			return err
		case request := <-requests:
			done := make(chan Reply, 1)
			go func() { done <- perform(ctx, request) }()
			select {
			case reply := <-done:
				if err := answers.Encode(reply); err != nil {
					return fmt.Errorf("the parent does not listen: %w", err)
				}
			case err := <-ended:
				cancel()
				select {
				case <-done:
				case <-time.After(farewell):
				}
				return err
			}
		}
	}
}
