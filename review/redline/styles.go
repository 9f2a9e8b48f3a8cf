package redline

import (
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/opc"
)

// styles adds the styles that only the newer file has, and tells which of the others look otherwise there.
func (f *frame) styles(report *Report) error {
	part, older, err := f.old.optional(opc.TypeStyles)
	if err != nil {
		return err
	}
	_, newer, err := f.new.optional(opc.TypeStyles)
	if err != nil || newer == "" || older == "" {
		return err
	}
	have := map[string]string{}
	f.r.eachChild(older, func(local, id, markup string) {
		if local == "docDefaults" {
			id = local
		}
		if local == "style" || local == "docDefaults" {
			have[id] = f.r.text(markup)
		}
	})
	if newer, err = f.reframe(newer, nil); err != nil {
		return err
	}
	var b strings.Builder
	var other []string
	f.r.eachChild(newer, func(local, id, markup string) {
		if local == "docDefaults" {
			id = local
		}
		was, ok := have[id]
		switch {
		case local == "docDefaults" && !ok:
			other = append(other, id)
		case local != "style" && local != "docDefaults":
		case !ok:
			b.WriteString(strings.Replace(markup, ` w:default="1"`, "", 1))
		case was != f.r.text(markup):
			other = append(other, id)
		}
	})
	if !f.r.noFormatting {
		report.differ("styles", "styles", other)
	}
	if b.Len() == 0 {
		return nil
	}
	if older, err = joinRoots(older, newer); err != nil {
		return err
	}
	end := strings.LastIndex(older, "</")
	f.files.set[part] = older[:end] + b.String() + older[end:]
	return nil
}
