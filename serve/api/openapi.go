package api

import (
	_ "embed"
	"encoding/json"
	"net/http"
	"strings"
)

// description is the OpenAPI document, but for the version.
//
//go:embed openapi.json
var description string

func (s *Server) openAPI(w http.ResponseWriter, _ *http.Request) error {
	w.Header().Set("Content-Type", "application/json")
	version, err := json.Marshal(s.options.Version)
	if err != nil {
		return err
	}
	_, err = strings.NewReplacer(`"{version}"`, string(version)).WriteString(w, description)
	return ignoreGone(err)
}
