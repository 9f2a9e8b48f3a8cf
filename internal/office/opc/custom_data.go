package opc

import "strconv"

// TypeCustomXML is the relationship from a part to custom XML data (ECMA-376 part 1, §22.5), and
// typeCustomProps that from the data to their properties.
const (
	TypeCustomXML   = officeRelationships + "customXml"
	typeCustomProps = officeRelationships + "customXmlProps"
)

// DataPart is a part of custom XML data. Editors rename and renumber these parts; what they hold and
// their store id stay.
type DataPart struct {
	Name    string
	Props   string // the part with its properties, "" when there is none
	StoreID string // ds:itemID, "{GUID}"
}

// DataParts returns the parts that a customXml relationship of any part leads to, in the order of the
// zip directory.
func (p *Package) DataParts() []DataPart {
	linked := map[string]bool{}
	take := func(source string) {
		rels, err := p.Rels(source)
		if err != nil {
			return // parts that others point at are found nonetheless
		}
		for _, r := range rels {
			if !r.External && r.Is(TypeCustomXML) {
				linked[fold(r.Target)] = true
			}
		}
	}
	take("")
	for _, name := range p.Names() {
		if p.Has(relsName(name)) {
			take(name)
		}
	}
	var out []DataPart
	for _, name := range p.Names() {
		if !linked[fold(name)] {
			continue
		}
		d := DataPart{Name: name}
		if props, ok := p.Related(name, typeCustomProps); ok {
			d.Props, d.StoreID = props, p.storeID(props)
		}
		out = append(out, d)
	}
	return out
}

func (p *Package) storeID(part string) string {
	text, err := p.Text(part)
	if err != nil {
		return ""
	}
	x := NewScanner(text, Names{})
	if x.Next() && x.Local() == "datastoreItem" {
		id, _ := x.Value("itemID")
		return id
	}
	return ""
}

// AddData adds custom XML data to the part source, with properties that name the store id and the
// namespaces of the data. The part's name is the next one free.
func (e *Edit) AddData(source, storeID string, schemas []string, data []byte) (name string) {
	b := appendEscaped([]byte(xmlHeader+`<ds:datastoreItem xmlns:ds="http://schemas.openxmlformats.org/officeDocument/2006/customXml" ds:itemID="`), storeID)
	b = append(b, `"><ds:schemaRefs>`...)
	for _, s := range schemas {
		b = append(appendEscaped(append(b, `<ds:schemaRef ds:uri="`...), s), `"/>`...)
	}
	return e.AddDataAs(source, append(b, `</ds:schemaRefs></ds:datastoreItem>`...), data)
}

// AddDataAs does what AddData does with the properties part as it is, nil for none.
func (e *Edit) AddDataAs(source string, props, data []byte) (name string) {
	n := 1
	item := func(stem string) string { return "customXml/" + stem + strconv.Itoa(n) + ".xml" }
	for e.has(item("item")) || e.has(item("itemProps")) || e.has(relsName(item("item"))) {
		n++
	}
	name = item("item")
	e.Set(name, "application/xml", data)
	if props != nil {
		e.Set(item("itemProps"), "application/vnd.openxmlformats-officedocument.customXmlProperties+xml", props)
		e.AddRel(name, typeCustomProps, item("itemProps"))
	}
	e.AddRel(source, TypeCustomXML, name)
	return name
}
