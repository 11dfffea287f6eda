// Package c calls those functions of the library that the binding uses. Handles are keys and no addresses, so they are
// numbers for Go. A call returns its result, a status and, for a status other than OK, the text of an error object.
package c

/*
#cgo LDFLAGS: -lswiftpager
#include "library.h"
*/
import "C"

import (
	"bytes"
	"slices"
	"strings"
	"unsafe"
)

type (
	Client       uintptr
	Pager        uintptr
	Subscription uintptr
	Operation    uintptr
	Update       uintptr
	Page         uintptr
)

// texts copies texts for C, where an empty one is NULL, and frees them after the call. A NUL would cut a text off, so
// such a text is refused.
func texts(call func(texts []*C.char) C.swiftpager_status, failure **C.char, given ...string) (int32, string) {
	copies := make([]*C.char, len(given))
	for index, text := range given {
		if strings.IndexByte(text, 0) >= 0 {
			return C.SWIFTPAGER_INVALID_ARGUMENT, `{"code":"INVALID_ARGUMENT","message":"a text has a NUL in it"}`
		}
		if text != "" {
			copies[index] = C.CString(text)
			defer C.free(unsafe.Pointer(copies[index]))
		}
	}
	status := call(copies)
	return int32(status), owned(*failure)
}

// borrowed copies a text that the library lends; nil of NULL.
func borrowed(text *C.char, length C.size_t) []byte {
	return bytes.Clone(unsafe.Slice((*byte)(unsafe.Pointer(text)), int(length)))
}

// owned copies a text that the library gives away, and frees it.
func owned(text *C.char) string {
	defer C.swiftpager_free(unsafe.Pointer(text))
	return C.GoString(text)
}

func StatusName(status int32) string {
	return C.GoString(C.swiftpager_status_name(C.swiftpager_status(status)))
}

func ClientCreate(endpoint, config string) (out Client, status int32, failure string) {
	var made C.uintptr_t
	var object *C.char
	status, failure = texts(func(texts []*C.char) C.swiftpager_status {
		return C.client_create(texts[0], texts[1], &made, &object)
	}, &object, endpoint, config)
	return Client(made), status, failure
}

func ClientExecute(client Client, request string) (out Operation, status int32, failure string) {
	var made C.uintptr_t
	var object *C.char
	status, failure = texts(func(texts []*C.char) C.swiftpager_status {
		return C.client_execute(C.uintptr_t(client), texts[0], &made, &object)
	}, &object, request)
	return Operation(made), status, failure
}

func CacheWrite(client Client, key, fields string) (int32, string) {
	var object *C.char
	return texts(func(texts []*C.char) C.swiftpager_status {
		return C.cache_write(C.uintptr_t(client), texts[0], texts[1], &object)
	}, &object, key, fields)
}

func CacheRead(client Client, key string) (out string, status int32, failure string) {
	var found, object *C.char
	status, failure = texts(func(texts []*C.char) C.swiftpager_status {
		return C.cache_read(C.uintptr_t(client), texts[0], &found, &object)
	}, &object, key)
	return owned(found), status, failure
}

func CacheEvict(client Client, key string) (int32, string) {
	var object *C.char
	return texts(func(texts []*C.char) C.swiftpager_status {
		return C.cache_evict(C.uintptr_t(client), texts[0], &object)
	}, &object, key)
}

func CacheClear(client Client) (int32, string) {
	var object *C.char
	status := C.cache_clear(C.uintptr_t(client), &object)
	return int32(status), owned(object)
}

func ClientClose(client Client) (int32, string) {
	var object *C.char
	status := C.client_close(C.uintptr_t(client), &object)
	return int32(status), owned(object)
}

func ClientRelease(client Client) { C.client_release(C.uintptr_t(client)) }

func PagerCreate(client Client, query, config string) (out Pager, status int32, failure string) {
	var made C.uintptr_t
	var object *C.char
	status, failure = texts(func(texts []*C.char) C.swiftpager_status {
		return C.pager_create(C.uintptr_t(client), texts[0], texts[1], &made, &object)
	}, &object, query, config)
	return Pager(made), status, failure
}

// Loading begins an operation of a pager.
type Loading func(pager Pager, options string) (Operation, int32, string)

// loading is a Loading by a function of the library.
func loading(begin func(pager C.uintptr_t, options *C.char, out *C.uintptr_t, object **C.char) C.swiftpager_status) Loading {
	return func(pager Pager, options string) (Operation, int32, string) {
		var made C.uintptr_t
		var object *C.char
		status, failure := texts(func(texts []*C.char) C.swiftpager_status {
			return begin(C.uintptr_t(pager), texts[0], &made, &object)
		}, &object, options)
		return Operation(made), status, failure
	}
}

var (
	PagerFetch = loading(func(pager C.uintptr_t, options *C.char, out *C.uintptr_t, object **C.char) C.swiftpager_status {
		return C.pager_fetch(pager, options, out, object)
	})
	PagerLoadNext = loading(func(pager C.uintptr_t, options *C.char, out *C.uintptr_t, object **C.char) C.swiftpager_status {
		return C.pager_load_next(pager, options, out, object)
	})
	PagerLoadPrevious = loading(func(pager C.uintptr_t, options *C.char, out *C.uintptr_t, object **C.char) C.swiftpager_status {
		return C.pager_load_previous(pager, options, out, object)
	})
	PagerWalk = loading(func(pager C.uintptr_t, options *C.char, out *C.uintptr_t, object **C.char) C.swiftpager_status {
		return C.pager_walk(pager, options, out, object)
	})
)

