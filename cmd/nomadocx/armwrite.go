package main

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/nomadocx/nomadocx/arm"
	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/spf13/cobra"
)

func newArmKeygen(t *terminal) *cobra.Command {
	cmd := armCommand("keygen --out FILE --key-id ID", "Make a signing key",
		`Make an Ed25519 key. The private key goes to --out, readable by you alone; it
never enters a record. The public key is printed as a signing key for the
manifest. Keys of humans and of agents are separate files with separate ids:
give --agent for a key whose turns a human must approve.`,
		`  nomadocx arm keygen --out anna.pem --key-id acme-anna
  nomadocx arm keygen --out agent.pem --key-id acme-agent --agent`, 0,
		func(cmd *cobra.Command, _ []string) error {
			out, _ := cmd.Flags().GetString("out")
			id, _ := cmd.Flags().GetString("key-id")
			agent, _ := cmd.Flags().GetBool("agent")
			if out == "" || id == "" {
				return usagef("nomadocx arm keygen needs --out FILE and --key-id ID")
			}
			public, err := app.NewArmKey(out)
			if err != nil {
				return err
			}
			t.wrote(out)
			return t.printText(fmt.Appendf(nil, `{"algorithm":"Ed25519","keyId":%q,"publicKeyJwk":%s,"turnsRequireHumanApproval":%v}`, id, public, agent))
		})
	outFlag(cmd)
	cmd.Flags().String("key-id", "", "`ID` the manifest will know the key by")
	cmd.Flags().Bool("agent", false, "turns of this key need the approval of a human")
	return cmd
}

func newArmInit(t *terminal) *cobra.Command {
	cmd := armCommand("init FILE --manifest M.json", "Start a record from a manifest",
		`Start an empty record in a Word file, or beside a source in NAME.arm.json. The
manifest names parties, public keys, documents, anchors and topics; content
hashes of ontologies are filled in. It cannot be changed afterwards: a change is
a new session. The manifest hash is printed: give it to the other side by
another channel than the file.`,
		`  nomadocx arm init contract.docx --manifest manifest.json`, 1,
		func(cmd *cobra.Command, args []string) error {
			path, _ := cmd.Flags().GetString("manifest")
			if path == "" {
				return usagef("nomadocx arm init FILE needs --manifest M.json")
			}
			data, err := app.ReadInput(path, t.in)
			if err != nil {
				return err
			}
			head, err := app.InitArm(cmd.Context(), args[0], data, t.armOptions(cmd))
			if err != nil {
				err = fmt.Errorf("%s: %w", args[0], err)
			}
			return t.written(cmd, args[0], head, err, func(h arm.Head) string { return h.ManifestHash })
		})
	cmd.Flags().String("manifest", "", "`FILE` with the manifest")
	writtenFlag(cmd)
	writerFlags(cmd)
	return cmd
}

func newArmDraft(t *terminal) *cobra.Command {
	cmd := armCommand("draft FILE", "Write down a turn; nothing is signed yet",
		`Write down a turn at the head of the record: what is proposed, countered,
accepted, rejected or escalated, and what of it shows in the document. Nothing
is signed, and FILE stays as it is.

--artifacts is a JSON array: kind (comment, insertion, deletion, replacement),
text, oldText for a replacement, and where it stands (placement). Ids, anchor,
topic and author may be left out. With --mandate the turn is an agent's, and a
human has to approve it before it counts.

Words to be replaced or deleted have to be in the text of the anchor, or in what
earlier turns put there.

A draft belongs to one head. When another turn came first, --from makes the same
draft again at the new head; a proposal is a counter-proposal there, when the
turn of another party is open at its anchor.`,
		`  nomadocx arm draft contract.docx --anchor a-cap --decision propose --artifacts edits.json --author acme --out cap.draft.json
  nomadocx arm draft contract.docx --anchor a-cap --decision counter --artifacts edits.json --author acme --mandate m-7 --out cap.draft.json
  nomadocx arm draft contract.docx --from cap.draft.json --out cap.draft.json`, 1,
		func(cmd *cobra.Command, args []string) error { return t.armDraft(cmd, args[0]) })
	f := cmd.Flags()
	f.String("anchor", "", "`ID` of the anchor")
	f.String("decision", "", "`DECISION`: "+list(arm.Decisions))
	choice(cmd, "decision", arm.Decisions...)
	f.String("artifacts", "", "`FILE` with the visible artifacts")
	f.String("author", "", "party `ID` of the author")
	f.String("mandate", "", "`ID` of the mandate an agent acts under")
	f.String("responds-to", "", "`ID` of the turn that is answered")
	f.String("from", "", "`FILE` with a draft to be made again at the head")
	f.String("turn-id", "", "`ID` of the turn instead of a random one")
	f.String("created-at", "", "`TIME` instead of now")
	outFlag(cmd)
	return cmd
}

func (t *terminal) armDraft(cmd *cobra.Command, file string) error {
	f := cmd.Flags()
	text := func(name string) string { s, _ := f.GetString(name); return s }
	from := text("from")
	o := app.ArmTurn{Author: text("author"), Anchor: text("anchor"), Decision: text("decision"), Mandate: text("mandate"), RespondsTo: text("responds-to"),
		Artifacts: text("artifacts"), TurnID: text("turn-id"), Stdin: t.in}
	a, err := t.openArm(cmd, file)
	if err != nil {
		return err
	}
	var d *app.ArmDrafted
	switch {
	case from != "":
		d, err = a.Redraft(cmd.Context(), from, t.in)
	case o.Author == "" || o.Anchor == "" || o.Decision == "" || o.Artifacts == "":
		return usagef("nomadocx arm draft FILE needs --anchor, --decision, --artifacts and --author")
	default:
		if o.CreatedAt, err = flagTime(cmd, "created-at"); err != nil {
			return err
		}
		d, err = a.Draft(cmd.Context(), o)
	}
	if d != nil {
		t.tellDraft(d)
	}
	if err != nil {
		return err
	}
	return t.emit(destinationOf(cmd), d.JSON)
}

