package noma

// Trait is what directives have in common for everybody who treats them alike.
type Trait uint8

const (
	Annotates Trait = 1 << iota // it is about another block
	Apart                       // it stands outside the text, or sets the document up
	Hatch                       // markup or program for pages only
	Raw                         // its lines are shown as they are, or are data
	Cells                       // each child is shown in a cell of its own
	Task                        // it has a check box
	Program                     // its body can be a program, or what one printed
)

var traits = map[string]Trait{
	"comment": Annotates, "footnote": Annotates, "endnote": Annotates, "change_request": Annotates,
	"header": Apart, "footer": Apart, "page_setup": Apart, "doc_protection": Apart,
	"html": Hatch | Raw, "svg": Hatch | Raw, "script": Hatch | Raw,
	"dataset": Raw, "table": Raw, "math": Raw, "diagram": Raw, "plotly": Raw,
	"grid": Cells, "columns": Cells,
	"code": Program, "code_cell": Program, "output": Program, "query": Program,
	"agent_task": Task, "todo": Task,
}

// Is reports whether the directive has one of some traits.
func (d *Directive) Is(t Trait) bool { return traits[d.Name]&t != 0 }
