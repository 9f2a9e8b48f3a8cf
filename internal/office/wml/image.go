package wml

// Image is a picture. On writing Data, Ext and the size in EMU are given, and for SVG also PNG,
// the raster fallback (§20.4.2.8, asvg:svgBlip).
type Image struct {
	Data []byte
	Ext  string // png, jpg, gif, svg
	// PNG returns the bitmap of a picture that is an SVG, nil for none. It is painted when it is asked for first.
	PNG func() []byte
	// Chart is the part of a chart, in the place of Data, and Workbook the file it names rId1. Readers
	// give them too.
	Chart, Workbook []byte
	// ChartKey is on reading a short hash of what a chart shows, "" for pictures; see [ChartKey].
	ChartKey string
	// Sums are the CRC-32 of the files that hold the picture: bitmap, and vector drawing. The writer does not need them.
	Sums      []uint32
	Name, Alt string
	// Words are on reading what else a drawing says: its title, the words of its shapes, of a diagram.
	Words         string
	Width, Height int // EMU
	// Mark is of a picture that stands in a sentence what the source says of it beside its description: its address and, behind a NUL
	// byte, its attributes. The writer of a layout has it; in what was read it is set by who compares.
	Mark string
	// Fitted tells that the size of such a picture does not follow from its file and attributes alone.
	Fitted bool
	// Decorative is set on writing for a picture that says nothing: screen readers pass over it.
	Decorative bool
}

// Bitmap returns the bitmap of a vector picture, nil for one that has none.
func (im *Image) Bitmap() []byte {
	if im.PNG == nil {
		return nil
	}
	return im.PNG()
}

// Painted returns a bitmap as [Image] has it.
func Painted(png []byte) func() []byte { return func() []byte { return png } }
