package arm

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/office/wml"
)

// How a record lies in a Word file (arm-notes §7): three custom XML parts, found by the root element
// and its namespace, never by name, relationship id or GUID, since editors renumber all of them.

// Namespaces of the parts. That of the record is of this project: the draft has none yet.
const (
	manifestNamespace = "urn:agentrevisionmarkup:docx:manifest:0.1"
	cacheNamespace    = "urn:agentrevisionmarkup:docx:cache:0.1"
	recordNamespace   = "urn:nomadocx:arm:docx:record:0.1"
)

// maxPart bounds a part that carries ARM data, in bytes.
const maxPart = 32 << 20

const jsonEncoding = "application/json"

// part is one part of the carriage.
type part struct {
	namespace, root string
	data            opc.DataPart
	text            string // the payload as it was written
	value           Value
	read            bool // value holds the payload
	noncanonical    bool
}

// Carriage is what of ARM a Word file carries.
type Carriage struct {
	manifest, cache, record part
	shown                   part      // see shown.go; no part of ARM
	findings                []Finding // of reading the parts, in order
	found                   int       // parts with an ARM root, readable or not
}

// ReadCarriage searches for the parts. It never fails: what is wrong is reported by [Carriage.Verify].
func ReadCarriage(p *opc.Package) *Carriage {
	c := &Carriage{
		manifest: part{namespace: manifestNamespace, root: "agentRevisionManifest"},
		cache:    part{namespace: cacheNamespace, root: "agentRevisionCache"},
		record:   part{namespace: recordNamespace, root: "agentRevisionRecord"},
		shown:    part{namespace: shownNamespace, root: shownRoot},
	}
	for _, d := range p.DataParts() {
		if !c.readShown(p, d) {
			c.part(p, d)
		}
	}
	return c
}

func (c *Carriage) fail(code Code, format string, a ...any) {
	c.findings = append(c.findings, Finding{Code: code, TurnIndex: -1, Message: fmt.Sprintf(format, a...)})
}

// part reads one custom XML part if it is ours.
func (c *Carriage) part(p *opc.Package, d opc.DataPart) {
	if p.Size(d.Name) > maxPart {
		head, err := p.Head(d.Name, 4096)
		if err == nil && mentions(string(head)) {
			c.found++
			c.fail(CarriagePayloadInvalid, "%s is larger than %d MiB", d.Name, maxPart>>20)
		}
		return
	}
	raw, err := p.Part(d.Name)
	if err != nil {
		c.fail(CarriagePayloadInvalid, "%v", err)
		return
	}
	text, err := p.Text(d.Name)
	if err != nil {
		if mentions(string(raw)) {
			c.found++
			c.fail(CarriagePayloadInvalid, "%v", err)
		}
		return
	}
	if !mentions(text) {
		return
	}
	e, err := wml.ReadEnvelope(text, manifestNamespace, cacheNamespace, recordNamespace)
	if err != nil {
		c.found++
		c.fail(CarriagePayloadInvalid, "%s: %v", d.Name, err)
		return
	}
	if e == nil {
		return
	}
	slot := c.slot(e)
	if slot == nil {
		return // an element of the namespace that is not one of the three
	}
	c.found++
	if strings.Contains(text, privateMark) {
		c.fail(PrivateKeyPresent, "%s holds private key material; take it out and consider the key lost", d.Name)
	}
	if slot.data.Name != "" {
		c.fail(CarriageAmbiguous, "%s and %s are both a %s", slot.data.Name, d.Name, slot.root)
		slot.read = false
		return
	}
	slot.data = d
	// What is not UTF-8 was replaced while it was read, so it is not what was signed.
	if !utf8.Valid(raw) && !strings.HasPrefix(string(raw), "\xff\xfe") && !strings.HasPrefix(string(raw), "\xfe\xff") {
		c.fail(CarriagePayloadInvalid, "%s is not UTF-8", d.Name)
		return
	}
	c.payload(slot, e)
}

func mentions(text string) bool {
	return strings.Contains(text, manifestNamespace) || strings.Contains(text, cacheNamespace) || strings.Contains(text, recordNamespace)
}

func (c *Carriage) slot(e *wml.Envelope) *part {
	for _, s := range []*part{&c.manifest, &c.cache, &c.record} {
		if e.Namespace == s.namespace && e.Root == s.root {
			return s
		}
	}
	return nil
}

func (c *Carriage) payload(slot *part, e *wml.Envelope) {
	if len(e.Payloads) != 1 || e.Payloads[0].Nested {
		c.fail(CarriagePayloadInvalid, "%s does not have exactly one payload of text", slot.data.Name)
		return
	}
	if e.Payloads[0].Encoding != jsonEncoding {
		c.fail(CarriageEncodingUnsupported, "%s has a payload in the encoding %q; only %s is known", slot.data.Name, clip(e.Payloads[0].Encoding), jsonEncoding)
		return
	}
	slot.text = strings.Trim(e.Payloads[0].Text, " \t\r\n")
	v, err := Parse([]byte(slot.text), Limits{})
	var bad *ReadError
	switch {
	case err == nil:
	case slot == &c.cache: // it is never needed
		c.fail(WarnCacheStale, "%s: %v", slot.data.Name, err)
		return
	case errors.As(err, &bad) && bad.Code != JSONInvalid:
		c.fail(bad.Code, "%s: %v", slot.data.Name, err)
		return
	default:
		c.fail(CarriagePayloadInvalid, "%s: %v", slot.data.Name, err)
		return
	}
	slot.value, slot.read = v, true
	slot.noncanonical = string(v.Canonical()) != slot.text
}

