package app

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"

	"github.com/nomadocx/nomadocx/arm"
	"github.com/nomadocx/nomadocx/internal/files"
)

// NewArmKey writes a new private key into a file that its owner alone can read, and returns the public one (a JWK). A file
// that is there is never overwritten.
func NewArmKey(path string) (public []byte, err error) {
	private, public, err := arm.NewKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	// O_EXCL: a key that exists is never overwritten, nor a link followed.
	f, err := files.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("%s exists; a key is never overwritten", path)
	}
	if err != nil {
		return nil, err
	}
	_, err = f.Write(private)
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return nil, errors.Join(err, files.Remove(path))
	}
	return public, nil
}

// ReadArmKey reads a private key (PKCS#8 PEM); id is the one the manifest knows it by. A file that others can read is
// refused, as ssh does.
func ReadArmKey(path, id string) (arm.Signer, error) {
	// Opened without waiting: a pipe in place of the file must not hang the command.
	f, err := files.OpenFile(path, os.O_RDONLY|files.NonBlocking, 0)
	if err != nil {
		return arm.Signer{}, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return arm.Signer{}, err
	}
	if !info.Mode().IsRegular() {
		return arm.Signer{}, fmt.Errorf("%s is not a regular file", path)
	}
	// Windows knows no such modes: who may read a file there is said elsewhere.
	if mode := info.Mode().Perm(); mode&0o077 != 0 && runtime.GOOS != "windows" {
		return arm.Signer{}, fmt.Errorf("%s can be read by others (mode %04o); a signing key is for its owner alone: chmod 600 %s", path, mode, path)
	}
	data := make([]byte, 16<<10)
	n, err := f.Read(data)
	if err != nil {
		return arm.Signer{}, fmt.Errorf("cannot read %s: %w", path, err)
	}
	s, err := arm.ParseSigner(data[:n], id)
	if err != nil {
		return arm.Signer{}, fmt.Errorf("%s: %w", path, err)
	}
	return s, nil
}