// tellDraft says which turn a draft answers, or leaves open although it answers it, and what nobody means.
func (t *terminal) tellDraft(d *app.ArmDrafted) {
	if d.Counters != "" {
		fmt.Fprintf(t.err, "the draft is a counter-proposal now: %s is open at %s\n", word(d.Counters), word(d.Anchor))
	}
	if d.Unanswered != "" {
		fmt.Fprintf(t.err, "warning: the draft does not say which turn it answers, and closes none; give --responds-to %s\n", word(d.Unanswered))
	}
	if d.Odd.Code != "" {
		fmt.Fprintf(t.err, "warning: [%s] %s\n", d.Odd.Code, word(d.Odd.Message))
	}
}

func newArmApprove(t *terminal) *cobra.Command {
	cmd := armCommand("approve [FILE] DRAFT.json", "Look at an agent's draft and sign the approval",
		`Show what an agent's draft would change, ask, and sign the approval with a key
that a human holds. The approval is bound to this draft at this place of this
record: it cannot be used for anything else. Anything but "yes" declines, and
nothing is written.

FILE is the document. With it the clause around the change is shown, and the
names of the parties; a key of an agent, or of a party that may not approve, and
a draft that is not at the head of the record are refused before anybody is asked.`,
		`  nomadocx arm approve contract.docx cap.draft.json --key anna.pem --key-id acme-anna --out cap.approval.json`, 1,
		func(cmd *cobra.Command, args []string) error {
			file := ""
			if len(args) > 1 {
				file = args[0]
			}
			return t.armApprove(cmd, file, args[len(args)-1])
		})
	f := cmd.Flags()
	keyFlags(cmd)
	f.String("by", "", "party `ID` of the approver, when it is not the author's")
	f.String("approval-id", "", "`ID` of the approval instead of a random one")
	f.String("at", "", "`TIME` instead of now")
	f.StringP("out", "o", "approval.json", "`FILE` the approval goes to")
	return cmd
}

func (t *terminal) armApprove(cmd *cobra.Command, file, path string) error {
	if path == "-" || file == "-" {
		return usagef("the document and the draft must be files: standard input is for the answer")
	}
	draft, err := app.ReadArmValue(path, t.in)
	if err != nil {
		return err
	}
	var a *app.Arm
	if file != "" {
		if a, err = t.openArm(cmd, file); err != nil {
			return err
		}
	}
	key, err := signer(cmd)
	if err != nil {
		return err
	}
	out, _ := cmd.Flags().GetString("out")
	var o arm.ApproveOptions
	o.By, _ = cmd.Flags().GetString("by")
	o.ApprovalID, _ = cmd.Flags().GetString("approval-id")
	if o.At, err = flagTime(cmd, "at"); err != nil {
		return err
	}
	// The approval is made first and thrown away when it is declined: a draft that cannot be approved is
	// refused before anybody reads it.
	approval, err := app.ApproveArm(cmd.Context(), a, draft, key, o)
	if err != nil {
		return err
	}
	t.showDraft(approval)
	if a == nil {
		fmt.Fprintln(t.err, "The clause and the names are shown, and the key is checked, when the document is given: nomadocx arm approve FILE DRAFT.json")
	}
	fmt.Fprintf(t.err, "Approve for %s with key %s? Type yes: ", word(approval.By), word(key.KeyID))
	answer, _ := bufio.NewReader(t.in).ReadString('\n')
	if strings.TrimSpace(answer) != "yes" {
		fmt.Fprintln(t.err, "\nDeclined; nothing was written.")
		return errReported
	}
	fmt.Fprintln(t.err)
	return t.emit(destination{out: out}, approval.JSON)
}

func newArmCommit(t *terminal) *cobra.Command {
	cmd := armCommand("commit FILE DRAFT.json [APPROVAL.json]", "Seal a draft and append it to the record",
		`Sign a draft and append it to the record of FILE. An agent's draft needs the
approval of a human; its turn is signed at the time of the approval. A draft
that was made at an older head is refused (ARM_STALE_DRAFT): make it again with
arm draft --from. Drafts of one sync go in one after the other. The result is
verified before FILE is replaced; nothing but the parts of the record changes in
a Word file.`,
		`  nomadocx arm commit contract.docx cap.draft.json --key anna.pem --key-id acme-anna
  nomadocx arm commit contract.docx cap.draft.json cap.approval.json --key agent.pem --key-id acme-agent`, 2,
		func(cmd *cobra.Command, args []string) error {
			draft, err := app.ReadArmValue(args[1], t.in)
			if err != nil {
				return err
			}
			var approval *arm.Value
			if len(args) > 2 {
				v, err := app.ReadArmValue(args[2], t.in)
				if err != nil {
					return err
				}
				approval = &v
			}
			key, err := signer(cmd)
			if err != nil {
				return err
			}
			at, err := flagTime(cmd, "signed-at")
			if err != nil {
				return err
			}
			head, err := app.CommitArm(cmd.Context(), args[0], draft, approval, key, at, t.armOptions(cmd))
			return t.written(cmd, args[0], head, err, func(h arm.Head) string { return fmt.Sprintf("turn %d %s", h.TurnCount, *h.HeadTurnHash) })
		})
	keyFlags(cmd)
	cmd.Flags().String("signed-at", "", "`TIME` of a direct turn instead of now")
	writtenFlag(cmd)
	writerFlags(cmd)
	return cmd
}
