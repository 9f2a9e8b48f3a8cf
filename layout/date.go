package layout

import (
	"strconv"
	"strings"
	"time"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/noma"
)

// dateForm says how a language writes a day: {d} is the day of the month, {m} the name of the month or its number, {y} the year.
// first is how the first day of a month is written, if otherwise.
type dateForm struct{ form, first, months string }

var dateForms = map[string]dateForm{
	"en":    {form: "{d} {m} {y}", months: "January February March April May June July August September October November December"},
	"en-us": {form: "{m} {d}, {y}", months: "January February March April May June July August September October November December"},
	"de":    {form: "{d}. {m} {y}", months: "Januar Februar März April Mai Juni Juli August September Oktober November Dezember"},
	"fr":    {form: "{d} {m} {y}", first: "1er", months: "janvier février mars avril mai juin juillet août septembre octobre novembre décembre"},
	"it":    {form: "{d} {m} {y}", first: "1º", months: "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre"},
	"es":    {form: "{d} de {m} de {y}", months: "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"},
	"pt":    {form: "{d} de {m} de {y}", months: "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro"},
	"nl":    {form: "{d} {m} {y}", months: "januari februari maart april mei juni juli augustus september oktober november december"},
	"da":    {form: "{d}. {m} {y}", months: "januar februar marts april maj juni juli august september oktober november december"},
	"nb":    {form: "{d}. {m} {y}", months: "januar februar mars april mai juni juli august september oktober november desember"},
	"sv":    {form: "{d} {m} {y}", months: "januari februari mars april maj juni juli augusti september oktober november december"},
	"fi": {form: "{d}. {m} {y}", months: "tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta lokakuuta " +
		"marraskuuta joulukuuta"},
	"pl": {form: "{d} {m} {y}", months: "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia"},
	"cs": {form: "{d}. {m} {y}", months: "ledna února března dubna května června července srpna září října listopadu prosince"},
	"ja": {form: "{y}年{m}月{d}日"},
	"zh": {form: "{y}年{m}月{d}日"},
	"ko": {form: "{y}년 {m}월 {d}일"},
}

// DayShown returns the date of a document as its readers are shown it: a day that is written as 2026-11-27 in words of the language of the
// document, of English when it names none. Other words, and days in languages that are not known here, stay as they are.
func DayShown(d *noma.Document) string { return DayInWords(d, dayOf(says(d, "date"))) }

// DayInWords is [DayShown] for any day in a document.
func DayInWords(d *noma.Document, date string) string {
	t, err := time.Parse(time.DateOnly, date)
	f, ok := dateFormOf(d)
	if err != nil || d.Audience.Older || !ok {
		return date
	}
	day, month := strconv.Itoa(t.Day()), strconv.Itoa(int(t.Month()))
	if t.Day() == 1 && f.first != "" {
		day = f.first
	}
	if names := strings.Fields(f.months); len(names) == 12 {
		month = names[t.Month()-1]
	}
	return strings.NewReplacer("{d}", day, "{m}", month, "{y}", strconv.Itoa(t.Year())).Replace(f.form)
}

// dateFormOf returns how the language of a document writes a day.
func dateFormOf(d *noma.Document) (dateForm, bool) {
	tag := strings.ToLower(DocumentLanguage(d.Meta))
	f, ok := dateForms[tag]
	if !ok {
		f, ok = dateForms[primaryLanguage(tag)]
	}
	return f, ok
}

// dayField makes the field of a date for readers: it shows the day in words of the language of the document, as Word does when somebody
// chooses another one.
func dayField(doc *noma.Document, c *wml.Control) {
	f, ok := dateFormOf(doc)
	day := DayInWords(doc, c.Text)
	if !ok || day == c.Text {
		return
	}
	month := "MMMM"
	if f.months == "" {
		month = "M"
	}
	picture := strings.NewReplacer("{d}", "d", "{m}", month, "{y}", "yyyy", " de ", " 'de' ").Replace(f.form)
	c.Text, c.DateFormat, c.Language = day, picture, DocumentLanguage(doc.Meta)
}
