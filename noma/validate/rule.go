package validate

import (
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/diag"
)

// rule is a kind of diagnostic.
type rule struct {
	code     string
	severity diag.Severity
}

// blockRule examines one directive, unless that has the flag noverify (Protocol §4.4).
type blockRule struct {
	rule
	on    []string // names of the directives it examines; nil for all
	check func(c *checker, n *noma.Directive, r reporter)
}

// documentRule examines the document as a whole, after all blocks.
type documentRule struct {
	rule
	check func(c *checker, r reporter)
}

// reporter adds diagnostics of one rule.
type reporter struct {
	c *checker
	r *rule
}

func (r reporter) at(n noma.Node, msg string) { r.c.add(r.r, n, msg, nil) }

// in adds a diagnostic as at does, with the place in a text of the node.
func (r reporter) in(n noma.Node, t noma.Text, at int, msg string) {
	r.at(n, msg)
	if !t.Placed() || r.c.doc.File == nil {
		return
	}
	// Lines count from the node: in a book its file is another one than the text as a whole.
	x, file := &r.c.list[len(r.c.list)-1], r.c.doc.File
	p := file.Position(t.Offset(min(at, len(t.S))))
	x.Line, x.Column = x.Line+p.Line-file.Line(n.At().Span.Start), p.Column
}

// key adds a diagnostic about a key of the frontmatter, at its line.
func (r reporter) key(key, msg string, fix map[string]any) {
	r.mend(r.c.front(), msg, fix)
	if from, to := r.c.keyLines(key); from < to && r.c.opts.FileOf == nil {
		r.c.list[len(r.c.list)-1].Line = from
	}
}

// bounded adds diagnostics as in does, for the first hundred findings of a kind; the next one says how many more there are.
func (r reporter) bounded(kind string, n noma.Node, t noma.Text, at int, msg string) {
	r.mendIn(kind, n, t, at, msg, nil)
}

// repair returns the operation that repairs what was found, or nil. It may be nil itself.
type repair func() map[string]any

// mendIn is bounded with a repair.
func (r reporter) mendIn(kind string, n noma.Node, t noma.Text, at int, msg string, fix repair) {
	k := findingKind{r.r.code, kind}
	f := r.c.found[k]
	if f == nil {
		f = new(findings)
		r.c.found[k] = f
	}
	if f.n++; f.n > maxPerBlock+1 {
		return
	}
	r.in(n, t, at, msg)
	f.last = len(r.c.list) - 1
	if fix != nil {
		r.c.list[f.last].Fix = fix()
	}
}

// findingKind is a kind of findings of one rule.
type findingKind struct{ code, kind string }

// findings are the findings of a kind: how many there are, and the place of the last that is reported.
type findings struct{ n, last int }

// countFindings says at the last finding of each kind how many more there are.
func (c *checker) countFindings() {
	for _, f := range c.found {
		if more := f.n - maxPerBlock - 1; more > 0 {
			c.list[f.last].Message += " There are " + strconv.Itoa(more) + " more of these."
		}
	}
}

// mend is at with an operation that repairs the block, which may be nil.
func (r reporter) mend(n noma.Node, msg string, fix map[string]any) { r.c.add(r.r, n, msg, fix) }

// Rules that are not entries of a table, or of several.
var (
	unknownProfile    = rule{"unknown-profile", diag.Warning}
	duplicateID       = rule{"duplicate-id", diag.Error}
	brokenReference   = rule{"broken-reference", diag.Error}
	unknownHeading    = rule{"unknown-heading", diag.Warning}
	missingFile       = rule{"missing-file", diag.Warning}
	badValue          = rule{"bad-value", diag.Warning}
	unknownAttribute  = rule{"unknown-attribute", diag.Warning}
	unknownIgnoreRule = rule{"unknown-ignore-rule", diag.Info}
)

// rulesFor returns the block rules that examine directives of a name, in order.
func rulesFor(name string) []*blockRule {
	t := ruleTable()
	if r, ok := t.byName[name]; ok {
		return r
	}
	return t.general
}

type table struct {
	byName  map[string][]*blockRule
	general []*blockRule // for names that no rule mentions
}

var ruleTable = sync.OnceValue(func() table {
	t := table{byName: map[string][]*blockRule{}}
	for i := range blockRules {
		for _, name := range blockRules[i].on {
			t.byName[name] = nil
		}
	}
	for i := range blockRules {
		r := &blockRules[i]
		if r.on == nil {
			t.general = append(t.general, r)
			for name := range t.byName {
				t.byName[name] = append(t.byName[name], r)
			}
			continue
		}
		for _, name := range r.on {
			t.byName[name] = append(t.byName[name], r)
		}
	}
	return t
})

// allCodes are the codes of all rules, sorted.
var allCodes = sync.OnceValue(func() []string {
	codes := []string{unknownProfile.code, duplicateID.code, brokenReference.code, unknownHeading.code, unknownIgnoreRule.code}
	for i := range blockRules {
		codes = append(codes, blockRules[i].code)
	}
	for i := range documentRules {
		codes = append(codes, documentRules[i].code)
	}
	for i := range computedRules {
		codes = append(codes, computedRules[i].code)
	}
	sort.Strings(codes)
	return slices.Compact(codes)
})

// What a document can make us say about one block is bounded: a long name in each of many messages
// would fill the memory.
const (
	maxQuoted   = 300  // bytes of a value in a message
	maxNodeID   = 1000 // bytes of an id that is reported
	maxPerBlock = 100  // diagnostics of one rule that names several things, and of one kind in all texts
)

// quote puts a value of the document into a message.
func quote(s string) string {
	if len(s) > maxQuoted {
		s = strings.ToValidUTF8(s[:maxQuoted], "") + "…"
	}
	return strconv.Quote(s)
}

// title names a block in a message: its id, or its line when it has none.
func title(kind string, n *noma.Directive) string {
	if n.ID != "" {
		return kind + " " + quote(n.ID)
	}
	return kind + " on line " + strconv.Itoa(n.Line)
}

// editorial are the codes of rules about the matter of a document, not about how it comes out.
var editorial = words(`claim-without-evidence claim-missing-confidence evidence-missing-for risk-without-owner decision-without-status
	adr-missing-owner adr-missing-date adr-missing-decision agent-task-without-scope stale-citation citation-missing-source duplicate-source unused-source
	out-of-profile-directive unknown-profile memory-missing-type memory-missing-id memory-wikilink-non-memory-target
	computed-chain-too-deep alias-shadowed figure-missing-alt picture-missing-alt escape-hatch-untrusted`)

// Editorial reports whether a diagnostic is about the matter of a document, such as a claim without evidence: readers do not see
// it in the result.
func Editorial(code string) bool { return editorial[code] }
