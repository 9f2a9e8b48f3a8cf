package blocks

var pages = []Block{
	{Name: "page_setup", Says: "Paper and margins from here on; the first of a document has them from its first page on.", Attrs: []Attr{
		word("size", "A4 Letter Legal/A3 A5", "Letter", "the paper"), word("orientation", "portrait landscape", "portrait", "how it lies"), attr("width", Length, "the width of other paper"), attr("height", Length, "its height"),
		attr("margin", Length, "all margins"), attr("margin_top|top", Length, "the margin above"), attr("margin_right|right", Length, "at the right"),
		attr("margin_bottom|bottom", Length, "below"), attr("margin_left|left", Length, "at the left")},
		Example: "::page_setup{size=\"A4\" orientation=\"landscape\" margin=\"20mm\"}\n::"},
	{Name: "header", Says: "The text above each page.", Attrs: headerFooter, Example: "::header\nDraft\n::"},
	{Name: "footer", Says: "The text below each page.", Attrs: append(headerFooter[:len(headerFooter):len(headerFooter)], attr("page_numbers", Flag, "with the number of the page"), attr("total_pages", Flag, "and of all pages")),
		Example: "::footer{page_numbers total_pages}\nNorth Hall\n::"},
	{Name: "toc", Says: "The contents, or a list of figures, tables or charts.", Attrs: []Attr{titleAttr, attr("depth|levels", Number, "the lowest level of headings in it: 2 is # and ##").or("3"),
		word("of", "headings figures tables plots/figure table plot sections", "headings", "what it lists")}, Example: "::toc{title=\"Contents\" depth=2}\n::"},
	{Name: "pagebreak", Says: "A new page.", Example: "::pagebreak\n::"},
	{Name: "doc_protection", Says: "What Word lets a reviewer do.", Attrs: []Attr{
		word("edit|mode", "forms readOnly comments trackedChanges/comment trackchanges trackedchange revision revisions", "forms", "what remains allowed"),
		word("enforcement|enforced", "true false/yes no 1 0 on off", "true", "whether Word enforces it")}, Example: "::doc_protection{edit=\"trackedChanges\"}\n::"},
}

var headerFooter = []Attr{word("align", "left center right/centre", "", "where the text stands"), attr("section_title", Flag, "with the title of the section, on the other side (Word, PDF)")}

var columnSettings = []Attr{
	attr("columns|cols|count", Number, "how many columns"), attr("min|min_width|minWidth|min-width|minColumnWidth", Text, "the least width of a column in a browser"),
	attr("gap", Text, "the space between them in a browser"), attr("compact", Flag, "less space"), attr("dense", Flag, "less space"),
	attr("wide", Flag, "wider than the text"), attr("full", Flag, "as wide as the window"), word("width|span", "wide full", "", "the same in a word"), titleAttr,
}

var layout = []Block{
	{Name: "grid", Says: "Blocks side by side, in rows.", Body: "blocks", Attrs: columnSettings, Example: "::grid{columns=2}\n:::card{title=\"A\"}\nFirst.\n:::\n:::card{title=\"B\"}\nSecond.\n:::\n::"},
	{Name: "columns", Says: "Blocks side by side.", Body: "blocks", Attrs: columnSettings, Example: "::columns{columns=2}\n:::card\nLeft.\n:::\n:::card\nRight.\n:::\n::"},
	{Name: "hero", Says: "The opening of a web page.", Body: "blocks", Attrs: []Attr{titleAttr}, Example: "::hero\nNorth Hall, warm again.\n::"},
	{Name: "tabs", Says: "Panels behind tabs in a browser, one after the other in print.", Body: "tab blocks", Attrs: []Attr{titleAttr}, Example: "::tabs\n:::tab{title=\"Plan A\"}\nBuy.\n:::\n::"},
	{Name: "tab", Says: "One panel of tabs.", Body: "blocks", Attrs: []Attr{attr("title|label|name", Text, "the words of the tab")}, Example: "::tabs\n:::tab{title=\"Plan A\"}\nBuy.\n:::\n::"},
	{Name: "accordion", Says: "Panels that open in a browser, one after the other in print.", Body: "blocks", Attrs: []Attr{titleAttr}, Example: "::accordion\n:::card{title=\"Why now?\"}\nPrices rise.\n:::\n::"},
	{Name: "button", Says: "A link in the shape of a button.", Attrs: []Attr{attr("href|url|target", Link, "where it leads"), attr("label|Label", Text, "its words")}, Example: "::button{href=\"https://example.org\" label=\"Read more\"}\n::"},
}

