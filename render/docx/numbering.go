package docx

import "github.com/nomadocx/nomadocx/wml"

// Numbering instances: 1 is every bulleted list, 2 and up are the ordered lists, one each, so that
// each counts from 1.
const bulletNumID = 1

func numberNumID(list int) int { return 1 + max(list, 1) }

const (
	bulletAbstract = 0
	numberAbstract = 1
)

func (r *renderer) numbering() error {
	return r.simple(numberingPart, wordType+"numbering+xml", func(b *wml.Builder) {
		b.StartPart("w:numbering")
		bullets, numbers := make([]wml.ListLevel, 9), make([]wml.ListLevel, 9)
		formats := [...]string{"decimal", "lowerLetter", "lowerRoman"}
		for i := range bullets {
			left := listIndent + i*360
			bullets[i] = wml.ListLevel{Format: "bullet", Text: [...]string{"\u2022", "\u2013", "\u25AA"}[i%3], Left: left, Hanging: listHanging,
				Run: wml.RunProps{Color: accent}}
			numbers[i] = wml.ListLevel{Format: formats[i%3], Text: "%" + string(rune('1'+i)) + ".", Left: left, Hanging: listHanging,
				Run: wml.RunProps{Color: accent}}
		}
		b.AbstractList(bulletAbstract, 0x4E6F6D61, bullets)
		b.AbstractList(numberAbstract, 0x4E6F6D62, numbers)
		b.ListInstance(bulletNumID, bulletAbstract, false)
		for i := 1; i <= max(1, r.plan.Lists, r.lists); i++ {
			b.ListInstance(numberNumID(i), numberAbstract, true)
		}
		b.Markup("</w:numbering>")
	})
}
