package redline

import (
	"fmt"
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
	eachChild(older, func(local, id, markup string) {
		if local == "style" {
			have[id] = f.r.text(markup)
		}
	})
	if newer, err = f.reframe(newer, nil); err != nil {
		return err
	}
	var b strings.Builder
	var other []string
	eachChild(newer, func(local, id, markup string) {
		was, ok := have[id]
		switch {
		case local != "style":
		case !ok:
			b.WriteString(strings.Replace(markup, ` w:default="1"`, "", 1))
		case was != f.r.text(markup):
			other = append(other, id)
		}
	})
	if len(other) > 0 && !f.r.noFormatting {
		list := strings.Join(other[:min(len(other), 10)], ", ")
		if len(other) > 10 {
			list += ", …"
		}
		report.Untracked = append(report.Untracked, Untracked{"styles", fmt.Sprintf("styles look otherwise in AFTER; the file keeps those of BEFORE: %s", list)})
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
