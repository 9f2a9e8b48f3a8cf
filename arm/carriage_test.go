package arm

import (
	"archive/zip"
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/internal/testkit/slow"
	"github.com/nomadocx/nomadocx/layout"
)

const docxMain = "word/document.xml"

// contract returns a Word file with the two clauses the golden record talks about, and more parts as given:
// name and text in turn, each a custom XML part.
func contract(t testing.TB, data ...string) []byte {
	t.Helper()
	clause := func(id, text string) string {
		return `<w:p><w:bookmarkStart w:id="1" w:name="` + layout.AnchorName(id) + `"/><w:r><w:t>Claim</w:t></w:r><w:bookmarkEnd w:id="1"/></w:p><w:p><w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">` + text + `</w:t></w:r></w:p>`
	}
	var b bytes.Buffer
	w := opc.NewWriter(&b)
	w.AddRel("", opc.TypeOfficeDocument, docxMain, false)
	must := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	must(w.AddPart(docxMain, "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml", []byte(wml.XMLHeader+"<w:document"+wml.Namespaces+"><w:body>"+
		clause("liability-cap", "The cap is six (6) months of fees.")+clause("term-length", "The term is one year.")+"<w:p/></w:body></w:document>")))
	for i := 0; i < len(data); i += 2 {
		w.AddRel(docxMain, opc.TypeCustomXML, data[i], false)
		must(w.AddPart(data[i], "application/xml", []byte(data[i+1])))
	}
	must(w.Close())
	return b.Bytes()
}

