package wml

import (
	"bytes"
	"testing"

	"github.com/nomadocx/nomadocx/internal/office/opc"
)

func TestTitleAndEditor(t *testing.T) {
	for core, want := range map[string]string{
		"": "/",
		`<p xmlns:dc="urn:x"><dc:creator>Ann</dc:creator><lastModifiedBy>Bo &amp; Co</lastModifiedBy></p>`: "/Bo & Co",
		`<p><creator>Ann</creator><lastModifiedBy>Ann</lastModifiedBy></p>`:                                "/",
		`<p><lastModifiedBy>Bo</lastModifiedBy></p>`:                                                       "/Bo",
		`<p><lastModifiedBy>Bo`: "/", // broken off
		`not XML`:               "/",
		`<p xmlns:dc="urn:x"><dc:title>The &lt;Plan&gt;</dc:title><creator>Ann</creator></p>`: "The <Plan>/",
	} {
		data := zipped(file{{"docProps/core.xml", core}})
		p, err := opc.Read(bytes.NewReader(data), int64(len(data)), opc.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if title, editor := TitleAndEditor(p); title+"/"+editor != want {
			t.Errorf("%s names %q, want %q", core, title+"/"+editor, want)
		}
	}
}
