package arm

import "cmp"

// Code names a finding; programs may rely on it (arm-notes §5).
type Code string

// codes in the order in which findings are reported.
const (
	JSONInvalid         Code = "ARM_JSON_INVALID"
	JSONDuplicateMember Code = "ARM_JSON_DUPLICATE_MEMBER"
	JSONLoneSurrogate   Code = "ARM_JSON_LONE_SURROGATE"
	JSONNumberUnsafe    Code = "ARM_JSON_NUMBER_UNSAFE"
	LimitExceeded       Code = "ARM_LIMIT_EXCEEDED"

	SchemaAmbiguousMember    Code = "ARM_SCHEMA_AMBIGUOUS_MEMBER"
	SchemaInvalid            Code = "ARM_SCHEMA_INVALID"
	SchemaVersionUnsupported Code = "ARM_SCHEMA_VERSION_UNSUPPORTED"

	PrivateKeyPresent       Code = "ARM_PRIVATE_KEY_PRESENT"
	ManifestDuplicateID     Code = "ARM_MANIFEST_DUPLICATE_ID"
	ManifestReferenceBroken Code = "ARM_MANIFEST_REFERENCE_BROKEN"
	OntologyHashMismatch    Code = "ARM_ONTOLOGY_HASH_MISMATCH"
	KeyInvalid              Code = "ARM_KEY_INVALID"

	TurnBodyHashMismatch     Code = "ARM_TURN_BODY_HASH_MISMATCH"
	TurnHashMismatch         Code = "ARM_TURN_HASH_MISMATCH"
	TurnSignatureInvalid     Code = "ARM_TURN_SIGNATURE_INVALID"
	TurnPreviousHashMismatch Code = "ARM_TURN_PREVIOUS_HASH_MISMATCH"
	TurnSequenceMismatch     Code = "ARM_TURN_SEQUENCE_MISMATCH"
	TurnIDDuplicate          Code = "ARM_TURN_ID_DUPLICATE"
	TurnSessionMismatch      Code = "ARM_TURN_SESSION_MISMATCH"
	TurnManifestHashMismatch Code = "ARM_TURN_MANIFEST_HASH_MISMATCH"
	TurnTopicNotInOntology   Code = "ARM_TURN_TOPIC_NOT_IN_ONTOLOGY"
	TurnAnchorUnknown        Code = "ARM_TURN_ANCHOR_UNKNOWN"
	TurnAnchorTopicMismatch  Code = "ARM_TURN_ANCHOR_TOPIC_MISMATCH"
	TurnAuthorUnknown        Code = "ARM_TURN_AUTHOR_UNKNOWN"
	TurnKeyUnknown           Code = "ARM_TURN_KEY_UNKNOWN"
	TurnDecisionUnknown      Code = "ARM_TURN_DECISION_UNKNOWN"
	TurnArtifactsEmpty       Code = "ARM_TURN_ARTIFACTS_EMPTY"

	AuthorityKindUnknown           Code = "ARM_AUTHORITY_KIND_UNKNOWN"
	AuthorityHumanApprovalRequired Code = "ARM_AUTHORITY_HUMAN_APPROVAL_REQUIRED"
	AuthorityUnexpectedApproval    Code = "ARM_AUTHORITY_UNEXPECTED_APPROVAL"

	ApprovalSessionMismatch       Code = "ARM_APPROVAL_SESSION_MISMATCH"
	ApprovalManifestHashMismatch  Code = "ARM_APPROVAL_MANIFEST_HASH_MISMATCH"
	ApprovalMandateMismatch       Code = "ARM_APPROVAL_MANDATE_MISMATCH"
	ApprovalTimeMismatch          Code = "ARM_APPROVAL_TIME_MISMATCH"
	ApprovalSignatureTimeMismatch Code = "ARM_APPROVAL_SIGNATURE_TIME_MISMATCH"
	ApprovalDraftHashMismatch     Code = "ARM_APPROVAL_DRAFT_HASH_MISMATCH"
	ApprovalSignatureInvalid      Code = "ARM_APPROVAL_SIGNATURE_INVALID"
	ApprovalSubjectHashMismatch   Code = "ARM_APPROVAL_SUBJECT_HASH_MISMATCH"
	ApprovalNotApproved           Code = "ARM_APPROVAL_NOT_APPROVED"
	ApprovalIDDuplicate           Code = "ARM_APPROVAL_ID_DUPLICATE"
	ApprovalApproverUnknown       Code = "ARM_APPROVAL_APPROVER_UNKNOWN"
	ApprovalApproverKeyIneligible Code = "ARM_APPROVAL_APPROVER_KEY_INELIGIBLE"

	ArtifactKindUnknown         Code = "ARM_ARTIFACT_KIND_UNKNOWN"
	ArtifactIDDuplicate         Code = "ARM_ARTIFACT_ID_DUPLICATE"
	ArtifactAnchorUnknown       Code = "ARM_ARTIFACT_ANCHOR_UNKNOWN"
	ArtifactAnchorTopicMismatch Code = "ARM_ARTIFACT_ANCHOR_TOPIC_MISMATCH"
	ArtifactAuthorMismatch      Code = "ARM_ARTIFACT_AUTHOR_MISMATCH"

	OwnTurnAccepted     Code = "ARM_PROFILE_OWN_TURN_ACCEPTED"
	OtherAnchorAnswered Code = "ARM_PROFILE_OTHER_ANCHOR_ANSWERED"
	NothingAccepted     Code = "ARM_PROFILE_NOTHING_ACCEPTED"

	CarriageNotFound            Code = "ARM_CARRIAGE_NOT_FOUND"
	CarriageAmbiguous           Code = "ARM_CARRIAGE_AMBIGUOUS"
	CarriageEncodingUnsupported Code = "ARM_CARRIAGE_ENCODING_UNSUPPORTED"
	CarriagePayloadInvalid      Code = "ARM_CARRIAGE_PAYLOAD_INVALID"
	CarriageManifestMismatch    Code = "ARM_CARRIAGE_MANIFEST_MISMATCH"
	CarriageAutoCallTrue        Code = "ARM_CARRIAGE_AUTOCALL_TRUE"

	ForkDetected        Code = "ARM_FORK_DETECTED"
	SessionDiverged     Code = "ARM_SESSION_DIVERGED"
	ExpectationMismatch Code = "ARM_EXPECTATION_MISMATCH"

	WriterRecordInvalid Code = "ARM_WRITER_RECORD_INVALID"
	StaleDraft          Code = "ARM_STALE_DRAFT"
	TextUnrepresentable Code = "ARM_TEXT_UNREPRESENTABLE"
	TextNotInDocument   Code = "ARM_TEXT_NOT_IN_DOCUMENT"

	WarnUnknownMember             Code = "ARM_W_UNKNOWN_MEMBER"
	WarnNoncanonicalPayload       Code = "ARM_W_NONCANONICAL_PAYLOAD"
	WarnProjectionMissing         Code = "ARM_W_PROJECTION_MISSING"
	WarnCacheStale                Code = "ARM_W_CACHE_STALE"
	WarnRecordBehindKnownHead     Code = "ARM_W_RECORD_BEHIND_KNOWN_HEAD"
	WarnArtifactMissingInDocument Code = "ARM_W_ARTIFACT_MISSING_IN_DOCUMENT"
	WarnTextNotMappable           Code = "ARM_W_TEXT_NOT_MAPPABLE"
	WarnTimeOrder                 Code = "ARM_W_TIME_ORDER"
	WarnOwnTurnAccepted           Code = "ARM_W_OWN_TURN_ACCEPTED"
	WarnOtherAnchorAnswered       Code = "ARM_W_OTHER_ANCHOR_ANSWERED"
	WarnNothingAccepted           Code = "ARM_W_NOTHING_ACCEPTED"
	WarnChangeNotCovered          Code = "ARM_W_CHANGE_NOT_COVERED"
	WarnAuthorDiffers             Code = "ARM_W_AUTHOR_DIFFERS"
	WarnStateDiffers              Code = "ARM_W_STATE_DIFFERS"
	WarnAnchorTextChanged         Code = "ARM_W_ANCHOR_TEXT_CHANGED"
	WarnBaselineChanged           Code = "ARM_W_BASELINE_CHANGED"
)

