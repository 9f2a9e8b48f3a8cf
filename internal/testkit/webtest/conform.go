package webtest

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// model is what may stand in an element (HTML 3.2.5).
type model int

const (
	flow     model = iota // blocks and text
	phrasing              // text and what stands in a line
	plain                 // text only
	only                  // the elements of inner, and blanks
	nothing
	transparent // what the element around it may hold (HTML 3.2.5.3)
	foreign     // SVG and MathML, which have their own rules
)

// rule is what HTML says about an element: its kind, its content and its own attributes.
type rule struct {
	inline bool // may stand in a line
	holds  model
	inner  string // for only
	within string // the elements it may stand in, "" for any that holds its kind
	attrs  string
}

// rules are the elements our pages are made of. Others do not occur: a new one needs a line here.
var rules = map[string]rule{
	"html":  {holds: only, inner: "head body", within: "-", attrs: "lang dir"},
	"head":  {holds: only, inner: "meta title link style", within: "html"},
	"body":  {within: "html"},
	"meta":  {holds: nothing, within: "head", attrs: "charset name content http-equiv"},
	"title": {holds: plain, within: "head"},
	"link":  {holds: nothing, within: "head", attrs: "rel href"},
	"style": {holds: plain, within: "head"},
	"main":  {}, "section": {}, "nav": {}, "aside": {}, "header": {}, "footer": {}, "div": {}, "blockquote": {},
	"h1": {holds: phrasing}, "h2": {holds: phrasing}, "h3": {holds: phrasing}, "h4": {holds: phrasing}, "h5": {holds: phrasing}, "h6": {holds: phrasing},
	"p": {holds: phrasing}, "pre": {holds: phrasing}, "hr": {holds: nothing},
	"ul": {holds: only, inner: "li"}, "ol": {holds: only, inner: "li", attrs: "start"}, "li": {within: "ul ol"},
	"dl": {holds: only, inner: "div dt dd"}, "dt": {within: "dl div"}, "dd": {within: "dl div"},
	"figure": {}, "figcaption": {within: "figure"},
	"details": {attrs: "open"}, "summary": {holds: phrasing, within: "details"},
	"table":    {holds: only, inner: "caption colgroup thead tbody tr"},
	"colgroup": {holds: only, inner: "col", within: "table"}, "col": {holds: nothing, within: "colgroup"},
	"caption": {within: "table"}, "thead": {holds: only, inner: "tr", within: "table"}, "tbody": {holds: only, inner: "tr", within: "table"},
	"tr": {holds: only, inner: "th td", within: "thead tbody table"}, "th": {within: "tr", attrs: "scope colspan rowspan"}, "td": {within: "tr", attrs: "colspan rowspan"},
	"a": {inline: true, holds: phrasing, attrs: "href rel"}, "span": {inline: true, holds: phrasing}, "code": {inline: true, holds: phrasing},
	"s": {inline: true, holds: phrasing}, "u": {inline: true, holds: phrasing}, "sub": {inline: true, holds: phrasing},
	"strong": {inline: true, holds: phrasing}, "em": {inline: true, holds: phrasing}, "sup": {inline: true, holds: phrasing}, "small": {inline: true, holds: phrasing},
	"cite": {inline: true, holds: phrasing}, "q": {inline: true, holds: phrasing}, "mark": {inline: true, holds: phrasing},
	"del": {inline: true, holds: transparent}, "ins": {inline: true, holds: transparent}, "br": {inline: true, holds: nothing},
	"img":    {inline: true, holds: nothing, attrs: "src alt width height"},
	"label":  {inline: true, holds: phrasing, attrs: "for"},
	"input":  {inline: true, holds: nothing, attrs: "type value min max step checked disabled placeholder autocomplete accept multiple"},
	"select": {inline: true, holds: only, inner: "option", attrs: "disabled"}, "option": {holds: plain, within: "select", attrs: "value selected"},
	"output": {inline: true, holds: phrasing}, "button": {inline: true, holds: phrasing, attrs: "type disabled"},
	"script": {inline: true, holds: plain, attrs: "src type"}, "iframe": {inline: true, holds: nothing, attrs: "sandbox"},
	"svg": {inline: true, holds: foreign}, "math": {inline: true, holds: foreign},
}

const global = " id class style lang dir title role tabindex hidden "

// Conform lists where a page or a part of one is no valid HTML, sorted; nothing means that no rule of
// this table is broken: content models, attributes and their values, ids and references to them. It
// knows the elements our renderers use. tools/check-html asks a full validator the same.
func Conform(root *Element) []string {
	c := &conformance{ids: map[string]bool{}, found: map[string]bool{}}
	root.Walk(func(e *Element) {
		if id, ok := e.Attrs["id"]; ok {
			if c.ids[id] || id == "" || strings.ContainsAny(id, " \t\n\f\r") {
				c.say(e, "the id %q is given twice, empty or has a blank", id)
			}
			c.ids[id] = true
		}
	})
	c.children(root, flow)
	return slices.Sorted(maps.Keys(c.found))
}

type conformance struct {
	ids   map[string]bool
	found map[string]bool
}

func (c *conformance) say(e *Element, format string, args ...any) {
	c.found[fmt.Sprintf("<%s>: ", e.Name)+fmt.Sprintf(format, args...)+fmt.Sprintf(" near %.120q", e.at)] = true
}

