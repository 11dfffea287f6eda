// Package swiftpager walks and watches paginated GraphQL APIs with libswiftpager.so. The library's header,
// swiftpager.h, describes the keys of all configs and options.
package swiftpager

// #cgo LDFLAGS: -lswiftpager
// #include "library.h"
import "C"

import (
	"bytes"
	"encoding/json"
	"runtime"
	"strings"
	"sync/atomic"
	"unsafe"
)

// check makes a call, and an error of its status. The library keeps the error's text for the thread of the call. The
// collector takes nothing that the call uses before the call has ended.
func check(call func() C.int32_t) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	defer runtime.KeepAlive(call)
	return failed(Status(call()), copied(C.swiftpager_last_error()))
}

// got is check for a call with a result.
func got[T any](call func(out *T) C.int32_t) (out T, err error) {
	err = check(func() C.int32_t { return call(&out) })
	return out, err
}

// gotWith is got for a call that takes a text and a value as JSON: each is NULL if there is none.
func gotWith[T any](text string, value any, call func(text, json *C.char, out *T) C.int32_t) (out T, err error) {
	encoded, err := json.Marshal(value)
	if err != nil {
		return out, err
	}
	if strings.IndexByte(text, 0) >= 0 {
		return out, failed(InvalidArgument, json.RawMessage(`{"code": "INVALID_ARGUMENT", "message": "a text has a NUL"}`))
	}
	if string(encoded) == "null" {
		encoded = nil
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

// copied is a text of the library; nil if there is none.
func copied(text *C.char) json.RawMessage { return append(json.RawMessage(nil), C.GoString(text)...) }

// part is a text of the library that does not end with a NUL.
func part(text *C.char, length *C.size_t) json.RawMessage {
	return bytes.Clone(unsafe.Slice((*byte)(unsafe.Pointer(text)), int(*length)))
}

// taken is a text that the library hands out.
func taken(text *C.char, err error) (json.RawMessage, error) {
	defer C.swiftpager_free(unsafe.Pointer(text))
	return copied(text), err
}

// owner has a handle that the collector gives back.
type owner struct{ key atomic.Uintptr }

func (owner *owner) handle() C.handle { return C.handle(owner.key.Load()) }
