package html_test

import (
	"os"

	"github.com/nomadocx/nomadocx/render/html"
)

func ExampleRenderText() {
	err := html.RenderText(os.Stdout, "plan.noma", "We leave at **nine**.\n", html.Options{Fragment: true})
	if err != nil {
		panic(err)
	}
	// Output:
	// <main class="noma-document">
	// <p>We leave at <strong>nine</strong>.</p>
	// </main>
}
