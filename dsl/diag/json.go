package diag

import (
	"bytes"
	"encoding/json"
)

// The JSON shape is a contract with editors and checkers: keys are added, never
// renamed, and every key is always there.

type jsonDiagnostic struct {
	Code     Code       `json:"code"`
	Severity string     `json:"severity"`
	File     string     `json:"file"`
	Line     int        `json:"line"`
	Column   int        `json:"column"`
	Message  string     `json:"message"`
	Hint     string     `json:"hint"`
	Related  []jsonNote `json:"related"`
}

type jsonNote struct {
	File    string `json:"file"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Message string `json:"message"`
}

// MarshalJSON writes one diagnostic.
func (d Diagnostic) MarshalJSON() ([]byte, error) {
	out := jsonDiagnostic{
		Code: d.Code, Severity: d.Severity.String(),
		Message: d.Message, Hint: d.Hint, Related: []jsonNote{},
	}
	out.File, out.Line, out.Column = d.Span.Position()
	for _, n := range d.Related {
		j := jsonNote{Message: n.Message}
		j.File, j.Line, j.Column = n.Span.Position()
		out.Related = append(out.Related, j)
	}
	return marshal(out)
}

// MarshalJSON writes an array, also for an empty list.
func (l List) MarshalJSON() ([]byte, error) {
	if l == nil {
		return []byte("[]"), nil
	}
	return marshal([]Diagnostic(l))
}

// marshal leaves < and > readable: rules are full of them.
func marshal(v any) ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return bytes.TrimRight(buf.Bytes(), "\n"), err
}
