//go:build !js

package fonts

import (
	"codeberg.org/go-fonts/stix/stix2mathregular"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goitalic"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/gomonobold"
	"golang.org/x/image/font/gofont/goregular"
)

// All are the fonts by their names.
var All = map[string][]byte{Math: stix2mathregular.TTF, Regular: goregular.TTF, Bold: gobold.TTF, Italic: goitalic.TTF, Mono: gomono.TTF, MonoBold: gomonobold.TTF}

// Data returns a font. It is not to be changed.
func Data(name string) []byte { return All[name] }
