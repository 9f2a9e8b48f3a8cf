package blocks

var data = []Block{
	{Name: "figure", Says: "A picture with a caption and a number.", Body: "the caption, where there is no caption=", Attrs: []Attr{
		attr("src", File, "the picture: PNG, JPEG, GIF or SVG"), attr("caption|title", Text, "the caption"), attr("alt", Text, "what it shows, for those who do not see it"),
		width, height, word("align", "left center right/centre", "center", "where it stands"), source},
		Example: "::figure{id=\"f-hall\" src=\"hall.png\" alt=\"The hall from the north\" caption=\"The hall\" width=\"12cm\"}\n::"},
	{Name: "table", Says: "A table with an id, a caption and a number.", Body: "its rows, `| … |`", Attrs: []Attr{
		attr("title|caption", Text, "the caption"), attr("header", Flag, "the first row is the head"),
		attr("align", Columns, "the alignment of each column"),
		attr("merge", Text, "merged cells, as ranges such as B1:C1 A2:A4: columns are letters, rows numbers, the header row is 1; the text is that of the first cell of a range, the others are empty"), source},
		Example: "::table{id=\"t-bids\" header title=\"Bids\" align=\"l,r\"}\n| Bidder | Price |\n| North | 120 |\n::"},
	{Name: "dataset", Says: "Numbers for charts, shown as a table.", Body: "CSV, TSV, JSON or YAML", Attrs: []Attr{
		attr("src", File, "the file with the data, instead of a body"), word("format", "csv tsv json yaml/yml error", "", "what the body is"),
		attr("columns", Text, "the names of the columns"), attr("title|caption|label|name", Text, "the caption"), source},
		Example: "::dataset{id=\"d-cost\" format=\"csv\"}\nyear,cost\n2025,120\n2026,110\n::"},
	{Name: "metric", Says: "One number with its meaning.", Body: "the number, where there is no value=", Attrs: []Attr{
		attr("label|title|name", Text, "what is measured"), attr("value|current|amount", Text, "the number"), attr("unit", Text, "its unit"), status,
		attr("trend", Text, "up, down or flat"), attr("change|delta", Text, "how much it changed"), attr("target", Text, "what it should be"), source,
		attr("as_of|asOf|date", Text, "when it was measured")},
		Example: "::metric{label=\"Cost\" value=110 unit=\"k€\" change=\"-8%\"}\n::"},
	{Name: "code", Says: "A program with an id and a label.", Body: "the program", Attrs: []Attr{attr("lang|language", Text, "its language"), titleAttr},
		Example: "::code{lang=\"sh\" title=\"Start\"}\n./start --now\n::"},
	{Name: "code_cell", Says: "A program that made a result.", Body: "the program", Attrs: []Attr{attr("lang|language", Text, "its language"),
		attr("kernel|runtime", Text, "what ran it"), status, attr("execution_count|count", Number, "which run it was"), titleAttr},
		Example: "::code_cell{id=\"cell-1\" lang=\"python\"}\nprint(110)\n::"},
	{Name: "output", Says: "What a program printed.", Body: "the text", Attrs: []Attr{attr("for|cell|source", Reference, "the cell that printed it"),
		attr("type|mime|format", Text, "what it is"), status, titleAttr}, Example: "::output{for=\"cell-1\"}\n110\n::"},
	{Name: "math", Says: "A formula on a line of its own.", Body: "LaTeX", Attrs: []Attr{word("display", "block inline", "block", "on a line of its own, or in the text"),
		attr("numbered", Flag, "a number at the end of its line")}, Example: "::math{id=\"eq-npv\"}\nV = \\sum_t c_t (1+r)^{-t}\n::"},
	{Name: "diagram", Says: "A diagram from its text.", Body: "its text", Attrs: []Attr{word("kind|type", "mermaid graphviz drawio/dot", "", "the language"),
		attr("title|caption", Text, "the caption"), attr("alt", Text, "what it shows"), width, height},
		Example: "::diagram{kind=\"mermaid\" caption=\"The way of a bid\"}\nflowchart LR\n  A --> B\n::"},
	{Name: "plotly", Says: "A Plotly chart.", Body: "its JSON", Attrs: []Attr{attr("title|caption", Text, "the caption"), attr("alt", Text, "what it shows"), width, height},
		Example: "::plotly\n{\"data\": [{\"type\": \"bar\", \"y\": [1, 2]}]}\n::"},
}

var domain = attr("domain|range", Text, "the variable and its bounds, such as year:0..10")

var formula = attr("formula", Text, "numbers, ids of form fields and of other computed metrics, the variable, + - * / ^ ( ), comparisons, pow, min, max, abs, clamp(x, least, most), if(x > 1, then, else), and round(x, 1) for a number with one decimal")