var language = attr("lang|language|format", Text, "its language")

var technical = []Block{
	{Name: "api", Says: "An interface.", Attrs: []Attr{attr("title|name", Text, "its name"), attr("version", Text, "its version"), attr("base_url|baseUrl|url", Link, "where it is"), status, owner},
		Example: "::api{name=\"Orders\" version=\"2\" base_url=\"https://api.example.org\"}\n::"},
	{Name: "endpoint", Says: "A call of an interface.", Attrs: []Attr{attr("method", Text, "GET, POST …"), attr("path|url", Text, "its path"), attr("title|name", Text, "its name"), attr("auth", Text, "who may call it"), status,
		attr("api", Reference, "the interface")}, Example: "::endpoint{method=\"GET\" path=\"/orders\"}\nAll open orders.\n::"},
	{Name: "parameter", Says: "A parameter of a call.", Attrs: []Attr{attr("name|title|key", Text, "its name"), attr("in|location", Text, "path, query, header or body"), attr("type", Text, "its type"),
		attr("required", Text, "whether it must be there"), attr("default", Text, "its value otherwise"), attr("enum|values", Text, "its values")}, Example: "::parameter{name=\"limit\" in=\"query\" type=\"integer\" default=20}\n::"},
	{Name: "example", Says: "An example; with lang= it is a program.", Attrs: []Attr{attr("title|name", Text, "its title"), language, attr("for|target", Reference, "what it shows"), status}, Example: "::example{lang=\"sh\"}\ncurl https://api.example.org/orders\n::"},
	{Name: "query", Says: "A query; with lang= it is a program.", Attrs: []Attr{attr("title|name", Text, "its title"), language, attr("dataset", Reference, "what it asks"), source, status}, Example: "::query{lang=\"sql\"}\nSELECT 1\n::"},
	{Name: "changelog", Says: "What changed in a version.", Attrs: []Attr{attr("version|title|name", Text, "the version"), attr("date|released_at", Text, "when it came out"), status}, Example: "::changelog{version=\"2.1\" date=\"2026-03-31\"}\n- Orders can be sorted.\n::"},
}

var memory = []Block{
	{Name: "memory", Says: "What an agent remembers.", Attrs: []Attr{titleAttr, word("type", "user feedback project reference", "", "what it is about"), attr("confidence", Share, "how sure it is"), attr("last_seen|lastSeen", Date, "when it was last true"),
		attr("scope", Text, "where it holds"), source, attr("valid_until|validUntil", Text, "until when"), attr("superseded_by|supersededBy", Reference, "what took its place"), attr("expired", Flag, "it no longer holds")},
		Example: "::memory{id=\"m-style\" type=\"user\" last_seen=\"2026-03-31\"}\nKim likes short tables.\n::"},
	{Name: "memory_index", Says: "The list of what an agent remembers.", Attrs: []Attr{titleAttr}, Example: "::memory_index{id=\"index\"}\n- [[m-style]]\n::"},
}

var trusted = []Attr{attr("trusted", Flag, "the author answers for it"), attr("title|caption", Text, "the caption"), attr("alt", Text, "what it shows")}

var raw = []Block{
	{Name: "html", Says: "HTML for web pages; Word gets none of it.", Body: "HTML", Attrs: trusted, Example: "::html{trusted}\n<b>Bold</b>\n::"},
	{Name: "svg", Says: "A drawing.", Body: "SVG", Attrs: append(trusted[:len(trusted):len(trusted)], width, height), Example: "::svg{trusted}\n<svg width=\"10\" height=\"10\"><circle cx=\"5\" cy=\"5\" r=\"5\"/></svg>\n::"},
	{Name: "script", Says: "A program for web pages; nothing else runs it.", Body: "JavaScript", Attrs: trusted, Example: "::script{trusted}\nconsole.log(1)\n::"},
}
