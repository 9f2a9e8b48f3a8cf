package arm

import (
	"bytes"
	"crypto/ecdh"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"testing"
)

// TestKeysInDER: keys of Ed25519 are read and written as the standard library does it, and no others are.
func TestKeysInDER(t *testing.T) {
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	der, err := x509.MarshalPKIXPublicKey(public)
	if err != nil {
		t.Fatal(err)
	}
	if key, ok := publicKeyOf(der); !ok || !key.Equal(public) {
		t.Errorf("%x is read as %x", der, key)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	if seed, ok := privateKeyOf(secret); !ok || !bytes.Equal(seed, private.Seed()) {
		t.Errorf("%x is not read", secret)
	}
	file, _, err := KeyFromSeed(private.Seed())
	if err != nil {
		t.Fatal(err)
	}
	if block, _ := pem.Decode(file); !bytes.Equal(block.Bytes, secret) {
		t.Errorf("%x is written, not %x", block.Bytes, secret)
	}
	// OneAsymmetricKey (RFC 5958) has the public key as well.
	more := append(bytes.Clone(secret), append([]byte{0x81, 33, 0}, public...)...)
	more[1], more[4] = byte(len(more)-2), 1
	if seed, ok := privateKeyOf(more); !ok || !bytes.Equal(seed, private.Seed()) {
		t.Errorf("%x is not read", more)
	}
	for n := range secret {
		if _, ok := privateKeyOf(secret[:n]); ok {
			t.Errorf("the first %d bytes of a key are read as one", n)
		}
	}
	other, err := ecdh.X25519().GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	if der, err = x509.MarshalPKCS8PrivateKey(other); err != nil {
		t.Fatal(err)
	}
	if _, ok := privateKeyOf(der); ok {
		t.Error("a key of X25519 is read as one of Ed25519")
	}
}