var axes = []Attr{
	attr("value_label|valueLabel|y_label", Text, "the title of the value axis"), attr("variable_label|variableLabel|x_label", Text, "the title of the other axis"),
}

var computed = []Block{
	{Name: "plot", Says: "A chart with a caption and a number.", Attrs: join([]Attr{
		word("type", "line bar area scatter pie/column columns bars donut doughnut point points", "line", "the kind of chart"),
		attr("data", Text, "the numbers, separated by commas; \";\" between series"), attr("dataset", Reference, "the dataset with the numbers"), attr("column", Text, "its column, or several, separated by commas; without it the first one with numbers"),
		attr("xcolumn", Text, "its column with the names below the axis"), attr("xlabels", Text, "these names"), attr("series|labels|legend", Text, "the names of the series"),
		attr("title|caption|label|name", Text, "the caption"), attr("alt", Text, "what it shows"), width, height, attr("compact", Flag, "lower, with smaller letters"),
		attr("xlabel_angle", Number, "degrees by which the names are turned"), attr("xlabel_wrap", Number, "letters after which they break"),
		attr("xlabel_abbrev", Number, "letters after which they are cut"), source, attr("value_labels", Flag, "each bar says its value"), attr("stacked", Flag, "the bars of a name stand on each other, negative ones below zero")}, axes),
		Example: "::plot{id=\"p-cost\" type=\"bar\" data=\"120,110\" xlabels=\"2025,2026\" title=\"Cost in k€\"}\n::"},
	{Name: "control", Says: "A form field.", Attrs: []Attr{
		word("type", "text number slider date select toggle/range checkbox dropdown", "text", "the kind of field"), attr("label|Label", Text, "what it asks for"),
		attr("default", Text, "its value at first"), attr("min", Number, "the least value"), attr("max", Number, "the greatest value"), attr("step", Number, "the distance of values"),
		attr("options", Text, "the choices, value=label, separated by commas"), attr("unit", Text, "the unit"), attr("date_format|format", Text, "how a date is written"),
		attr("locale", Text, "the language of a date"), attr("lock|content_control_lock|sdt_lock", Text, "what a reviewer may not do: control, content, all or none"), attr("locked", Flag, "lock=control")},
		Example: "::control{id=\"growth\" type=\"number\" label=\"Growth in %\" default=3 min=0 max=10}\n::"},
	{Name: "computed_metric", Says: "A number computed from fields.", Attrs: []Attr{formula, domain, attr("unit|suffix", Text, "its unit"), attr("label|title|name", Text, "what it is")}, Example: "::computed_metric{label=\"Cost\" formula=\"110 * (1 + growth / 100)\" unit=\"k€\"}\n::"},
	{Name: "computed_plot", Says: "A chart of a formula.", Attrs: join([]Attr{formula, domain, attr("unit|suffix", Text, "the unit"), attr("label|title|name|caption", Text, "the caption"),
		word("type", "line bar area scatter/column", "line", "the kind of chart"), width, height}, axes), Example: "::computed_plot{formula=\"110 * pow(1 + growth / 100, year)\" domain=\"year:0..10\"}\n::"},
	{Name: "computed_table", Says: "A table of the values of a formula.", Attrs: join([]Attr{formula, domain, attr("unit|suffix", Text, "the unit"),
		attr("label|title|name|caption", Text, "the caption")}, axes), Example: "::computed_table{formula=\"110 * pow(1 + growth / 100, year)\" domain=\"year:0..3\"}\n::"},
	{Name: "export_button", Says: "A button that copies the document out of a page.", Attrs: []Attr{
		word("format", "prompt markdown json llm/md text", "", "what it gives"), attr("target", Reference, "which block; the document without it"), attr("label|Label", Text, "its words")},
		Example: "::export_button{format=\"json\" label=\"Copy as JSON\"}\n::"},
}

var sources = []Block{
	{Name: "citation", Says: "A source that the text refers to.", Body: "a comment", Attrs: []Attr{
		attr("source|title", Text, "its title"), attr("author|authors", Text, "who wrote it"), attr("date|year", Text, "when it was published"),
		attr("container|journal|booktitle", Text, "the journal, book or site it is part of"), attr("volume", Text, "its volume there"), attr("issue", Text, "its issue"),
		attr("pages", Text, "its pages"), attr("publisher", Text, "who published it"),
		attr("url|href", Link, "its address"), attr("doi", Text, "its DOI"), attr("accessed", Date, "when it was read"), attr("stale_after_days", Number, "days after which it should be read again")},
		Example: "::citation{id=\"s-energy\" source=\"Energy report 2025\" url=\"https://example.org/energy\" accessed=\"2026-03-31\"}\n::"},
	{Name: "bibliography", Says: "The list of all sources.", Attrs: []Attr{titleAttr}, Example: "::bibliography{title=\"References\"}\n::"},
}
