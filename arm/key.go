package arm

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Keys (arm-notes §10): Ed25519 and nothing else.

// publicKey reads the key of a signingKey object. The error says what is wrong with it.
func publicKey(v *Value) (ed25519.PublicKey, error) {
	jwk, block := v.Get("publicKeyJwk"), v.Get("publicKeyPem")
	switch {
	case v.Text("algorithm") != "Ed25519":
		return nil, errors.New("the algorithm is not Ed25519")
	case (jwk == nil) == (block == nil):
		return nil, errors.New("a key has exactly one of publicKeyJwk and publicKeyPem")
	case jwk != nil:
		return jwkKey(jwk)
	}
	return pemKey(block.text)
}

func jwkKey(v *Value) (ed25519.PublicKey, error) {
	if privateJWK(v) {
		return nil, errors.New("the JWK holds private members")
	}
	x := v.Text("x")
	if v.Text("kty") != "OKP" || v.Text("crv") != "Ed25519" || !isBase64(x, ed25519.PublicKeySize) {
		return nil, errors.New("the JWK is not an Ed25519 key (kty OKP, crv Ed25519, x of 43 characters)")
	}
	key, err := base64.RawURLEncoding.DecodeString(x)
	if err != nil {
		return nil, err
	}
	return usable(key)
}

func pemKey(s string) (ed25519.PublicKey, error) {
	block, rest := pem.Decode([]byte(s))
	if block == nil || block.Type != "PUBLIC KEY" || len(block.Headers) > 0 || strings.TrimSpace(string(rest)) != "" || !strings.HasPrefix(strings.TrimSpace(s), "-----BEGIN ") {
		return nil, errors.New("the PEM text is not one PUBLIC KEY block")
	}
	key, ok := publicKeyOf(block.Bytes)
	if !ok {
		return nil, errors.New("the PEM block is not an Ed25519 key")
	}
	return usable(key)
}

// usable refuses keys under which signatures mean nothing: points of low order, for which one
// signature fits many messages, and coordinates that are not reduced.
func usable(key []byte) (ed25519.PublicKey, error) {
	for _, p := range lowOrder {
		if bytes.Equal(key[:31], p[:31]) && key[31]&0x7f == p[31] {
			return nil, errors.New("the key is a point of low order")
		}
	}
	// y ≥ 2^255-19: all bits one but for the lowest byte.
	if key[0] >= 0xed && key[31]&0x7f == 0x7f && bytes.Count(key[1:31], []byte{0xff}) == 30 {
		return nil, errors.New("the key is not written in the canonical way")
	}
	return key, nil
}

// lowOrder are the coordinates, sign bit cleared, of the eight points of low order, in all encodings:
// 0, 1 and -1, also unreduced, and the two pairs of order 8.
var lowOrder = func() (out [7][32]byte) {
	for i, s := range [...]string{
		"0000000000000000000000000000000000000000000000000000000000000000",
		"0100000000000000000000000000000000000000000000000000000000000000",
		"26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
		"c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
		"ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
		"edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
		"eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
	} {
		if _, err := hex.Decode(out[i][:], []byte(s)); err != nil {
			panic(err)
		}
	}
	return out
}()

// privateJWK reports whether an object is a JWK with members only a private or secret key has.
func privateJWK(v *Value) bool {
	if v.kind != Object || v.Get("kty") == nil {
		return false
	}
	for i := range v.items {
		switch v.items[i].name {
		case "d", "p", "q", "dp", "dq", "qi", "oth", "k":
			return true
		}
	}
	return false
}

// privateMark begins every kind of private key in PEM.
const privateMark = "PRIVATE KEY-----"

// findPrivate calls found with the pointer of everything that resembles private key material.
func findPrivate(v *Value, path []step, found func(path []step)) {
	switch v.kind {
	case String:
		if len(v.text) >= len(privateMark) && strings.Contains(v.text, privateMark) {
			found(path)
		}
	case Array:
		for i := range v.items {
			findPrivate(&v.items[i], append(path, step{index: i}), found)
		}
	case Object:
		if privateJWK(v) {
			found(path)
		}
		for i := range v.items {
			m := &v.items[i]
			if len(m.name) >= len(privateMark) && strings.Contains(m.name, privateMark) {
				found(path)
			}
			findPrivate(m, append(path, step{name: m.name}), found)
		}
	}
}

// Signer is a private key with the id the manifest knows it by.
type Signer struct {
	KeyID string
	key   ed25519.PrivateKey
}

// String keeps the key out of logs and reports.
func (s Signer) String() string { return "signer " + s.KeyID }

// GoString returns what String does: also %#v must not print the key.
func (s Signer) GoString() string { return s.String() }

// sign gives the signature object over a payload that names what is signed (arm-notes §4).
func (s Signer) sign(domain, hashName, hash, at string) Value {
	payload := signedPayload(domain, hashName, hash, s.KeyID, at)
	value := base64.RawURLEncoding.EncodeToString(ed25519.Sign(s.key, payload))
	return object(text("Ed25519").as("algorithm"), text(s.KeyID).as("keyId"), text(at).as("signedAt"), text(value).as("value"))
}

// NewKey makes a key from a source of randomness: PKCS#8 PEM for a file, and the public JWK.
func NewKey(random io.Reader) (private, publicJWK []byte, err error) {
	seed := make([]byte, ed25519.SeedSize)
	if _, err := io.ReadFull(random, seed); err != nil {
		return nil, nil, fmt.Errorf("no randomness for a key: %w", err)
	}
	return KeyFromSeed(seed)
}

// KeyFromSeed does what NewKey does for a seed of 32 bytes.
func KeyFromSeed(seed []byte) (private, publicJWK []byte, err error) {
	key := ed25519.NewKeyFromSeed(seed)
	private = pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: slices.Concat(privateKeyHeader, seed)})
	x := base64.RawURLEncoding.EncodeToString(key.Public().(ed25519.PublicKey))
	jwk := object(text("Ed25519").as("crv"), text("OKP").as("kty"), text(x).as("x"))
	return private, jwk.Canonical(), nil
}

// ParseSigner reads a PKCS#8 PEM file. Errors never repeat the text.
func ParseSigner(data []byte, keyID string) (Signer, error) {
	if !isID(keyID) {
		return Signer{}, errors.New("the key id is not an id")
	}
	block, rest := pem.Decode(data)
	if block == nil || block.Type != "PRIVATE KEY" || len(bytes.TrimSpace(rest)) > 0 {
		return Signer{}, errors.New("the key file is not one PRIVATE KEY block (PKCS#8 PEM)")
	}
	seed, ok := privateKeyOf(block.Bytes)
	if !ok {
		return Signer{}, errors.New("the key file does not hold an Ed25519 key in PKCS#8")
	}
	return Signer{KeyID: keyID, key: ed25519.NewKeyFromSeed(seed)}, nil
}