func open(t testing.TB, data []byte) *opc.Package {
	t.Helper()
	p, err := opc.Read(bytes.NewReader(data), int64(len(data)), opc.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// stored returns a file with a record put into it by the writer.
func stored(t testing.TB, data []byte, record Value) []byte {
	t.Helper()
	p := open(t, data)
	e := p.Edit()
	if err := ReadCarriage(p).Store(e, docxMain, record, nil, "2026-01-16T00:00:00.000Z"); err != nil {
		t.Fatal(err)
	}
	return written(t, e)
}

func written(t testing.TB, e *opc.Edit) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := e.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// envelope returns a record part written by hand.
func envelope(payload string) string {
	return string(wml.WriteEnvelope(recordNamespace, "agentRevisionRecord", "0.1", "application/json", payload))
}

// Acceptance criterion 5: a DOCX gives the results of the sidecar.
func TestCriterion05CarriageGivesTheSameResults(t *testing.T) {
	g := golden(t)
	for _, c := range tamperCases {
		v := c.record(g)
		want := Verify(v, Limits{})
		got := ReadCarriage(open(t, contract(t, "customXml/item7.xml", envelope(string(v.Canonical()))))).Verify(Limits{})
		// A key in PEM shows in the text of the part as well as in the payload.
		if !slices.Equal(slices.Compact(codesOf(got.Errors)), slices.Compact(codesOf(want.Errors))) && !slices.Contains(c.errors, PrivateKeyPresent) || got.Result != want.Result {
			t.Errorf("%s: %v, want %v", c.name, codesOf(got.Errors), codesOf(want.Errors))
		}
	}
}

// Acceptance criterion 11: nothing but the parts of the record changes; and level 3: what was there keeps its name and GUID.
func TestCriterion11OnlyTheRecordChanges(t *testing.T) {
	g := golden(t)
	plain := contract(t, "customXml/item3.xml", "<other/>")
	first := stored(t, plain, cut(g, 2))
	second := stored(t, first, g)
	if r := ReadCarriage(open(t, second)).Verify(Limits{}); r.Result != Valid || r.TurnCount != 3 || len(r.Warnings) > 0 {
		t.Fatalf("%+v", r)
	}
	ours := ReadCarriage(open(t, second))
	a, b, c := entries(t, plain), entries(t, first), entries(t, second)
	for name, data := range a {
		if name != "[Content_Types].xml" && name != "word/_rels/document.xml.rels" && b[name] != data {
			t.Errorf("%s changed with the first turn", name)
		}
	}
	for name, data := range b {
		if !slices.Contains([]string{ours.manifest.data.Name, ours.cache.data.Name, ours.record.data.Name}, name) && c[name] != data {
			t.Errorf("%s changed with the next turn", name)
		}
	}
	before := ReadCarriage(open(t, first))
	if before.record.data != ours.record.data || ours.record.data.StoreID == "" {
		t.Errorf("the part moved: %+v, %+v", before.record.data, ours.record.data)
	}
}

func entries(t testing.TB, data []byte) map[string]string {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, f := range z.File {
		r, err := f.OpenRaw()
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		out[f.Name] = string(b)
	}
	return out
}

// Acceptance criteria 15, 16 and 18, and every code of the carriage.
func TestCriterion15Carriage(t *testing.T) {
	g := goldenText(t)
	good := envelope(string(g))
	manifest := func(change func(v Value) Value) string {
		c := &Carriage{}
		v := change(c.manifestPayload(golden(t)))
		return string(wml.WriteEnvelope(manifestNamespace, "agentRevisionManifest", "0.1", "application/json", string(v.Canonical())))
	}
	key := "-----BEGIN PRIVATE KEY-----"
	for name, c := range map[string]struct {
		parts  []string
		result Result
		codes  []Code
	}{
		"none":                {nil, Absent, []Code{CarriageNotFound}},
		"only a broken cache": {[]string{"customXml/item1.xml", `<agentRevisionCache xmlns="` + cacheNamespace + `"><payload encoding="application/json">{</payload></agentRevisionCache>`}, Absent, []Code{CarriageNotFound, WarnCacheStale}},
		"other data":          {[]string{"customXml/item1.xml", "<broken"}, Absent, []Code{CarriageNotFound}},
		"renumbered":          {[]string{"customXml/item1.xml", "<other/>", "data/blob42.xml", good}, Valid, []Code{WarnProjectionMissing}},
		"prefixed":            {[]string{"customXml/item9.xml", strings.NewReplacer("<agent", "<q:agent", "</agent", "</q:agent", "xmlns=", "xmlns:q=", "<payload", "\n <q:payload", "</payload", "</q:payload").Replace(good)}, Valid, []Code{WarnProjectionMissing}},
		"white space":         {[]string{"a.xml", envelope("\n  " + string(g) + "\n")}, Valid, []Code{WarnProjectionMissing}},
		"noncanonical":        {[]string{"a.xml", envelope(strings.Replace(string(g), `{"ledger":`, `{ "ledger":`, 1))}, Valid, []Code{WarnNoncanonicalPayload, WarnProjectionMissing}},
		"two records":         {[]string{"a.xml", good, "b.xml", good}, Unreadable, []Code{CarriageAmbiguous}},
		"base64":              {[]string{"a.xml", strings.Replace(good, "application/json", "base64", 1)}, Unreadable, []Code{CarriageEncodingUnsupported}},
		"no payload":          {[]string{"a.xml", strings.NewReplacer("<payload", "<other", "</payload", "</other").Replace(good)}, Unreadable, []Code{CarriagePayloadInvalid}},
		"DTD":                 {[]string{"a.xml", strings.Replace(good, "<agentRevisionRecord", "<!DOCTYPE a><agentRevisionRecord", 1)}, Unreadable, []Code{CarriagePayloadInvalid}},
		"not JSON":            {[]string{"a.xml", envelope("{")}, Unreadable, []Code{CarriagePayloadInvalid}},
		"twice":               {[]string{"a.xml", envelope(`{"a":1,"a":1}`)}, Unreadable, []Code{JSONDuplicateMember}},
		"deep":                {[]string{"a.xml", envelope(strings.Repeat("[", 100_000))}, Unreadable, []Code{LimitExceeded}},
		"not UTF-8":           {[]string{"a.xml", envelope("\"") + "\xff"}, Unreadable, []Code{CarriagePayloadInvalid}},
		"large":               {[]string{"a.xml", envelope("[" + strings.Repeat(" ", 40<<20) + "]")}, Unreadable, []Code{CarriagePayloadInvalid}},
		"manifest":            {[]string{"a.xml", good, "b.xml", manifest(func(v Value) Value { return v })}, Valid, nil},
		"only manifest":       {[]string{"b.xml", manifest(func(v Value) Value { return v })}, Absent, []Code{CarriageNotFound}},
		"other manifest": {[]string{"a.xml", good, "b.xml", manifest(func(v Value) Value { return set(v, "/manifest/parties/0/displayName", text("Acme Inc")) })},
			Invalid, []Code{CarriageManifestMismatch}},
		"autoCall":      {[]string{"a.xml", good, "b.xml", manifest(func(v Value) Value { return set(v, "/autoCall", boolean(true)) })}, Invalid, []Code{CarriageAutoCallTrue}},
		"key in hints":  {[]string{"a.xml", strings.Replace(good, "<payload", "<hint>"+key+"</hint><payload", 1)}, Invalid, []Code{PrivateKeyPresent, WarnProjectionMissing}},
		"key in a part": {[]string{"a.xml", good, "b.xml", manifest(func(v Value) Value { return set(v, "/serverRef", object(text("OKP").as("kty"), text("x").as("d"))) })}, Invalid, []Code{PrivateKeyPresent}},
		"damaged cache": {[]string{"a.xml", good, "b.xml", string(wml.WriteEnvelope(cacheNamespace, "agentRevisionCache", "0.1", "application/json", "{"))}, Valid, []Code{WarnProjectionMissing, WarnCacheStale}},
		"stale cache": {[]string{"a.xml", good, "b.xml", string(wml.WriteEnvelope(cacheNamespace, "agentRevisionCache", "0.1", "application/json", string(cachePayload(cut(golden(t), 1), nil, "").Canonical())))},
			Valid, []Code{WarnProjectionMissing, WarnCacheStale}},
	} {
		t.Run(name, func(t *testing.T) {
			carriage := ReadCarriage(open(t, contract(t, c.parts...)))
			r := carriage.Verify(Limits{})
			if got := append(codesOf(r.Errors), codesOf(r.Warnings)...); r.Result != c.result || !slices.Equal(got, c.codes) {
				t.Errorf("%s %v, want %s %v", r.Result, got, c.result, c.codes)
			}
			if text, err := r.JSON(); err != nil || bytes.Contains(text, []byte(key)) {
				t.Errorf("the report repeats a key, or fails: %v", err)
			}
			carriage.Summary() // level 1: shows what it can
		})
	}
}

// Acceptance criterion 14: LibreOffice keeps record, head and canonical payload.
func TestCriterion14LibreOffice(t *testing.T) {
	slow.Test(t, "an office")
	office, err := exec.LookPath("soffice")
	if err != nil {
		t.Fatal("soffice is missing: run make setup")
	}
	dir := t.TempDir()
	in := filepath.Join(dir, "contract.docx")
	p := open(t, stored(t, contract(t), golden(t)))
	e := p.Edit()
	if _, err := Rebuild(golden(t), p, e, nil); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(in, written(t, e), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(office, "-env:UserInstallation=file://"+dir+"/profile", "--headless", "--convert-to", "docx:MS Word 2007 XML", "--outdir", filepath.Join(dir, "out"), in)
	if log, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, log)
	}
	back, err := os.ReadFile(filepath.Join(dir, "out", "contract.docx"))
	if err != nil {
		t.Fatal(err)
	}
	q := open(t, back)
	c := ReadCarriage(q)
	r := c.Verify(Limits{})
	if r.Result != Valid || len(r.Warnings) > 0 || *r.HeadTurnHash != *Verify(golden(t), Limits{}).HeadTurnHash {
		t.Errorf("%+v", r)
	}
	d, err := wml.Read(q, wml.Options{})
	if err != nil {
		t.Fatal(err)
	}
	// The second replacement is of a text that the first one deletes already.
	if v := Cover(golden(t), d, c.Hints()); len(v.Covered) != 4 || len(v.Uncovered) != 0 || len(v.Missing) != 1 {
		t.Errorf("%+v", v)
	}
}

// Acceptance criterion 19, level 0: parts are carried as they are, damaged or of unknown versions.
func TestCriterion19PreservesWhatItCannotRead(t *testing.T) {
	parts := []string{"customXml/item4.xml", strings.Replace(envelope("{"), "record:0.1", "record:9.7", 1), "customXml/item5.xml", envelope("damaged"), "customXml/item6.xml", "<other/>"}
	from := open(t, contract(t, parts...))
	to := open(t, contract(t, "customXml/item1.xml", "<mine/>")).Edit()
	if carried, err := Carry(from, to, docxMain); !carried || err != nil {
		t.Fatal(carried, err)
	}
	var texts []string
	p := open(t, written(t, to))
	for _, d := range p.DataParts() {
		text, err := p.Text(d.Name)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, text)
	}
	if !slices.Equal(texts, []string{"<mine/>", parts[1], parts[3]}) {
		t.Errorf("%q", texts)
	}
}

