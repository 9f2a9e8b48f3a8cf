package webtest

import (
	"bufio"
	"crypto/rand"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"
)

// socket is a WebSocket (RFC 6455) to a program of this machine: whole messages of text.
type socket struct {
	conn net.Conn
	in   *bufio.Reader
}

const (
	continued = 0 // the opcodes of frames
	textFrame = 1
	closing   = 8
	ping      = 9
	pong      = 10
)

// dial opens a socket.
func dial(host, path string) (*socket, error) {
	conn, err := net.DialTimeout("tcp", host, patience)
	if err != nil {
		return nil, err
	}
	key := make([]byte, 16)
	_, _ = rand.Read(key)
	fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: %s\r\n\r\n", path, host, base64.StdEncoding.EncodeToString(key))
	s := &socket{conn: conn, in: bufio.NewReader(conn)}
	answer, err := http.ReadResponse(s.in, nil)
	if err == nil && answer.StatusCode != http.StatusSwitchingProtocols {
		err = fmt.Errorf("%s is no WebSocket: %s", host, answer.Status)
	}
	if err != nil {
		conn.Close()
		return nil, err
	}
	return s, nil
}

func (s *socket) write(message []byte) error { return s.send(textFrame, message) }

// send sends a frame, masked as clients have to.
func (s *socket) send(opcode byte, data []byte) error {
	frame := []byte{0x80 | opcode, 0x80 | 127}
	frame = binary.BigEndian.AppendUint64(frame, uint64(len(data)))
	if len(data) < 126 {
		frame = []byte{0x80 | opcode, 0x80 | byte(len(data))}
	} else if len(data) < 1<<16 {
		frame = binary.BigEndian.AppendUint16([]byte{0x80 | opcode, 0x80 | 126}, uint16(len(data)))
	}
	var mask [4]byte
	_, _ = rand.Read(mask[:])
	frame = append(frame, mask[:]...)
	for i, b := range data {
		frame = append(frame, b^mask[i%4])
	}
	_, err := s.conn.Write(frame)
	return err
}

// read returns the next message.
func (s *socket) read(until time.Time) ([]byte, error) {
	if err := s.conn.SetReadDeadline(until); err != nil {
		return nil, err
	}
	var message []byte
	for {
		var head [2]byte
		if _, err := io.ReadFull(s.in, head[:]); err != nil {
			return nil, err
		}
		n := uint64(head[1] & 0x7f)
		if size := map[uint64]int{126: 2, 127: 8}[n]; size > 0 {
			long := make([]byte, 8)
			if _, err := io.ReadFull(s.in, long[8-size:]); err != nil {
				return nil, err
			}
			n = binary.BigEndian.Uint64(long)
		}
		if n > 64<<20 {
			return nil, fmt.Errorf("a frame of %d bytes", n)
		}
		data := make([]byte, n)
		if _, err := io.ReadFull(s.in, data); err != nil {
			return nil, err
		}
		switch head[0] & 0x0f {
		case ping:
			if err := s.send(pong, data); err != nil {
				return nil, err
			}
		case closing:
			return nil, io.EOF
		case textFrame, continued:
			if message = append(message, data...); head[0]&0x80 != 0 {
				return message, nil
			}
		}
	}
}
