// Package httpguard keeps the servers of this machine from pages of the web that its browser shows, and from clients
// that hold connections without end.
package httpguard

import (
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
)

// Local reports whether the host a request names is this machine. A page of the web that has its own name point here (DNS
// rebinding) sends that name.
func Local(host string) bool {
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = host
	}
	ip := net.ParseIP(strings.Trim(name, "[]"))
	return strings.EqualFold(name, "localhost") || ip != nil && ip.IsLoopback()
}

// OfPage reports whether a page made a browser send a request, rather than a person in the address bar or a program. Pages
// cannot set or leave out these headers.
func OfPage(r *http.Request) bool {
	return len(r.Header.Values("Origin")) > 0 || !Is(r, "Sec-Fetch-Site", "none")
}

// Is reports whether a header has this value and no other, or is missing, as with programs and old browsers.
func Is(r *http.Request, header, value string) bool {
	return !slices.ContainsFunc(r.Header.Values(header), func(v string) bool { return v != value })
}

// Limit makes a listener that has at most n connections open; more wait until one is closed.
func Limit(l net.Listener, n int) net.Listener {
	return &limited{Listener: l, places: make(chan struct{}, n), closed: make(chan struct{})}
}

type limited struct {
	net.Listener
	places chan struct{}
	once   sync.Once
	closed chan struct{}
}

// Accept waits for a place first, then for a connection, and fails when the listener is closed.
func (l *limited) Accept() (net.Conn, error) {
	select {
	case l.places <- struct{}{}:
	case <-l.closed:
		return nil, net.ErrClosed
	}
	c, err := l.Listener.Accept()
	if err != nil {
		<-l.places
		return nil, err
	}
	return &placed{Conn: c, leave: sync.OnceFunc(func() { <-l.places })}, nil
}

// Close ends the listener; connections stay.
func (l *limited) Close() error {
	l.once.Do(func() { close(l.closed) })
	return l.Listener.Close()
}

type placed struct {
	net.Conn
	leave func()
}

// Close ends the connection and gives its place to another.
func (c *placed) Close() error {
	defer c.leave()
	return c.Conn.Close()
}
