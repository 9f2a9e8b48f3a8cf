//go:build unix

package arm

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"syscall"
	"testing"
	"time"
)

// BenchmarkVerify10000Turns prints what verifying costs from the bytes of a file on, and what its
// signatures and hashes cost alone (issue: under 4 s, and within 1.5 of it). On a busy machine the ratio of
// the processor times is the one to examine.
func BenchmarkVerify10000Turns(b *testing.B) {
	record := longRecord(10_000)
	data := record.Canonical()
	type piece struct {
		body, turn, payload, signature []byte
	}
	var pieces []piece
	ledger := record.Items("ledger")
	for i := range ledger {
		t := &ledger[i]
		s := t.Get("signature")
		sig, err := base64.RawURLEncoding.DecodeString(s.Text("value"))
		if err != nil {
			b.Fatal(err)
		}
		pieces = append(pieces, piece{t.Get("body").Canonical(), t.without("turnHash").Canonical(),
			signedPayload(turnDomain, "bodyHash", t.Text("bodyHash"), s.Text("keyId"), s.Text("signedAt")), sig})
	}
	public := signers["northwind-human-1"].key.Public().(ed25519.PublicKey)
	var whole, bare, wholeCPU, bareCPU time.Duration
	for b.Loop() {
		start, cpu := time.Now(), processor()
		if r := VerifyText(data, Limits{}); r.Result != Valid {
			b.Fatal(r.Errors[0])
		}
		whole, wholeCPU = whole+time.Since(start), wholeCPU+processor()-cpu
		start, cpu = time.Now(), processor()
		for _, p := range pieces {
			sha256.Sum256(p.body)
			sha256.Sum256(p.turn)
			if !ed25519.Verify(public, p.payload, p.signature) {
				b.Fatal("a signature does not fit")
			}
		}
		bare, bareCPU = bare+time.Since(start), bareCPU+processor()-cpu
	}
	b.ReportMetric(whole.Seconds()/float64(b.N), "s/verify")
	b.ReportMetric(bare.Seconds()/float64(b.N), "s/bare")
	b.ReportMetric(whole.Seconds()/bare.Seconds(), "verify/bare")
	b.ReportMetric(wholeCPU.Seconds()/float64(b.N), "cpu-s/verify")
	b.ReportMetric(wholeCPU.Seconds()/bareCPU.Seconds(), "cpu-verify/bare")
}

// processor returns the processor time this process has used.
func processor() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err) // the arguments are constants
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
