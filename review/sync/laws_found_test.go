package reviewsync_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	"github.com/nomadocx/nomadocx/internal/testkit/slow"
)

// Seeds of the long runs that once broke a law. What was behind each of them is a case of golden/roundtrip
// too; here the whole lists of edits are kept. Once docgen or the gestures change, the seeds stand for other
// documents, and the cases remain.
var (
	foundByGestures     = []int{2795, 6702, 6942, 18437, 18474, 18655, 40519, 50387, 50884, 62232, 200965, 201442, 201542, 402084, 1000089, 2000430, 8720432, 8951210, 8963553, 9500885, 9501689, 9707422, 9805665, 9813237, 7600422, 9818600, 15004177, 15011931, 9806280, 17001151, 17004027, 17000755, 42000535, 42007176, 42009746, 9807876, 9809792, 42012508, 45004178, 57002469, 57004244, 61002290, 61006161, 61012694}
	foundByWords        = []int{321, 360, 563, 1084, 1392, 2520, 3112, 3187, 3933, 5124, 6772, 6817, 7502, 9303, 10636, 13112, 14141, 17015, 19605, 500052, 520788, 521908, 2002706, 8500564, 8500729, 8501357, 8520735, 8720880, 8955667, 8951064, 8957206, 8965676, 8966296, 9708572, 9719353, 9807804, 9809672, 9863600, 9866471, 9851964, 7703692, 12400303, 12407636, 13007867, 8804892, 41007545, 41002732, 41012754, 44012858}
	foundByPlaces       = []int{224, 306, 919, 1722, 1854, 2774, 3868, 3875, 3988, 4593, 6310, 6812, 500592, 500770, 8720561, 8950238, 8950316, 8951304, 9501643, 9853680, 12400002, 17001774, 19001047, 19002517, 86001610}
	foundByReasons      = []int{30007834, 30002416, 30004248}
	foundByAnnotations  = []int{160, 283, 8500078, 19000699}
	foundByRare         = []int{513, 2181}
	foundByNotes        = []int{5197, 8118, 500467, 500758, 500828, 510279, 520448, 1021320, 8521259, 8720690, 8721393, 17001505}
	foundByCites        = []int{1199, 1753, 2209, 2651, 3164, 12139, 500385, 520275}
	foundByMerges       = []int{520042, 18000252, 31000137}
	foundByClients      = []int{900091, 910636, 1010300, 1020203, 1020954, 1020989, 8200248, 8500405}
	foundByReferences   = []int{8200191, 8540134, 8540164}
	foundBySigned       = []int{8200017, 8540031}
	foundByComments     = []int{1000325, 8100061, 91000179}
	foundByPictures     = []int{1000267, 8500249, 8951974}
	foundByLines        = []int{794, 1277, 1702, 9112, 8500178}
	foundByAnnotators   = []int{8200030}
	foundByChannels     = []int{6421783, 6500899, 6601083, 6802168, 6802429, 6900494}
	foundByPrograms     = []int{6601040, 6700677, 6802573, 6902388, 6803461}
	foundByTasks        = []int{17009271, 86012311}
	foundByLists        = []int{16000005, 16000174, 16000484, 16000982, 16001732, 16002328, 16002810, 16003698, 16003960, 16004621, 16004637, 16006872}
	foundInItems        = []int{7000201, 7002165, 7002530}
	foundInPanelBlocks  = []int{17002987, 86002061}
	foundInPanels       = []int{20000610}
	foundByListBlocks   = []int{1937, 2691, 3813, 9100173, 8951442, 9500684}
	foundByPanels       = []int{8950748, 9500629, 9500712}
	foundByLater        = []int{93, 287, 845, 2181, 5433, 5620, 5760, 50289, 51403, 500146, 500149, 9000806, 9200091, 70000820}
	foundAcceptHeadless = []int{70000148, 70001081}
	foundByAccept       = []int{14002448, 14012685, 22, 181, 225, 268, 297, 371, 543, 627, 645, 663, 765, 796, 852, 967, 983, 1082, 1169, 1236, 1248, 1259, 2243, 2347, 2433, 3396, 3469, 3811, 4046, 4271, 5057, 5076, 5244, 5409, 5702, 5880, 6611, 6649, 9258, 9433, 9695, 10015, 10888, 12311, 12320, 13501, 14634, 14912, 18670, 19802, 81419, 1020563, 8101135, 8500357, 8951922, 8963542, 8966513, 9702238, 15010106, 9812143, 9813235, 40013186, 9703909, 17017843, 43001804, 43011811, 63002670, 63005811}
	foundByAuthors      = []int{0, 126, 167, 314, 327, 557, 582, 659, 823, 906, 989, 1034, 1093, 1178, 1541, 2062, 2300, 2414, 2504, 3528, 3935, 4009, 4166, 4902, 5460, 5553, 5620, 5699, 6236, 7107, 51786, 70118, 80020, 80056, 200061, 8500309, 9730759, 17000235}
	foundByEvery        = []int{186, 58002200, 58004032, 65000542, 65000734, 65003126, 65010267, 65018009, 85000617}
	foundByEveryWords   = []int{64001386, 64004243}
	foundHeadless       = []int{15001298, 15002021, 15002196, 15002405, 60001338, 86002186}
	foundByChoices      = []int{400780, 400924, 401826, 402314, 510262, 510350, 8540638}
	foundByEdits        = []int{2477, 5173, 6963, 7756, 7808, 8001, 8150, 8541, 9027, 13643, 16933, 8520538}
)

