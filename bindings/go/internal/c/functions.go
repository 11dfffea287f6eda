// Written by scripts/bindings from include/swiftpager.abi.json: run `make headers`.

// Package c calls the library.
package c

/*
#cgo LDFLAGS: -lswiftpager
#include <stdlib.h>
#include <string.h>
#include <swiftpager.h>

// Hands out a copy of the thread's error object.
static swiftpager_status told(swiftpager_status status, char **error_json)
{
    const char *text = status == SWIFTPAGER_OK ? NULL : swiftpager_last_error();
    *error_json = text == NULL ? NULL : swiftpager_alloc(strlen(text) + 1);
    if (*error_json != NULL)
        strcpy(*error_json, text);
    return status;
}

static const char *version(void)
{
    return swiftpager_version();
}

static uint32_t abi_version(void)
{
    return swiftpager_abi_version();
}

static const char *status_name(swiftpager_status status)
{
    return swiftpager_status_name(status);
}

static swiftpager_status client_create(const char *config_json, uintptr_t *out, char **error_json)
{
    swiftpager_client *made = NULL;
    swiftpager_status status = swiftpager_client_create(config_json, NULL, &made, error_json);
    *out = (uintptr_t)made;
    return status;
}

static swiftpager_status client_create_with_endpoint(const char *endpoint, const char *config_json, uintptr_t *out, char
    **error_json)
{
    swiftpager_client *made = NULL;
    swiftpager_status status = swiftpager_client_create_with_endpoint(endpoint, config_json, NULL, &made, error_json);
    *out = (uintptr_t)made;
    return status;
}

static swiftpager_status client_execute(uintptr_t client, const char *request_json, uintptr_t *out, char **error_json)
{
    swiftpager_operation *made = NULL;
    swiftpager_status status = swiftpager_client_execute((swiftpager_client *)client, request_json, NULL, NULL, NULL,
        &made, error_json);
    *out = (uintptr_t)made;
    return status;
}

static swiftpager_status client_cache_write(uintptr_t client, const char *key, const char *fields_json, char
    **error_json)
{
    return swiftpager_client_cache_write((swiftpager_client *)client, key, fields_json, error_json);
}

static swiftpager_status client_cache_read(uintptr_t client, const char *key, char **out_json, char **error_json)
{
    return swiftpager_client_cache_read((swiftpager_client *)client, key, out_json, error_json);
}

static swiftpager_status client_cache_evict(uintptr_t client, const char *key, char **error_json)
{
    return swiftpager_client_cache_evict((swiftpager_client *)client, key, error_json);
}

static swiftpager_status client_cache_clear(uintptr_t client, char **error_json)
{
    return swiftpager_client_cache_clear((swiftpager_client *)client, error_json);
}

static swiftpager_status client_dispatch(uintptr_t client, int32_t timeout_ms, uint32_t max, uint32_t *out_count, char
    **error_json)
{
    return told(swiftpager_client_dispatch((swiftpager_client *)client, timeout_ms, max, out_count), error_json);
}

static swiftpager_status client_fd(uintptr_t client, int *out_fd, char **error_json)
{
    return told(swiftpager_client_fd((swiftpager_client *)client, out_fd), error_json);
}

static swiftpager_status client_wake(uintptr_t client, char **error_json)
{
    return told(swiftpager_client_wake((swiftpager_client *)client), error_json);
}

static swiftpager_status client_shutdown(uintptr_t client, int32_t timeout_ms, char **error_json)
{
    return told(swiftpager_client_shutdown((swiftpager_client *)client, timeout_ms), error_json);
}

static swiftpager_status client_release(uintptr_t client, char **error_json)
{
    return told(swiftpager_client_release((swiftpager_client *)client), error_json);
}

static swiftpager_status client_unref(uintptr_t client, char **error_json)
{
    return told(swiftpager_client_unref((swiftpager_client *)client), error_json);
}

static swiftpager_status pager_create(uintptr_t client, const char *config_json, uintptr_t *out, char **error_json)
{
    swiftpager_pager *made = NULL;
    swiftpager_status status = swiftpager_pager_create((swiftpager_client *)client, config_json, NULL, &made,
        error_json);
    *out = (uintptr_t)made;
    return status;
}

static swiftpager_status pager_create_with_query(uintptr_t client, const char *query, const char *variables_json, const
    char *config_json, uintptr_t *out, char **error_json)
{
    swiftpager_pager *made = NULL;
    swiftpager_status status = swiftpager_pager_create_with_query((swiftpager_client *)client, query, variables_json,
        config_json, NULL, &made, error_json);
    *out = (uintptr_t)made;
    return status;
}

static swiftpager_status pager_fetch(uintptr_t pager, const char *options_json, uintptr_t *out, char **error_json)
{
    swiftpager_operation *made = NULL;
    swiftpager_status status = swiftpager_pager_fetch((swiftpager_pager *)pager, options_json, NULL, NULL, NULL, &made,
        error_json);
    *out = (uintptr_t)made;
    return status;
}

static swiftpager_status pager_refetch(uintptr_t pager, const char *options_json, uintptr_t *out, char **error_json)
{
    swiftpager_operation *made = NULL;
    swiftpager_status status = swiftpager_pager_refetch((swiftpager_pager *)pager, options_json, NULL, NULL, NULL,
        &made, error_json);
    *out = (uintptr_t)made;
    return status;
}

static swiftpager_status pager_load_next(uintptr_t pager, const char *options_json, uintptr_t *out, char **error_json)
{
    swiftpager_operation *made = NULL;
    swiftpager_status status = swiftpager_pager_load_next((swiftpager_pager *)pager, options_json, NULL, NULL, NULL,
        &made, error_json);
    *out = (uintptr_t)made;
    return status;
}

static swiftpager_status pager_load_previous(uintptr_t pager, const char *options_json, uintptr_t *out, char
    **error_json)
{
    swiftpager_operation *made = NULL;
    swiftpager_status status = swiftpager_pager_load_previous((swiftpager_pager *)pager, options_json, NULL, NULL, NULL,
        &made, error_json);
    *out = (uintptr_t)made;
    return status;
}

static swiftpager_status pager_load_all(uintptr_t pager, const char *options_json, uintptr_t *out, char **error_json)
{
    swiftpager_operation *made = NULL;
    swiftpager_status status = swiftpager_pager_load_all((swiftpager_pager *)pager, options_json, NULL, NULL, NULL,
        &made, error_json);
    *out = (uintptr_t)made;
    return status;
}

static swiftpager_status pager_reset(uintptr_t pager, char **error_json)
{
    return told(swiftpager_pager_reset((swiftpager_pager *)pager), error_json);
}

static swiftpager_status pager_can_load_next(uintptr_t pager, bool *out, char **error_json)
{
    return told(swiftpager_pager_can_load_next((swiftpager_pager *)pager, out), error_json);
}

static swiftpager_status pager_can_load_previous(uintptr_t pager, bool *out, char **error_json)
{
    return told(swiftpager_pager_can_load_previous((swiftpager_pager *)pager, out), error_json);
}

static swiftpager_status pager_current(uintptr_t pager, uintptr_t *out, char **error_json)
{
    swiftpager_update *made = NULL;
    swiftpager_status status = told(swiftpager_pager_current((swiftpager_pager *)pager, &made), error_json);
    *out = (uintptr_t)made;
    return status;
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

static swiftpager_status pager_release(uintptr_t pager, char **error_json)
{
    return told(swiftpager_pager_release((swiftpager_pager *)pager), error_json);
}

static swiftpager_status pager_unref(uintptr_t pager, char **error_json)
{
    return told(swiftpager_pager_unref((swiftpager_pager *)pager), error_json);
}

static swiftpager_status pager_subscribe(uintptr_t pager, uintptr_t *out, char **error_json)
{
    swiftpager_subscription *made = NULL;
    swiftpager_status status = told(swiftpager_pager_subscribe((swiftpager_pager *)pager, NULL, NULL, NULL, &made),
        error_json);
    *out = (uintptr_t)made;
    return status;
}

static swiftpager_status subscription_next(uintptr_t subscription, int32_t timeout_ms, uintptr_t *out, char
    **error_json)
{
    swiftpager_update *made = NULL;
    swiftpager_status status = told(swiftpager_subscription_next((swiftpager_subscription *)subscription, timeout_ms,
        &made), error_json);
    *out = (uintptr_t)made;
    return status;
}

static swiftpager_status subscription_fd(uintptr_t subscription, int *out_fd, char **error_json)
{
    return told(swiftpager_subscription_fd((swiftpager_subscription *)subscription, out_fd), error_json);
}

static swiftpager_status subscription_cancel(uintptr_t subscription, char **error_json)
{
    return told(swiftpager_subscription_cancel((swiftpager_subscription *)subscription), error_json);
}

static swiftpager_status subscription_release(uintptr_t subscription, char **error_json)
{
    return told(swiftpager_subscription_release((swiftpager_subscription *)subscription), error_json);
}

static swiftpager_status operation_wait(uintptr_t operation, int32_t timeout_ms, char **error_json)
{
    return swiftpager_operation_wait((swiftpager_operation *)operation, timeout_ms, error_json);
}

static swiftpager_status operation_next(uintptr_t operation, int32_t timeout_ms, uintptr_t *out, char **error_json)
{
    swiftpager_update *made = NULL;
    swiftpager_status status = swiftpager_operation_next((swiftpager_operation *)operation, timeout_ms, &made,
        error_json);
    *out = (uintptr_t)made;
    return status;
}

static swiftpager_status operation_status(uintptr_t operation, bool *out_ended, swiftpager_status *out_status, char
    **error_json)
{
    return told(swiftpager_operation_status((swiftpager_operation *)operation, out_ended, out_status), error_json);
}

static swiftpager_status operation_fd(uintptr_t operation, int *out_fd, char **error_json)
{
    return told(swiftpager_operation_fd((swiftpager_operation *)operation, out_fd), error_json);
}

static const char *operation_response(uintptr_t operation, size_t *length)
{
    return swiftpager_operation_response((swiftpager_operation *)operation, length);
}

static swiftpager_status operation_cancel(uintptr_t operation, char **error_json)
{
    return told(swiftpager_operation_cancel((swiftpager_operation *)operation), error_json);
}

static swiftpager_status operation_release(uintptr_t operation, char **error_json)
{
    return told(swiftpager_operation_release((swiftpager_operation *)operation), error_json);
}

static swiftpager_status operation_arrow_wait(uintptr_t operation, int32_t timeout_ms, char **error_json)
{
    return swiftpager_operation_arrow_wait((swiftpager_operation *)operation, timeout_ms, error_json);
}

static swiftpager_status operation_arrow_finish(uintptr_t operation, char **error_json)
{
    return told(swiftpager_operation_arrow_finish((swiftpager_operation *)operation), error_json);
}

static swiftpager_status update_status(uintptr_t update, char **error_json)
{
    return told(swiftpager_update_status((const swiftpager_update *)update), error_json);
}

static const char *update_error(uintptr_t update)
{
    return swiftpager_update_error((const swiftpager_update *)update);
}

static swiftpager_source update_source(uintptr_t update)
{
    return swiftpager_update_source((const swiftpager_update *)update);
}

static size_t update_page_count(uintptr_t update)
{
    return swiftpager_update_page_count((const swiftpager_update *)update);
}

static uintptr_t update_last_page(uintptr_t update)
{
    return (uintptr_t)swiftpager_update_last_page((const swiftpager_update *)update);
}

static uintptr_t update_page_at(uintptr_t update, size_t index)
{
    return (uintptr_t)swiftpager_update_page_at((const swiftpager_update *)update, index);
}

static swiftpager_status update_page_index(uintptr_t update, size_t *out, char **error_json)
{
    return told(swiftpager_update_page_index((const swiftpager_update *)update, out), error_json);
}

static swiftpager_status update_is_change(uintptr_t update, bool *out, char **error_json)
{
    return told(swiftpager_update_is_change((const swiftpager_update *)update, out), error_json);
}

static const char *update_output(uintptr_t update, size_t *length)
{
    return swiftpager_update_output((const swiftpager_update *)update, length);
}

static swiftpager_status update_finish(uintptr_t update, char **error_json)
{
    return told(swiftpager_update_finish((const swiftpager_update *)update), error_json);
}

static swiftpager_status update_nested(uintptr_t update, size_t *out_incomplete, size_t *out_unknown, char **error_json)
{
    return told(swiftpager_update_nested((const swiftpager_update *)update, out_incomplete, out_unknown), error_json);
}

static swiftpager_status update_retain(uintptr_t update, char **error_json)
{
    return told(swiftpager_update_retain((const swiftpager_update *)update), error_json);
}

static swiftpager_status update_release(uintptr_t update, char **error_json)
{
    return told(swiftpager_update_release((const swiftpager_update *)update), error_json);
}

static swiftpager_status page_retain(uintptr_t page, char **error_json)
{
    return told(swiftpager_page_retain((const swiftpager_page *)page), error_json);
}

static swiftpager_status page_release(uintptr_t page, char **error_json)
{
    return told(swiftpager_page_release((const swiftpager_page *)page), error_json);
}

static const char *page_response(uintptr_t page, size_t *length)
{
    return swiftpager_page_response((const swiftpager_page *)page, length);
}

static const char *page_data(uintptr_t page, size_t *length)
{
    return swiftpager_page_data((const swiftpager_page *)page, length);
}

static const char *page_items(uintptr_t page, size_t *length)
{
    return swiftpager_page_items((const swiftpager_page *)page, length);
}

static const char *page_model(uintptr_t page, size_t *length)
{
    return swiftpager_page_model((const swiftpager_page *)page, length);
}

static size_t page_item_count(uintptr_t page)
{
    return swiftpager_page_item_count((const swiftpager_page *)page);
}

static swiftpager_kind page_kind(uintptr_t page)
{
    return swiftpager_page_kind((const swiftpager_page *)page);
}

static const char *page_errors(uintptr_t page, size_t *length)
{
    return swiftpager_page_errors((const swiftpager_page *)page, length);
}

static const char *page_info(uintptr_t page, size_t *length)
{
    return swiftpager_page_info((const swiftpager_page *)page, length);
}

static const char *page_nested(uintptr_t page, size_t *length)
{
    return swiftpager_page_nested((const swiftpager_page *)page, length);
}

static const char *page_extensions(uintptr_t page, size_t *length)
{
    return swiftpager_page_extensions((const swiftpager_page *)page, length);
}

static const char *page_header(uintptr_t page, const char *name, size_t *length)
{
    return swiftpager_page_header((const swiftpager_page *)page, name, length);
}

static const char *page_headers(uintptr_t page, size_t *length)
{
    return swiftpager_page_headers((const swiftpager_page *)page, length);
}

static const char *page_item(uintptr_t page, size_t index, size_t *length)
{
    return swiftpager_page_item((const swiftpager_page *)page, index, length);
}

static const uint64_t *page_spans(uintptr_t page, bool nodes, size_t *count)
{
    return swiftpager_page_spans((const swiftpager_page *)page, nodes, count);
}

static const char *page_ndjson(uintptr_t page, size_t *length)
{
    return swiftpager_page_ndjson((const swiftpager_page *)page, length);
}
*/
import "C"

