package validate

import (
	"maps"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
)

// A profile is the set of directives a document restricts itself to (Format spec, "Profiles").
// Plain text blocks are no directives and are always admitted.
var (
	everywhere = words("math code table")

	minimal = union(everywhere, words(`summary abstract callout note warning tip page_setup doc_protection
		header footer toc figure citation footnote endnote bibliography pagebreak`))

	technical = union(minimal, words(`hero grid card columns tabs accordion sidebar button api endpoint parameter
		example changelog instruction plot dataset query code_cell output control computed_metric computed_plot
		computed_table export_button agent_task todo plotly diagram html svg script`))

	research = union(minimal, words(`claim evidence counterevidence assumption risk hypothesis result limitation
		open_question decision adr dataset plot metric control computed_metric computed_plot computed_table
		state_change agent_task review comment change_request provenance confidence query plotly diagram todo
		instruction`))

	adr = union(minimal, words(`decision adr risk open_question assumption evidence counterevidence comment
		change_request agent_task todo citation state_change`))

	profileSets = map[string]map[string]bool{
		"minimal": minimal, "technical": technical, "research": research, "adr": adr,
		"memory": union(everywhere, words("memory memory_index")),
		"spec":   union(technical, research),
	}

	// profileNames are other names of the sets.
	profileNames = map[string]string{
		"technical-docs": "technical", "research-memo": "research", "investment-thesis": "research", "agent-memory": "memory",
	}
)

func words(s string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(s) {
		set[w] = true
	}
	return set
}

func union(a, b map[string]bool) map[string]bool {
	set := map[string]bool{}
	for w := range a {
		set[w] = true
	}
	for w := range b {
		set[w] = true
	}
	return set
}

// declaredProfiles returns the profile names of the frontmatter, then the given ones, each once.
func declaredProfiles(meta noma.Map, more []string) []string {
	var names []string
	seen := map[string]bool{}
	add := func(s string) {
		for _, name := range strings.FieldsFunc(s, func(r rune) bool { return r == ',' || noma.IsSpace(r) }) {
			if !seen[name] {
				seen[name] = true
				names = append(names, name)
			}
		}
	}
	for _, key := range [...]string{"profiles", "profile"} {
		list, _ := meta.Get(key).([]any)
		for _, v := range list {
			if s, ok := v.(string); ok {
				add(s)
			}
		}
		add(meta.String(key))
	}
	for _, s := range more {
		add(s)
	}
	return names
}

// knownProfiles returns all names of profiles, sorted.
func knownProfiles() []string {
	names := slices.AppendSeq(slices.Collect(maps.Keys(profileSets)), maps.Keys(profileNames))
	slices.Sort(names)
	return names
}

// profiles activates profiles. A document that declares only unknown ones is not restricted.
func (c *checker) profiles(names []string) {
	c.active = map[string]bool{}
	var near *spelling
	for _, name := range names {
		canonical := name
		if other, ok := profileNames[name]; ok {
			canonical = other
		}
		set, ok := profileSets[canonical]
		if !ok {
			if near == nil {
				near = newSpelling(knownProfiles()...)
			}
			hint, _ := near.didYouMean(name)
			c.add(&unknownProfile, nil, "Unknown profile "+quote(name)+"."+hint, nil)
			continue
		}
		c.active[name], c.active[canonical] = true, true
		c.declared = append(c.declared, quote(name))
		if c.allow == nil {
			c.allow = map[string]bool{}
		}
		for d := range set {
			c.allow[d] = true
		}
	}
}
