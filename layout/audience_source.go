package layout

import (
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
)

// SourceShown returns what a line about the source of something shows of a value: clients see a reference where others see the id of a
// block, and nothing of a value in which one part is not for them, see [SourceHidden].
func SourceShown(doc *noma.Document, value string) string {
	v := strings.TrimSpace(value)
	if !doc.Audience.Client || v == "" {
		return value
	}
	if SourceHidden(doc, v) != "" {
		return ""
	}
	if id := strings.TrimPrefix(v, "#"); isBlock(doc, id) {
		return "[[" + id + "]]"
	}
	return value
}

// SourceOf returns the source that clients are shown of a block, "" for blocks that show them none.
func SourceOf(d *noma.Directive) string {
	switch d.Name {
	case "figure", "plot", "table", "dataset":
		return d.AttrText("source")
	}
	if s := byNameForClient[d.Name]; s != nil {
		for _, part := range s.Parts {
			m, _ := part.(Meta)
			for _, f := range m {
				if f.Kind == Ref {
					return resolve(d, f, "").Value
				}
			}
		}
	}
	return ""
}

// SourceHidden returns why clients see nothing of a source, "" when they see it: a part of it, between commas or semicolons, is a block
// they do not get, or reads like a file or an id. The document is one for clients.
func SourceHidden(doc *noma.Document, value string) string {
	v := strings.TrimSpace(value)
	if id := strings.TrimPrefix(v, "#"); isBlock(doc, id) {
		return outside(doc, id)
	}
	if strings.Contains(v, `\`) {
		return quoted(v, likeFile)
	}
	t := sourceText{doc: doc}
	p := noma.InlineParser{Known: t.listed}
	t.read(p.Parse(v))
	if t.hidden != "" {
		return t.hidden
	}
	for part := range strings.FieldsFuncSeq(joined.Replace(t.text.String()), func(c rune) bool { return strings.ContainsRune(",;|·\n，；、", c) }) {
		words := strings.Fields(part)
		for _, w := range words {
			w = strings.TrimRight(strings.Trim(w, "()[]{}<>\"'“”„‚‘’«»‹›:!?*…"), ".:")
			if why := hiddenWord(doc, w, len(words) == 1); why != "" {
				return quoted(w, why)
			}
		}
	}
	return ""
}

// Why a word of a source is hidden.
const (
	likeFile  = "reads like a file or a folder"
	likeID    = "reads like an id"
	aBlock    = "is the id of a block"
	notForAll = "is a block that clients do not get"
)

func quoted(s, why string) string {
	if len(s) > 100 {
		s = strings.ToValidUTF8(s[:100], "") + "…"
	}
	return strconv.Quote(s) + " " + why
}

// isBlock reports whether an id is that of a block.
func isBlock(doc *noma.Document, id string) bool {
	_, ok := doc.Block(id)
	return ok && id != ""
}

// outside returns why clients do not see a reference, "" when they do.
func outside(doc *noma.Document, target string) string {
	switch n, ok := doc.Target(target); {
	case !ok:
		return quoted(target, likeID)
	case doc.LeftOut(n):
		return quoted(target, notForAll)
	}
	return ""
}

// sourceText is the text of a source whose words are tested one by one: references and marks of sources are not in it.
type sourceText struct {
	doc    *noma.Document
	text   strings.Builder
	hidden string // why a reference or link is not for clients
}

func (t *sourceText) read(nodes []noma.Inline) {
	for i := range nodes {
		n, why := &nodes[i], ""
		switch n.Kind {
		case noma.InlineWiki:
			if why = outside(t.doc, n.Target); n.Text != n.Target {
				t.text.WriteString(n.Text)
			}
			t.text.WriteByte(' ')
		case noma.InlineLink:
			if id, inside := strings.CutPrefix(n.Target, "#"); inside {
				why = outside(t.doc, id)
			} else if !isAddress(n.Target) {
				why = quoted(n.Target, likeFile)
			}
		case noma.InlinePicture:
			why = quoted(n.Target, likeFile)
		case noma.InlineCite:
			t.text.WriteByte(' ')
		case noma.InlineBreak, noma.InlineSoftBreak:
			t.text.WriteByte('\n')
		case noma.InlineNote:
		default:
			t.text.WriteString(n.Text)
		}
		if t.hidden == "" {
			t.hidden = why
		}
		t.read(n.Children)
	}
}

// listed reports whether clients find a source by its key.
func (t *sourceText) listed(key string) bool {
	n, _ := t.doc.Block(key)
	d, ok := n.(*noma.Directive)
	return t.doc.Citable(key) && (!ok || sourceBlock(t.doc, d))
}

// hiddenWord returns why a word is not for clients, "" when it is. alone: the part has no other word.
func hiddenWord(doc *noma.Document, w string, alone bool) string {
	switch {
	case w == "" || w == "/" || isAddress(w):
		return ""
	case isBlock(doc, w) && (alone || idOf.MatchString(w) && anyLetter.MatchString(w)):
		if n, _ := doc.Block(w); doc.LeftOut(n) {
			return notForAll
		}
		return aBlock
	case fileOf.MatchString(w), strings.Contains(w, "/") && !slashOf.MatchString(w):
		return likeFile
	case markOf.MatchString(w), alone && anyLetter.MatchString(w) && nameOf.MatchString(w) && !domainOf.MatchString(w):
		return likeID
	}
	return ""
}

// isAddress reports whether a word is an address that people elsewhere can open, or a number that libraries know.
func isAddress(w string) bool {
	if !addressOf.MatchString(w) {
		return false
	}
	u, err := url.Parse(w)
	return err == nil && (u.Host == "" || strings.Contains(u.Hostname(), ".")) || !strings.Contains(w, "//")
}

// fileEndings are the ends of names of files, without those that are ends of addresses in many countries.
var fileEndings = strings.Fields(`7z accdb arrow avro bak bat bib bmp bz2 cfg conf csv dat db dbf doc docm docx dot dotx dta dwg eml eps exe feather geojson gif gpkg
	gz h5 hdf5 htm html ics ini ipynb jpeg jpg js json jsonl kml log mat mdb mpp msg ndjson noma npy npz ods odg odp odt orc parquet pbix pdf pickle pkl png
	ppt pptm pptx psd pst qmd qvw r rar rda rdata rds rmd rtf sas7bdat sav shp sql sqlite sqlite3 svg tar tex tgz tif tiff tmp toml tsv twb twbx txt vsd vsdx
	webp xls xlsb xlsm xlsx xlt xltx xml xz yaml yml zip md py sh ps1 one pages numbers`)

var (
	joined    = strings.NewReplacer(" & ", ";", " + ", ";")
	anyLetter = regexp.MustCompile(`\pL`)
	// addressOf is an address, a DOI or the number of a book.
	addressOf = regexp.MustCompile(`^(?i:https?://|mailto:|www\.|doi:|(dx\.)?doi\.org/10\.|10\.\d+/|isbn:|issn:|arxiv:)`)
	// fileOf has the end of the name of a file, or begins as a path does.
	fileOf = regexp.MustCompile(`(?i)\.(?:` + strings.Join(fileEndings, "|") + `)(?:[^\pL\pN]|$)|^\pL:|^(?:file|smb|ftp|sftp|nfs|s3):|%[0-9a-f]{2}`)
	// slashOf is a slash between two words in capitals or digits, or a date.
	slashOf = regexp.MustCompile(`^[\p{Lu}\pN][\p{Lu}\pN.-]*/[\p{Lu}\pN][\p{Lu}\pN.-]*$|^\pN+(?:/\pN+)+$`)
	// markOf has what only ids have: a mark before or in it, a colon behind letters, or digits of a hash.
	markOf = regexp.MustCompile(`#.|[@_]|\pL[^:]*:.|^[0-9a-f-]*(?:[0-9][0-9a-f-]{7,}[a-f]|[a-f][0-9a-f-]{7,}[0-9])[0-9a-f-]*$`)
	// idOf is a word with what ordinary words lack.
	idOf = regexp.MustCompile(`[-_.:\pN]`)
	// nameOf has an end as files have it, or is words in small letters between hyphens, dots or colons.
	nameOf = regexp.MustCompile(`^[\pL\pN.-]+\.[a-z][a-z0-9]{1,4}$|^[\p{Ll}\pN]+([-.:][\p{Ll}\pN]+)+$`)
	// domainOf is the name of a place in the internet, or an abbreviation.
	domainOf = regexp.MustCompile(`^(?i:[a-z0-9-]+\.)+(?i:[a-z]{2}|com|edu|gov|info|int|mil|net|org)$|^\pL(?:\.\pL)+$`)
)