import (
	"bytes"
	"slices"
	"strings"
	"unsafe"
)

// cText copies a text for C. An empty one is NULL if it may be. A NUL would cut it off, so such a text is refused.
func cText(text string, nullable bool) (*C.char, bool) {
	if text == "" && nullable {
		return nil, true
	}
	if strings.IndexByte(text, 0) >= 0 {
		return nil, false
	}
	return C.CString(text), true
}

// refused is how a call ends whose text has a NUL.
func refused(parameter string) (int32, string) {
	return C.SWIFTPAGER_INVALID_ARGUMENT, `{"code":"INVALID_ARGUMENT","message":"` + parameter + ` has a NUL in it"}`
}

// borrowed copies a text that the library lends; nil of NULL.
func borrowed(text *C.char, length C.size_t) []byte {
	return bytes.Clone(unsafe.Slice((*byte)(unsafe.Pointer(text)), int(length)))
}

// pairs copies pairs of numbers that the library lends.
func pairs(numbers *C.uint64_t, count C.size_t) []uint64 {
	return slices.Clone(unsafe.Slice((*uint64)(unsafe.Pointer(numbers)), 2*int(count)))
}

// owned copies a text that the library gives away, and frees it.
func owned(text *C.char) string {
	defer C.swiftpager_free(unsafe.Pointer(text))
	return C.GoString(text)
}

