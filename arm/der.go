package arm

import (
	"bytes"
	"crypto/ed25519"
	"slices"
)

// The keys of Ed25519 in DER (RFC 8410). There is one form of a public key, and one of a private key but for what may follow the key.

var (
	ed25519Algorithm  = []byte{0x30, 5, 6, 3, 0x2b, 0x65, 0x70}
	publicKeyHeader   = slices.Concat([]byte{0x30, 42}, ed25519Algorithm, []byte{3, 33, 0})
	privateKeyVersion = []byte{2, 1, 0}
	privateKeyHeader  = slices.Concat([]byte{0x30, 46}, privateKeyVersion, ed25519Algorithm, []byte{4, 34, 4, 32})
)

// publicKeyOf returns the key in a SubjectPublicKeyInfo.
func publicKeyOf(der []byte) (ed25519.PublicKey, bool) {
	key, ok := bytes.CutPrefix(der, publicKeyHeader)
	return key, ok && len(key) == ed25519.PublicKeySize
}

// privateKeyOf returns the seed in a PKCS#8 key, which may have attributes and the public key behind it.
func privateKeyOf(der []byte) (seed []byte, ok bool) {
	body, rest, ok := derField(der, 0x30)
	if !ok || len(rest) > 0 {
		return nil, false
	}
	if _, body, ok = derField(body, 2); !ok {
		return nil, false
	}
	if body, ok = bytes.CutPrefix(body, ed25519Algorithm); !ok {
		return nil, false
	}
	if body, _, ok = derField(body, 4); !ok {
		return nil, false
	}
	seed, rest, ok = derField(body, 4)
	return seed, ok && len(rest) == 0 && len(seed) == ed25519.SeedSize
}

// derField returns the content of the first field, of up to 255 bytes, when it has the tag, and what follows it.
func derField(b []byte, tag byte) (content, rest []byte, ok bool) {
	if len(b) < 2 || b[0] != tag {
		return nil, nil, false
	}
	size, from := int(b[1]), 2
	if size == 0x81 && len(b) > 2 {
		size, from = int(b[2]), 3
	} else if size >= 0x80 {
		return nil, nil, false
	}
	if len(b) < from+size {
		return nil, nil, false
	}
	return b[from : from+size], b[from+size:], true
}
