package chart

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
)

// WithSource puts the source of a drawing into its PNG, as a text chunk before the last one (PNG, third
// edition, §11.3.3.4).
func WithSource(png []byte, source string) ([]byte, error) {
	const end = 12 // bytes of the last chunk, which is empty
	if len(png) < end || string(png[len(png)-8:len(png)-4]) != "IEND" {
		return nil, errors.New("what was painted is no PNG")
	}
	body := "iTXtSource\x00\x00\x00\x00\x00" + source // not compressed, no language, no other keyword
	at := len(png) - end
	out := binary.BigEndian.AppendUint32(append([]byte(nil), png[:at]...), uint32(len(body)-4))
	out = append(out, body...)
	out = binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE([]byte(body)))
	return append(out, png[at:]...), nil
}