// children checks what stands in an element; holds is what may.
func (c *conformance) children(e *Element, holds model) {
	r := rules[e.Name]
	if (holds == only || holds == nothing) && strings.TrimSpace(e.Text) != "" {
		c.say(e, "text %.40q has no place here", strings.TrimSpace(e.Text))
	}
	for _, k := range e.Children {
		rule, known := rules[k.Name]
		switch {
		case !known:
			c.say(k, "no element our pages have")
			continue
		case rule.within != "" && e.Name != "" && !has(rule.within, e.Name),
			holds == only && !has(r.inner, k.Name), holds == phrasing && !rule.inline, holds == plain, holds == nothing:
			c.say(k, "it may not stand in <%s>", e.Name)
		}
		c.element(k, rule)
		switch rule.holds {
		case foreign:
		case transparent:
			c.children(k, holds)
		default:
			c.children(k, rule.holds)
		}
	}
}

func has(list, name string) bool { return slices.Contains(strings.Fields(list), name) }

// element checks what holds for one element: attributes and what is around it.
func (c *conformance) element(e *Element, r rule) {
	for name, value := range e.Attrs {
		switch {
		case r.holds == foreign:
		case strings.HasPrefix(name, "data-"):
			if name != strings.ToLower(name) {
				c.say(e, "attribute %s", name)
			}
		case strings.HasPrefix(name, "aria-"):
			c.aria(e, name, value)
		case !strings.Contains(global, " "+name+" ") && !has(r.attrs, name):
			c.say(e, "no attribute %s", name)
		}
		if (name == "href" || name == "src") && !validAddress(value) {
			c.say(e, "%s is no valid address: %.80q", name, value)
		}
	}
	// Interactive content does not nest (HTML 4.5.1, 4.10.6).
	if has("a button label details input select", e.Name) && e.inside("a", "button") {
		c.say(e, "it stands in a link or button")
	}
	switch e.Name {
	case "label":
		c.label(e)
	case "header", "footer":
		if e.inside("header", "footer") {
			c.say(e, "a header in a header")
		}
	case "img":
		if _, ok := e.Attrs["alt"]; !ok || e.Attrs["src"] == "" {
			c.say(e, "no alt or no src")
		}
	case "figcaption":
		if s := e.Parent.Children; s[0] != e && s[len(s)-1] != e {
			c.say(e, "neither first nor last in its figure")
		}
	case "details":
		if len(e.Children) == 0 || e.Children[0].Name != "summary" {
			c.say(e, "no summary")
		}
	case "caption":
		if e.Parent.Children[0] != e {
			c.say(e, "not first in its table")
		}
	case "option", "title":
		if strings.TrimSpace(e.Text) == "" {
			c.say(e, "no text")
		}
	case "ul", "ol", "tr", "dl":
		if len(e.Children) == 0 && e.Attrs["role"] != "listbox" {
			c.say(e, "empty")
		}
	case "input":
		c.input(e)
	}
}

func (c *conformance) label(e *Element) {
	controls := 0
	e.Walk(func(k *Element) {
		switch k.Name {
		case "input", "select", "output", "button":
			controls++
		}
	})
	id, named := e.Attrs["for"]
	if controls > 1 || named && !c.ids[id] {
		c.say(e, "a label of %d controls, for %q", controls, id)
	}
}

func (c *conformance) aria(e *Element, name, value string) {
	switch name {
	case "aria-controls", "aria-labelledby", "aria-describedby":
		for id := range strings.FieldsSeq(value) {
			if !c.ids[id] {
				c.say(e, "%s names %q, which there is not", name, id)
			}
		}
	case "aria-label":
		if strings.TrimSpace(value) == "" {
			c.say(e, "an empty label")
		}
	case "aria-hidden", "aria-expanded", "aria-pressed", "aria-selected", "aria-current":
	default:
		c.say(e, "no attribute %s", name)
	}
}

var (
	floatingPoint = regexp.MustCompile(`^-?(\d+(\.\d+)?|\.\d+)([eE][-+]?\d+)?$`) // HTML 2.3.4.3
	dateString    = regexp.MustCompile(`^\d{4,}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$`)
)

// input checks the values that only some types of input may have.
func (c *conformance) input(e *Element) {
	kind := e.Attrs["type"]
	// Which roles an input may have depends on its type (ARIA in HTML, §4).
	if role := e.Attrs["role"]; role != "" && !(role == "combobox" && kind == "text" || role == "switch" && kind == "checkbox") {
		c.say(e, "the role %s for the type %s", role, kind)
	}
	for _, k := range []string{"value", "min", "max", "step"} {
		v, ok := e.Attrs[k]
		number := kind == "range" || kind == "number"
		if ok && (number && !floatingPoint.MatchString(v) || k != "value" && !number || kind == "date" && k == "value" && !dateString.MatchString(v) || strings.ContainsAny(v, "\r\n")) {
			c.say(e, "%s=%q for the type %s", k, v, kind)
		}
	}
}

// address is what URLs are made of (URL Standard 4.3, "URL code points"), one fragment at most.
var address = regexp.MustCompile(`^((?i:https?)://\[[0-9A-Fa-f:.]+\])?([A-Za-z0-9!$&'()*+,\-./:;=?@_~\x{A0}-\x{FFFD}\x{10000}-\x{10FFFD}]|%[0-9A-Fa-f]{2})*(#([A-Za-z0-9!$&'()*+,\-./:;=?@_~\x{A0}-\x{FFFD}\x{10000}-\x{10FFFD}]|%[0-9A-Fa-f]{2})*)?$`)

func validAddress(s string) bool {
	if data, ok := strings.CutPrefix(s, "data:"); ok && len(data) > 1000 {
		return !strings.ContainsAny(data, " \"<>\\^`{|}\n") // a picture of a megabyte
	}
	return address.MatchString(s)
}
