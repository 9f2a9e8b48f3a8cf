package blocks

// Attributes that many blocks have.
var (
	titleAttr = attr("title", Text, "the label of the block")
	captioned = []Attr{attr("title|caption", Text, "the caption, with its number")}
	width     = attr("width", Size, "the width")
	height    = attr("height", Size, "the height")
	owner     = attr("owner", Text, "who is responsible for it")
	status    = attr("status", Text, "its state, such as open or done")
	source    = attr("source", Text, "where it is from: words, an address or the id of a block")
	due       = attr("due|due_at", Date, "when it is due")
	dated     = attr("date|at", Date, "when")
	byWhom    = attr("author|reviewer", Text, "who wrote it")
	about     = attr("for|target|parent|block|ref", Reference, "the block it is about, or # for the document")
	closed    = word("status", "open resolved deleted withdrawn accepted rejected applied/done closed proposed pending", "open", "whether it is still shown in Word")
	quoted    = []Attr{
		attr("exact", Text, "the words it is about"),
		attr("prefix", Text, "what stands before these words"),
		attr("suffix", Text, "what stands after them"),
	}
	held = []Attr{titleAttr, status, owner, attr("confidence", Share, "how sure it is"), source}
)

var panels = []Block{
	{Name: "summary", Says: "The summary of the document, in a panel.", Attrs: []Attr{titleAttr}, Example: "::summary\nCosts fall by 8 % from May on.\n::"},
	{Name: "abstract", Says: "The abstract of the document, in a panel.", Attrs: []Attr{titleAttr}, Example: "::abstract\nWe compare three ways to heat the hall.\n::"},
	{Name: "callout", Says: "A panel beside the text, coloured by its tone.",
		Attrs:   []Attr{titleAttr, word("tone", "note tip warning danger info success/important caution error", "", "colour and label")},
		Example: "::callout{tone=\"warning\" title=\"Before you sign\"}\nThe price holds until Friday.\n::"},
	{Name: "note", Says: "A callout with the label Note.", Attrs: []Attr{titleAttr}, Example: "::note\nThe figures are before tax.\n::"},
	{Name: "tip", Says: "A callout with the label Tip.", Attrs: []Attr{titleAttr}, Example: "::tip\nRead section 3 first.\n::"},
	{Name: "warning", Says: "A callout with the label Warning.", Attrs: []Attr{titleAttr}, Example: "::warning\nThe valve opens without notice.\n::"},
	{Name: "card", Says: "A framed panel with a title.",
		Attrs: []Attr{titleAttr, attr("icon", Text, "a word or sign beside the title")}, Example: "::card{title=\"Plan B\" variant=\"subtle\"}\nRent a second boiler.\n::"},
	{Name: "sidebar", Says: "A framed aside.", Attrs: []Attr{titleAttr}, Example: "::sidebar{title=\"History\"}\nThe hall was built in 1962.\n::"},
	{Name: "section", Says: "A group of blocks without a heading of its own.", Example: "::section{id=\"intro\"}\nText.\n::"},
}

var reasoning = []Block{
	{Name: "claim", Says: "A statement that evidence supports.", Attrs: []Attr{titleAttr, attr("confidence", Share, "how sure it is")},
		Example: "::claim{id=\"c-cost\" confidence=0.8}\nCosts fall by 8 %.\n::"},
	{Name: "evidence", Says: "What supports a claim.", Attrs: evidenceAttrs, Example: "::evidence{for=\"c-cost\" source=\"Bids of March\"}\nThree bids are below the budget.\n::"},
	{Name: "counterevidence", Says: "What speaks against a claim.", Attrs: evidenceAttrs, Example: "::counterevidence{for=\"c-cost\"}\nSteel prices rise.\n::"},
	{Name: "assumption", Says: "What is taken for granted.", Attrs: held, Example: "::assumption{owner=\"Finance\"}\nWages rise by 3 %.\n::"},
	{Name: "hypothesis", Says: "A statement to be tested.", Attrs: held, Example: "::hypothesis{status=\"open\"}\nThe pump is too small.\n::"},
	{Name: "result", Says: "What was found.", Attrs: held, Example: "::result{source=\"Test 4\"}\nThe pump moves 40 litres a minute.\n::"},
	{Name: "limitation", Says: "What the findings do not cover.", Attrs: held, Example: "::limitation\nWinter was not measured.\n::"},
	{Name: "open_question", Says: "A question that is still open.", Attrs: []Attr{titleAttr, status, owner, due}, Example: "::open_question{owner=\"Kim\" due=\"2026-05-01\"}\nWho pays for the crane?\n::"},
	{Name: "risk", Says: "What may go wrong.",
		Attrs:   []Attr{titleAttr, word("severity", "low medium high critical/moderate severe minor major none very-high very-low info", "", "how bad it would be"), owner, status},
		Example: "::risk{severity=\"high\" owner=\"Kim\"}\nThe crane comes late.\n::"},
	{Name: "state_change", Says: "What was one value and is another now.", Attrs: []Attr{
		attr("block|target|for", Reference, "the block that changed"), attr("attribute|attr|key", Text, "which of its values"),
		attr("from", Text, "the value before"), attr("to", Text, "the value now"), attr("reason|why", Text, "why"), dated},
		Example: "::state_change{block=\"c-cost\" attribute=\"confidence\" from=\"0.6\" to=\"0.8\" at=\"2026-03-31\"}\n::"},
}

var evidenceAttrs = []Attr{titleAttr, about, source, attr("url|href", Link, "its address"), attr("doi", Text, "its DOI"), attr("accessed", Date, "when it was read")}

