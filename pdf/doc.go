// Package pdf prints HTML to PDF in a headless Chromium that it starts, watches and cleans up.
//
// [Print] does one document. A program with several makes a [Printer] once; it keeps one browser
// with a few tabs and reuses them, which is about seven times as fast as a browser a document.
//
// What a caller can rely on:
//
//   - Pages. Size and margins come from [Options]. They are put in front of the document's own
//     style sheets, so an @page rule of the document wins. The PDF is tagged, has an outline, and names
//     author, subject and keywords as the head of the document does.
//   - Isolation. The document can reach neither the network nor a file: a content security policy
//     comes before its first byte, the browser resolves no name at all, and the text is handed over
//     directly instead of being loaded from an address. Scripts of the document do not run.
//   - Page numbers. An element with data-noma-page="id" gets the number of the page on which the
//     element with that id starts. This takes a second pass (contents.go).
//   - Sameness. One document gives one sequence of bytes, whenever and however often it is printed
//     by the same Chromium with the same fonts (normalize.go).
//   - Patience. The deadline of a document grows with its size. A browser that died or hangs is
//     replaced, and a document that it took along is printed again, twice at most.
//   - Modesty. A browser that has grown too large is replaced, and a document that makes it grow
//     without end is given up ([BrowserOptions].MaxMemory).
//   - Cleanliness. The browser lives in a private folder that is removed at the end; what a killed
//     program left behind is removed by the next one (profile.go).
//
// [Mermaid] draws diagrams in a browser of its own.
//
// The browser is $NOMADOCX_CHROMIUM or the first known name on the PATH. As root it runs as the
// user nobody, because Chromium switches its sandbox off for root; see [Sandbox].
package pdf
