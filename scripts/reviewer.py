#!/usr/bin/python3
"""Edit a Word file in LibreOffice the way a reviewer would, and save it as Word again.

    scripts/reviewer.py IN.docx OUT.docx EDITS.json

EDITS.json is {"reviewer": "Name", "date": "2026-10-20T09:00:00", "edits": [...]}. Every edit is an
object with one of these keys, which names what is done and where:

    "replace": "old words", "with": "new words"     type over some words
    "after": "some words", "type": "more"           type behind some words
    "paragraph_after": "words in it", "type": "…"   a new paragraph behind that one
    "delete_paragraph": "words in it"
    "cell": "text of a cell", "with": "new text"    table: a cell found by its text
    "cell": ["row text", "column text"], "with": …  table: a cell found by row and column heads
    "comment": "words", "text": "…"                 a comment on some words
    "reply": "words of a comment", "text": "…"
    "resolve": "words of a comment"
    "note": "words in a footnote", "with": "…"      change some words of a footnote or endnote
    "field": "words of its line", "with": "…"       fill a form field; true or false for a check box

"tracked": true makes an edit of text a tracked change. Words must occur once; "nth": 2 takes the
second place, "in": "words" only places in a paragraph that holds these words.

The script stops with exit code 1 at the first edit that cannot be made. LibreOffice runs with a
profile of its own in a temporary folder and is stopped at the end.
"""

import datetime
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.util import DateTime

WORD = "MS Word 2007 XML"


class Impossible(Exception):
    """The document does not hold what an edit is about."""


def option(name, value):
    pair = PropertyValue()
    pair.Name, pair.Value = name, value
    return pair


