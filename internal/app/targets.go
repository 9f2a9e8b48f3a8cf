package app

import (
	"path/filepath"
	"strings"
)

// targetsByName are the targets that the extension of an output asks for.
var targetsByName = map[string]Target{
	".html": HTML, ".htm": HTML, ".docx": Word, ".pdf": PDF, ".json": JSON, ".noma": Noma,
	".md": Markdown, ".markdown": Markdown, ".txt": LLM,
}

// foreignOutputs are formats whose extension nothing we write fits.
var foreignOutputs = map[string]string{
	".doc": "old Word", ".dot": "old Word", ".dotx": "Word template", ".docm": "Word macro", ".odt": "OpenDocument", ".rtf": "RTF",
	".epub": "EPUB", ".tex": "LaTeX", ".pptx": "PowerPoint", ".xlsx": "Excel",
}

// TargetOf returns the target that the name of an output asks for.
func TargetOf(path string) (Target, bool) {
	t, ok := targetsByName[strings.ToLower(filepath.Ext(path))]
	return t, ok
}

// ForeignOutput reports whether a name says that the file is of a format nothing is written in, and which.
func ForeignOutput(path string) (bool, string) {
	format, ok := foreignOutputs[strings.ToLower(filepath.Ext(path))]
	return ok, format
}

// Fits reports whether the target may be written to a file whose name asks for another. Text for a model
// is Markdown as well, and any text may be called a text file.
func (t Target) Fits(named Target) bool {
	switch {
	case t == named, t == LLM && named == Markdown:
		return true
	case t.Binary(), t == Site:
		return false
	}
	return named == LLM
}
