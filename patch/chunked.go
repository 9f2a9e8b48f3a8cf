package patch

import (
	"iter"
	"slices"
)

// chunked is a list in chunks, so that one of many elements comes or goes in little time.
type chunked[T any] struct {
	chunks [][]T
	n      int
}

// chunkSize is how many elements one chunk has at most.
const chunkSize = 512

// find returns the chunk with a place, and the place in it; the end is one in the last chunk.
func (l *chunked[T]) find(i int) (chunk, at int) {
	for chunk < len(l.chunks)-1 && i > len(l.chunks[chunk])-1 {
		i -= len(l.chunks[chunk])
		chunk++
	}
	return chunk, i
}

func (l *chunked[T]) at(i int) T {
	c, i := l.find(i)
	return l.chunks[c][i]
}

func (l *chunked[T]) set(i int, x T) {
	c, i := l.find(i)
	l.chunks[c][i] = x
}

// add puts an element behind all others.
func (l *chunked[T]) add(x T) {
	if c := len(l.chunks) - 1; c < 0 || len(l.chunks[c]) >= chunkSize/2 {
		l.chunks = append(l.chunks, make([]T, 0, chunkSize/2))
	}
	c := len(l.chunks) - 1
	l.chunks[c], l.n = append(l.chunks[c], x), l.n+1
}

func (l *chunked[T]) insert(i int, x T) {
	if len(l.chunks) == 0 {
		l.chunks = append(l.chunks, nil)
	}
	c, i := l.find(i)
	list := slices.Insert(l.chunks[c], i, x)
	l.chunks[c], l.n = list, l.n+1
	if len(list) > chunkSize {
		half := chunkSize / 2
		l.chunks = slices.Insert(l.chunks, c+1, slices.Clone(list[half:]))
		l.chunks[c] = list[:half:half]
	}
}

func (l *chunked[T]) remove(i int) {
	c, i := l.find(i)
	l.chunks[c], l.n = slices.Delete(l.chunks[c], i, i+1), l.n-1
	if len(l.chunks[c]) == 0 {
		l.chunks = slices.Delete(l.chunks, c, c+1)
	}
}

// all returns the elements with their places.
func (l *chunked[T]) all() iter.Seq2[int, T] {
	return func(yield func(int, T) bool) {
		i := 0
		for _, c := range l.chunks {
			for _, x := range c {
				if !yield(i, x) {
					return
				}
				i++
			}
		}
	}
}