// Found reports whether the file carries anything of ARM, readable or not.
func (c *Carriage) Found() bool { return c.found > 0 }

// Record returns the record the file carries, if there is one that can be read.
func (c *Carriage) Record() (Value, bool) { return c.record.value, c.record.read }

// Verify verifies the carriage and the record in it.
func (c *Carriage) Verify(lim Limits) *Report {
	r := &Report{}
	switch {
	case c.record.read:
		r = Verify(c.record.value, lim)
	case c.record.data.Name == "" && !slices.ContainsFunc(c.findings, Finding.serious):
		r.Result = Absent
		if c.manifest.read {
			r.SessionID, r.ManifestHash = c.manifest.value.Text("sessionId"), c.manifest.value.Text("manifestHash")
		}
		r.add(Finding{Code: CarriageNotFound, TurnIndex: -1, Message: "the file carries no record"})
	default:
		r.Result = Unreadable
	}
	for _, f := range c.findings {
		switch {
		case f.Code.Warning():
			r.warn(f)
			continue
		case f.Code != PrivateKeyPresent:
			r.Result = Unreadable
		}
		r.add(f)
	}
	c.projections(r)
	r.settle()
	return r
}

// projections checks the parts that repeat what is in the record.
func (c *Carriage) projections(r *Report) {
	for _, s := range []*part{&c.manifest, &c.cache, &c.record} {
		if s.read && s.noncanonical {
			r.warn(Finding{Code: WarnNoncanonicalPayload, TurnIndex: -1, Message: s.data.Name + " does not hold its payload in canonical form"})
		}
		if s.read && s != &c.record {
			findPrivate(&s.value, nil, func(path []step) {
				r.add(Finding{Code: PrivateKeyPresent, TurnIndex: -1, Message: s.data.Name + " holds private key material at " + pointer(path) + "; take it out and consider the key lost"})
			})
		}
	}
	manifest := c.record.value.Get("manifest")
	if !c.manifest.read && c.record.read {
		r.warn(Finding{Code: WarnProjectionMissing, TurnIndex: -1, Message: "the file does not hold its manifest in a part of its own, where programs that do not read the record look for it; it is written anew with the next turn"})
	}
	if m := &c.manifest.value; c.manifest.read {
		if own := m.Get("manifest"); own == nil || own.hash() != m.Text("manifestHash") || manifest != nil && manifest.hash() != m.Text("manifestHash") {
			r.add(Finding{Code: CarriageManifestMismatch, TurnIndex: -1, Message: c.manifest.data.Name + " holds another manifest than its hash or the record says"})
		}
		if auto := m.Get("autoCall"); auto != nil && auto.kind != False {
			r.add(Finding{Code: CarriageAutoCallTrue, TurnIndex: -1, Message: "the file asks to contact a server by itself; that is never done"})
		}
	}
	if c.cache.read && manifest != nil && !c.cacheFits() {
		r.warn(Finding{Code: WarnCacheStale, TurnIndex: -1, Message: c.cache.data.Name + " is a summary of an older state; it is written anew with the next turn"})
	}
}

// cacheFits reports whether the cache is a summary of the record.
func (c *Carriage) cacheFits() bool {
	cache, head := &c.cache.value, HeadOf(c.record.value, "")
	if cache.Text("sessionId") != head.SessionID || cache.Text("manifestHash") != head.ManifestHash || cache.int("turnCount") != head.TurnCount {
		return false
	}
	if (head.HeadTurnHash == nil) != (cache.Text("headTurnHash") == "") || head.HeadTurnHash != nil && *head.HeadTurnHash != cache.Text("headTurnHash") {
		return false
	}
	known := cache.Items("artifacts")
	all := artifactsOf(c.record.value)
	if len(known) != len(all) {
		return false
	}
	for i := range all {
		if known[i].Text("artifactId") != all[i].ID || known[i].Text("state") != all[i].State {
			return false
		}
	}
	return true
}

// storeID returns the GUID of a new part: the same for the same session, since nothing here is random.
func storeID(namespace, session string) string {
	h := sha256.Sum256([]byte(namespace + "\x00" + session))
	h[6], h[8] = h[6]&0x0f|0x80, h[8]&0x3f|0x80 // a UUID of our own making (RFC 9562 §5.8)
	return fmt.Sprintf("{%X-%X-%X-%X-%X}", h[:4], h[4:6], h[6:8], h[8:10], h[10:16])
}
