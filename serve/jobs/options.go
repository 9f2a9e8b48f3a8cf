package jobs

import "github.com/nomadocx/nomadocx/internal/app"

// SetOptions puts how a document is rendered into a request. Paths become absolute, as another process,
// in another folder, does the work.
func (r *Request) SetOptions(o app.RenderOptions) {
	r.Audience, r.Comments = o.Audience, o.Comments
	r.Title, r.Theme, r.CSS, r.MathFont = o.Title, o.Theme, o.CSS, o.MathFont
	r.Fragment, r.Strict, r.NoUnsafe = o.Fragment, o.Strict, o.NoUnsafe
	r.Page, r.LLM, r.Word = o.Page, o.LLM, o.Word
	r.FailOnWarning, r.IgnoreRules = o.FailOnWarning, o.IgnoreRules
	if r.Assets = o.Assets; r.Assets != "" {
		r.Assets = absolute(r.Assets)
	}
	if r.Word.ReferenceDoc != "" {
		r.Word.ReferenceDoc = absolute(r.Word.ReferenceDoc)
	}
}

// options returns those that SetOptions has put in.
func (r *Request) options() app.RenderOptions {
	target, _ := app.ParseTarget(string(r.Target)) // Check has seen to it
	return app.RenderOptions{Target: target, Audience: r.Audience, Comments: r.Comments, Title: r.Title, Theme: r.Theme, CSS: r.CSS, MathFont: r.MathFont,
		Fragment: r.Fragment, Strict: r.Strict, NoUnsafe: r.NoUnsafe, Assets: r.Assets, Page: r.Page, LLM: r.LLM, Word: r.Word, Replaces: r.Replaces, FailOnWarning: r.FailOnWarning, IgnoreRules: r.IgnoreRules}
}
