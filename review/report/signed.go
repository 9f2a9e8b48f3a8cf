package report

import (
	"fmt"
	"html"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/arm"
)

// Signed is what a page about a signed record is made of.
type Signed struct {
	File    string // the document, as its reader knows it
	Record  arm.Summary
	Verdict *arm.Report
	Waiting []string // drafts that never became turns
	// Clause is the text of an anchor, "" for none; nil when there is no document.
	Clause func(anchor string) string
}

const signedStyle = `@page{size:A4;margin:16mm}
body{font:10.5pt/1.4 system-ui,"Liberation Sans",sans-serif;max-width:52rem;margin:1.5rem auto;padding:0 1rem;color:#1b1f24;background:#fff}
h1{font-size:1.45em;margin:0 0 .2em}h2{font-size:1.1em;margin:1.3em 0 .3em;border-bottom:1px solid #c8ccd1}h3{font-size:1em;margin:.9em 0 .2em}
p{margin:.2em 0}.verdict{border:1px solid #1a7f37;border-left-width:5px;padding:.4em .7em;margin:.6em 0}.bad{border-color:#cf222e}.warn{border-color:#9a6700}
table{border-collapse:collapse;width:100%;margin:.3em 0}th,td{text-align:left;vertical-align:top;padding:.25em .5em .25em 0;border-bottom:1px solid #d8dce1}
th{font-weight:600;color:#57606a;font-size:.86em}td{overflow-wrap:anywhere}tr{break-inside:avoid}thead{display:table-header-group}
.small,.clause{color:#57606a;font-size:.86em}.clause{white-space:pre-wrap;border-left:3px solid #d0d7de;padding-left:.6em;margin:.3em 0}
del{color:#a40e26}ins{color:#116329;text-decoration:underline}.no{width:1.8em}.when{width:7.2em}.who{width:26%}.state{width:8.2em}
.answer td:nth-child(4){padding-left:1.1em}.hash{font-family:monospace;font-size:.82em;overflow-wrap:anywhere}
ul{margin:.2em 0;padding-left:1.2em}
@media print{body{margin:0;padding:0;max-width:none}}`

// SignedPage returns a signed record on a page of its own, for people: who changed what, when and under which authority, what
// is open, and how the document stands to its record. No script, nothing loaded, all texts escaped.
func SignedPage(s Signed) []byte {
	p := &signedPage{Signed: s}
	title := p.text(s.File)
	fmt.Fprintf(p, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n"+
		"<title>Record of changes: %s</title>\n<style>%s</style>\n</head>\n<body>\n<h1>Record of changes: %s</h1>\n", title, signedStyle, title)
	p.verdict()
	p.parties()
	p.open()
	p.clauses()
	p.document()
	p.foot()
	p.WriteString("</body>\n</html>\n")
	return []byte(p.String())
}

type signedPage struct {
	strings.Builder
	Signed
}

// text returns a text of the record as HTML, on one line.
func (p *signedPage) text(s string) string { return html.EscapeString(oneLine(s)) }

func (p *signedPage) verdict() {
	v := p.Verdict
	class, words := "verdict", "The record is valid: every signature and every approval was checked."
	switch {
	case v.Result == arm.Absent:
		class, words = "verdict bad", "There is no record."
	case v.Result != arm.Valid:
		class, words = "verdict bad", fmt.Sprintf("The record is %s. Do not rely on what follows.", v.Result)
	case v.Visible != nil && len(v.Visible.Differences) > 0:
		class, words = "verdict warn", "The record is valid. The document differs from the record: see “The document” below."
	case len(p.Waiting) > 0:
		class = "verdict warn"
	}
	fmt.Fprintf(p, "<div class=\"%s\">\n<p><strong>%s</strong></p>\n", class, words)
	switch n := len(p.Waiting); {
	case n == 1:
		fmt.Fprintf(p, "<p>One draft waits to be signed: %s</p>\n", p.text(p.Waiting[0]))
	case n > 1:
		fmt.Fprintf(p, "<p>%d drafts wait to be signed: %s</p>\n", n, p.text(strings.Join(p.Waiting, ", ")))
	}
	for _, f := range v.Errors[:min(len(v.Errors), 20)] {
		where := ""
		if f.TurnIndex >= 0 {
			where = fmt.Sprintf("Turn %d: ", f.TurnIndex+1)
		}
		fmt.Fprintf(p, "<p>%s%s <span class=\"small\">%s</span></p>\n", where, p.text(fullSentence(f.Message)), f.Code)
	}
	for _, f := range v.Warnings[:min(len(v.Warnings), 20)] {
		fmt.Fprintf(p, "<p class=\"small\">%s</p>\n", p.text(fullSentence(f.Message)))
	}
	p.WriteString("</div>\n")
}

