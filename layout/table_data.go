package layout

// Frames: border, fill and label colour (contract docx-package.md §5.1).
var (
	frameGreen   = &Frame{"578A68", "EAF2EF", "203C2F", 0}
	frameClaim   = &Frame{"548D57", "F1F6EF", "315A34", 0}
	frameBlue    = &Frame{"4F86A0", "EFF6F8", "2B5265", 0}
	frameAmber   = &Frame{"B8872E", "FFF3DF", "6B4B13", 0}
	frameRed     = &Frame{"C85C4A", "FBEDEC", "8B2E20", 0}
	frameGrey    = &Frame{"7E8B96", "F3F4F6", "46505A", 0}
	framePurple  = &Frame{"7B6EA8", "F1EFF8", "493E78", 0}
	framePale    = &Frame{"AAB7AF", "F6F8F6", "47514A", 0}
	frameSubtle  = &Frame{"C7CDD2", "FAFAFA", "46505A", 0}
	frameTask    = &Frame{"5E7CAA", "EEF3FA", "304B75", 0}
	frameDelta   = &Frame{"8C6CA7", "F5F1F8", "563C67", 0}
	frameSource  = &Frame{"9C7C45", "F4F1EA", "5B4620", 0}
	frameCustom  = &Frame{"7E9A82", "F2F6F3", "3F5F4A", 0}
	frameComment = &Frame{"B8872E", "FFF3DF", "6B4B13", 0}
)

var toneFrames = map[string]*Frame{
	"warning": frameRed, "danger": frameRed, "tip": frameClaim, "success": frameClaim, "info": frameBlue, "note": frameBlue,
}

var toneLabels = &Choice{Key: "tone", Texts: map[string]string{
	"warning": "Warning", "danger": "Danger", "tip": "Tip", "success": "Tip", "info": "Note", "note": "Note",
}}

var severityFrames = map[string]*Frame{"high": frameRed, "critical": frameRed, "medium": frameAmber}

var cardFrames = map[string]*Frame{
	"important": framePurple, "success": frameClaim, "danger": frameRed, "warning": frameRed, "info": frameBlue, "subtle": frameSubtle,
}

// reasoning blocks that share one shape.
func reasoned(name, label string) Spec {
	return Spec{Name: name, Frame: always(frameBlue), Parts: []Part{Label{Text: label, Title: title("title")}, Body{},
		Meta{text("status"), text("owner"), text("confidence"), shown(ref("source"))}}}
}

func evidence(name, label string, f *Frame) Spec {
	return Spec{Name: name, Frame: always(f), Parts: []Part{Label{Text: label, Title: title("title")}, Body{},
		Meta{ref("for"), shown(ref("source")), address("url", "url", "href"), doi("doi"), text("accessed")}}}
}

func decided(name, label string) Spec {
	return Spec{Name: name, Frame: always(framePurple), Parts: []Part{Label{Text: label, Badge: echo("status"), Title: title("title")}, Body{},
		Meta{text("status"), text("owner"), text("date", "date", "decided_at")}}}
}

func plain(name, label string, f *Frame) Spec {
	return Spec{Name: name, Frame: always(f), Parts: []Part{Label{Text: label, Title: title("title")}, Body{}}}
}

func task(name, label string) Spec {
	return Spec{Name: name, Frame: always(frameTask), Parts: []Part{Label{Text: label, Kind: true, Badge: echo("status"), Title: title("title"), Check: true}, Body{},
		Meta{text("scope"), text("owner"), text("due", "due", "due_at"), text("priority")}}}
}

// computedMeta is the metadata of every computed block; each field may stand in the body.
var computedMeta = Meta{
	{Label: "formula", Keys: []string{"formula"}, Body: []string{"formula"}},
	{Label: "domain", Keys: []string{"domain", "range"}, Body: []string{"domain", "range"}},
	{Label: "unit", Keys: []string{"unit", "suffix"}, Body: []string{"unit"}},
}

// reviewed blocks name the block they are about in their label.
func reviewed(name, label string, fields ...Field) Spec {
	return Spec{Name: name, Frame: always(framePurple), Parts: []Part{
		Label{Text: label, Title: &Field{Keys: []string{"for", "target", "block", "claim"}, Kind: Ref, Access: Echo}},
		Body{}, Meta(fields)}}
}

