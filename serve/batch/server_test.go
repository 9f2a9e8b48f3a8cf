//go:build unix

package batch_test

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"
)

// server is a PostgreSQL of our own on loopback, for all tests of the package.
type server struct {
	bin, data string
	port      int
	account   *syscall.Credential // root's server runs as another user: PostgreSQL refuses root
	databases int
	mu        sync.Mutex
}

var (
	theServer   *server
	startServer sync.Once
	serverError error
)

// database makes an empty database and returns its address.
func database(t *testing.T) string {
	t.Helper()
	startServer.Do(func() { theServer, serverError = newServer() })
	if serverError != nil {
		t.Fatalf("PostgreSQL: %v (scripts/setup installs it)", serverError)
	}
	s := theServer
	s.mu.Lock()
	s.databases++
	name := fmt.Sprintf("test%d", s.databases)
	s.mu.Unlock()
	c, err := pgx.Connect(t.Context(), s.address("postgres"))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(context.Background())
	if _, err := c.Exec(t.Context(), "CREATE DATABASE "+name); err != nil {
		t.Fatal(err)
	}
	return s.address(name)
}

func (s *server) address(name string) string {
	return fmt.Sprintf("postgres://tester@127.0.0.1:%d/%s?sslmode=disable", s.port, name)
}

func newServer() (*server, error) {
	s := &server{}
	postgres, err := exec.LookPath("postgres")
	if err != nil {
		found, globErr := filepath.Glob("/usr/lib/postgresql/*/bin/postgres")
		if globErr != nil || len(found) == 0 {
			return nil, err
		}
		postgres = found[len(found)-1]
	}
	if postgres, err = filepath.EvalSymlinks(postgres); err != nil {
		return nil, err
	}
	s.bin = filepath.Dir(postgres)
	if s.data, err = os.MkdirTemp("", "nomadocx-postgres-"); err != nil {
		return nil, err
	}
	if os.Geteuid() == 0 {
		u, err := user.Lookup("postgres")
		if err != nil {
			if u, err = user.Lookup("nobody"); err != nil {
				return nil, err
			}
		}
		uid, _ := strconv.Atoi(u.Uid)
		gid, _ := strconv.Atoi(u.Gid)
		s.account = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
		if err := os.Chown(s.data, uid, gid); err != nil {
			return nil, err
		}
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s.port = l.Addr().(*net.TCPAddr).Port
	l.Close()
	if err := s.run("initdb", "-D", s.data, "-U", "tester", "--auth=trust", "-E", "UTF8", "--locale=C", "--no-sync"); err != nil {
		return nil, err
	}
	return s, s.up()
}

func (s *server) up() error {
	return s.run("pg_ctl", "-D", s.data, "-w", "-t", "60", "-l", filepath.Join(s.data, "log"), "-o",
		fmt.Sprintf("-c port=%d -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off", s.port), "start")
}

// down ends the server: "immediate" as a loss of power would.
func (s *server) down(mode string) error {
	return s.run("pg_ctl", "-D", s.data, "-w", "-m", mode, "stop")
}

func (s *server) run(program string, args ...string) error {
	cmd := exec.Command(filepath.Join(s.bin, program), args...)
	cmd.Dir = s.data
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	if s.account != nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: s.account}
	}
	log, err := os.CreateTemp("", "nomadocx-postgres-log-") // a pipe would be kept open by the server
	if err != nil {
		return err
	}
	defer os.Remove(log.Name())
	defer log.Close()
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Run(); err != nil {
		text, _ := os.ReadFile(log.Name())
		return fmt.Errorf("%s: %w: %s", program, err, strings.TrimSpace(string(text)))
	}
	return nil
}

// stopServer ends the server when there is one.
func stopServer() {
	if theServer != nil {
		theServer.down("immediate")
		os.RemoveAll(theServer.data)
	}
}