// Client is a key, not an address: an endpoint, its connections and its queue of waiting callbacks.
type Client uintptr

// Pager is a key, not an address: one paginated query and the pages held of it.
type Pager uintptr

// Subscription is a key, not an address: a receiver of a pager's updates.
type Subscription uintptr

// Operation is a key, not an address: one call on a pager or client, from its start to its single end.
type Operation uintptr

// Update is a key, not an address: one state of a pager's list; borrowed for the length of a callback, or retained.
type Update uintptr

// Page is a key, not an address: one page of an update; it lives as long as the update that it was taken from, or as you retain it.
type Page uintptr

// Version calls swiftpager_version. The version of the library that is running, like "0.1.0".
func Version() string {
	return C.GoString(C.version())
}

// AbiVersion calls swiftpager_abi_version. The version of the contract that the running library keeps.
func AbiVersion() uint32 {
	return uint32(C.abi_version())
}

// StatusName calls swiftpager_status_name. The name of a status without its prefix, like "INVALID_CONFIG"; "UNKNOWN"
// for any other number.
func StatusName(status int32) string {
	return C.GoString(C.status_name(C.swiftpager_status(status)))
}

// ClientCreate calls swiftpager_client_create. Creates a client.
func ClientCreate(configJson string) (Client, int32, string) {
	cConfigjson, ok := cText(configJson, false)
	if !ok {
		status, failure := refused("config_json")
		return 0, status, failure
	}
	defer C.free(unsafe.Pointer(cConfigjson))
	var out C.uintptr_t
	var failure *C.char
	status := C.client_create(cConfigjson, &out, &failure)
	return Client(out), int32(status), owned(failure)
}

