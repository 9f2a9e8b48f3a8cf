// A second, independent checker of revision records. It shares no code with the Go packages and is
// written against the rules alone, so that both cannot be wrong in the same way.
//
//   node checker.mjs check < lines     one record a line; prints "valid" or what is wrong, one line each
//   node checker.mjs append < record   adds a direct turn with the test key and prints the record
import { createHash, createPrivateKey, createPublicKey, sign, verify } from "node:crypto";
import { readFileSync } from "node:fs";

// RFC 8785: JSON.stringify spells numbers and strings the canonical way; only members need sorting,
// and the default sort of JavaScript is by UTF-16 code units.
function canonical(v) {
  if (Array.isArray(v)) return "[" + v.map(canonical).join(",") + "]";
  if (v !== null && typeof v === "object")
    return "{" + Object.keys(v).sort().map((k) => JSON.stringify(k) + ":" + canonical(v[k])).join(",") + "}";
  return JSON.stringify(v);
}

const hash = (v) => "sha256:" + createHash("sha256").update(canonical(v), "utf8").digest("hex");
const without = (o, ...names) => Object.fromEntries(Object.entries(o).filter(([k]) => !names.includes(k)));
const payload = (domain, member, value, s) =>
  canonical({ algorithm: "Ed25519", [member]: value, domain: "agent-revision-markup/0.1/" + domain, keyId: s.keyId, signedAt: s.signedAt });

function signatureFits(key, domain, member, value, s) {
  const k = key.publicKeyPem ? createPublicKey(key.publicKeyPem) : createPublicKey({ key: key.publicKeyJwk, format: "jwk" });
  return verify(null, Buffer.from(payload(domain, member, value, s), "utf8"), k, Buffer.from(s.value, "base64url"));
}

function check(record) {
  const wrong = [];
  const say = (ok, what) => ok || wrong.push(what);
  const m = record.manifest;
  const manifestHash = hash(m);
  const keys = new Map(), topics = new Set(), anchors = new Map(), approvers = new Map();
  for (const o of m.ontologyRefs) {
    say(o.contentHash === hash({ ontologyId: o.ontologyId, topics: o.topics, version: o.version }), "ontology hash");
    o.topics.forEach((t) => topics.add(t));
  }
  for (const p of m.parties) {
    approvers.set(p.partyId, new Set([p.partyId, ...(p.approverPartyIds ?? [])]));
    for (const k of p.signingKeys) keys.set(k.keyId, { party: p.partyId, ...k });
  }
  for (const a of m.anchors) anchors.set(a.anchorId, a.clauseTopic);
  const turns = new Set(), artifacts = new Set(), approvals = new Set();
  let previous = null;
  record.ledger.forEach((t, i) => {
    const b = t.body, at = "turn " + (i + 1) + ": ";
    const key = keys.get(t.signature.keyId);
    say(hash(b) === t.bodyHash, at + "body hash");
    say(hash(without(t, "turnHash")) === t.turnHash, at + "turn hash");
    say(key && key.party === b.authorPartyId && signatureFits(key, "turn-signature", "bodyHash", t.bodyHash, t.signature), at + "signature");
    say(b.previousTurnHash === previous && b.sequence === i + 1, at + "order");
    say(b.sessionId === m.sessionId && b.manifestHash === manifestHash, at + "manifest");
    say(topics.has(b.clauseTopic) && anchors.get(b.anchorId) === b.clauseTopic, at + "anchor");
    say(["propose", "counter", "accept", "reject", "escalate"].includes(b.decision), at + "decision");
    say(!turns.has(b.turnId), at + "turn id");
    turns.add(b.turnId);
    say(b.visibleArtifacts.length > 0, at + "no artifacts");
    for (const a of b.visibleArtifacts) {
      say(!artifacts.has(a.artifactId) && a.authorPartyId === b.authorPartyId && anchors.get(a.anchorId) === a.clauseTopic, at + "artifact");
      artifacts.add(a.artifactId);
    }
    const h = b.authority.humanApproval;
    if (b.authority.kind === "direct-party-signature") say(!h && key && !key.turnsRequireHumanApproval, at + "authority");
    else {
      const k = keys.get(h.approvalSignature.keyId);
      const draft = { ...b, authority: without(b.authority, "humanApproval") };
      say(h.approvedDraftHash === hash(draft), at + "approved draft");
      say(h.approvalSubjectHash === hash(without(h, "approvalSubjectHash", "approvalSignature")), at + "approval subject");
      say(h.sessionId === b.sessionId && h.manifestHash === manifestHash && h.mandateId === b.authority.mandateId && h.approved === true, at + "approval");
      say(h.approvedAt === t.signature.signedAt && h.approvedAt === h.approvalSignature.signedAt, at + "approval time");
      say(k && k.party === h.approvedBy && !k.turnsRequireHumanApproval && approvers.get(b.authorPartyId)?.has(h.approvedBy), at + "approver");
      say(k && signatureFits(k, "human-approval-signature", "approvalSubjectHash", h.approvalSubjectHash, h.approvalSignature), at + "approval signature");
      say(!approvals.has(h.approvalId), at + "approval id");
      approvals.add(h.approvalId);
    }
    previous = t.turnHash;
  });
  return wrong;
}

// The key of RFC 8032 §7.1, test 3.
function append(record) {
  const seed = Buffer.from("c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7", "hex");
  const key = createPrivateKey({ key: Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), seed]), format: "der", type: "pkcs8" });
  const last = record.ledger.at(-1);
  const body = { ...last.body, sequence: record.ledger.length + 1, previousTurnHash: last.turnHash, turnId: "turn-js", authorPartyId: "northwind",
    authority: { kind: "direct-party-signature" }, createdAt: "2026-01-15T12:00:00.000Z",
    visibleArtifacts: [{ ...without(last.body.visibleArtifacts[0], "oldText"), kind: "comment", artifactId: "art-js", authorPartyId: "northwind", text: "From JavaScript: 😀 \u2028 \\ \" ﬀ" }] };
  const bodyHash = hash(body);
  const s = { algorithm: "Ed25519", keyId: "northwind-human-1", signedAt: "2026-01-15T12:00:01.000Z" };
  s.value = sign(null, Buffer.from(payload("turn-signature", "bodyHash", bodyHash, s), "utf8"), key).toString("base64url");
  const turn = { body, bodyHash, signature: s };
  turn.turnHash = hash(turn);
  return { ...record, ledger: [...record.ledger, turn] };
}

const input = readFileSync(0, "utf8");
if (process.argv[2] === "append") process.stdout.write(JSON.stringify(append(JSON.parse(input))));
else for (const line of input.split("\n").filter(Boolean)) console.log(check(JSON.parse(line)).join("; ") || "valid");
