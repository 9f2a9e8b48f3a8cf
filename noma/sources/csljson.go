package sources

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// words is a text that some programs write as a number or in a list.
type words string

func (w *words) UnmarshalJSON(b []byte) error {
	var s string
	var list []string
	switch {
	case json.Unmarshal(b, &s) == nil:
	case json.Unmarshal(b, &list) == nil:
		if len(list) > 0 {
			s = list[0]
		}
	case len(b) > 0 && (b[0] == '-' || b[0] >= '0' && b[0] <= '9'):
		s = string(b)
	}
	*w = words(untagged(s))
	return nil
}

type cslName struct {
	Family   words `json:"family"`
	Given    words `json:"given"`
	Literal  words `json:"literal"`
	Particle words `json:"non-dropping-particle"`
	Dropping words `json:"dropping-particle"`
	Suffix   words `json:"suffix"`
}

type cslDate struct {
	Parts   [][]words `json:"date-parts"`
	Raw     words     `json:"raw"`
	Literal words     `json:"literal"`
}

type cslItem struct {
	ID        words     `json:"id"`
	Type      words     `json:"type"`
	Author    []cslName `json:"author"`
	Editor    []cslName `json:"editor"`
	Title     words     `json:"title"`
	Container words     `json:"container-title"`
	Publisher words     `json:"publisher"`
	Edition   words     `json:"edition"`
	Genre     words     `json:"genre"`
	Number    words     `json:"number"`
	Volume    words     `json:"volume"`
	Issue     words     `json:"issue"`
	Page      words     `json:"page"`
	URL       words     `json:"URL"`
	DOI       words     `json:"DOI"`
	Note      words     `json:"note"`
	Issued    cslDate   `json:"issued"`
	Accessed  cslDate   `json:"accessed"`
}

// readJSON reads CSL-JSON: a list of items, or an object that has it as items or references.
func readJSON(text string, most int) (list []*Source, problems []Problem) {
	data := []byte(strings.TrimPrefix(text, "\ufeff"))
	line, counted := 1, 0
	at := func(offset int) int {
		line += bytes.Count(data[counted:offset], []byte("\n"))
		counted = offset
		return line
	}
	if t := bytes.TrimSpace(data); len(t) > 0 && t[0] == '{' {
		var in struct {
			Items      json.RawMessage `json:"items"`
			References json.RawMessage `json:"references"`
		}
		if err := json.Unmarshal(data, &in); err != nil {
			return nil, []Problem{{Message: "it is no CSL-JSON: " + err.Error()}}
		}
		if data = in.Items; data == nil {
			data = in.References
		}
	}
	d := json.NewDecoder(bytes.NewReader(data))
	if t, err := d.Token(); err != nil || t != json.Delim('[') {
		return nil, []Problem{{Message: "it is no CSL-JSON: a list of sources in brackets is expected"}}
	}
	for d.More() {
		var item cslItem
		start := int(d.InputOffset())
		if err := d.Decode(&item); err != nil {
			if _, wrong := err.(*json.UnmarshalTypeError); !wrong {
				return list, append(problems, Problem{Line: at(start), Message: "it is no JSON from here on: " + err.Error()})
			}
		}
		for start < len(data) && strings.IndexByte(", \t\r\n", data[start]) >= 0 {
			start++
		}
		switch {
		case len(list) == most:
			return list, append(problems, Problem{Line: at(start), Message: fmt.Sprintf("more than %d sources; those from here on are left out", maxSources)})
		case item.ID == "" && len(problems) < maxProblems:
			problems = append(problems, Problem{Line: at(start), Message: "the source here has no id"})
		case item.ID != "":
			s := item.source()
			s.Line = at(start)
			list = append(list, s)
		}
	}
	return list, problems
}

func (i *cslItem) source() *Source {
	s := &Source{Key: string(i.ID), Type: string(i.Type), Title: string(i.Title), Container: string(i.Container), Publisher: string(i.Publisher),
		Volume: string(i.Volume), Issue: string(i.Issue), Pages: strings.ReplaceAll(string(i.Page), "-", "–"), URL: string(i.URL), DOI: DOI(string(i.DOI)),
		Edition: edition(string(i.Edition)), Note: string(i.Note), Date: i.Issued.text(), Accessed: i.Accessed.text()}
	if s.Issue == "" {
		s.Issue = string(i.Number)
	}
	if s.Type == "thesis" || s.Type == "report" {
		s.Genre = string(i.Genre)
	}
	s.Authors, s.OtherAuthors = cslNames(i.Author)
	s.Editors, _ = cslNames(i.Editor)
	return s
}

func cslNames(in []cslName) (out []Name, others bool) {
	for _, n := range in {
		if len(out) == maxNames {
			return out, true
		}
		family := strings.Join(strings.Fields(string(n.Dropping+" "+n.Particle+" "+n.Family)), " ")
		if n.Literal != "" || family != "" || n.Given != "" {
			out = append(out, Name{Family: family, Given: string(n.Given), Suffix: string(n.Suffix), Literal: string(n.Literal)})
		}
	}
	return out, false
}

// text returns a date as 2020-05-01, or as far as it is known.
func (d cslDate) text() string {
	if len(d.Parts) == 0 || len(d.Parts[0]) == 0 || d.Parts[0][0] == "" {
		if d.Literal != "" {
			return string(d.Literal)
		}
		return string(d.Raw)
	}
	var out []string
	for i, p := range d.Parts[0] {
		if n, err := strconv.Atoi(string(p)); err == nil && i > 0 && i < 3 {
			out = append(out, fmt.Sprintf("%02d", n))
		} else {
			out = append(out, string(p))
		}
	}
	return strings.Join(out[:min(3, len(out))], "-")
}

var tag = regexp.MustCompile(`</?(?:i|b|sub|sup|sc|span)(?: [^<>]*)?>`)

// untagged returns a text without the marks of HTML that CSL-JSON has in titles, on one line.
func untagged(s string) string {
	if strings.IndexByte(s, '<') >= 0 {
		s = tag.ReplaceAllString(s, "")
	}
	return strings.Join(strings.Fields(strings.ToValidUTF8(s, "\ufffd")), " ")
}
