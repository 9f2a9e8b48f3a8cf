package app

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"

	"github.com/nomadocx/nomadocx/internal/httpguard"
	"github.com/nomadocx/nomadocx/patch"
)

// ReviewServer shows the review page of a source in a browser of this machine, as an [http.Handler], and carries its decisions out in
// the file. The page is made when it is asked for, from the files as they are then.
//
//	ROOT            the page
//	ROOT/decisions  GET says which source there is, POST carries decisions out
//
// ROOT is a key of this run ([ReviewServer.Root]); only who knows it is answered, and only pages of this server may send decisions.
type ReviewServer struct {
	Path   string   // the source
	Files  []string // what came back
	Load   LoadOptions
	Review Review
	// Keep says how decisions are recorded. Without Inplace the page saves its decisions, and nothing is written.
	Keep    PatchFileOptions
	Inplace bool

	once sync.Once
	key  string
}

// Root returns the path of the page: a key that nobody can guess.
func (v *ReviewServer) Root() string {
	v.once.Do(func() { v.key = rand.Text() })
	return "/" + v.key + "/"
}

func (v *ReviewServer) decisions() string { return v.Root() + "decisions" }

func (v *ReviewServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	at := func(address string) bool { return subtle.ConstantTimeCompare([]byte(r.URL.Path), []byte(address)) == 1 }
	page, data := at(v.Root()), at(v.decisions()) && v.Inplace
	switch {
	case !httpguard.Local(r.Host):
		http.Error(w, "this page is for this machine only", http.StatusForbidden)
	case !page && !data:
		http.Error(w, "open the address that nomadocx review serve printed: it has the key of this run", http.StatusForbidden)
	case page && (r.Method == http.MethodGet || r.Method == http.MethodHead):
		if len(r.Header.Values("Origin")) > 0 || !httpguard.Is(r, "Sec-Fetch-Dest", "document") || !httpguard.Is(r, "Sec-Fetch-Mode", "navigate") {
			http.Error(w, "a page asked for this", http.StatusForbidden)
			return
		}
		v.page(w, r)
	case data && (r.Method == http.MethodGet || r.Method == http.MethodPost):
		if !httpguard.Is(r, "Origin", "http://"+r.Host) || !httpguard.Is(r, "Sec-Fetch-Site", "same-origin") ||
			r.Method == http.MethodPost && r.Header.Get("Content-Type") != "application/json" {
			http.Error(w, "only the review page sends decisions", http.StatusForbidden)
			return
		}
		v.answer(w, r)
	default:
		http.Error(w, "no such method here", http.StatusMethodNotAllowed)
	}
}

func (v *ReviewServer) page(w http.ResponseWriter, r *http.Request) {
	s, err := Load(r.Context(), v.Path, v.Load)
	var page []byte
	if err == nil {
		to := ""
		if v.Inplace {
			to = v.decisions()
		}
		page, err = v.Review.ReviewPage(r.Context(), s, v.Files, to)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", htmlType)
	_, _ = w.Write(page) // who asked may have gone
}

// carried is what the page learns of its decisions.
type carried struct {
	OK      bool   `json:"ok"`
	Reload  bool   `json:"reload"` // the page shows what is no more
	Message string `json:"message"`
	Source  string `json:"source,omitempty"`
}

func (v *ReviewServer) answer(w http.ResponseWriter, r *http.Request) {
	var got carried
	if r.Method == http.MethodGet {
		s, err := Load(r.Context(), v.Path, LoadOptions{External: v.Load.External, Raw: true})
		if got.OK = err == nil; err == nil {
			got.Source = s.File.Hash()
		} else {
			got.Message = err.Error()
		}
	} else {
		got = v.carryOut(r.Context(), http.MaxBytesReader(w, r.Body, maxDecisions))
	}
	w.Header().Set("Content-Type", "application/json")
	if !got.OK {
		w.WriteHeader(http.StatusConflict)
	}
	_ = json.NewEncoder(w).Encode(got) // who asked may have gone
}

// carryOut makes decisions in the file.
func (v *ReviewServer) carryOut(ctx context.Context, body io.Reader) carried {
	data, err := io.ReadAll(body)
	if err != nil {
		return carried{Message: "the decisions cannot be read: " + err.Error()}
	}
	review := v.Review
	if review.Decisions, err = decodeDecisions(data); err != nil {
		return carried{Message: err.Error()}
	}
	s, err := Load(ctx, v.Path, v.Load)
	if err != nil {
		return carried{Message: err.Error()}
	}
	out, err := review.SyncAll(ctx, s, v.Files, nil)
	if err == nil {
		_, err = RecordSync(ctx, s, out, v.Keep)
	}
	var other *OtherDecisionsError
	var refused *patch.Error
	if errors.As(err, &other) || errors.As(err, &refused) && refused.Code == patch.SHAMismatch {
		return carried{Reload: true, Message: "The source or a returned file has changed since this page was made, and nothing was written. " +
			"Load the page again: what you decided is kept, as far as the edits are still there."}
	}
	if err != nil {
		return carried{Message: err.Error()}
	}
	c := out.Counts()
	message := fmt.Sprintf("%s was written: %d edits are in the source, %d wait there for an answer, %d were rejected, %d are left.",
		nameOf(v.Path), c.Applied, c.Waiting, c.Rejected, c.NotApplied)
	if out.Text == s.File.Text {
		message = fmt.Sprintf("%s is unchanged; %d edits were rejected, %d are left.", nameOf(v.Path), c.Rejected, c.NotApplied)
	}
	return carried{OK: true, Reload: true, Message: message}
}