var tasks = []Block{
	{Name: "decision", Says: "What was decided.", Attrs: decisionAttrs, Example: "::decision{status=\"accepted\" owner=\"Board\" date=\"2026-03-31\"}\nWe rent a second boiler.\n::"},
	{Name: "adr", Says: "A decision about an architecture.", Attrs: decisionAttrs, Example: "::adr{title=\"Queue\" status=\"accepted\"}\nJobs are kept in PostgreSQL.\n::"},
	{Name: "todo", Says: "A task with a check box.", Attrs: taskAttrs, Example: "::todo{owner=\"Kim\" due=\"2026-04-15\"}\nOrder the crane.\n::"},
	{Name: "agent_task", Says: "A task for an agent, with a check box.", Attrs: taskAttrs, Example: "::agent_task{scope=\"c-cost\"}\nCheck the figures.\n::"},
	{Name: "instruction", Says: "An instruction for those who go on with the document.",
		Attrs:   []Attr{attr("title|name", Text, "its title"), attr("scope", Text, "what it is about"), attr("audience", Text, "whom it is for"), attr("priority", Text, "how urgent it is"), owner},
		Example: "::instruction{audience=\"editors\"}\nKeep the tables short.\n::"},
}

var decisionAttrs = []Attr{titleAttr, status, owner, attr("date|decided_at", Date, "when it was decided")}

var taskAttrs = []Attr{titleAttr, attr("scope", Text, "what it is about: words or the id of a block"), owner, due, attr("priority", Text, "how urgent it is"),
	attr("done", Flag, "the box is ticked"), word("status", "todo open done/closed complete completed checked true false pending in-progress blocked", "open", "the same in a word")}

var review = []Block{
	{Name: "comment", Says: "A comment in Word.", Attrs: join([]Attr{
		attr("for|target|parent|block|ref", Reference, "the block it is about, or # for the document"), byWhom, attr("initials", Text, "the initials of who wrote it"), dated,
		attr("reply_to|replyTo|reply", Reference, "the comment it answers"), closed, attr("resolved_by", Text, "who closed it"), attr("resolved_at", Date, "when")}, quoted),
		Example: "::comment{for=\"c-cost\" author=\"Kim\" exact=\"8 %\"}\nSince when?\n::"},
	{Name: "change_request", Says: "A change that is proposed; a tracked change in Word.", Attrs: join([]Attr{
		attr("target|for|parent|block", Reference, "the block to change, or # for the document"), attr("action|type", Text, "what to do: insert, delete or replace"),
		attr("from", Text, "the words that go"), attr("to|text", Text, "the words that come"), attr("unit", Text, "what is changed as a whole: a paragraph, an item, a row"),
		attr("move", Text, "the id of the other half of a move"), byWhom, dated, closed, attr("decision", Text, "what was decided"),
		attr("resolved_by", Text, "who decided it"), attr("resolved_at", Date, "when")}, quoted),
		Example: "::change_request{target=\"c-cost\" action=\"replace\" from=\"8 %\" to=\"9 %\" author=\"Kim\"}\n::"},
	{Name: "footnote", Says: "A note at the foot of the page.", Attrs: noteAttrs, Example: "::footnote{for=\"c-cost\"}\nBefore tax.\n::"},
	{Name: "endnote", Says: "A note at the end of the document.", Attrs: noteAttrs, Example: "::endnote{for=\"c-cost\"}\nAll bids are in the annex.\n::"},
	{Name: "review", Says: "The state of a review.", Attrs: []Attr{attr("for|target|block|claim", Reference, "the block that is reviewed"), status, byWhom, attr("by", Text, "who reviews"), due, dated},
		Example: "::review{for=\"c-cost\" status=\"approved\" reviewer=\"Kim\"}\n::"},
	{Name: "confidence", Says: "How sure a statement is, and why.", Attrs: []Attr{attr("for|target|block|claim", Reference, "the block"), attr("value|score|confidence", Share, "how sure"),
		attr("basis|reason", Text, "why"), source, attr("updated|at|date", Text, "since when")}, Example: "::confidence{for=\"c-cost\" value=0.8 basis=\"three bids\"}\n::"},
	{Name: "provenance", Says: "Where a text is from.", Attrs: []Attr{attr("for|target|block|claim", Reference, "the block"), source, attr("url|href", Link, "its address"),
		attr("tool|agent", Text, "what made it"), attr("by|author", Text, "who made it"), attr("commit|sha", Text, "of which revision"), dated},
		Example: "::provenance{for=\"c-cost\" tool=\"import\" at=\"2026-03-31\"}\n::"},
}

var noteAttrs = join([]Attr{about, attr("label", Text, "its mark, where it is not numbered"), closed}, quoted)

func join(lists ...[]Attr) (out []Attr) {
	for _, l := range lists {
		out = append(out, l...)
	}
	return out
}

// Panel returns the block for a kind of panel of other dialects of Markdown, as in `> [!NOTE]` and `::: {.callout-tip}`, with its tone and
// the title that readers see there; "" when it has none. Kinds are in small letters.
func Panel(kind string) (name, tone, title string) {
	switch kind {
	case "note", "tip", "warning", "callout", "abstract", "summary", "sidebar":
		return kind, "", ""
	case "info", "success", "danger":
		return "callout", kind, ""
	case "important":
		return "callout", "info", "Important"
	case "caution":
		return "callout", "danger", "Caution"
	case "error":
		return "callout", "danger", "Error"
	}
	return "", "", ""
}
