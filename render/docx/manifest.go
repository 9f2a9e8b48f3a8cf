package docx

import "hash/crc32"

// manifestStoreID is the store id of the manifest's custom XML part.
const manifestStoreID = "{7C2A3B52-6D3E-4E0B-9B57-1A5C5F0E6D21}"

// manifest writes what the file says about its own export. The part is related to the main part, where
// Word and LibreOffice search for custom XML and keep it.
func (r *renderer) manifest() error {
	for _, f := range r.media.files {
		r.record.PictureFile(crc32.ChecksumIEEE(f.data))
	}
	return r.customXML(2, manifestStoreID, r.record.XML())
}