// fullSentence returns a message with a capital letter and a full stop.
func fullSentence(s string) string {
	if s == "" {
		return s
	}
	s = strings.ToUpper(s[:1]) + s[1:]
	if !strings.HasSuffix(s, ".") {
		s += "."
	}
	return s
}

func (p *signedPage) parties() {
	if len(p.Record.Parties) == 0 {
		return
	}
	p.WriteString("<h2>Parties</h2>\n<ul>\n")
	for _, x := range p.Record.Parties {
		fmt.Fprintf(p, "<li>%s", p.text(x.DisplayName))
		var people []string
		for _, k := range x.Keys {
			name := k.Holder
			if name == "" {
				name = "key " + k.KeyID
			}
			if k.Agent {
				name += " (an agent: a human approves each of its turns)"
			}
			people = append(people, name)
		}
		if len(people) > 0 {
			fmt.Fprintf(p, " <span class=\"small\">signs with: %s</span>", p.text(strings.Join(people, "; ")))
		}
		p.WriteString("</li>\n")
	}
	p.WriteString("</ul>\n")
}

// open lists what waits for an answer.
func (p *signedPage) open() {
	p.WriteString("<h2>Open</h2>\n")
	n := 0
	for _, t := range p.Record.Turns {
		if t.State != arm.Open || t.Decision == "accept" || t.Decision == "reject" {
			continue
		}
		if n++; n == 1 {
			p.WriteString("<ul>\n")
		}
		fmt.Fprintf(p, "<li>%s: %s of %s%s</li>\n", p.clauseName(t), decisionNoun[t.Decision], p.text(t.Author), p.changes(t, ": ", false))
	}
	if n == 0 {
		p.WriteString("<p>Nothing is open.</p>\n")
		return
	}
	p.WriteString("</ul>\n")
}

var decisionNoun = map[string]string{"propose": "proposal", "counter": "counter-proposal", "accept": "acceptance", "reject": "rejection", "escalate": "escalation"}

func (p *signedPage) clauseName(t arm.TurnOutset) string {
	if t.AnchorLabel != "" {
		return p.text(t.AnchorLabel)
	}
	return p.text(t.AnchorID)
}

// clauses shows the turns clause by clause: each proposal with its counter-proposals and answers.
func (p *signedPage) clauses() {
	byAnchor, order := map[string][]arm.TurnOutset{}, []string{}
	for _, t := range p.Record.Turns {
		if byAnchor[t.AnchorID] == nil {
			order = append(order, t.AnchorID)
		}
		byAnchor[t.AnchorID] = append(byAnchor[t.AnchorID], t)
	}
	p.WriteString("<h2>Clauses</h2>\n")
	if len(order) == 0 {
		p.WriteString("<p>No turn has been taken yet.</p>\n")
	}
	for _, anchor := range order {
		turns := byAnchor[anchor]
		fmt.Fprintf(p, "<h3>%s <span class=\"small\">%s</span></h3>\n", p.clauseName(turns[0]), p.text(turns[0].Topic))
		if p.Clause != nil {
			if text := p.Clause(anchor); text != "" {
				fmt.Fprintf(p, "<p class=\"clause\">%s</p>\n", html.EscapeString(printable(text)))
			}
		}
		p.WriteString("<table>\n<thead><tr><th class=\"no\">No</th><th class=\"when\">Signed at (UTC)</th><th class=\"who\">Who</th><th>What</th><th class=\"state\">State</th></tr></thead>\n<tbody>\n")
		for _, t := range threads(turns) {
			p.turn(t)
		}
		p.WriteString("</tbody>\n</table>\n")
	}
}

// threads puts each answer behind what it answers.
func threads(turns []arm.TurnOutset) []arm.TurnOutset {
	var out []arm.TurnOutset
	answers := map[string][]arm.TurnOutset{}
	here := map[string]bool{}
	for _, t := range turns {
		if t.RespondsTo != "" && here[t.RespondsTo] {
			answers[t.RespondsTo] = append(answers[t.RespondsTo], t)
		} else {
			out = append(out, t)
		}
		here[t.TurnID] = true
	}
	for i := 0; i < len(out); i++ {
		more := answers[out[i].TurnID]
		delete(answers, out[i].TurnID)
		out = slices.Insert(out, i+1, more...)
	}
	return out
}

