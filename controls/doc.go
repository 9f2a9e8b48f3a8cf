// Package controls is the form-data half of the round trip: the content controls of a Word document
// in both directions.
//
//   - [Of] makes the content control of a ::control, ::agent_task or ::todo (encode.go).
//   - [Decode] reads what people filled in, as the docx-data of the wire contract (decode.go);
//     [DecodeFor] finds more of it when the source is at hand (recover.go).
//   - [Ops] turns the values into operations on the source (sync.go).
//
// A field has an identity of two kinds. Its tag, "noma-control:rate" or "noma-task:review", is what
// Word keeps. LibreOffice drops tags but keeps data bindings, so every control is bound to a node of
// a custom XML part and the id stands in the binding's xpath as well (binding.go).
//
// A field that nobody touched must change nothing, however odd its source. That is why Ops does not
// only compare the returned value with the default: it also asks what an untouched control of this
// source would return, by decoding the very control that Of makes ([Untouched]).
package controls