// codes are all codes in the order in which findings are reported.
var codes = []Code{
	JSONInvalid, JSONDuplicateMember, JSONLoneSurrogate, JSONNumberUnsafe, LimitExceeded,
	SchemaAmbiguousMember, SchemaInvalid, SchemaVersionUnsupported,
	PrivateKeyPresent, ManifestDuplicateID, ManifestReferenceBroken, OntologyHashMismatch, KeyInvalid,
	TurnBodyHashMismatch, TurnHashMismatch, TurnSignatureInvalid, TurnPreviousHashMismatch, TurnSequenceMismatch, TurnIDDuplicate,
	TurnSessionMismatch, TurnManifestHashMismatch, TurnTopicNotInOntology, TurnAnchorUnknown, TurnAnchorTopicMismatch,
	TurnAuthorUnknown, TurnKeyUnknown, TurnDecisionUnknown, TurnArtifactsEmpty,
	AuthorityKindUnknown, AuthorityHumanApprovalRequired, AuthorityUnexpectedApproval,
	ApprovalSessionMismatch, ApprovalManifestHashMismatch, ApprovalMandateMismatch, ApprovalTimeMismatch, ApprovalSignatureTimeMismatch,
	ApprovalDraftHashMismatch, ApprovalSignatureInvalid, ApprovalSubjectHashMismatch, ApprovalNotApproved, ApprovalIDDuplicate,
	ApprovalApproverUnknown, ApprovalApproverKeyIneligible,
	ArtifactKindUnknown, ArtifactIDDuplicate, ArtifactAnchorUnknown, ArtifactAnchorTopicMismatch, ArtifactAuthorMismatch,
	OwnTurnAccepted, OtherAnchorAnswered, NothingAccepted,
	CarriageNotFound, CarriageAmbiguous, CarriageEncodingUnsupported, CarriagePayloadInvalid, CarriageManifestMismatch, CarriageAutoCallTrue,
	ForkDetected, SessionDiverged, ExpectationMismatch, WriterRecordInvalid, StaleDraft, TextUnrepresentable, TextNotInDocument,
	WarnUnknownMember, WarnNoncanonicalPayload, WarnProjectionMissing, WarnCacheStale, WarnRecordBehindKnownHead, WarnArtifactMissingInDocument,
	WarnTextNotMappable, WarnTimeOrder, WarnOwnTurnAccepted, WarnOtherAnchorAnswered, WarnNothingAccepted,
	WarnChangeNotCovered, WarnAuthorDiffers, WarnStateDiffers, WarnAnchorTextChanged, WarnBaselineChanged,
}

var rank = func() map[Code]int {
	m := make(map[Code]int, len(codes))
	for i, c := range codes {
		m[c] = i
	}
	return m
}()

// Finding is one thing that is wrong, or worth knowing.
type Finding struct {
	Code      Code   `json:"code"`
	TurnIndex int    `json:"turnIndex"` // from 0; -1 for the record as a whole
	TurnID    string `json:"turnId,omitempty"`
	Path      string `json:"path,omitempty"` // JSON Pointer
	Message   string `json:"message"`
}

func (f Finding) serious() bool { return !f.Code.Warning() }

func (a Finding) compare(b Finding) int {
	return cmp.Or(cmp.Compare(a.TurnIndex, b.TurnIndex), cmp.Compare(rank[a.Code], rank[b.Code]), cmp.Compare(a.Path, b.Path))
}

// Refusal is an error with a code: a file that cannot be read as a record, or something a writer
// does not do.
type Refusal struct {
	Code    Code
	Message string
	Report  *Report // what a verifier says, where that is the reason
}

func (e *Refusal) Error() string { return "[" + string(e.Code) + "] " + e.Message }

func refuse(code Code, message string) error { return &Refusal{Code: code, Message: message} }