// Acceptance criterion 24: what nobody knows survives an append, covered by the hashes.
func TestCriterion24Extensions(t *testing.T) {
	g := reseal(golden(t), 2, "", func(b Value) Value {
		return set(b, "/extensions", object(text("kept").as("vendor:x"), list(whole(1)).as("n")))
	})
	draft, err := Draft(g, DraftOptions{TurnID: "turn-4", CreatedAt: "2026-01-15T12:00:00.000Z", Author: "northwind", AnchorID: "a-term", Decision: "propose",
		Artifacts: []Value{ArtifactInput{ID: "art-9", Kind: "comment", Text: "Next."}.Value()}})
	if err != nil {
		t.Fatal(err)
	}
	longer, err := Commit(g, draft, nil, signers["northwind-human-1"], "2026-01-15T12:00:01.000Z")
	if err != nil {
		t.Fatal(err)
	}
	back, ok := ReadCarriage(open(t, stored(t, contract(t), longer))).Record()
	if !ok || back.hash() != longer.hash() || string(back.Items("ledger")[2].Canonical()) != string(g.Items("ledger")[2].Canonical()) {
		t.Error("the extensions changed")
	}
	if r := Verify(set(back, "/ledger/2/body/extensions/vendor:x", text("changed")), Limits{}); r.Result != Invalid {
		t.Error("the extensions are not covered")
	}
}
