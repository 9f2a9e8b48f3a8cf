package contract

import (
	"fmt"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Pass and Fail are the two verdicts (norma.md §8.3).
const (
	Pass = "PASS"
	Fail = "FAIL"
)

// Verdict is what verdict.json says.
type Verdict struct {
	Version        int                `json:"version"`
	Verdict        string             `json:"verdict"`
	Criteria       []Judgement        `json:"criteria"`
	Metrics        map[string]float64 `json:"metrics,omitempty"` // for people; read by nobody
	Blockers       []string           `json:"blockers"`
	RecommendedFix []string           `json:"recommended_fix"`
}

// Judgement is what the check role thinks of one criterion.
type Judgement struct {
	ID       string `json:"id"`
	Text     string `json:"text"`
	Pass     bool   `json:"pass"`
	Evidence string `json:"evidence,omitempty"` // a path below the step's folder, or steps/… below the run's
	Detail   string `json:"detail,omitempty"`   // an addition of this program: what was seen, for people
}

// DecodeVerdict reads verdict.json. An error names the rule that was broken (notes, section 10).
func DecodeVerdict(data []byte) (*Verdict, error) {
	var wire struct {
		Version        jsontext.Value   `json:"version"`
		Verdict        jsontext.Value   `json:"verdict"`
		Criteria       []jsontext.Value `json:"criteria"`
		Blockers       jsontext.Value   `json:"blockers"`
		RecommendedFix jsontext.Value   `json:"recommended_fix"`
	}
	if err := object(data, &wire); err != nil {
		return nil, err
	}
	v := &Verdict{Version: Version}
	if string(wire.Version) != "1" {
		return nil, fmt.Errorf("version must be 1, not %s", shown(wire.Version))
	}
	var err error
	if v.Verdict, err = text("verdict", wire.Verdict); err != nil {
		return nil, err
	}
	if v.Verdict != Pass && v.Verdict != Fail {
		return nil, fmt.Errorf("verdict must be PASS or FAIL, not %q", v.Verdict)
	}
	if wire.Criteria == nil {
		return nil, fmt.Errorf("criteria must be an array")
	}
	if v.Blockers, err = texts("blockers", wire.Blockers); err != nil {
		return nil, err
	}
	if v.RecommendedFix, err = texts("recommended_fix", wire.RecommendedFix); err != nil {
		return nil, err
	}
	for i, raw := range wire.Criteria {
		j, err := judgement(fmt.Sprintf("criteria[%d]", i), raw)
		if err != nil {
			return nil, err
		}
		v.Criteria = append(v.Criteria, j)
	}
	return v, nil
}

func judgement(name string, raw jsontext.Value) (j Judgement, err error) {
	var wire struct {
		ID       jsontext.Value `json:"id"`
		Text     jsontext.Value `json:"text"`
		Pass     jsontext.Value `json:"pass"`
		Evidence jsontext.Value `json:"evidence"`
		Detail   jsontext.Value `json:"detail"`
	}
	if raw.Kind() != '{' {
		return j, fmt.Errorf("%s must be an object", name)
	}
	if err := json.Unmarshal(raw, &wire); err != nil {
		return j, fmt.Errorf("%s: %w", name, err)
	}
	if j.ID, err = text(name+".id", wire.ID); err != nil {
		return j, err
	}
	if k := wire.Pass.Kind(); k != 't' && k != 'f' {
		return j, fmt.Errorf("%s.pass must be true or false, not %s", name, shown(wire.Pass))
	}
	j.Pass = wire.Pass.Kind() == 't'
	for _, optional := range []struct {
		name string
		in   jsontext.Value
		out  *string
	}{{".text", wire.Text, &j.Text}, {".evidence", wire.Evidence, &j.Evidence}, {".detail", wire.Detail, &j.Detail}} {
		if len(optional.in) == 0 || optional.in.Kind() == 'n' {
			continue
		}
		if *optional.out, err = text(name+optional.name, optional.in); err != nil {
			return j, err
		}
	}
	if j.Evidence != "" {
		if err := CheckPath(j.Evidence); err != nil {
			return j, fmt.Errorf("%s.evidence: %w", name, err)
		}
	}
	return j, nil
}

// Check holds a verdict against the criteria it is about (notes, section 10, rules 3 and 4).
func (v *Verdict) Check(criteria []Criterion) error {
	asked := make(map[string]int, len(criteria))
	for _, c := range criteria {
		asked[c.ID] = 0
	}
	for _, j := range v.Criteria {
		n, known := asked[j.ID]
		switch {
		case !known:
			return fmt.Errorf("the verdict judges %q, which is no criterion of the task", j.ID)
		case n > 0:
			return fmt.Errorf("the verdict judges %s twice", j.ID)
		}
		asked[j.ID]++
		if v.Verdict == Pass && !j.Pass {
			return fmt.Errorf("the verdict is PASS although %s does not pass", j.ID)
		}
	}
	for _, c := range criteria {
		if asked[c.ID] == 0 {
			return fmt.Errorf("the verdict does not judge %s", c.ID)
		}
	}
	if v.Verdict == Pass && len(v.Blockers) > 0 {
		return fmt.Errorf("the verdict is PASS although it names blockers: %s", strings.Join(v.Blockers, "; "))
	}
	return nil
}

// Failed lists the ids of the criteria that do not pass, in the verdict's order.
func (v *Verdict) Failed() []string {
	failed := []string{}
	for _, j := range v.Criteria {
		if !j.Pass {
			failed = append(failed, j.ID)
		}
	}
	return failed
}