// knowledge is the table: one entry per directive that is made of the ordinary parts. Directives
// that need code of their own (tables, figures, controls, …) are in `special`, directive.go.
var knowledge = []Spec{
	// Panels.
	plain("summary", "Summary", frameGreen),
	plain("abstract", "Abstract", frameGreen),
	{Name: "callout", Frame: by("tone", toneFrames, framePale), Parts: []Part{
		Label{Text: "Callout", Kind: true, By: toneLabels, Title: title("title"), Bare: true, BareFor: "Callout"}, Body{}}},
	plain("note", "Note", frameBlue),
	plain("warning", "Warning", frameRed),
	plain("tip", "Tip", frameClaim),
	{Name: "card", Frame: by("variant", cardFrames, frameGrey), Parts: []Part{
		Label{Text: "Card", Kind: true, Title: title("title"), Bare: true}, Body{}, Meta{text("variant"), text("icon")}}},
	{Name: "sidebar", Frame: always(frameGrey), Parts: []Part{Label{Text: "Sidebar", Kind: true, Title: title("title")}, Body{}}},

	// Reasoning.
	{Name: "claim", Frame: always(frameClaim), Parts: []Part{
		Label{Text: "Claim", Kind: true, Badge: &Field{Keys: []string{"confidence"}, Prefix: "confidence="}, Title: title("title")}, Body{}}},
	evidence("evidence", "Evidence", frameBlue),
	evidence("counterevidence", "Counterevidence", frameAmber),
	reasoned("assumption", "Assumption"),
	reasoned("hypothesis", "Hypothesis"),
	reasoned("result", "Result"),
	reasoned("limitation", "Limitation"),
	{Name: "open_question", Frame: always(frameBlue), Parts: []Part{Label{Text: "Open question", Title: title("title")}, Body{},
		Meta{text("status"), text("owner"), text("due", "due", "due_at")}}},
	{Name: "risk", Frame: by("severity", severityFrames, frameGrey), Parts: []Part{
		Label{Text: "Risk", Badge: echo("severity"), Title: title("title")}, Body{}, Meta{text("severity"), text("owner"), text("status")}}},
	decided("decision", "Decision"),
	decided("adr", "ADR"),

	// Memory.
	plain("memory_index", "Memory index", frameGrey),
	{Name: "memory", Frame: by("type", map[string]*Frame{"user": frameGreen, "feedback": framePurple, "project": frameBlue, "reference": frameSource}, frameGrey),
		Parts: []Part{
			Label{Text: "Memory", By: &Choice{Key: "type", Texts: map[string]string{"user": "User memory", "feedback": "Feedback memory",
				"project": "Project memory", "reference": "Reference memory"}}, Title: titleOrID("title")},
			Body{},
			Meta{text("type"), text("confidence"), text("last seen", "last_seen", "lastSeen"), text("scope"), ref("source"),
				text("valid until", "valid_until", "validUntil"), ref("superseded by", "superseded_by", "supersededBy"), flag("expired")}}},

	// Technical documentation: metadata comes before the body.
	{Name: "api", Frame: always(frameBlue), Parts: []Part{Label{Text: "API", Title: title("title", "name")},
		Meta{text("version"), address("base URL", "base_url", "baseUrl", "url"), text("status"), text("owner")}, Body{}}},
	{Name: "parameter", Frame: always(frameBlue), Parts: []Part{Label{Text: "Parameter", Title: titleOrID("title", "name", "key")},
		Meta{text("in", "in", "location"), text("type"), text("required"), text("default"), text("enum", "enum", "values")}, Body{}}},
	{Name: "example", Frame: always(frameBlue), Code: CodeIfLang, Parts: []Part{Label{Text: "Example", Kind: true, Title: title("title", "name")},
		Meta{text("language", "lang", "language", "format"), ref("for", "for", "target"), text("status")}, Body{}}},
	{Name: "endpoint", Frame: always(frameBlue), Parts: []Part{
		Label{Text: "Endpoint", Route: []Field{*echo("method"), *echo("path", "url")}, Title: title("title", "name")},
		Meta{text("method"), text("path", "path", "url"), text("auth"), text("status"), ref("api")}, Body{}}},
	{Name: "changelog", Frame: always(frameBlue), Parts: []Part{
		Label{Text: "Changelog", Title: &Field{Keys: []string{"version", "title", "name"}, Access: Echo}},
		Meta{text("version"), text("date", "date", "released_at"), text("status")}, Body{}}},
	{Name: "instruction", Frame: always(frameBlue), Parts: []Part{Label{Text: "Instruction", Title: title("title", "name")},
		Meta{text("scope"), text("audience"), text("priority"), text("owner")}, Body{}}},
	{Name: "query", Frame: always(frameBlue), Code: CodeIfLang, Parts: []Part{Label{Text: "Query", Kind: true, Title: title("title", "name")},
		Meta{text("language", "lang", "language", "format"), ref("dataset"), ref("source"), text("status")}, Body{}}},
	{Name: "code", Frame: always(frameGrey), Code: AlwaysCode, Parts: []Part{
		Label{Text: "Code", Kind: true, Badge: &Field{Keys: []string{"lang", "language"}}, Title: title("title")}, Body{}}},
	{Name: "code_cell", Frame: always(frameBlue), Code: AlwaysCode, Parts: []Part{
		Label{Text: "Code cell", Kind: true, Badge: &Field{Keys: []string{"lang", "language"}}, Title: title("title")},
		Meta{text("kernel", "kernel", "runtime"), text("status"), text("execution", "execution_count", "count")}, Body{}}},
	{Name: "output", Frame: always(frameBlue), Code: AlwaysCode, Parts: []Part{
		Label{Text: "Output", Kind: true, Badge: echo("type", "mime", "format"), Title: title("title")},
		Meta{ref("for", "for", "cell", "source"), text("status"), text("mime")}, Body{}}},

	// Data.
	{Name: "metric", Frame: always(frameBlue), Parts: []Part{
		Label{Text: "Metric", Kind: true, Title: &Field{Keys: []string{"label", "title", "name"}, ID: true, Or: "Metric"}},
		Value{Number: Field{Keys: []string{"value", "current", "amount"}, Text: true}, Unit: Field{Keys: []string{"unit"}}},
		Body{},
		Meta{text("status"), text("trend"), shown(text("change", "change", "delta")), shown(text("target")), shown(ref("source")),
			text("as of", "as_of", "asOf", "date")}}},

	{Name: "computed_metric", Frame: always(frameBlue), Parts: []Part{
		Label{Text: "Computed metric", Kind: true, Title: &Field{Keys: []string{"label", "title", "name"}, Body: []string{"label", "title"}, ID: true}},
		Result{}, Body{}, computedMeta}},

	// Collaboration.
	task("agent_task", "Agent task"),
	task("todo", "Todo"),
	reviewed("review", "Review", text("status"), text("reviewer", "reviewer", "author", "by"), text("due", "due", "due_at"), text("date", "date", "at")),
	reviewed("provenance", "Provenance", ref("source"), address("url", "url", "href"), text("tool", "tool", "agent"), text("by", "by", "author"),
		text("commit", "commit", "sha"), text("at", "at", "date")),
	reviewed("confidence", "Confidence", text("value", "value", "score", "confidence"), text("basis", "basis", "reason"), ref("source"),
		text("updated", "updated", "at", "date")),
	{Name: "citation", Frame: always(frameSource), Parts: []Part{
		Label{Text: "Citation", Title: &Field{Keys: []string{"source", "doi", "url", "href"}, ID: true, Access: Echo}},
		Meta{{Label: "Source", Keys: []string{"source"}, Kind: Ref}, {Label: "Accessed", Keys: []string{"accessed"}}},
		Meta{{Label: "URL", Keys: []string{"url", "href"}, Kind: URL}},
		Meta{{Label: "DOI", Keys: []string{"doi"}, Kind: DOI}},
		Body{}}},
	{Name: "bibliography", Frame: always(frameSource), Parts: []Part{Label{Text: "Bibliography", Headed: true, Title: title("title"), Bare: true}, Body{}}},
	{Name: "tab", Parts: []Part{Label{Text: "Tab panel", Kind: true, Title: title("title"), Bare: true}, Body{}}},
}

var byName = func() map[string]*Spec {
	m := make(map[string]*Spec, len(knowledge))
	for i := range knowledge {
		m[knowledge[i].Name] = &knowledge[i]
	}
	return m
}()

// Lookup returns the table's entry for a directive name, nil when it has none.
func Lookup(name string) *Spec { return byName[name] }

// Table returns the whole table, in order.
func Table() []Spec { return knowledge }