// TestFoundSeeds makes the documents and edits of TestFullLaws and of TestEditedLaws, with up to ten edits, again.
func TestFoundSeeds(t *testing.T) {
	slow.Test(t, "all seeds that were found")
	for _, seed := range foundByGestures {
		t.Run(fmt.Sprint("gestures ", seed), func(t *testing.T) { fullLaws(t, seed, map[string]int{}) })
	}
	for _, seed := range foundByWords {
		t.Run(fmt.Sprint("words ", seed), func(t *testing.T) { wordsLaws(t, seed, map[string]int{}) })
	}
	for _, seed := range foundByPlaces {
		t.Run(fmt.Sprint("places ", seed), func(t *testing.T) { placedLaws(t, seed, map[string]int{}) })
	}
	for _, seed := range foundByReasons {
		t.Run(fmt.Sprint("reasons ", seed), func(t *testing.T) { placedReasons(t, seed, map[string]int{}) })
	}
	for _, seed := range foundByAnnotations {
		t.Run(fmt.Sprint("annotations ", seed), func(t *testing.T) { annotationLaws(t, seed, map[string]int{}) })
	}
	for _, seed := range foundByAnnotators {
		t.Run(fmt.Sprint("annotations of the author ", seed), func(t *testing.T) { authorOfAnnotations(t, seed, map[string]int{}) })
	}
	for _, seed := range foundByNotes {
		t.Run(fmt.Sprint("notes ", seed), func(t *testing.T) { noteLaws(t, seed, map[string]int{}) })
	}
	for _, seed := range foundByCites {
		t.Run(fmt.Sprint("sources ", seed), func(t *testing.T) { citeLaws(t, seed, map[string]int{}) })
	}
	for _, x := range []struct {
		name  string
		laws  constructLaws
		seeds []int
	}{
		{"merged cells", mergeLaws, foundByMerges}, {"for clients", clientLaws, foundByClients}, {"comments", commentLaws, foundByComments},
		{"pictures", pictureLaws, foundByPictures}, {"headless", headlessLaws, foundHeadless}, {"with reference documents", referenceLaws, foundByReferences},
	} {
		for _, seed := range x.seeds {
			t.Run(fmt.Sprint(x.name, " ", seed), func(t *testing.T) { x.laws.law(t, seed, map[string]int{}) })
		}
	}
	for _, seed := range foundBySigned {
		t.Run(fmt.Sprint("signed decisions ", seed), func(t *testing.T) { draftedLaws(t, seed, newDraftedTally()) })
	}
	for _, seed := range foundByLines {
		t.Run(fmt.Sprint("lines ", seed), func(t *testing.T) { lineLaws(t, seed, map[string]int{}) })
	}
	for _, seed := range foundByChannels {
		t.Run(fmt.Sprint("channels ", seed), func(t *testing.T) { throughChannels(t, seed, nil) })
	}
	for _, seed := range foundByPrograms {
		t.Run(fmt.Sprint("programs ", seed), func(t *testing.T) { throughPrograms(t, seed, map[string]int{}) })
	}
	for _, seed := range foundByLists {
		t.Run(fmt.Sprint("lists ", seed), func(t *testing.T) { listLaws(t, seed, docgen.Lists, listGestures) })
	}
	for _, seed := range foundByTasks {
		t.Run(fmt.Sprint("tasks ", seed), func(t *testing.T) { listLaws(t, seed, docgen.Tasks, boxGestures) })
	}
	for _, seed := range foundInItems {
		t.Run(fmt.Sprint("blocks in items ", seed), func(t *testing.T) { listBlockLaws(t, seed, docgen.ListBlocks, map[string]int{}) })
	}
	for _, seed := range foundInPanelBlocks {
		t.Run(fmt.Sprint("blocks in panels ", seed), func(t *testing.T) { listBlockLaws(t, seed, docgen.PanelBlocks, map[string]int{}) })
	}
	for _, seed := range foundInPanels {
		t.Run(fmt.Sprint("blocks in items of panels ", seed), func(t *testing.T) { listBlockLaws(t, seed, docgen.PanelLists, map[string]int{}) })
	}
	for _, seed := range foundByListBlocks {
		t.Run(fmt.Sprint("requests in items ", seed), func(t *testing.T) { listBlockRequests(t, seed, docgen.ListBlocks, map[string]int{}) })
	}
	for _, seed := range foundByPanels {
		t.Run(fmt.Sprint("requests in items of panels ", seed), func(t *testing.T) { listBlockRequests(t, seed, docgen.PanelLists, map[string]int{}) })
	}
	for _, seed := range foundByLater {
		t.Run(fmt.Sprint("requests in items after the author ", seed), func(t *testing.T) { listBlockRequestsLater(t, seed, map[string]int{}) })
	}
	for _, seed := range foundByAccept {
		t.Run(fmt.Sprint("accept ", seed), func(t *testing.T) { acceptedFile(t, seed) })
	}
	for _, seed := range foundByAuthors {
		t.Run(fmt.Sprint("accept after the author ", seed), func(t *testing.T) { acceptedLater(t, seed) })
	}
	for _, seed := range foundByEvery {
		t.Run(fmt.Sprint("accept, every construct ", seed), func(t *testing.T) { everyAccept(t, seed, map[string]int{}) })
	}
	for _, seed := range foundAcceptHeadless {
		t.Run(fmt.Sprint("accept, headless ", seed), func(t *testing.T) { acceptHeadless(t, seed, map[string]int{}) })
	}
	for _, seed := range foundByEveryWords {
		t.Run(fmt.Sprint("every construct ", seed), func(t *testing.T) { everyWords(t, seed, map[string]int{}) })
	}
	for _, seed := range foundByChoices {
		t.Run(fmt.Sprint("choices ", seed), func(t *testing.T) { chooseLaws(t, seed, map[string]int{}) })
	}
	defer func(usual int) { *most = usual }(*most)
	*most = 10
	for _, seed := range foundByRare {
		t.Run(fmt.Sprint("rare gestures ", seed), func(t *testing.T) { rareLaws(t, seed, map[string]int{}) })
	}
	for _, seed := range foundByEdits {
		t.Run(fmt.Sprint("edits ", seed), func(t *testing.T) {
			c := seeded{rand.New(rand.NewPCG(uint64(seed), 2))}
			edited(t, fmt.Sprint("seed ", seed), docgen.Document(c, 8), c)
		})
	}
}
