package pdf

import (
	"encoding/binary"
	"fmt"
	"math"
)

// srgbProfile returns a colour profile of sRGB (IEC 61966-2-1) after ICC.1:2001-04: the primaries adapted to D50 and the curve of its
// three channels. It is made here, so that no profile of others comes along.
func srgbProfile() []byte {
	fixed := func(v float64) uint32 { return uint32(int32(v*65536 + 0.5)) }
	xyz := func(x, y, z float64) []byte {
		out := append([]byte("XYZ "), 0, 0, 0, 0)
		for _, v := range []float64{x, y, z} {
			out = binary.BigEndian.AppendUint32(out, fixed(v))
		}
		return out
	}
	text := "sRGB"
	desc := binary.BigEndian.AppendUint32(append([]byte("desc"), 0, 0, 0, 0), uint32(len(text)+1))
	desc = append(append(desc, text...), 0)
	desc = append(desc, make([]byte, 4+4+2+1+67)...) // no description in Unicode or for the Macintosh
	const steps = 1024
	curve := binary.BigEndian.AppendUint32(append([]byte("curv"), 0, 0, 0, 0), steps)
	for i := range steps {
		curve = binary.BigEndian.AppendUint16(curve, uint16(linear(float64(i)/(steps-1))*65535+0.5))
	}
	tags := []struct {
		name string
		data []byte
	}{
		{"desc", desc}, {"cprt", append(append([]byte("text"), 0, 0, 0, 0), "No copyright, use freely\x00"...)},
		{"wtpt", xyz(0.9642, 1, 0.8249)}, {"rXYZ", xyz(0.43607, 0.22249, 0.01392)}, {"gXYZ", xyz(0.38515, 0.71687, 0.09708)},
		{"bXYZ", xyz(0.14307, 0.06061, 0.7141)}, {"rTRC", curve}, {"gTRC", nil}, {"bTRC", nil}, // the three share one curve
	}
	table := binary.BigEndian.AppendUint32(nil, uint32(len(tags)))
	var data []byte
	at, size := 0, 0
	start := 128 + 4 + 12*len(tags)
	for _, t := range tags {
		if t.data != nil {
			at, size = start+len(data), len(t.data)
			data = append(data, t.data...)
			data = append(data, make([]byte, (4-len(data)%4)%4)...)
		}
		table = append(table, t.name...)
		table = binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(table, uint32(at)), uint32(size))
	}
	head := make([]byte, 128)
	binary.BigEndian.PutUint32(head, uint32(start+len(data)))
	copy(head[8:], "\x02\x10\x00\x00mntrRGB XYZ ")
	for i, v := range []uint16{2026, 1, 1, 0, 0, 0} {
		binary.BigEndian.PutUint16(head[24+2*i:], v)
	}
	copy(head[36:], "acsp")
	copy(head[68:], xyz(0.9642, 1, 0.8249)[8:])
	return append(append(head, table...), data...)
}

// addOutputIntent says that colours of the device are those of sRGB (ISO 19005-2 §6.2.3).
func (c *content) addOutputIntent() {
	profile := c.addStream("/N 3\n", srgbProfile())
	const name = "(sRGB IEC61966-2.1)"
	intent := fmt.Sprintf("[<</Type /OutputIntent\n/S /GTS_PDFA1\n/OutputConditionIdentifier %s\n/Info %s\n/DestOutputProfile %d 0 R>>]", name, name, profile)
	c.objects[c.root].body = c.dict(c.root).with("OutputIntents", intent).bytes()
}

// linear returns the linear part of a channel of sRGB, both from 0 to 1.
func linear(v float64) float64 {
	if v <= 0.04045 {
		return v / 12.92
	}
	return math.Pow((v+0.055)/1.055, 2.4)
}
