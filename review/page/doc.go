// Package reviewpage (review/page) makes the page on which every returned edit is decided: one file that loads nothing.
//
// The document is shown in a frame that runs no scripts. What reviewers wrote is data beside it, and comes into the page as the text
// of nodes only. The page has one script and one style, which its policy names by their hashes.
//
//	page.go    the data of a page, and its HTML
//	frame.go   the document, as a policy without inline styles allows it
//	*.js       words (differences of texts), state (decisions), mark (findings in the document), card, bar, main
//
// The modules import each other as browsers load them; [script] puts them together into one.
package reviewpage