func PagerReset(pager Pager) (int32, string) {
	var object *C.char
	status := C.pager_reset(C.uintptr_t(pager), &object)
	return int32(status), owned(object)
}

func PagerCanLoad(pager Pager, kind int32) (bool, int32, string) {
	var out C.bool
	var object *C.char
	status := C.pager_can_load(C.uintptr_t(pager), C.swiftpager_kind(kind), &out, &object)
	return bool(out), int32(status), owned(object)
}

func PagerCurrent(pager Pager) (Update, int32, string) {
	var out C.uintptr_t
	var object *C.char
	status := C.pager_current(C.uintptr_t(pager), &out, &object)
	return Update(out), int32(status), owned(object)
}

func PagerState(pager Pager) (string, int32, string) {
	var out, object *C.char
	status := C.pager_state(C.uintptr_t(pager), &out, &object)
	return owned(out), int32(status), owned(object)
}

func PagerResumeToken(pager Pager) (string, int32, string) {
	var out, object *C.char
	status := C.pager_resume_token(C.uintptr_t(pager), &out, &object)
	return owned(out), int32(status), owned(object)
}

func PagerCheckpoint(pager Pager) (string, int32, string) {
	var out, object *C.char
	status := C.pager_checkpoint(C.uintptr_t(pager), &out, &object)
	return owned(out), int32(status), owned(object)
}

func PagerClose(pager Pager) (int32, string) {
	var object *C.char
	status := C.pager_close(C.uintptr_t(pager), &object)
	return int32(status), owned(object)
}

func PagerRelease(pager Pager) { C.pager_release(C.uintptr_t(pager)) }

func PagerSubscribe(pager Pager) (Subscription, int32, string) {
	var out C.uintptr_t
	var object *C.char
	status := C.pager_subscribe(C.uintptr_t(pager), &out, &object)
	return Subscription(out), int32(status), owned(object)
}

// SubscriptionNext does not wait.
func SubscriptionNext(subscription Subscription) (Update, int32, string) {
	var out C.uintptr_t
	var object *C.char
	status := C.subscription_next(C.uintptr_t(subscription), &out, &object)
	return Update(out), int32(status), owned(object)
}

func SubscriptionFd(subscription Subscription) (int, int32, string) {
	var out C.int
	var object *C.char
	status := C.subscription_fd(C.uintptr_t(subscription), &out, &object)
	return int(out), int32(status), owned(object)
}

// SubscriptionClose also gives the handle back.
func SubscriptionClose(subscription Subscription) { C.subscription_close(C.uintptr_t(subscription)) }

func OperationWait(operation Operation, milliseconds int32) (int32, string) {
	var object *C.char
	status := C.operation_wait(C.uintptr_t(operation), C.int32_t(milliseconds), &object)
	return int32(status), owned(object)
}

func OperationNext(operation Operation, milliseconds int32) (Update, int32, string) {
	var out C.uintptr_t
	var object *C.char
	status := C.operation_next(C.uintptr_t(operation), C.int32_t(milliseconds), &out, &object)
	return Update(out), int32(status), owned(object)
}

func OperationFd(operation Operation) (int, int32, string) {
	var out C.int
	var object *C.char
	status := C.operation_fd(C.uintptr_t(operation), &out, &object)
	return int(out), int32(status), owned(object)
}

func OperationResponse(operation Operation) []byte {
	var length C.size_t
	return borrowed(C.operation_response(C.uintptr_t(operation), &length), length)
}

func OperationClose(operation Operation)   { C.operation_close(C.uintptr_t(operation)) }
func OperationRelease(operation Operation) { C.operation_release(C.uintptr_t(operation)) }

func UpdateStatus(update Update) int32 { return int32(C.update_status(C.uintptr_t(update))) }
func UpdateError(update Update) string { return C.GoString(C.update_error(C.uintptr_t(update))) }

func UpdateSource(update Update) (source int32, isChange bool) {
	var out C.bool
	source = int32(C.update_source(C.uintptr_t(update), &out))
	return source, bool(out)
}

func UpdatePageCount(update Update) int { return int(C.update_page_count(C.uintptr_t(update))) }
func UpdatePage(update Update) Page     { return Page(C.update_page(C.uintptr_t(update))) }
func UpdatePageAt(update Update, index int) Page {
	return Page(C.update_page_at(C.uintptr_t(update), C.size_t(index)))
}
func UpdateFinish(update Update)  { C.update_finish(C.uintptr_t(update)) }
func UpdateRelease(update Update) { C.update_release(C.uintptr_t(update)) }

func PageItemCount(page Page) int { return int(C.page_item_count(C.uintptr_t(page))) }
func PageKind(page Page) int32    { return int32(C.page_kind(C.uintptr_t(page))) }

func PageResponse(page Page) []byte {
	var length C.size_t
	return borrowed(C.page_response(C.uintptr_t(page), &length), length)
}

func PageErrors(page Page) []byte {
	var length C.size_t
	return borrowed(C.page_errors(C.uintptr_t(page), &length), length)
}

func PageInfo(page Page) []byte {
	var length C.size_t
	return borrowed(C.page_info(C.uintptr_t(page), &length), length)
}

func PageExtensions(page Page) []byte {
	var length C.size_t
	return borrowed(C.page_extensions(C.uintptr_t(page), &length), length)
}

// PageSpans has two numbers for each item: the offset of its node in the response, and its length.
func PageSpans(page Page) []uint64 {
	var count C.size_t
	numbers := C.page_spans(C.uintptr_t(page), &count)
	return slices.Clone(unsafe.Slice((*uint64)(unsafe.Pointer(numbers)), 2*int(count)))
}
