package wml

import "github.com/nomadocx/nomadocx/internal/office/opc"

// TitleAndEditor reads the title of a package, and who saved it last, when that is somebody else than its
// author; "" for what the file does not say (ECMA-376 part 2, §8.3: core properties).
func TitleAndEditor(p *opc.Package) (title, editor string) {
	text, err := p.Text("docProps/core.xml")
	if err != nil {
		return "", ""
	}
	var creator string
	for x := opc.NewScanner(text, opc.Names{}); x.Next(); {
		if !x.Opened() {
			continue
		}
		switch x.Local() {
		case "title":
			title = x.Text()
		case "creator":
			creator = x.Text()
		case "lastModifiedBy":
			editor = x.Text()
		}
	}
	if editor == creator {
		editor = ""
	}
	return title, editor
}
