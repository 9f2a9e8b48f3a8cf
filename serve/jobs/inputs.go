package jobs

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// HashFile returns the SHA-256 of a regular file, in hex.
func HashFile(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() { // a pipe would make us wait for its writer
		return "", fmt.Errorf("%s is not a regular file", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// Hashes remembers the hashes of files for the time of one reading of many results, which often share
// pictures and data. The zero value is ready.
type Hashes struct {
	known map[string]string
}

// Same reports whether all files are as they were.
func (h *Hashes) Same(inputs []Input) bool {
	if h.known == nil {
		h.known = map[string]string{}
	}
	for _, in := range inputs {
		sum, ok := h.known[in.Path]
		if !ok {
			sum, _ = HashFile(in.Path) // "" stands for a file that cannot be read
			h.known[in.Path] = sum
		}
		if sum != in.SHA256 {
			return false
		}
	}
	return true
}

func absolute(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}
