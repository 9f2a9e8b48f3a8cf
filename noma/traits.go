package noma

// Trait is what directives have in common for everybody who treats them alike.
type Trait uint32

const (
	Annotates Trait = 1 << iota // it is about another block
	Apart                       // it stands outside the text, or sets the document up
	Hatch                       // markup or program for pages only
	Raw                         // its lines are shown as they are, or are data
	Cells                       // each child is shown in a cell of its own
	Task                        // it has a check box
	Program                     // its body can be a program, or what one printed
	Request                     // it proposes a change
	Comment
	Note      // a footnote or endnote
	Data      // its body is data, which charts are drawn from
	Contents  // it lists headings, figures or tables
	Formula   // its body is LaTeX
	Picture   // it shows a picture of a file
	JSON      // its body is a chart in JSON
	Control   // a form field
	Metric    // it shows one number
	Computed  // what it shows is computed from a formula
	Labelled  // its title is a label
	Diagram   // its body is the text of a drawing
	Generated // none of its words is written in it
)

var traits = map[string]Trait{
	"comment": Annotates | Comment, "footnote": Annotates | Note, "endnote": Annotates | Note, "change_request": Annotates | Request,
	"header": Apart, "footer": Apart, "page_setup": Apart | Generated, "doc_protection": Apart,
	"toc": Contents | Generated, "pagebreak": Generated, "bibliography": Generated,
	"html": Hatch | Raw, "svg": Hatch | Raw, "script": Hatch | Raw,
	"dataset": Raw | Data, "table": Raw, "math": Raw | Formula, "diagram": Raw | Diagram, "plotly": Raw | JSON,
	"figure": Picture, "control": Control | Labelled, "button": Labelled, "export_button": Labelled, "metric": Metric | Labelled,
	"computed_metric": Metric | Computed | Labelled, "computed_plot": Computed, "computed_table": Computed,
	"grid": Cells, "columns": Cells,
	"code": Program, "code_cell": Program, "output": Program, "query": Program,
	"agent_task": Task, "todo": Task,
}

// Is reports whether the directive has one of some traits.
func (d *Directive) Is(t Trait) bool { return traits[d.Name]&t != 0 }

// Is reports whether a node is a directive that has one of some traits.
func Is(n Node, t Trait) bool {
	d, ok := n.(*Directive)
	return ok && d.Is(t)
}