// ClientCreateWithEndpoint calls swiftpager_client_create_with_endpoint. Creates a client as swiftpager_client_create()
// does, with the endpoint beside the config.
func ClientCreateWithEndpoint(endpoint string, configJson string) (Client, int32, string) {
	cEndpoint, ok := cText(endpoint, false)
	if !ok {
		status, failure := refused("endpoint")
		return 0, status, failure
	}
	defer C.free(unsafe.Pointer(cEndpoint))
	cConfigjson, ok := cText(configJson, true)
	if !ok {
		status, failure := refused("config_json")
		return 0, status, failure
	}
	defer C.free(unsafe.Pointer(cConfigjson))
	var out C.uintptr_t
	var failure *C.char
	status := C.client_create_with_endpoint(cEndpoint, cConfigjson, &out, &failure)
	return Client(out), int32(status), owned(failure)
}

// ClientExecute calls swiftpager_client_execute. Sends one query or mutation, as it is: nothing is paged.
func ClientExecute(client Client, requestJson string) (Operation, int32, string) {
	cRequestjson, ok := cText(requestJson, false)
	if !ok {
		status, failure := refused("request_json")
		return 0, status, failure
	}
	defer C.free(unsafe.Pointer(cRequestjson))
	var out C.uintptr_t
	var failure *C.char
	status := C.client_execute(C.uintptr_t(client), cRequestjson, &out, &failure)
	return Operation(out), int32(status), owned(failure)
}

// ClientCacheWrite calls swiftpager_client_cache_write. Overwrites fields of records in the client's cache.
func ClientCacheWrite(client Client, key string, fieldsJson string) (int32, string) {
	cKey, ok := cText(key, true)
	if !ok {
		return refused("key")
	}
	defer C.free(unsafe.Pointer(cKey))
	cFieldsjson, ok := cText(fieldsJson, false)
	if !ok {
		return refused("fields_json")
	}
	defer C.free(unsafe.Pointer(cFieldsjson))
	var failure *C.char
	status := C.client_cache_write(C.uintptr_t(client), cKey, cFieldsjson, &failure)
	return int32(status), owned(failure)
}

// ClientCacheRead calls swiftpager_client_cache_read. Reads a record of the client's cache, whatever its age.
func ClientCacheRead(client Client, key string) (string, int32, string) {
	cKey, ok := cText(key, false)
	if !ok {
		status, failure := refused("key")
		return "", status, failure
	}
	defer C.free(unsafe.Pointer(cKey))
	var outJson *C.char
	var failure *C.char
	status := C.client_cache_read(C.uintptr_t(client), cKey, &outJson, &failure)
	return owned(outJson), int32(status), owned(failure)
}

// ClientCacheEvict calls swiftpager_client_cache_evict. Forgets a record of the client's cache.
func ClientCacheEvict(client Client, key string) (int32, string) {
	cKey, ok := cText(key, false)
	if !ok {
		return refused("key")
	}
	defer C.free(unsafe.Pointer(cKey))
	var failure *C.char
	status := C.client_cache_evict(C.uintptr_t(client), cKey, &failure)
	return int32(status), owned(failure)
}

// ClientCacheClear calls swiftpager_client_cache_clear. Forgets all records of the client's cache.
func ClientCacheClear(client Client) (int32, string) {
	var failure *C.char
	status := C.client_cache_clear(C.uintptr_t(client), &failure)
	return int32(status), owned(failure)
}

// ClientDispatch calls swiftpager_client_dispatch. Runs waiting callbacks on this thread, in the order in which things
// happened.
func ClientDispatch(client Client, timeoutMs int32, max uint32) (uint32, int32, string) {
	var outCount C.uint32_t
	var failure *C.char
	status := C.client_dispatch(C.uintptr_t(client), C.int32_t(timeoutMs), C.uint32_t(max), &outCount, &failure)
	return uint32(outCount), int32(status), owned(failure)
}

// ClientFd calls swiftpager_client_fd. A file descriptor for your event loop: readable while callbacks wait and no
// thread is running one, and once an operation without a completion has ended.
func ClientFd(client Client) (int, int32, string) {
	var outFd C.int
	var failure *C.char
	status := C.client_fd(C.uintptr_t(client), &outFd, &failure)
	return int(outFd), int32(status), owned(failure)
}

// ClientWake calls swiftpager_client_wake. Ends every wait that is under way on the client, also the wait of a thread
// that is running a callback meanwhile.
func ClientWake(client Client) (int32, string) {
	var failure *C.char
	status := C.client_wake(C.uintptr_t(client), &failure)
	return int32(status), owned(failure)
}

// ClientShutdown calls swiftpager_client_shutdown. Ends all work: requests in flight are aborted, operations end with
// CANCELLED, and later calls return CLOSED.
func ClientShutdown(client Client, timeoutMs int32) (int32, string) {
	var failure *C.char
	status := C.client_shutdown(C.uintptr_t(client), C.int32_t(timeoutMs), &failure)
	return int32(status), owned(failure)
}

