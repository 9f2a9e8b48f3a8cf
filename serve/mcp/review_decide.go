package mcp

import (
	"context"
	"errors"
	"slices"

	"github.com/nomadocx/nomadocx/internal/app"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

var reviewListTool = tool{
	name: "review_list", effect: reads,
	description: "The open change requests and comments of a .noma document. To answer a comment, add_comment with reply_to.",
}

type reviewListInput struct {
	fileInput
	All bool `json:"all,omitempty"`
}

type reviewListAnswer struct {
	Items []app.ReviewItem `json:"items"`
}

func (s *server) reviewList(ctx context.Context, in reviewListInput) (any, error) {
	src, err := s.load(ctx, in.File, true)
	if err != nil {
		return nil, err
	}
	items := slices.DeleteFunc(app.ReviewItems(src), func(it app.ReviewItem) bool { return !it.Open && !in.All })
	return reviewListAnswer{Items: append([]app.ReviewItem{}, items...)}, nil
}

var reviewDecideTool = tool{
	name: "review_decide", effect: writes,
	description: "Puts accepted change requests into their targets and closes accepted and rejected ones. One that cannot be accepted stays open; findings says why.",
}

type reviewDecideInput struct {
	commonInput
	Accept []string `json:"accept,omitempty"`
	Reject []string `json:"reject,omitempty"`
}

type decidedAnswer struct {
	*patched
	Findings []decision `json:"findings"`
}

// decision is what became of one request.
type decision struct {
	ID      string `json:"id"`
	Outcome string `json:"outcome"`
	Message string `json:"message"`
}

func (s *server) reviewDecide(ctx context.Context, in reviewDecideInput) (any, error) {
	all := patchInput{commonInput: in.commonInput}
	path, err := s.document(&all)
	if err != nil {
		return nil, err
	}
	var verdicts []app.Verdict
	for _, id := range in.Accept {
		if slices.Contains(in.Reject, id) {
			return nil, errors.New("accept and reject both name " + id)
		}
		verdicts = append(verdicts, app.Verdict{ID: id, Accept: true})
	}
	for _, id := range in.Reject {
		verdicts = append(verdicts, app.Verdict{ID: id})
	}
	if len(verdicts) == 0 {
		return nil, errors.New("name at least one change request in accept or reject; review_list shows them")
	}
	var found *reviewsync.Result
	answer, err := s.answer(ctx, path, &all, false, func(o app.PatchFileOptions) (done *app.Patched, err error) {
		o.Strict = false // the operations are the program's own
		done, found, err = app.DecideFile(ctx, path, verdicts, o)
		return done, err
	})
	done, ok := answer.(*patched)
	if err != nil || !ok {
		return answer, err
	}
	out := decidedAnswer{patched: done, Findings: []decision{}}
	for _, f := range found.Findings {
		out.Findings = append(out.Findings, decision{ID: f.BlockID, Outcome: string(f.Outcome), Message: f.Message})
	}
	return out, nil
}