class Office:
    """A LibreOffice of our own, used as a context manager."""

    def __enter__(self):
        self.home = tempfile.mkdtemp(prefix="nomadocx-reviewer-")
        pipe = "nomadocx%d" % os.getpid()
        program = shutil.which("soffice") or shutil.which("libreoffice")
        if program is None:
            raise SystemExit("reviewer: LibreOffice is not installed (package libreoffice-writer)")
        self.process = subprocess.Popen(
            [program, "--headless", "--norestore", "--nologo", "--nodefault", "--nofirststartwizard",
             "-env:UserInstallation=" + uno.systemPathToFileUrl(os.path.join(self.home, "profile")),
             "--accept=pipe,name=%s;urp;" % pipe],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True)
        here = uno.getComponentContext()
        connect = here.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", here)
        give_up = time.monotonic() + 60
        while True:
            try:
                self.context = connect.resolve("uno:pipe,name=%s;urp;StarOffice.ComponentContext" % pipe)
                break
            except Exception:
                if time.monotonic() > give_up:
                    self.__exit__()
                    raise SystemExit("reviewer: LibreOffice does not answer")
                time.sleep(0.1)
        self.services = self.context.ServiceManager
        return self

    def make(self, service):
        return self.services.createInstanceWithContext(service, self.context)

    def sign_as(self, name):
        """Tracked changes carry the name of the office's user."""
        settings = self.make("com.sun.star.configuration.ConfigurationProvider")
        user = settings.createInstanceWithArguments(
            "com.sun.star.configuration.ConfigurationUpdateAccess",
            (option("nodepath", "/org.openoffice.UserProfile/Data"),))
        first, _, last = name.partition(" ")
        user.setPropertyValue("givenname", first)
        user.setPropertyValue("sn", last)
        user.commitChanges()

    def __exit__(self, *_):
        # The whole session we started, and nothing else: soffice is a script around the real program.
        try:
            os.killpg(self.process.pid, signal.SIGTERM)
            self.process.wait(10)
        except (ProcessLookupError, subprocess.TimeoutExpired):
            try:
                os.killpg(self.process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        shutil.rmtree(self.home, ignore_errors=True)


def walk(enumerable):
    each = enumerable.createEnumeration()
    while each.hasMoreElements():
        yield each.nextElement()


class Review:
    """The edits on one open document; each method is one kind of edit."""

    def __init__(self, office, model, reviewer, date):
        self.model, self.reviewer, self.date = model, reviewer, date
        self.view = model.CurrentController
        self.dispatcher = office.make("com.sun.star.frame.DispatchHelper")

    def command(self, name):
        self.dispatcher.executeDispatch(self.view.Frame, name, "", 0, ())

    def paragraph(self, place):
        cursor = place.Text.createTextCursorByRange(place.Start)
        cursor.gotoStartOfParagraph(False)
        cursor.gotoEndOfParagraph(True)
        return cursor

    def place(self, words, edit):
        search = self.model.createSearchDescriptor()
        search.SearchString, search.SearchCaseSensitive = words, True
        found = self.model.findAll(search)
        places = [found.getByIndex(i) for i in range(found.Count)]
        # Contents are generated: a person who searches skips them.
        places = [p for p in places if "Toc" not in self.paragraph(p).ParaStyleName]
        if "in" in edit:
            places = [p for p in places if edit["in"] in self.paragraph(p).String]
        nth = edit.get("nth", 1)
        if len(places) < nth or ("nth" not in edit and len(places) > 1):
            raise Impossible("%r occurs %d times" % (words, len(places)))
        return places[nth - 1]

    def retype(self, place, old, new):
        """Change only what differs, as a person does; the rest keeps its bookmarks and formats."""
        front = len(os.path.commonprefix([old, new]))
        back = len(os.path.commonprefix([old[front:][::-1], new[front:][::-1]]))
        cursor = place.Text.createTextCursorByRange(place.Start)
        cursor.goRight(front, False)
        cursor.goRight(len(old) - front - back, True)
        cursor.setString(new[front:len(new) - back])

    def replace(self, edit):
        self.retype(self.place(edit["replace"], edit), edit["replace"], edit["with"])

    def after(self, edit):
        place = self.place(edit["after"], edit)
        place.Text.insertString(place.End, edit["type"], False)

    def paragraph_after(self, edit):
        at = self.paragraph(self.place(edit["paragraph_after"], edit)).End
        cursor = self.view.ViewCursor
        cursor.gotoRange(at, False)
        self.command(".uno:InsertPara")
        cursor.Text.insertString(cursor.Start, edit["type"], False)

    def delete_paragraph(self, edit):
        whole = self.paragraph(self.place(edit["delete_paragraph"], edit))
        whole.goRight(1, True)
        self.view.select(whole)
        self.command(".uno:Delete")

    def cell(self, edit):
        wanted, tables = edit["cell"], self.model.TextTables
        hits = []
        for table in (tables.getByIndex(i) for i in range(tables.Count)):
            rows = table.getDataArray()
            for r, row in enumerate(rows):
                for c, text in enumerate(row):
                    text = str(text).strip()
                    if isinstance(wanted, str) and text == wanted:
                        hits.append((table, c, r))
                    if isinstance(wanted, list) and str(row[0]).strip() == wanted[0] \
                            and str(rows[0][c]).strip() == wanted[1]:
                        hits.append((table, c, r))
        if len(hits) != 1:
            raise Impossible("%d cells fit %r" % (len(hits), wanted))
        table, column, row = hits[0]
        cell = table.getCellByPosition(column, row)
        cursor = cell.createTextCursor()
        cursor.gotoStart(False)
        cursor.gotoEnd(True)
        cursor.setString(edit["with"])

    def annotation(self, text):
        note = self.model.createInstance("com.sun.star.text.textfield.Annotation")
        note.Author, note.Content = self.reviewer, text
        note.Initials = "".join(w[0] for w in self.reviewer.split())
        when = datetime.datetime.fromisoformat(self.date)
        stamp = DateTime()
        stamp.Year, stamp.Month, stamp.Day = when.year, when.month, when.day
        stamp.Hours, stamp.Minutes, stamp.Seconds = when.hour, when.minute, when.second
        note.DateTimeValue = stamp
        return note

    def attach(self, place, note):
        words = place.Text.createTextCursorByRange(place.Start)
        words.gotoRange(place.End, True)
        place.Text.insertTextContent(words, note, True)

    def comment(self, edit):
        self.attach(self.place(edit["comment"], edit), self.annotation(edit["text"]))

    def existing(self, words):
        fits = [f for f in walk(self.model.TextFields)
                if f.supportsService("com.sun.star.text.textfield.Annotation") and words in f.Content]
        if len(fits) != 1:
            raise Impossible("%d comments hold %r" % (len(fits), words))
        return fits[0]

    def reply(self, edit):
        parent = self.existing(edit["reply"])
        note = self.annotation(edit["text"])
        if hasattr(parent, "ParentName"):  # older offices only know the place
            note.ParentName = parent.Name
        self.attach(parent.Anchor, note)

    def resolve(self, edit):
        self.existing(edit["resolve"]).Resolved = True

    def note(self, edit):
        for notes in (self.model.Footnotes, self.model.Endnotes):
            for note in (notes.getByIndex(i) for i in range(notes.Count)):
                at = note.String.find(edit["note"])
                if at < 0:
                    continue
                cursor = note.createTextCursor()
                cursor.gotoStart(False)
                cursor.goRight(at, False)
                cursor.goRight(len(edit["note"]), True)
                cursor.setString(edit["with"])
                return
        raise Impossible("no note holds %r" % edit["note"])

    def field(self, edit):
        """A form field is found by the words of the line it stands in. Writer knows fields of plain
        text as input fields and all others as content controls."""
        line = self.paragraph(self.place(edit["field"], edit))
        found = [p for p in walk(next(walk(line))) if p.TextPortionType in ("ContentControl", "TextField")]
        if len(found) != 1:
            raise Impossible("%d form fields stand beside %r" % (len(found), edit["field"]))
        value = edit["with"]
        if found[0].TextPortionType == "TextField":
            found[0].TextField.Content = value
            self.model.TextFields.refresh()
            return
        control = found[0].ContentControl
        if isinstance(value, bool):
            control.Checked = value
            value = "\u2612" if value else "\u2610"
        # Writer removes a field whose text becomes empty, so the new text comes before the old one goes.
        old = control.getAnchor().String
        control.insertString(control.getStart(), value, False)
        rest = control.getAnchor().Text.createTextCursorByRange(control.getAnchor().End)
        for _ in range(len(old) + 2):  # the field's own end mark may count as a character
            if rest.String == old:
                break
            rest.goLeft(1, True)
        else:
            raise Impossible("the old text %r of the form field cannot be selected" % old)
        rest.setString("")
        if control.getAnchor().String != value:
            raise Impossible("the form field shows %r" % control.getAnchor().String)


KINDS = ["replace", "after", "paragraph_after", "delete_paragraph", "cell", "comment", "reply", "resolve", "note", "field"]


def main():
    if len(sys.argv) != 4:
        raise SystemExit(__doc__.split("\n\n")[1].strip())
    source, target, script = sys.argv[1:]
    with open(script, encoding="utf-8") as f:
        plan = json.load(f)
    with Office() as office:
        office.sign_as(plan["reviewer"])
        desktop = office.make("com.sun.star.frame.Desktop")
        # A copy in our own folder: the office leaves lock files beside what it opens.
        copy = shutil.copy(source, os.path.join(office.home, "document.docx"))
        model = desktop.loadComponentFromURL(uno.systemPathToFileUrl(copy), "_blank", 0,
                                             (option("Hidden", True), option("FilterName", WORD)))
        if model is None:
            raise SystemExit("reviewer: LibreOffice cannot open %s" % source)
        review = Review(office, model, plan["reviewer"], plan["date"])
        for number, edit in enumerate(plan["edits"], 1):
            kind = next((k for k in KINDS if k in edit), None)
            if kind is None:
                raise SystemExit("reviewer: edit %d says nothing that can be done: %s" % (number, edit))
            model.RecordChanges = bool(edit.get("tracked"))
            try:
                getattr(review, kind)(edit)
            except Impossible as why:
                raise SystemExit("reviewer: edit %d (%s) cannot be made: %s" % (number, kind, why))
            model.RecordChanges = False
        model.storeToURL(uno.systemPathToFileUrl(os.path.abspath(target)), (option("FilterName", WORD),))
        model.close(True)
    print("%d edits made, %s written" % (len(plan["edits"]), target))


main()