// ClientRelease calls swiftpager_client_release. Shuts the client down without waiting and gives the handle back.
func ClientRelease(client Client) (int32, string) {
	var failure *C.char
	status := C.client_release(C.uintptr_t(client), &failure)
	return int32(status), owned(failure)
}

// ClientUnref calls swiftpager_client_unref. Gives the handle back and ends nothing: for finalizers, which run in any
// order.
func ClientUnref(client Client) (int32, string) {
	var failure *C.char
	status := C.client_unref(C.uintptr_t(client), &failure)
	return int32(status), owned(failure)
}

// PagerCreate calls swiftpager_pager_create. Creates a pager.
func PagerCreate(client Client, configJson string) (Pager, int32, string) {
	cConfigjson, ok := cText(configJson, false)
	if !ok {
		status, failure := refused("config_json")
		return 0, status, failure
	}
	defer C.free(unsafe.Pointer(cConfigjson))
	var out C.uintptr_t
	var failure *C.char
	status := C.pager_create(C.uintptr_t(client), cConfigjson, &out, &failure)
	return Pager(out), int32(status), owned(failure)
}

// PagerCreateWithQuery calls swiftpager_pager_create_with_query. Creates a pager as swiftpager_pager_create() does,
// with the query beside the config: a GraphQL document as it is, with its line breaks and quotes, which you need not
// write as JSON.
func PagerCreateWithQuery(client Client, query string, variablesJson string, configJson string) (Pager, int32, string) {
	cQuery, ok := cText(query, false)
	if !ok {
		status, failure := refused("query")
		return 0, status, failure
	}
	defer C.free(unsafe.Pointer(cQuery))
	cVariablesjson, ok := cText(variablesJson, true)
	if !ok {
		status, failure := refused("variables_json")
		return 0, status, failure
	}
	defer C.free(unsafe.Pointer(cVariablesjson))
	cConfigjson, ok := cText(configJson, true)
	if !ok {
		status, failure := refused("config_json")
		return 0, status, failure
	}
	defer C.free(unsafe.Pointer(cConfigjson))
	var out C.uintptr_t
	var failure *C.char
	status := C.pager_create_with_query(C.uintptr_t(client), cQuery, cVariablesjson, cConfigjson, &out, &failure)
	return Pager(out), int32(status), owned(failure)
}

// PagerFetch calls swiftpager_pager_fetch. Asks for the first page; when it is there, it replaces all pages held.
func PagerFetch(pager Pager, optionsJson string) (Operation, int32, string) {
	cOptionsjson, ok := cText(optionsJson, true)
	if !ok {
		status, failure := refused("options_json")
		return 0, status, failure
	}
	defer C.free(unsafe.Pointer(cOptionsjson))
	var out C.uintptr_t
	var failure *C.char
	status := C.pager_fetch(C.uintptr_t(pager), cOptionsjson, &out, &failure)
	return Operation(out), int32(status), owned(failure)
}

// PagerRefetch calls swiftpager_pager_refetch. The same as swiftpager_pager_fetch(), but the server always answers it,
// unless its options have another "cache_policy".
func PagerRefetch(pager Pager, optionsJson string) (Operation, int32, string) {
	cOptionsjson, ok := cText(optionsJson, true)
	if !ok {
		status, failure := refused("options_json")
		return 0, status, failure
	}
	defer C.free(unsafe.Pointer(cOptionsjson))
	var out C.uintptr_t
	var failure *C.char
	status := C.pager_refetch(C.uintptr_t(pager), cOptionsjson, &out, &failure)
	return Operation(out), int32(status), owned(failure)
}

// PagerLoadNext calls swiftpager_pager_load_next. Asks for the page after the last one.
func PagerLoadNext(pager Pager, optionsJson string) (Operation, int32, string) {
	cOptionsjson, ok := cText(optionsJson, true)
	if !ok {
		status, failure := refused("options_json")
		return 0, status, failure
	}
	defer C.free(unsafe.Pointer(cOptionsjson))
	var out C.uintptr_t
	var failure *C.char
	status := C.pager_load_next(C.uintptr_t(pager), cOptionsjson, &out, &failure)
	return Operation(out), int32(status), owned(failure)
}

// PagerLoadPrevious calls swiftpager_pager_load_previous. Asks for the page before the first one of the list as it is
// held, in a list that is read in that direction.
func PagerLoadPrevious(pager Pager, optionsJson string) (Operation, int32, string) {
	cOptionsjson, ok := cText(optionsJson, true)
	if !ok {
		status, failure := refused("options_json")
		return 0, status, failure
	}
	defer C.free(unsafe.Pointer(cOptionsjson))
	var out C.uintptr_t
	var failure *C.char
	status := C.pager_load_previous(C.uintptr_t(pager), cOptionsjson, &out, &failure)
	return Operation(out), int32(status), owned(failure)
}

// PagerLoadAll calls swiftpager_pager_load_all. Asks for all pages, one after the other, until the list ends: next
// pages first, then previous ones.
func PagerLoadAll(pager Pager, optionsJson string) (Operation, int32, string) {
	cOptionsjson, ok := cText(optionsJson, true)
	if !ok {
		status, failure := refused("options_json")
		return 0, status, failure
	}
	defer C.free(unsafe.Pointer(cOptionsjson))
	var out C.uintptr_t
	var failure *C.char
	status := C.pager_load_all(C.uintptr_t(pager), cOptionsjson, &out, &failure)
	return Operation(out), int32(status), owned(failure)
}

// PagerReset calls swiftpager_pager_reset. Forgets all pages and ends an operation under way with CANCELLED; its
// request is aborted.
func PagerReset(pager Pager) (int32, string) {
	var failure *C.char
	status := C.pager_reset(C.uintptr_t(pager), &failure)
	return int32(status), owned(failure)
}

