package transcript_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/nomadocx/nomadocx/patch/transcript"
)

// Example records one operation and makes the document again from the text before it.
func Example() {
	dir, err := os.MkdirTemp("", "transcript")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	before := "::note{id=\"n\"}\nOld words.\n::\n"
	after := "::note{id=\"n\"}\nNew words.\n::\n"

	log, err := transcript.Open(context.Background(), filepath.Join(dir, "a.noma.patches"), time.Second)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer log.Close()
	record := transcript.Record{
		ProtocolVersion: transcript.Version, Tool: transcript.Tool, ToolVersion: "1.0.0",
		OpID: "5b0c1a52-53a1-4f0e-9a3f-0d9b7c1e2f30", TS: transcript.Timestamp(time.Unix(1778509920, 0)),
		Actor: transcript.Actor{Kind: "human", Name: "Ann"}, DocURI: transcript.FileURI("/reports/a.noma"),
		Op:        json.RawMessage(`{"op":"replace_body","id":"n","content":"New words."}`),
		PreSHA256: transcript.Hash(before), PostSHA256: transcript.Hash(after),
		PreSHA: transcript.Hash(before)[:8], PostSHA: transcript.Hash(after)[:8],
		PatchResult: transcript.Applied, PreValidation: transcript.OK, PostValidation: transcript.OK,
	}
	if err := log.Append(record); err != nil {
		fmt.Println(err)
		return
	}
	data, err := os.ReadFile(filepath.Join(dir, "a.noma.patches"))
	if err != nil {
		fmt.Println(err)
		return
	}
	entries, _ := transcript.Parse(data)
	fmt.Println(len(transcript.Verify(entries)), "problems")
	text, err := transcript.Replay(before, entries)
	fmt.Print(text, err)
	// Output:
	// 0 problems
	// ::note{id="n"}
	// New words.
	// ::
	// <nil>
}
