// Package c calls those functions of the library that the binding uses. Handles are keys and no addresses, so they are
// numbers for Go. A call returns its result, a status and, for a status other than OK, the text of an error object.
package c

/*
#cgo LDFLAGS: -lswiftpager
#include <stdlib.h>
#include <string.h>
#include <swiftpager.h>

// Copies the error of a call that has no place for it, on the thread of the call.
static swiftpager_status told(swiftpager_status status, char **error_json)
{
    const char *text = status == SWIFTPAGER_OK ? NULL : swiftpager_last_error();
    *error_json = text == NULL ? NULL : swiftpager_alloc(strlen(text) + 1);
    if (*error_json != NULL)
        strcpy(*error_json, text);
    return status;
}

static swiftpager_status client_create(const char *endpoint, const char *config_json, uintptr_t *out, char **error_json)
{
    return swiftpager_client_create(endpoint, config_json, NULL, (swiftpager_client **)out, error_json);
}

static swiftpager_status client_execute(uintptr_t client, const char *request_json, uintptr_t *out, char **error_json)
{
    return swiftpager_client_execute((swiftpager_client *)client, request_json, NULL, NULL, NULL,
                                     (swiftpager_operation **)out, error_json);
}

static swiftpager_status cache_write(uintptr_t client, const char *key, const char *fields_json, char **error_json)
{
    return swiftpager_client_cache_write((swiftpager_client *)client, key, fields_json, error_json);
}

static swiftpager_status cache_read(uintptr_t client, const char *key, char **out_json, char **error_json)
{
    return swiftpager_client_cache_read((swiftpager_client *)client, key, out_json, error_json);
}

static swiftpager_status cache_evict(uintptr_t client, const char *key, char **error_json)
{
    return swiftpager_client_cache_evict((swiftpager_client *)client, key, error_json);
}

static swiftpager_status cache_clear(uintptr_t client, char **error_json)
{
    return swiftpager_client_cache_clear((swiftpager_client *)client, error_json);
}

static swiftpager_status client_close(uintptr_t client, char **error_json)
{
    return told(swiftpager_client_close((swiftpager_client *)client, 0), error_json);
}

static void client_release(uintptr_t client) { swiftpager_client_release((swiftpager_client *)client); }

static swiftpager_status pager_create(uintptr_t client, const char *query, const char *config_json, uintptr_t *out,
                                      char **error_json)
{
    return swiftpager_pager_create((swiftpager_client *)client, query, config_json, NULL, (swiftpager_pager **)out,
                                   error_json);
}

static swiftpager_status pager_fetch(uintptr_t pager, const char *options_json, uintptr_t *out, char **error_json)
{
    return swiftpager_pager_fetch((swiftpager_pager *)pager, options_json, NULL, NULL, NULL,
                                  (swiftpager_operation **)out, error_json);
}

static swiftpager_status pager_load_next(uintptr_t pager, const char *options_json, uintptr_t *out, char **error_json)
{
    return swiftpager_pager_load_next((swiftpager_pager *)pager, options_json, NULL, NULL, NULL,
                                      (swiftpager_operation **)out, error_json);
}

static swiftpager_status pager_load_previous(uintptr_t pager, const char *options_json, uintptr_t *out,
                                             char **error_json)
{
    return swiftpager_pager_load_previous((swiftpager_pager *)pager, options_json, NULL, NULL, NULL,
                                          (swiftpager_operation **)out, error_json);
}

static swiftpager_status pager_walk(uintptr_t pager, const char *options_json, uintptr_t *out, char **error_json)
{
    return swiftpager_pager_walk((swiftpager_pager *)pager, options_json, (swiftpager_operation **)out, error_json);
}

static swiftpager_status pager_reset(uintptr_t pager, char **error_json)
{
    return told(swiftpager_pager_reset((swiftpager_pager *)pager), error_json);
}

static swiftpager_status pager_can_load(uintptr_t pager, swiftpager_kind direction, bool *out, char **error_json)
{
    return told(swiftpager_pager_can_load((swiftpager_pager *)pager, direction, out), error_json);
}

static swiftpager_status pager_current(uintptr_t pager, uintptr_t *out, char **error_json)
{
    return told(swiftpager_pager_current((swiftpager_pager *)pager, (swiftpager_update **)out), error_json);
}

static swiftpager_status pager_state(uintptr_t pager, char **out_json, char **error_json)
{
    return told(swiftpager_pager_state((swiftpager_pager *)pager, out_json), error_json);
}

static swiftpager_status pager_resume_token(uintptr_t pager, char **out_json, char **error_json)
{
    return told(swiftpager_pager_resume_token((swiftpager_pager *)pager, out_json), error_json);
}

static swiftpager_status pager_checkpoint(uintptr_t pager, char **out_json, char **error_json)
{
    return told(swiftpager_pager_checkpoint((swiftpager_pager *)pager, out_json), error_json);
}

static swiftpager_status pager_close(uintptr_t pager, char **error_json)
{
    return told(swiftpager_pager_close((swiftpager_pager *)pager), error_json);
}

static void pager_release(uintptr_t pager) { swiftpager_pager_release((swiftpager_pager *)pager); }

static swiftpager_status pager_subscribe(uintptr_t pager, uintptr_t *out, char **error_json)
{
    return told(swiftpager_pager_subscribe((swiftpager_pager *)pager, NULL, NULL, NULL,
                                           (swiftpager_subscription **)out), error_json);
}

static swiftpager_status subscription_next(uintptr_t subscription, uintptr_t *out, char **error_json)
{
    return told(swiftpager_subscription_next((swiftpager_subscription *)subscription, 0, (swiftpager_update **)out),
                error_json);
}

static swiftpager_status subscription_fd(uintptr_t subscription, int *out, char **error_json)
{
    return told(swiftpager_subscription_fd((swiftpager_subscription *)subscription, out), error_json);
}

static void subscription_close(uintptr_t subscription)
{
    swiftpager_subscription_close((swiftpager_subscription *)subscription);
    swiftpager_subscription_release((swiftpager_subscription *)subscription);
}

static swiftpager_status operation_wait(uintptr_t operation, int32_t timeout_ms, char **error_json)
{
    return swiftpager_operation_wait((swiftpager_operation *)operation, timeout_ms, error_json);
}

static swiftpager_status operation_next(uintptr_t operation, int32_t timeout_ms, uintptr_t *out, char **error_json)
{
    return swiftpager_operation_next((swiftpager_operation *)operation, timeout_ms, (swiftpager_update **)out,
                                     error_json);
}

static swiftpager_status operation_fd(uintptr_t operation, int *out, char **error_json)
{
    return told(swiftpager_operation_fd((swiftpager_operation *)operation, out), error_json);
}

static const char *operation_response(uintptr_t operation, size_t *length)
{
    return swiftpager_operation_response((swiftpager_operation *)operation, length);
}

static void operation_close(uintptr_t operation) { swiftpager_operation_close((swiftpager_operation *)operation); }
static void operation_release(uintptr_t operation) { swiftpager_operation_release((swiftpager_operation *)operation); }

static swiftpager_status update_status(uintptr_t update)
{
    return swiftpager_update_status((swiftpager_update *)update);
}

static const char *update_error(uintptr_t update) { return swiftpager_update_error((swiftpager_update *)update); }

static swiftpager_source update_source(uintptr_t update, bool *out_is_change)
{
    return swiftpager_update_source((swiftpager_update *)update, out_is_change);
}

static size_t update_page_count(uintptr_t update) { return swiftpager_update_page_count((swiftpager_update *)update); }

static uintptr_t update_page(uintptr_t update)
{
    return (uintptr_t)swiftpager_update_page((swiftpager_update *)update, NULL);
}

static uintptr_t update_page_at(uintptr_t update, size_t index)
{
    return (uintptr_t)swiftpager_update_page_at((swiftpager_update *)update, index);
}

static void update_finish(uintptr_t update) { swiftpager_update_finish((swiftpager_update *)update); }
static void update_release(uintptr_t update) { swiftpager_update_release((swiftpager_update *)update); }
static size_t page_item_count(uintptr_t page) { return swiftpager_page_item_count((swiftpager_page *)page); }
static swiftpager_kind page_kind(uintptr_t page) { return swiftpager_page_kind((swiftpager_page *)page); }

static const char *page_response(uintptr_t page, size_t *length)
{
    return swiftpager_page_response((swiftpager_page *)page, length);
}

static const char *page_errors(uintptr_t page, size_t *length)
{
    return swiftpager_page_errors((swiftpager_page *)page, length);
}

static const char *page_info(uintptr_t page, size_t *length)
{
    return swiftpager_page_info((swiftpager_page *)page, length);
}

static const char *page_extensions(uintptr_t page, size_t *length)
{
    return swiftpager_page_extensions((swiftpager_page *)page, length);
}

static const uint64_t *page_spans(uintptr_t page, size_t *count)
{
    return swiftpager_page_spans((swiftpager_page *)page, true, count);
}
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