// PagerCanLoadNext calls swiftpager_pager_can_load_next. Whether the last page says that there is more after it, and
// how to ask for it.
func PagerCanLoadNext(pager Pager) (bool, int32, string) {
	var out C.bool
	var failure *C.char
	status := C.pager_can_load_next(C.uintptr_t(pager), &out, &failure)
	return bool(out), int32(status), owned(failure)
}

// PagerCanLoadPrevious calls swiftpager_pager_can_load_previous. Whether there is more before the pages loaded, and how
// to ask for it.
func PagerCanLoadPrevious(pager Pager) (bool, int32, string) {
	var out C.bool
	var failure *C.char
	status := C.pager_can_load_previous(C.uintptr_t(pager), &out, &failure)
	return bool(out), int32(status), owned(failure)
}

// PagerCurrent calls swiftpager_pager_current. The current state of the list, as a new subscriber would get it first:
// with all pages held, or the failure that left the list without any.
func PagerCurrent(pager Pager) (Update, int32, string) {
	var out C.uintptr_t
	var failure *C.char
	status := C.pager_current(C.uintptr_t(pager), &out, &failure)
	return Update(out), int32(status), owned(failure)
}

// PagerState calls swiftpager_pager_state. The pager's state as JSON, to free with swiftpager_free().
func PagerState(pager Pager) (string, int32, string) {
	var outJson *C.char
	var failure *C.char
	status := C.pager_state(C.uintptr_t(pager), &outJson, &failure)
	return owned(outJson), int32(status), owned(failure)
}

// PagerResumeToken calls swiftpager_pager_resume_token. The place from which another process can go on with this list:
// pass it as "resume" to a pager of the same list, and load_all loads the pages that come after.
func PagerResumeToken(pager Pager) (string, int32, string) {
	var outJson *C.char
	var failure *C.char
	status := C.pager_resume_token(C.uintptr_t(pager), &outJson, &failure)
	return owned(outJson), int32(status), owned(failure)
}

// PagerCheckpoint calls swiftpager_pager_checkpoint. What the next run needs to load only what is new: pass it as
// "checkpoint" to a pager of the same list, with the same "since".
func PagerCheckpoint(pager Pager) (string, int32, string) {
	var outJson *C.char
	var failure *C.char
	status := C.pager_checkpoint(C.uintptr_t(pager), &outJson, &failure)
	return owned(outJson), int32(status), owned(failure)
}

// PagerRelease calls swiftpager_pager_release. Gives the pager back: its operation ends with CANCELLED, its
// subscriptions end.
func PagerRelease(pager Pager) (int32, string) {
	var failure *C.char
	status := C.pager_release(C.uintptr_t(pager), &failure)
	return int32(status), owned(failure)
}

// PagerUnref calls swiftpager_pager_unref. Gives the handle back and ends nothing: for finalizers, which run in any
// order.
func PagerUnref(pager Pager) (int32, string) {
	var failure *C.char
	status := C.pager_unref(C.uintptr_t(pager), &failure)
	return int32(status), owned(failure)
}

// PagerSubscribe calls swiftpager_pager_subscribe. Sends every new state of the list to `on_update`.
func PagerSubscribe(pager Pager) (Subscription, int32, string) {
	var out C.uintptr_t
	var failure *C.char
	status := C.pager_subscribe(C.uintptr_t(pager), &out, &failure)
	return Subscription(out), int32(status), owned(failure)
}

// SubscriptionNext calls swiftpager_subscription_next. Takes the next update of a subscription that has no callback,
// and waits up to `timeout_ms` for it (0 = not at all, −1 = no limit).
func SubscriptionNext(subscription Subscription, timeoutMs int32) (Update, int32, string) {
	var out C.uintptr_t
	var failure *C.char
	status := C.subscription_next(C.uintptr_t(subscription), C.int32_t(timeoutMs), &out, &failure)
	return Update(out), int32(status), owned(failure)
}

// SubscriptionFd calls swiftpager_subscription_fd. A file descriptor for your event loop, of a subscription that has no
// callback: readable exactly while swiftpager_subscription_next() with timeout 0 has something to do: an update, the
// end, or a callback of its pager to run.
func SubscriptionFd(subscription Subscription) (int, int32, string) {
	var outFd C.int
	var failure *C.char
	status := C.subscription_fd(C.uintptr_t(subscription), &outFd, &failure)
	return int(outFd), int32(status), owned(failure)
}

// SubscriptionCancel calls swiftpager_subscription_cancel. Ends the subscription and gives the handle back.
func SubscriptionCancel(subscription Subscription) (int32, string) {
	var failure *C.char
	status := C.subscription_cancel(C.uintptr_t(subscription), &failure)
	return int32(status), owned(failure)
}

// SubscriptionRelease calls swiftpager_subscription_release. The same as swiftpager_subscription_cancel(), under the
// name that the other handles have.
func SubscriptionRelease(subscription Subscription) (int32, string) {
	var failure *C.char
	status := C.subscription_release(C.uintptr_t(subscription), &failure)
	return int32(status), owned(failure)
}

// OperationWait calls swiftpager_operation_wait. Dispatches the client's callbacks on this thread until the operation
// has ended and its completion ran, or until `timeout_ms` is over (0 = not at all, −1 = no limit).
func OperationWait(operation Operation, timeoutMs int32) (int32, string) {
	var failure *C.char
	status := C.operation_wait(C.uintptr_t(operation), C.int32_t(timeoutMs), &failure)
	return int32(status), owned(failure)
}

// OperationNext calls swiftpager_operation_next. The next update of an operation that was begun with {"pull": true}:
// the one loop that a walk needs.
func OperationNext(operation Operation, timeoutMs int32) (Update, int32, string) {
	var out C.uintptr_t
	var failure *C.char
	status := C.operation_next(C.uintptr_t(operation), C.int32_t(timeoutMs), &out, &failure)
	return Update(out), int32(status), owned(failure)
}

