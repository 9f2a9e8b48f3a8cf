package align

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// The pairs have the greatest sum there is, and every row a column of its own.
func TestAssigned(t *testing.T) {
	c := rand.New(rand.NewPCG(1, 2))
	var greatest func(weights [][]int, used map[int]bool) int
	greatest = func(weights [][]int, used map[int]bool) int {
		if len(weights) == 0 {
			return 0
		}
		most := greatest(weights[1:], used)
		for b, w := range weights[0] {
			if w > 0 && !used[b] {
				used[b] = true
				most = max(most, w+greatest(weights[1:], used))
				delete(used, b)
			}
		}
		return most
	}
	for range 500 {
		weights := make([][]int, 1+c.IntN(5))
		columns := 1 + c.IntN(5)
		for a := range weights {
			for range columns {
				weights[a] = append(weights[a], max(0, c.IntN(9)-3))
			}
		}
		sum, taken := 0, map[int]bool{}
		for a, b := range assigned(weights) {
			if b < 0 {
				continue
			}
			if taken[b] {
				t.Fatalf("column %d is taken twice of %v", b, weights)
			}
			sum, taken[b] = sum+weights[a][b], true
		}
		if most := greatest(weights, map[int]bool{}); sum != most {
			t.Fatalf("the sum is %d, %d is possible, of %v", sum, most, weights)
		}
	}
}

// TestOnly: two elements that can be nothing but each other are paired; where there is a choice, nothing is.
func TestOnly(t *testing.T) {
	for _, c := range []struct {
		fits [][]bool
		want []int
	}{
		{[][]bool{{true, false}, {false, true}}, []int{0, 1}},
		{[][]bool{{true, true}, {false, false}}, []int{-1, -1}},
		{[][]bool{{true, false}, {true, false}}, []int{-1, -1}},
		{[][]bool{{false, true}, {true, true}}, []int{1, -1}},
	} {
		p := NewPairing(2, 2)
		p.Only(func(i, j int) bool { return c.fits[i][j] })
		if !slices.Equal(p.To, c.want) {
			t.Errorf("%v gives %v, want %v", c.fits, p.To, c.want)
		}
	}
}
