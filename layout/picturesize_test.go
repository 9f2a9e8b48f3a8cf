package layout

import "testing"

// TestPicturesFitTheirPage: Word cuts off what is higher than the page, so such a picture is smaller, in
// its proportions.
func TestPicturesFitTheirPage(t *testing.T) {
	e := &emitter{page: defaultGeometry}
	limit := (15840 - 2*1440 - captionRoom) * emuPerTwip
	for _, x := range []struct{ width, height, wantWidth, wantHeight int }{
		{9525, 9525, 9525, 9525}, {1000, limit, 1000, limit}, {1000, 2 * limit, 500, limit}, {1, 1000 * limit, 1, limit},
	} {
		if w, h := e.onPage(x.width, x.height); w != x.wantWidth || h != x.wantHeight {
			t.Errorf("%d × %d is %d × %d, want %d × %d", x.width, x.height, w, h, x.wantWidth, x.wantHeight)
		}
	}
}

// TestPictureSizes: a width is a length, or a share of that of the text, and the picture keeps its proportions.
func TestPictureSizes(t *testing.T) {
	const text = 8000 // twips
	for _, x := range []struct {
		width, height         string
		wantWidth, wantHeight int // twips
	}{
		{"", "", 1500, 750}, {"50%", "", 4000, 2000}, {" 12.5% ", "", 1000, 500}, {"1in", "", 1440, 720}, {"", "1in", 2880, 1440},
		{"50%", "1in", 4000, 1440}, {"", "50%", 1500, 750}, {"0%", "", 1500, 750}, {"120%", "", 1500, 750}, {"%", "", 1500, 750}, {"NaN%", "", 1500, 750},
	} {
		w, h := pictureSize(x.width, x.height, 100, 50, text)
		if w, h = w/emuPerTwip, h/emuPerTwip; w != x.wantWidth || h != x.wantHeight {
			t.Errorf("%q × %q is %d × %d, want %d × %d", x.width, x.height, w, h, x.wantWidth, x.wantHeight)
		}
	}
}
