package httpguard

import (
	"net"
	"net/http"
	"testing"
)

func TestLocal(t *testing.T) {
	for host, want := range map[string]bool{"127.0.0.1:80": true, "localhost": true, "LOCALHOST:1": true, "[::1]:80": true, "[::1]": true, "127.8.9.1": true,
		"": false, "example.org": false, "127.0.0.1.example.org:80": false, "localhost.example.org": false, "10.0.0.1:80": false, "0.0.0.0": false} {
		if Local(host) != want {
			t.Errorf("Local(%q) is %v", host, !want)
		}
	}
}

func TestOfPage(t *testing.T) {
	for _, c := range []struct {
		header http.Header
		want   bool
	}{
		{http.Header{}, false},
		{http.Header{"Sec-Fetch-Site": {"none"}}, false},
		{http.Header{"Sec-Fetch-Site": {"same-site"}}, true},
		{http.Header{"Sec-Fetch-Site": {"none", "cross-site"}}, true},
		{http.Header{"Origin": {"null"}}, true},
		{http.Header{"Origin": {""}}, true},
	} {
		if OfPage(&http.Request{Header: c.header}) != c.want {
			t.Errorf("%v: %v", c.header, !c.want)
		}
	}
}

// TestLimit: a connection beyond the limit is taken when another ends, and closing ends those who wait for a place.
func TestLimit(t *testing.T) {
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := Limit(inner, 2)
	accepted := make(chan net.Conn)
	ended := make(chan error, 1)
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				ended <- err
				return
			}
			accepted <- c
		}
	}()
	var served []net.Conn
	for range 3 {
		c, err := net.Dial("tcp", inner.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		if len(served) < 2 {
			served = append(served, <-accepted)
		}
	}
	select {
	case <-accepted:
		t.Error("a third connection was taken")
	default:
	}
	served[0].Close()
	served[0].Close() // gives its place up once
	third := <-accepted
	defer third.Close()
	l.Close()
	if err := <-ended; err == nil {
		t.Error("no error after the end")
	}
	served[1].Close()
}
