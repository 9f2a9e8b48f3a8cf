// Package officetest lets LibreOffice decide tracked changes, for tests.
package officetest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/office/wml"
)

// macro accepts all changes of the files in a folder whose names begin with "accept", rejects those of the others, and
// saves them in another folder.
const macro = `<?xml version="1.0" encoding="UTF-8"?>
<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Decide" script:language="StarBasic">
Sub All(folder As String)
  Dim names(10000) As String
  Dim n As Integer, i As Integer
  Dim file As String, command As String
  file = Dir(folder &amp; "/in/*.docx")
  While file &lt;&gt; ""
    names(n) = file
    n = n + 1
    file = Dir()
  Wend
  Dim hidden(0) As New com.sun.star.beans.PropertyValue
  hidden(0).Name = "Hidden"
  hidden(0).Value = True
  Dim word(0) As New com.sun.star.beans.PropertyValue
  word(0).Name = "FilterName"
  word(0).Value = "MS Word 2007 XML"
  Dim none(0) As New com.sun.star.beans.PropertyValue
  dispatcher = createUnoService("com.sun.star.frame.DispatchHelper")
  For i = 0 To n - 1
    doc = StarDesktop.loadComponentFromURL(ConvertToURL(folder &amp; "/in/" &amp; names(i)), "_blank", 0, hidden())
    command = ".uno:RejectAllTrackedChanges"
    If Left(names(i), 6) = "accept" Then command = ".uno:AcceptAllTrackedChanges"
    dispatcher.executeDispatch(doc.CurrentController.Frame, command, "", 0, none())
    doc.storeToURL(ConvertToURL(folder &amp; "/out/" &amp; names(i)), word())
    doc.close(True)
  Next
  StarDesktop.terminate()
End Sub
</script:module>`

const (
	libraries = `<?xml version="1.0" encoding="UTF-8"?>
<library:libraries xmlns:library="http://openoffice.org/2000/library" xmlns:xlink="http://www.w3.org/1999/xlink">
 <library:library library:name="Standard" xlink:href="$(USER)/basic/Standard/script.xlb/" xlink:type="simple" library:link="false"/>
</library:libraries>`
	library = `<?xml version="1.0" encoding="UTF-8"?>
<library:library xmlns:library="http://openoffice.org/2000/library" library:name="Standard" library:readonly="false" library:passwordprotected="false">
 <library:element library:name="Decide"/>
</library:library>`
)

// Decide lets LibreOffice decide the changes of files: those whose names begin with "accept" are accepted, the others rejected.
func Decide(t *testing.T, sent map[string][]byte) map[string][]byte {
	t.Helper()
	office, err := exec.LookPath("soffice")
	if err != nil {
		t.Fatal("LibreOffice is not on PATH: install the package libreoffice-writer (or run make setup)")
	}
	dir := t.TempDir()
	put := func(name string, data []byte) {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run := func(args ...string) {
		args = append([]string{"--headless", "--norestore", "-env:UserInstallation=file://" + filepath.Join(dir, "profile")}, args...)
		if log, err := exec.CommandContext(t.Context(), office, args...).CombinedOutput(); err != nil {
			t.Fatalf("soffice: %v\n%s", err, log)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "out"), 0o700); err != nil {
		t.Fatal(err)
	}
	run("--terminate_after_init") // makes a profile, which would replace these
	put("profile/user/basic/script.xlc", []byte(libraries))
	put("profile/user/basic/Standard/script.xlb", []byte(library))
	put("profile/user/basic/Standard/Decide.xba", []byte(macro))
	for name, data := range sent {
		put("in/"+name+".docx", data)
	}
	run(fmt.Sprintf("macro:///Standard.Decide.All(%q)", dir))
	back := map[string][]byte{}
	for name := range sent {
		data, err := os.ReadFile(filepath.Join(dir, "out", name+".docx"))
		if err != nil {
			t.Errorf("the office did not save it: %v", err)
			continue
		}
		back[name] = data
	}
	return back
}

// Paragraphs returns the texts of the paragraphs of a Word file that are not blank.
func Paragraphs(t testing.TB, data []byte) (texts []string) {
	t.Helper()
	p, err := opc.ReadBytes(data, opc.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	d, err := wml.Read(p, wml.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for p := range wml.Paragraphs(d.Stories[0].Blocks...) {
		if text := strings.Join(strings.Fields(p.Text(wml.Current)), ""); text != "" {
			texts = append(texts, text)
		}
	}
	return texts
}

// ZeroWidthJoiner stands where LibreOffice keeps a paragraph that has been emptied.
const ZeroWidthJoiner = "\u200d"
