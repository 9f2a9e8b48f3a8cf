package layout

import "github.com/nomadocx/nomadocx/noma"

// BuildText parses a source text and lays it out, as [Build] does, for the audience that its frontmatter names. It fails with a
// [*noma.FrontmatterError].
func BuildText(name, text string, opts Options) (*Plan, error) {
	d, err := noma.ParseText(name, text)
	if err != nil {
		return nil, err
	}
	a, err := ReadAudience(d.Meta.String(AudienceKey))
	if err != nil {
		return nil, err
	}
	Present(d, a)
	return Build(d, opts), nil
}