// OperationStatus calls swiftpager_operation_status. Whether the operation has ended, and how.
func OperationStatus(operation Operation) (bool, int32, int32, string) {
	var outEnded C.bool
	var outStatus C.swiftpager_status
	var failure *C.char
	status := C.operation_status(C.uintptr_t(operation), &outEnded, &outStatus, &failure)
	return bool(outEnded), int32(outStatus), int32(status), owned(failure)
}

// OperationFd calls swiftpager_operation_fd. A file descriptor for your event loop.
func OperationFd(operation Operation) (int, int32, string) {
	var outFd C.int
	var failure *C.char
	status := C.operation_fd(C.uintptr_t(operation), &outFd, &failure)
	return int(outFd), int32(status), owned(failure)
}

// OperationResponse calls swiftpager_operation_response. The body of the response to an executed request, as the server
// sent it: also if the operation failed with GRAPHQL, HTTP or BAD_RESPONSE.
func OperationResponse(operation Operation) []byte {
	var length C.size_t
	text := C.operation_response(C.uintptr_t(operation), &length)
	return borrowed(text, length)
}

// OperationCancel calls swiftpager_operation_cancel. Ends the operation with CANCELLED and aborts its request; pages
// already loaded stay.
func OperationCancel(operation Operation) (int32, string) {
	var failure *C.char
	status := C.operation_cancel(C.uintptr_t(operation), &failure)
	return int32(status), owned(failure)
}

// OperationRelease calls swiftpager_operation_release. Gives the handle back.
func OperationRelease(operation Operation) (int32, string) {
	var failure *C.char
	status := C.operation_release(C.uintptr_t(operation), &failure)
	return int32(status), owned(failure)
}

// OperationArrowWait calls swiftpager_operation_arrow_wait. Waits until the operation's stream can answer without
// waiting.
func OperationArrowWait(operation Operation, timeoutMs int32) (int32, string) {
	var failure *C.char
	status := C.operation_arrow_wait(C.uintptr_t(operation), C.int32_t(timeoutMs), &failure)
	return int32(status), owned(failure)
}

// OperationArrowFinish calls swiftpager_operation_arrow_finish. Says that you have finished with the batch that the
// operation's stream gave last, before you ask for the next one: swiftpager_pager_resume_token() then covers that
// batch.
func OperationArrowFinish(operation Operation) (int32, string) {
	var failure *C.char
	status := C.operation_arrow_finish(C.uintptr_t(operation), &failure)
	return int32(status), owned(failure)
}

// UpdateStatus calls swiftpager_update_status. OK for a state of the list; GRAPHQL if its newest page has errors in
// place of the connection; otherwise the failure that ended the operation (40–79).
func UpdateStatus(update Update) (int32, string) {
	var failure *C.char
	status := C.update_status(C.uintptr_t(update), &failure)
	return int32(status), owned(failure)
}

// UpdateError calls swiftpager_update_error. The failure as a JSON object, borrowed for the life of the update; NULL
// when the status is OK.
func UpdateError(update Update) string {
	return C.GoString(C.update_error(C.uintptr_t(update)))
}

// UpdateSource calls swiftpager_update_source. Where the page that the update reports came from; SOURCE_NONE for a
// failure without a page.
func UpdateSource(update Update) int32 {
	return int32(C.update_source(C.uintptr_t(update)))
}

// UpdatePageCount calls swiftpager_update_page_count. The number of pages that the update holds; at most one if
// "retain" is "last" or "none".
func UpdatePageCount(update Update) int {
	return int(C.update_page_count(C.uintptr_t(update)))
}

// UpdateLastPage calls swiftpager_update_last_page. The page that the update reports: the one that was loaded last, or
// that changed; NULL for a failure.
func UpdateLastPage(update Update) Page {
	return Page(C.update_last_page(C.uintptr_t(update)))
}

// UpdatePageAt calls swiftpager_update_page_at. The page at `index`, in the order of the list: previous pages, the one
// farthest from the initial page first, then the initial page, then next pages.
func UpdatePageAt(update Update, index int) Page {
	return Page(C.update_page_at(C.uintptr_t(update), C.size_t(index)))
}

// UpdatePageIndex calls swiftpager_update_page_index. Which page of the update is the one that changed: the index that
// swiftpager_update_page_at() takes for the page that swiftpager_update_last_page() gives.
func UpdatePageIndex(update Update) (int, int32, string) {
	var out C.size_t
	var failure *C.char
	status := C.update_page_index(C.uintptr_t(update), &out, &failure)
	return int(out), int32(status), owned(failure)
}

// UpdateIsChange calls swiftpager_update_is_change. Whether the update shows the present state of a page that
// subscribers got before, without a load that brought the page: see "Watching".
func UpdateIsChange(update Update) (bool, int32, string) {
	var out C.bool
	var failure *C.char
	status := C.update_is_change(C.uintptr_t(update), &out, &failure)
	return bool(out), int32(status), owned(failure)
}

// UpdateOutput calls swiftpager_update_output. The whole update as JSON, in the order of the list: {"previous_pages":
// [response, …], "initial_page": response or null, "next_pages": [response, …]}, each response as the server sent it.
func UpdateOutput(update Update) []byte {
	var length C.size_t
	text := C.update_output(C.uintptr_t(update), &length)
	return borrowed(text, length)
}

// UpdateFinish calls swiftpager_update_finish. Says that you have finished with an update that you keep.
func UpdateFinish(update Update) (int32, string) {
	var failure *C.char
	status := C.update_finish(C.uintptr_t(update), &failure)
	return int32(status), owned(failure)
}

