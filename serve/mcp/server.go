package mcp

import (
	"context"
	"errors"
	"io"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// Options of Serve.
type Options struct {
	Root        string           // the folder whose files can be reached
	Version     string           // of the program, semver
	LockTimeout time.Duration    // how long a patch waits for another of the same file
	Now         func() time.Time // the clock; required
	Random      io.Reader        // for the ids of records; required
	// Notice is called with what the person who runs the server should know, one sentence at a time; nil for
	// nobody. It may be called from several goroutines.
	Notice func(sentence string)
}

// maxAtOnce is how many calls are worked on at a time; the others wait.
const maxAtOnce = 4

const instructions = `Noma documents are plain text; edit them with patch_block, never as whole files.
Call read_doc first: blocks have an id, or a parent and an index, and a hash. Send the hash as baseHash with
every operation, so that a block somebody else changed is not overwritten. Words of running text are changed
with replace_text, whole paragraphs with replace_child. A refused operation answers {"ok": false, "code": …}
and says what to do. After a patch, look at diagnostics: they are those the patch brought.`

// server is one root with its tools.
type server struct {
	folder *folder
	o      Options
	slots  chan struct{} // as many as calls may be worked on
	word   chan struct{} // one: a Word file may take all the memory there is for documents
}

// reading waits until no other call reads a Word file; done lets the next one in.
func (s *server) reading(ctx context.Context) (done func(), err error) {
	select {
	case s.word <- struct{}{}:
		return func() { <-s.word }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Serve answers the requests of one client until its side of the pipe ends or ctx is cancelled.
// Nothing but protocol messages is written to out.
func Serve(ctx context.Context, in io.Reader, out io.Writer, o Options) error {
	s, err := newServer(o)
	if err != nil {
		return err
	}
	defer s.folder.close()
	err = s.mcp().Run(ctx, &pipes{in: in, out: out})
	if errors.Is(err, io.EOF) || ctx.Err() != nil {
		return nil // the ordinary ends of a session
	}
	return err
}

func newServer(o Options) (*server, error) {
	f, err := openFolder(o.Root)
	if err != nil {
		return nil, err
	}
	if o.Notice == nil {
		o.Notice = func(string) {}
	}
	return &server{folder: f, o: o, slots: make(chan struct{}, maxAtOnce), word: make(chan struct{}, 1)}, nil
}

// mcp returns the server with all tools.
func (s *server) mcp() *sdk.Server {
	m := sdk.NewServer(
		&sdk.Implementation{Name: "nomadocx", Title: "Noma documents", Version: s.o.Version},
		&sdk.ServerOptions{Instructions: instructions, Capabilities: &sdk.ServerCapabilities{}})
	// The binding of Annex B.
	add(s, m, readDocTool, s.readDoc)
	add(s, m, listIDsTool, s.listIDs)
	add(s, m, validateDocTool, s.validateDoc)
	add(s, m, patchBlockTool, s.patchBlock)
	// Additions.
	add(s, m, patchBlockListTool, s.patchBlockList)
	add(s, m, transcriptReadTool, s.transcriptRead)
	add(s, m, describeCapabilitiesTool, s.describeCapabilities)
	add(s, m, renderDocTool, s.renderDoc)
	add(s, m, reviewDataTool, s.reviewData)
	add(s, m, reviewSyncTool, s.reviewSync)
	add(s, m, transcriptRevertTool, s.transcriptRevert)
	add(s, m, reviewListTool, s.reviewList)
	add(s, m, reviewDecideTool, s.reviewDecide)
	add(s, m, patchBookTool, s.patchBook)
	return m
}
