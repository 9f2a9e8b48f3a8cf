package arm

import (
	"encoding/hex"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// What the tests of this package tamper with: the keys of the golden record and a way to change one
// place of a value.

// signers are the test keys of RFC 8032 §7.1 under the names the golden record has for them.
var signers = func() map[string]Signer {
	out := map[string]Signer{}
	for id, seed := range map[string]string{
		"acme-agent-1":      "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
		"acme-human-1":      "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
		"northwind-human-1": "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
	} {
		raw, err := hex.DecodeString(seed)
		if err != nil {
			panic(err)
		}
		private, _, err := KeyFromSeed(raw)
		if err != nil {
			panic(err)
		}
		if out[id], err = ParseSigner(private, id); err != nil {
			panic(err)
		}
	}
	return out
}()

// set changes the value a pointer leads to; a member that is not there is added.
func set(v Value, pointer string, to Value) Value {
	return edit(v, pointer, func(Value) Value { return to })
}

func edit(v Value, pointer string, f func(Value) Value) Value {
	if pointer == "" {
		return f(v).as(v.name)
	}
	first, rest, more := strings.Cut(pointer[1:], "/")
	if more {
		rest = "/" + rest
	}
	if v.kind == Array {
		i, err := strconv.Atoi(first)
		if err != nil {
			panic(pointer)
		}
		items := append([]Value{}, v.items...)
		items[i] = edit(items[i], rest, f)
		v.items = items
		return v
	}
	m := Value{kind: Null, name: first}
	if old := v.Get(first); old != nil {
		m = *old
	}
	return v.with(edit(m, rest, f))
}

// cut keeps the first n turns.
func cut(v Value, n int) Value {
	return edit(v, "/ledger", func(l Value) Value { l.items = l.items[:n]; return l })
}

// reseal signs a turn again after a change of its body, with its own key unless another is given, and
// removes the turns after it.
func reseal(v Value, index int, keyID string, change func(body Value) Value) Value {
	v = cut(v, index+1)
	return edit(v, "/ledger/"+strconv.Itoa(index), func(turn Value) Value {
		id := turn.Get("signature").Text("keyId")
		if keyID != "" {
			id = keyID
		}
		return Seal(change(*turn.Get("body")), signers[id], turn.Get("signature").Text("signedAt"))
	})
}

// reapprove changes an approval, signs it again with a key, and reseals the turn.
func reapprove(v Value, keyID string, change func(approval Value) Value) Value {
	return reseal(v, 1, "", func(body Value) Value {
		return edit(body, "/authority/humanApproval", func(a Value) Value {
			a = change(a)
			hash := approvalSubject(a).hash()
			at := a.Get("approvalSignature").Text("signedAt")
			signed := signers[keyID].sign(approvalDomain, "approvalSubjectHash", hash, at)
			signed = signed.with(text(a.Get("approvalSignature").Text("keyId")).as("keyId"))
			return a.with(text(hash).as("approvalSubjectHash"), signed.as("approvalSignature"))
		})
	})
}

// replay makes the turns of a record again under another manifest, each with its own key and at its own time.
func replay(record, manifest Value) Value {
	out := object(list().as("ledger"), manifest.as("manifest"), whole(2).as("schemaVersion"))
	previous := Value{}
	for i := range record.Items("ledger") {
		turn := record.Items("ledger")[i]
		body, at := *turn.Get("body"), turn.Get("signature").Text("signedAt")
		approval := body.Get("authority").Get("humanApproval")
		body = draftOf(body).with(text(manifest.hash()).as("manifestHash"), previous.as("previousTurnHash"))
		if approval != nil {
			a, err := Approve(body, signers[approval.Get("approvalSignature").Text("keyId")], ApproveOptions{ApprovalID: approval.Text("approvalId"), At: at})
			if err != nil {
				panic(err)
			}
			body = body.with(body.Get("authority").with(a.as("humanApproval")).as("authority"))
		}
		sealed := Seal(body, signers[turn.Get("signature").Text("keyId")], at)
		previous = text(sealed.Text("turnHash"))
		out = edit(out, "/ledger", func(l Value) Value { l.items = append(slices.Clip(l.items), sealed); return l })
	}
	return out
}

// emptied makes a record with a changed manifest and no turns.
func emptied(v Value, change func(manifest Value) Value) Value {
	return cut(edit(v, "/manifest", change), 0)
}

func parse(t testing.TB, s string) Value {
	t.Helper()
	v, err := Parse([]byte(s), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return v
}