// UpdateNested calls swiftpager_update_nested. Counts, in all pages that the update holds, the lists inside their items
// that may not be whole: see swiftpager_page_nested().
func UpdateNested(update Update) (int, int, int32, string) {
	var outIncomplete C.size_t
	var outUnknown C.size_t
	var failure *C.char
	status := C.update_nested(C.uintptr_t(update), &outIncomplete, &outUnknown, &failure)
	return int(outIncomplete), int(outUnknown), int32(status), owned(failure)
}

// UpdateRetain calls swiftpager_update_retain. Keeps the update beyond the callback, on any thread; a retained update
// outlives its pager and client.
func UpdateRetain(update Update) (int32, string) {
	var failure *C.char
	status := C.update_retain(C.uintptr_t(update), &failure)
	return int32(status), owned(failure)
}

// UpdateRelease calls swiftpager_update_release. Gives a retained update back.
func UpdateRelease(update Update) (int32, string) {
	var failure *C.char
	status := C.update_release(C.uintptr_t(update), &failure)
	return int32(status), owned(failure)
}

// PageRetain calls swiftpager_page_retain. Keeps the page beyond its update, and with it the bytes of its response; a
// retained page outlives its pager and client.
func PageRetain(page Page) (int32, string) {
	var failure *C.char
	status := C.page_retain(C.uintptr_t(page), &failure)
	return int32(status), owned(failure)
}

// PageRelease calls swiftpager_page_release. Gives a retained page back.
func PageRelease(page Page) (int32, string) {
	var failure *C.char
	status := C.page_release(C.uintptr_t(page), &failure)
	return int32(status), owned(failure)
}

// PageResponse calls swiftpager_page_response. The whole body of the response.
func PageResponse(page Page) []byte {
	var length C.size_t
	text := C.page_response(C.uintptr_t(page), &length)
	return borrowed(text, length)
}

// PageData calls swiftpager_page_data. The value of `data`; NULL also when it is null.
func PageData(page Page) []byte {
	var length C.size_t
	text := C.page_data(C.uintptr_t(page), &length)
	return borrowed(text, length)
}

// PageItems calls swiftpager_page_items. The array of items: the connection's `nodes` if the response has them,
// otherwise its `edges`, or what "items" names.
func PageItems(page Page) []byte {
	var length C.size_t
	text := C.page_items(C.uintptr_t(page), &length)
	return borrowed(text, length)
}

// PageModel calls swiftpager_page_model. What the hook `transform` made of the page, JSON text; NULL if there is none.
func PageModel(page Page) []byte {
	var length C.size_t
	text := C.page_model(C.uintptr_t(page), &length)
	return borrowed(text, length)
}

// PageItemCount calls swiftpager_page_item_count. How many elements the array of items has; 0 without one.
func PageItemCount(page Page) int {
	return int(C.page_item_count(C.uintptr_t(page)))
}

// PageKind calls swiftpager_page_kind. The role of the page in its list; KIND_NONE if the handle is not a page.
func PageKind(page Page) int32 {
	return int32(C.page_kind(C.uintptr_t(page)))
}

// PageErrors calls swiftpager_page_errors. The array of GraphQL errors; NULL when there are none.
func PageErrors(page Page) []byte {
	var length C.size_t
	text := C.page_errors(C.uintptr_t(page), &length)
	return borrowed(text, length)
}

// PageInfo calls swiftpager_page_info. The page info object as it came; NULL if it is null or absent.
func PageInfo(page Page) []byte {
	var length C.size_t
	text := C.page_info(C.uintptr_t(page), &length)
	return borrowed(text, length)
}

// PageNested calls swiftpager_page_nested. The lists inside the items of the page, and inside what these hold, that may
// not be whole: the connections that the query shows there, each by its own page info.
func PageNested(page Page) []byte {
	var length C.size_t
	text := C.page_nested(C.uintptr_t(page), &length)
	return borrowed(text, length)
}

// PageExtensions calls swiftpager_page_extensions. The value of `extensions`; NULL if it is null or absent.
func PageExtensions(page Page) []byte {
	var length C.size_t
	text := C.page_extensions(C.uintptr_t(page), &length)
	return borrowed(text, length)
}

// PageHeader calls swiftpager_page_header. The value of a header of the response, without the white space around it, in
// the bytes that the server sent.
func PageHeader(page Page, name string) []byte {
	cName, ok := cText(name, false)
	if !ok {
		return nil
	}
	defer C.free(unsafe.Pointer(cName))
	var length C.size_t
	text := C.page_header(C.uintptr_t(page), cName, &length)
	return borrowed(text, length)
}

// PageHeaders calls swiftpager_page_headers. All header lines of the response as they came, each "Name: value" with its
// line break; NULL if there are none.
func PageHeaders(page Page) []byte {
	var length C.size_t
	text := C.page_headers(C.uintptr_t(page), &length)
	return borrowed(text, length)
}

// PageItem calls swiftpager_page_item. The item at `index`: of an edge its node, otherwise the element as it is.
func PageItem(page Page, index int) []byte {
	var length C.size_t
	text := C.page_item(C.uintptr_t(page), C.size_t(index), &length)
	return borrowed(text, length)
}

// PageSpans calls swiftpager_page_spans. The places of all items in swiftpager_page_response(), in one call: two
// numbers for each item, the offset of its first byte and its length in bytes.
func PageSpans(page Page, nodes bool) []uint64 {
	var count C.size_t
	numbers := C.page_spans(C.uintptr_t(page), C.bool(nodes), &count)
	return pairs(numbers, count)
}

// PageNdjson calls swiftpager_page_ndjson. All items, each as swiftpager_page_item() gives it, one a line, each line
// ended by "\n": NDJSON.
func PageNdjson(page Page) []byte {
	var length C.size_t
	text := C.page_ndjson(C.uintptr_t(page), &length)
	return borrowed(text, length)
}
