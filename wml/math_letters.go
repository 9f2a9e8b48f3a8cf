package wml

// spaceCharacters are the characters for the spaces of LaTeX; those that are negative have none.
var spaceCharacters = map[string]string{`\,`: "\u2009", `\thinspace`: "\u2009", `\:`: "\u205F", `\>`: "\u205F", `\medspace`: "\u205F", `\;`: "\u2005", `\thickspace`: "\u2005",
	`\quad`: "\u2003", `\qquad`: "\u2003\u2003", `\enspace`: "\u2002", `\enskip`: "\u2002", `\ `: "\u00A0", "~": "\u00A0", `\space`: "\u00A0", `\nobreakspace`: "\u00A0"}

var characterSpaces = map[rune]string{'\u2009': `\,`, '\u205F': `\:`, '\u2005': `\;`, '\u2003': `\quad`, '\u2002': `\enspace`, '\u00A0': "~"}