func (p *signedPage) turn(t arm.TurnOutset) {
	class, to := "", ""
	if t.RespondsTo != "" {
		class = ` class="answer"`
		for _, x := range p.Record.Turns {
			if x.TurnID == t.RespondsTo {
				to = fmt.Sprintf(" to no %d", x.Sequence)
			}
		}
	}
	noun := decisionNoun[t.Decision]
	if noun == "" {
		noun = p.text(t.Decision)
	}
	who := p.text(t.Author)
	if t.Holder != "" {
		who += "<br>" + p.text(t.Holder)
	}
	if t.ApprovedBy != "" {
		approver := t.Approver
		if t.ApprovalHolder != "" {
			approver = t.ApprovalHolder + ", " + approver
		}
		who += fmt.Sprintf("<br><span class=\"small\">drafted by an agent under mandate %s; approved by %s</span>", p.text(t.Mandate), p.text(approver))
	}
	state := map[string]string{arm.Open: "open", arm.Accepted: "accepted", arm.Rejected: "rejected", arm.Superseded: "countered"}[t.State]
	if t.Decision == "accept" || t.Decision == "reject" {
		state = ""
	}
	fmt.Fprintf(p, "<tr%s><td>%d</td><td>%s</td><td>%s</td><td>%s%s%s</td><td>%s</td></tr>\n", class, t.Sequence, moment(p.text(t.SignedAt)), who,
		strings.ToUpper(noun[:min(1, len(noun))])+noun[min(1, len(noun)):], to, p.changes(t, "<br>", true), state)
}

// moment returns a time as people read it: "2026-01-15 10:05".
func moment(s string) string {
	if len(s) < len("2026-01-15T10:05") {
		return s
	}
	return s[:10] + " " + s[11:16]
}

// changes shows what a turn puts into the document, or takes out.
func (p *signedPage) changes(t arm.TurnOutset, before string, comments bool) string {
	var out []string
	for _, a := range t.Artifacts {
		from, to := html.EscapeString(printable(a.OldText)), html.EscapeString(printable(a.Text))
		switch a.Kind {
		case "replacement":
			out = append(out, "<del>"+from+"</del> → <ins>"+to+"</ins>")
		case "insertion":
			out = append(out, "inserted <ins>"+to+"</ins>")
		case "deletion":
			out = append(out, "deleted <del>"+to+"</del>")
		default:
			if comments {
				out = append(out, "“"+to+"”")
			}
		}
	}
	if len(out) == 0 {
		return ""
	}
	between := "; "
	if comments {
		between = "<br>"
	}
	return before + strings.Join(out, between)
}

// document says how the document stands to its record.
func (p *signedPage) document() {
	v := p.Verdict.Visible
	if v == nil {
		return
	}
	p.WriteString("<h2>The document</h2>\n")
	fmt.Fprintf(p, "<p>Comments and tracked changes: %d covered by the record, %d not covered, %d missing.</p>\n", len(v.Covered), len(v.Uncovered), len(v.Missing))
	if len(v.Differences) == 0 {
		p.WriteString("<p>Nothing in the document differs from the record.</p>\n")
	} else {
		p.WriteString("<ul>\n")
		const most = 40
		for _, f := range v.Differences[:min(len(v.Differences), most)] {
			fmt.Fprintf(p, "<li>%s</li>\n", p.text(fullSentence(f.Message)))
		}
		if n := len(v.Differences) - most; n > 0 {
			fmt.Fprintf(p, "<li>and %d more; nomadocx arm verify lists them</li>\n", n)
		}
		p.WriteString("</ul>\n")
	}
	if len(v.Unchecked) > 0 {
		fmt.Fprintf(p, "<p class=\"small\">The text at %s was not compared: the manifest has no hash of it.</p>\n", p.text(strings.Join(v.Unchecked, ", ")))
	}
}

func (p *signedPage) foot() {
	p.WriteString("<h2>About this record</h2>\n<table>\n")
	head := ""
	if h := p.Verdict.HeadTurnHash; h != nil {
		head = *h
	}
	for _, row := range [][2]string{{"Session", p.Record.SessionID}, {"Manifest", p.Verdict.ManifestHash}, {"Last turn", head}} {
		if row[1] != "" {
			fmt.Fprintf(p, "<tr><th class=\"when\">%s</th><td class=\"hash\">%s</td></tr>\n", row[0], p.text(row[1]))
		}
	}
	p.WriteString("</table>\n<p class=\"small\">Names are stated by the parties, times are claimed by the signers, and turns cut off the end do not show in a single copy. " +
		"Compare the manifest hash with the other side by another channel. This page is a summary; the record in the file counts.</p>\n")
}
