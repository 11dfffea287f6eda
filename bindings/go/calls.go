// Package swiftpager walks and watches paginated GraphQL APIs with libswiftpager.so. The library's header,
// swiftpager.h, describes the keys of all configs and options.
package swiftpager

// #cgo CFLAGS: -I${SRCDIR}/../../include
// #cgo LDFLAGS: -lswiftpager
// #include "library.h"
import "C"

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"runtime"
	"strings"
	"unsafe"
)

// Object is a config or the options of a call, by the names of the keys. It may be nil.
type Object = map[string]any

// with are these values, or those of the options where they have the key.
func with(values, options Object) Object {
	maps.Copy(values, options)
	return values
}

// Error is how a call failed. errors.Is finds its status, and what ended the context of a call that was cancelled:
//
//	errors.Is(err, swiftpager.Cancelled), errors.Is(err, context.DeadlineExceeded)
type Error struct {
	Status  Status
	Message string
	Path    string          // a JSON Pointer into the config or the page that is at fault, or empty
	JSON    json.RawMessage // the whole error object; swiftpager.h lists its keys

	cause error
}

func (err *Error) Error() string {
	text := "swiftpager: " + err.Status.Error() + ": " + err.Message
	if err.Path != "" {
		text += " (" + err.Path + ")"
	}
	return text
}

// Unwrap gives the status, and the cause of the context.
func (err *Error) Unwrap() []error { return []error{err.Status, err.cause} }

// Error is the name of the status, like "GRAPHQL": errors compare with a status.
func (status Status) Error() string { return C.GoString(C.swiftpager_status_name(C.int32_t(status))) }

// failed makes an error of a status and an error object; nil for OK.
func failed(status Status, object string) error {
	if status == OK {
		return nil
	}
	var known struct{ Message, Path string }
	if json.Unmarshal([]byte(object), &known) != nil {
		known.Message = "the library says no more"
	}
	return &Error{status, known.Message, known.Path, json.RawMessage(object), nil}
}

// ended is the error of a call that a context may have ended.
func ended(ctx context.Context, err error) error {
	if failure, ok := err.(*Error); ok && ctx.Err() != nil {
		switch failure.Status {
		case Cancelled, Closed, InvalidHandle:
			failure.Status, failure.Message, failure.cause = Cancelled, "the context ended the call", context.Cause(ctx)
		}
	}
	return err
}

// check makes a call, and an error of its status. The library keeps the error's text for the thread of the call. The
// collector takes nothing that the call uses before the call has ended.
func check(call func() C.int32_t) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	defer runtime.KeepAlive(call)
	return failed(Status(call()), C.GoString(C.swiftpager_last_error()))
}

// got is check for a call with a result.
func got[T any](call func(out *T) C.int32_t) (out T, err error) {
	err = check(func() C.int32_t { return call(&out) })
	return out, err
}

// gotWith is got for a call that takes a text and a value as JSON; an empty text is NULL.
func gotWith[T any](text string, value any, call func(text, json *C.char, out *T) C.int32_t) (out T, err error) {
	encoded, err := json.Marshal(value)
	if err != nil {
		return out, err
	}
	if strings.Contains(text, "\x00") {
		return out, failed(InvalidArgument, `{"code": "INVALID_ARGUMENT", "message": "a text has a NUL in it"}`)
	}
	return got(func(out *T) C.int32_t { return call(lent([]byte(text)), lent(encoded), out) })
}

// lent is a text for the length of a call.
func lent(text []byte) *C.char {
	if len(text) == 0 {
		return nil
	}
	return (*C.char)(unsafe.Pointer(&append(text, 0)[0]))
}

// part is a text of the library that does not end with a NUL.
func part(text *C.char, length *C.size_t) json.RawMessage {
	return bytes.Clone(unsafe.Slice((*byte)(unsafe.Pointer(text)), *length))
}

// taken is a text that the library hands out; nil for NULL.
func taken(text *C.char, err error) (json.RawMessage, error) {
	defer C.swiftpager_free(unsafe.Pointer(text))
	return append(json.RawMessage(nil), C.GoString(text)...), err
}
