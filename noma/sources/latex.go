package sources

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// accents are the commands that put a mark on the letter behind them, by the mark as Unicode combines it.
var accents = map[string]string{"`": "\u0300", "'": "\u0301", "^": "\u0302", "~": "\u0303", "=": "\u0304", "u": "\u0306", ".": "\u0307",
	"\"": "\u0308", "r": "\u030a", "H": "\u030b", "v": "\u030c", "d": "\u0323", "c": "\u0327", "k": "\u0328", "b": "\u0331"}

// signs are the commands that are a character.
var signs = map[string]string{"ss": "ß", "o": "ø", "O": "Ø", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "aa": "å", "AA": "Å", "l": "ł", "L": "Ł",
	"i": "ı", "j": "ȷ", "dh": "ð", "DH": "Ð", "th": "þ", "TH": "Þ", "S": "§", "P": "¶", "dag": "†", "copyright": "©", "pounds": "£", "ldots": "…", "dots": "…",
	"textendash": "–", "textemdash": "—", "textquoteright": "’", "textquoteleft": "‘", "textquotedblleft": "“", "textquotedblright": "”",
	"textasciitilde": "~", "textbackslash": "\\", "textregistered": "®", "texttrademark": "™", "LaTeX": "LaTeX", "TeX": "TeX"}

// plain returns LaTeX as plain text: accents are characters, dashes and quotation marks are their own, braces and commands that
// only say how words appear are gone. What it does not know stays. The work is linear.
func plain(s string) string {
	if strings.IndexAny(s, "\\{}~`'-$\n\t ") < 0 {
		return s
	}
	d := decoder{s: s}
	for d.at < len(s) {
		d.step()
	}
	return strings.Join(strings.Fields(norm.NFC.String(d.out.String())), " ")
}

type decoder struct {
	s    string
	at   int
	mark string // a combining mark that waits for its letter
	out  strings.Builder
}

func (d *decoder) put(s string) {
	d.out.WriteString(s)
	d.out.WriteString(d.mark)
	d.mark = ""
}

func (d *decoder) step() {
	s := d.s[d.at:]
	switch {
	case s[0] == '\\':
		d.command()
	case s[0] == '{':
		d.at++
	case s[0] == '}':
		d.mark = ""
		d.at++
	case s[0] == '~':
		d.put(" ")
		d.at++
	case strings.HasPrefix(s, "---"):
		d.put("—")
		d.at += 3
	case strings.HasPrefix(s, "--"):
		d.put("–")
		d.at += 2
	case strings.HasPrefix(s, "``"):
		d.put("“")
		d.at += 2
	case strings.HasPrefix(s, "''"):
		d.put("”")
		d.at += 2
	case s[0] < ' ' && s[0] != '\n' && s[0] != '\t':
		d.at++
	default:
		r, n := utf8.DecodeRuneInString(s)
		if d.at += n; r == utf8.RuneError && n == 1 {
			d.put("\ufffd")
		} else {
			d.put(s[:n])
		}
	}
}

// command reads a backslash and what follows it.
func (d *decoder) command() {
	s := d.s[d.at+1:]
	if s == "" {
		d.at++
		return
	}
	n := 0
	for n < len(s) && letter(s[n]) {
		n++
	}
	if n == 0 {
		if m, ok := accents[s[:1]]; ok {
			d.mark = m
			d.at += 2
			return
		}
		d.at++ // \& and the like: the character comes next
		if strings.IndexByte("&%$#_{}\\ ", s[0]) >= 0 {
			d.at++
			d.put(s[:1])
		}
		return
	}
	name := s[:n]
	d.at += 1 + n
	blanks := 0
	for n+blanks < len(s) && s[n+blanks] == ' ' {
		blanks++
	}
	if m, ok := accents[name]; ok {
		d.mark = m
		d.at += blanks
		return
	}
	if sign, ok := signs[name]; ok {
		if d.mark != "" && (sign == "ı" || sign == "ȷ") { // \'{\i}
			sign = map[string]string{"ı": "i", "ȷ": "j"}[sign]
		}
		d.put(sign)
		d.at += blanks
		return
	}
	d.at += blanks // \emph{x}, \textit{x}: what stands in the braces comes next
}
