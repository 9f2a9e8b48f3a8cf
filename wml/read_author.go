package wml

import "github.com/nomadocx/nomadocx/opc"

// LastEditor is who saved a package last, when that is somebody else than its author; "" when the
// file does not say (ECMA-376 part 2, §8.3: core properties).
func LastEditor(p *opc.Package) string {
	text, err := p.Text("docProps/core.xml")
	if err != nil {
		return ""
	}
	var creator, editor string
	for x := opc.NewScanner(text, opc.Names{}); x.Next(); {
		if !x.Opened() {
			continue
		}
		switch x.Local() {
		case "creator":
			creator = x.Text()
		case "lastModifiedBy":
			editor = x.Text()
		}
	}
	if editor == creator {
		return ""
	}
	return editor
}
