package reviewsync_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/review/extract"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// TestListsInOrder: the lists of review data and those for what was skipped of them stand in the order of their numbers.
func TestListsInOrder(t *testing.T) {
	data, report := reflect.TypeFor[extract.Review](), reflect.TypeFor[reviewsync.Report]()
	for l := range extract.Lists {
		name, skipped := data.Field(int(l)).Tag.Get("json"), report.Field(1+int(l))
		want := "skipped" + strings.ToUpper(name[:1]) + name[1:]
		if l == extract.Comments {
			want = "skipped"
		}
		if got := skipped.Tag.Get("json"); name != l.String() || got != want || skipped.Type != data.Field(int(l)).Type {
			t.Errorf("list %d is %s of %s in the data and %s in the report", l, name, l, got)
		}
	}
}
