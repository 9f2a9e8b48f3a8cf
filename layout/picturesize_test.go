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
