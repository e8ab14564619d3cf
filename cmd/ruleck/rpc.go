package main

import (
	"encoding/json"
	"fmt"

	"ruleck/dsl/diag"
	"ruleck/interpreter"
)

// JSON-RPC 2.0: what a line must look like, and what goes back.

const (
	rpcParse    = -32700 // the line is not JSON
	rpcRequest  = -32600 // it is JSON, but not a request
	rpcParams   = -32602 // an unknown method, name or key, a wrong type, or what this client may not do
	rpcInternal = -32603 // a rule failed while running, or ruleck did
)

// request is one well-formed line.
type request struct {
	id     json.RawMessage // nil for a notification
	method string
	params map[string]any
	as     string // the player it is limited to; "" for the host
}

// reply is one line of output. Exactly one of Result and Error is set.
type reply struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  any             `json:"result,omitempty"`
	Error   *rpcError       `json:"error,omitempty"`
}

// nothing is the result of a request that has none.
var nothing = json.RawMessage("null")

type rpcError struct {
	Code    int     `json:"code"`
	Message string  `json:"message"`
	Data    rpcData `json:"data"`
}

type rpcData struct {
	Code   diag.Code `json:"code"`
	File   string    `json:"file"`
	Line   int       `json:"line"`
	Column int       `json:"column"`
}

func (e *rpcError) Error() string { return e.Message }

// bad is an error about the request itself.
func bad(format string, args ...any) *rpcError {
	return &rpcError{Code: rpcParams, Message: fmt.Sprintf(format, args...), Data: rpcData{Code: interpreter.CodeBadRequest}}
}

// notAllowed is a request that makes sense, but not from this client.
func notAllowed(format string, args ...any) *rpcError {
	e := bad(format, args...)
	e.Data.Code = codeNotYours
	return e
}

// asRPC spells any error as JSON-RPC does.
func asRPC(err error) *rpcError {
	switch err := err.(type) {
	case *rpcError:
		return err
	case *failure:
		return diagnosticRPC(rpcInternal, err.list[0])
	case *interpreter.Error:
		code := rpcInternal
		if err.Bad {
			code = rpcParams
		}
		return diagnosticRPC(code, err.Diagnostic)
	}
	return &rpcError{Code: rpcInternal, Message: err.Error(), Data: rpcData{Code: codeInternal}}
}

func diagnosticRPC(code int, d diag.Diagnostic) *rpcError {
	file, line, column := d.Span.Position()
	message := d.Message
	if d.Hint != "" {
		message += "; " + d.Hint
	}
	return &rpcError{code, message, rpcData{d.Code, file, line, column}}
}

// readRequest makes a request of a line. The id is known even where the rest is
// refused, so that the refusal can be matched to the request.
func readRequest(line []byte) (request, *rpcError) {
	var r request
	tree, err := parseJSON(line)
	if err != nil {
		return request{id: nothing}, notJSON(err)
	}
	obj, ok := tree.(object)
	if !ok {
		r.id = nothing
		if _, batch := tree.([]any); batch {
			return r, malformed("batches are not supported: send one request a line")
		}
		return r, malformed("a request is an object, this is %s", kindOf(tree))
	}
	if r.id, err = requestID(obj); err != nil {
		r.id = nothing
		return r, malformed("%s", err)
	}
	if e := r.envelope(obj); e != nil {
		if e.Code == rpcRequest && r.id == nil {
			r.id = nothing // not even a notification, so it is answered
		}
		return r, e
	}
	return r, nil
}

// notJSON is a line that cannot be read at all.
func notJSON(err error) *rpcError {
	return &rpcError{rpcParse, err.Error(), rpcData{Code: codeJSON}}
}

// malformed is JSON that is no request.
func malformed(format string, args ...any) *rpcError {
	return &rpcError{rpcRequest, fmt.Sprintf(format, args...), rpcData{Code: codeJSON}}
}

func requestID(obj object) (json.RawMessage, error) {
	id, ok := obj.get("id")
	if !ok {
		return nil, nil
	}
	switch id := id.(type) {
	case nil:
		return nothing, nil
	case string:
		return json.Marshal(id)
	case json.Number:
		if _, err := whole(id, "id"); err != nil {
			return nil, err
		}
		return json.RawMessage(id), nil
	}
	return nil, fmt.Errorf("id must be a string, a whole number or null, not %s", kindOf(id))
}

// envelope reads everything but the id.
func (r *request) envelope(obj object) *rpcError {
	if key := obj.repeated(); key != "" {
		return malformed("the key %q is given twice", key)
	}
	version, _ := obj.get("jsonrpc")
	if version != "2.0" {
		return malformed(`"jsonrpc" must be "2.0"`)
	}
	method, ok := obj.get("method")
	if r.method, _ = method.(string); r.method == "" {
		if !ok {
			return malformed(`there is no "method"`)
		}
		return malformed(`"method" must be the name of a method`)
	}
	for _, m := range obj {
		switch m.key {
		case "jsonrpc", "id", "method":
		case "as":
			if e := r.limitTo(m.value); e != nil {
				return e
			}
		case "params":
			if e := r.readParams(m.value); e != nil {
				return e
			}
		default:
			return malformed("a request has no key %q", m.key)
		}
	}
	return nil
}

func (r *request) readParams(v any) *rpcError {
	obj, ok := v.(object)
	if !ok {
		return bad("params must be an object with names, not %s", kindOf(v))
	}
	params, err := plainObject(obj, "params")
	if err != nil {
		return bad("%s", err)
	}
	if as, ok := params["as"]; ok { // "as" may stand beside the method or among its params
		delete(params, "as")
		if e := r.limitTo(as); e != nil {
			return e
		}
	}
	r.params = params
	return nil
}

func (r *request) limitTo(v any) *rpcError {
	name, ok := v.(string)
	if !ok || name == "" {
		return bad(`"as" must be the name of a player, not %s`, kindOf(v))
	}
	if r.as != "" && r.as != name {
		return bad(`"as" is given twice, as %s and as %s`, r.as, name)
	}
	r.as = name
	return nil
}
