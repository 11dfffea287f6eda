-- Written by scripts/bindings from include/swiftpager.abi.json: run `make headers`.

local ffi = require("ffi")

ffi.cdef [[
typedef struct swiftpager_client swiftpager_client;
typedef struct swiftpager_pager swiftpager_pager;
typedef struct swiftpager_subscription swiftpager_subscription;
typedef struct swiftpager_operation swiftpager_operation;
typedef struct swiftpager_update swiftpager_update;
typedef struct swiftpager_page swiftpager_page;
typedef struct swiftpager_request swiftpager_request;
typedef struct swiftpager_authorization swiftpager_authorization;
typedef struct swiftpager_table swiftpager_table;
struct ArrowSchema;
struct ArrowArray;
struct ArrowArrayStream;
typedef struct swiftpager_transport swiftpager_transport;
typedef struct swiftpager_pager_hooks swiftpager_pager_hooks;
typedef int32_t swiftpager_status;
typedef int32_t swiftpager_source;
typedef int32_t swiftpager_kind;
typedef void (*swiftpager_completion_cb)(void *user_data, swiftpager_status status, const char *error_json);
typedef void (*swiftpager_update_cb)(void *user_data, const swiftpager_update *update);
typedef void (*swiftpager_event_cb)(void *user_data, const char *event_json);
typedef void (*swiftpager_authorize_cb)(void *user_data, swiftpager_authorization *authorization, const char *reason);
typedef void (*swiftpager_destroy_cb)(void *user_data);
const char *swiftpager_version(void);
uint32_t swiftpager_abi_version(void);
const char *swiftpager_status_name(swiftpager_status status);
void swiftpager_free(void *memory);
void *swiftpager_alloc(size_t size);
const char *swiftpager_last_error(void);
swiftpager_status swiftpager_callback_abandon(void);
swiftpager_status swiftpager_client_create(const char *config_json, const swiftpager_transport *transport,
  swiftpager_client **out, char **error_json);
swiftpager_status swiftpager_client_create_with_endpoint(const char *endpoint, const char *config_json, const
  swiftpager_transport *transport, swiftpager_client **out, char **error_json);
swiftpager_status swiftpager_client_execute(swiftpager_client *client, const char *request_json,
  swiftpager_completion_cb completion, void *user_data, swiftpager_destroy_cb destroy, swiftpager_operation **out, char
  **error_json);
swiftpager_status swiftpager_client_cache_write(swiftpager_client *client, const char *key, const char *fields_json,
  char **error_json);
swiftpager_status swiftpager_client_cache_read(swiftpager_client *client, const char *key, char **out_json, char
  **error_json);
swiftpager_status swiftpager_client_cache_evict(swiftpager_client *client, const char *key, char **error_json);
swiftpager_status swiftpager_client_cache_clear(swiftpager_client *client, char **error_json);
swiftpager_status swiftpager_client_dispatch(swiftpager_client *client, int32_t timeout_ms, uint32_t max, uint32_t
  *out_count);
swiftpager_status swiftpager_client_fd(swiftpager_client *client, int *out_fd);
swiftpager_status swiftpager_client_wake(swiftpager_client *client);
swiftpager_status swiftpager_client_observe(swiftpager_client *client, swiftpager_event_cb on_event, void *user_data,
  swiftpager_destroy_cb destroy);
swiftpager_status swiftpager_client_observe_kinds(swiftpager_client *client, const char *kinds_json, swiftpager_event_cb
  on_event, void *user_data, swiftpager_destroy_cb destroy, char **error_json);
swiftpager_status swiftpager_client_set_authorizer(swiftpager_client *client, swiftpager_authorize_cb authorize, void
  *user_data, swiftpager_destroy_cb destroy, char **error_json);
swiftpager_status swiftpager_authorization_complete(swiftpager_authorization *authorization, const char *headers_json);
swiftpager_status swiftpager_authorization_fail(swiftpager_authorization *authorization, const char *message);
swiftpager_status swiftpager_client_shutdown(swiftpager_client *client, int32_t timeout_ms);
swiftpager_status swiftpager_client_release(swiftpager_client *client);
swiftpager_status swiftpager_client_unref(swiftpager_client *client);
const char *swiftpager_request_url(const swiftpager_request *request);
const char *swiftpager_request_method(const swiftpager_request *request);
const char *swiftpager_request_headers(const swiftpager_request *request);
const char *swiftpager_request_body(const swiftpager_request *request, size_t *length);
swiftpager_status swiftpager_request_complete(swiftpager_request *request, int32_t status, const char *headers_json,
  const char *body, size_t length);
swiftpager_status swiftpager_request_fail(swiftpager_request *request, const char *message);
swiftpager_status swiftpager_pager_create(swiftpager_client *client, const char *config_json, const
  swiftpager_pager_hooks *hooks, swiftpager_pager **out, char **error_json);
swiftpager_status swiftpager_pager_create_with_query(swiftpager_client *client, const char *query, const char
  *variables_json, const char *config_json, const swiftpager_pager_hooks *hooks, swiftpager_pager **out, char
  **error_json);
swiftpager_status swiftpager_pager_fetch(swiftpager_pager *pager, const char *options_json, swiftpager_completion_cb
  completion, void *user_data, swiftpager_destroy_cb destroy, swiftpager_operation **out, char **error_json);
swiftpager_status swiftpager_pager_refetch(swiftpager_pager *pager, const char *options_json, swiftpager_completion_cb
  completion, void *user_data, swiftpager_destroy_cb destroy, swiftpager_operation **out, char **error_json);
swiftpager_status swiftpager_pager_load_next(swiftpager_pager *pager, const char *options_json, swiftpager_completion_cb
  completion, void *user_data, swiftpager_destroy_cb destroy, swiftpager_operation **out, char **error_json);
swiftpager_status swiftpager_pager_load_previous(swiftpager_pager *pager, const char *options_json,
  swiftpager_completion_cb completion, void *user_data, swiftpager_destroy_cb destroy, swiftpager_operation **out, char
  **error_json);
swiftpager_status swiftpager_pager_load_all(swiftpager_pager *pager, const char *options_json, swiftpager_completion_cb
  completion, void *user_data, swiftpager_destroy_cb destroy, swiftpager_operation **out, char **error_json);
swiftpager_status swiftpager_pager_reset(swiftpager_pager *pager);
swiftpager_status swiftpager_pager_can_load_next(swiftpager_pager *pager, bool *out);
swiftpager_status swiftpager_pager_can_load_previous(swiftpager_pager *pager, bool *out);
swiftpager_status swiftpager_pager_current(swiftpager_pager *pager, swiftpager_update **out);
swiftpager_status swiftpager_pager_state(swiftpager_pager *pager, char **out_json);
swiftpager_status swiftpager_pager_resume_token(swiftpager_pager *pager, char **out_json);
swiftpager_status swiftpager_pager_checkpoint(swiftpager_pager *pager, char **out_json);
swiftpager_status swiftpager_pager_release(swiftpager_pager *pager);
swiftpager_status swiftpager_pager_unref(swiftpager_pager *pager);
swiftpager_status swiftpager_pager_subscribe(swiftpager_pager *pager, swiftpager_update_cb on_update, void *user_data,
  swiftpager_destroy_cb destroy, swiftpager_subscription **out);
swiftpager_status swiftpager_subscription_next(swiftpager_subscription *subscription, int32_t timeout_ms,
  swiftpager_update **out);
swiftpager_status swiftpager_subscription_fd(swiftpager_subscription *subscription, int *out_fd);
swiftpager_status swiftpager_subscription_cancel(swiftpager_subscription *subscription);
swiftpager_status swiftpager_subscription_release(swiftpager_subscription *subscription);
swiftpager_status swiftpager_operation_wait(swiftpager_operation *operation, int32_t timeout_ms, char **error_json);
swiftpager_status swiftpager_operation_next(swiftpager_operation *operation, int32_t timeout_ms, swiftpager_update
  **out, char **error_json);
swiftpager_status swiftpager_operation_status(swiftpager_operation *operation, bool *out_ended, swiftpager_status
  *out_status);
swiftpager_status swiftpager_operation_fd(swiftpager_operation *operation, int *out_fd);
const char *swiftpager_operation_response(swiftpager_operation *operation, size_t *length);
swiftpager_status swiftpager_operation_cancel(swiftpager_operation *operation);
swiftpager_status swiftpager_operation_release(swiftpager_operation *operation);
swiftpager_status swiftpager_operation_arrow_stream(swiftpager_operation *operation, const char *columns_json, struct
  ArrowArrayStream *out, char **error_json);
swiftpager_status swiftpager_operation_arrow_table(swiftpager_operation *operation, const char *columns_json, struct
  ArrowArrayStream *out, char **error_json);
swiftpager_status swiftpager_operation_arrow_wait(swiftpager_operation *operation, int32_t timeout_ms, char
  **error_json);
swiftpager_status swiftpager_operation_arrow_finish(swiftpager_operation *operation);
swiftpager_status swiftpager_update_status(const swiftpager_update *update);
const char *swiftpager_update_error(const swiftpager_update *update);
swiftpager_source swiftpager_update_source(const swiftpager_update *update);
size_t swiftpager_update_page_count(const swiftpager_update *update);
const swiftpager_page *swiftpager_update_last_page(const swiftpager_update *update);
const swiftpager_page *swiftpager_update_page_at(const swiftpager_update *update, size_t index);
swiftpager_status swiftpager_update_page_index(const swiftpager_update *update, size_t *out);
swiftpager_status swiftpager_update_is_change(const swiftpager_update *update, bool *out);
const char *swiftpager_update_output(const swiftpager_update *update, size_t *length);
swiftpager_status swiftpager_update_finish(const swiftpager_update *update);
swiftpager_status swiftpager_update_nested(const swiftpager_update *update, size_t *out_incomplete, size_t
  *out_unknown);
swiftpager_status swiftpager_update_retain(const swiftpager_update *update);
swiftpager_status swiftpager_update_release(const swiftpager_update *update);
swiftpager_status swiftpager_page_retain(const swiftpager_page *page);
swiftpager_status swiftpager_page_release(const swiftpager_page *page);
const char *swiftpager_page_response(const swiftpager_page *page, size_t *length);
const char *swiftpager_page_data(const swiftpager_page *page, size_t *length);
const char *swiftpager_page_items(const swiftpager_page *page, size_t *length);
const char *swiftpager_page_model(const swiftpager_page *page, size_t *length);
size_t swiftpager_page_item_count(const swiftpager_page *page);
swiftpager_kind swiftpager_page_kind(const swiftpager_page *page);
const char *swiftpager_page_errors(const swiftpager_page *page, size_t *length);
const char *swiftpager_page_info(const swiftpager_page *page, size_t *length);
const char *swiftpager_page_nested(const swiftpager_page *page, size_t *length);
const char *swiftpager_page_extensions(const swiftpager_page *page, size_t *length);
const char *swiftpager_page_header(const swiftpager_page *page, const char *name, size_t *length);
const char *swiftpager_page_headers(const swiftpager_page *page, size_t *length);
const char *swiftpager_page_item(const swiftpager_page *page, size_t index, size_t *length);
const uint64_t *swiftpager_page_spans(const swiftpager_page *page, bool nodes, size_t *count);
const char *swiftpager_page_ndjson(const swiftpager_page *page, size_t *length);
swiftpager_status swiftpager_page_arrow(const swiftpager_page *page, const char *columns_json, struct ArrowSchema
  *out_schema, struct ArrowArray *out_array, char **error_json);
swiftpager_status swiftpager_table_create(const char *columns_json, swiftpager_table **out, char **error_json);
swiftpager_status swiftpager_table_add(swiftpager_table *table, const swiftpager_page *page, char **error_json);
swiftpager_status swiftpager_table_add_rows(swiftpager_table *table, const char *rows_json, size_t length, char
  **error_json);
swiftpager_status swiftpager_table_fit(swiftpager_table *table, const char *rows_json, size_t length, char
  **error_json);
swiftpager_status swiftpager_table_take(swiftpager_table *table, struct ArrowSchema *out_schema, struct ArrowArray
  *out_array, char **error_json);
swiftpager_status swiftpager_table_release(swiftpager_table *table);
]]

local found, C = pcall(ffi.load, os.getenv("SWIFTPAGER_LIBRARY") or "libswiftpager.so.0")
if not found then error(C .. ": install libswiftpager, or name its file in SWIFTPAGER_LIBRARY", 0) end
assert(C.swiftpager_abi_version() >= 7, "this needs contract 7 of libswiftpager")

-- `C` has the functions as they are, and `native` each of them without the places for its results: it returns these, or
-- raises the error that `native.raise` makes of a status and the text of an error object.
local native = { C = C }

native.statuses = {
  [0] = "OK",
  [1] = "INVALID_ARGUMENT",
  [2] = "INVALID_CONFIG",
  [3] = "INVALID_HANDLE",
  [4] = "CLOSED",
  [5] = "REENTRANT",
  [6] = "FORKED",
  [7] = "TIMEOUT",
  [8] = "NO_MEMORY",
  [9] = "INTERNAL",
  [10] = "INTERRUPTED",
  [11] = "HOOK_FAILED",
  [20] = "MISSING_INITIAL_PAGE",
  [21] = "PAGE_HAS_NO_MORE_CONTENT",
  [22] = "LOAD_IN_PROGRESS",
  [23] = "NO_QUERY",
  [24] = "CANCELLED",
  [40] = "NETWORK",
  [41] = "HTTP",
  [42] = "GRAPHQL",
  [43] = "BAD_RESPONSE",
  [44] = "RATE_LIMITED",
  [45] = "CACHE_MISS",
  [46] = "CACHE_FAILED",
  [47] = "NOT_RECORDED",
  [48] = "RECORDING_FAILED",
  [60] = "CURSOR_STUCK",
  [61] = "CURSOR_CYCLE",
  [62] = "MISSING_PAGE_INFO",
  [63] = "NULL_CURSOR",
  [64] = "PAGE_LIMIT",
  [65] = "NESTED_INCOMPLETE",
  [66] = "PARTIAL_DATA",
  [67] = "NOT_ORDERED",
  [68] = "DUPLICATE_KEY",
  [69] = "FEWER_THAN_TOTAL",
}
native.sources = {
  [0] = "NONE",
  [1] = "SERVER",
  [2] = "CACHE",
}
native.kinds = {
  [0] = "NONE",
  [1] = "INITIAL",
  [2] = "NEXT",
  [3] = "PREVIOUS",
}

-- The text that a call has handed out: copied and freed.
local function taken(address)
  if address == nil then return nil end
  local text = ffi.string(address)
  C.swiftpager_free(address)
  return text
end
native.taken = taken

-- A text to pass: C would cut it off at a NUL.
local function whole(text)
  if type(text) == "string" and text:find("\0", 1, true) then error("a text has a NUL inside", 3) end
  return text
end

local function lent(address)
  if address == nil then return nil end
  return ffi.string(address)
end

-- Raises the error of a call.
local function check(status, error_json)
  if status ~= 0 then native.raise(status, error_json and taken(error_json[0]) or lent(C.swiftpager_last_error())) end
end
native.check = check

local function slice(address, length)
  if address == nil then return nil end
  return ffi.string(address, tonumber(length[0]))
end

function native.version()
  return lent(C.swiftpager_version())
end

function native.abi_version()
  return tonumber(C.swiftpager_abi_version())
end

function native.status_name(status)
  return lent(C.swiftpager_status_name(status))
end

function native.free(memory)
  return C.swiftpager_free(memory)
end

function native.alloc(size)
  return C.swiftpager_alloc(size)
end

function native.last_error()
  return lent(C.swiftpager_last_error())
end

function native.callback_abandon()
  check(C.swiftpager_callback_abandon())
end

function native.client_create(config_json, transport)
  local out = ffi.new("swiftpager_client *[1]")
  local error_json = ffi.new("char *[1]")
  check(C.swiftpager_client_create(whole(config_json), transport, out, error_json), error_json)
  return out[0]
end

function native.client_create_with_endpoint(endpoint, config_json, transport)
  local out = ffi.new("swiftpager_client *[1]")
  local error_json = ffi.new("char *[1]")
  check(C.swiftpager_client_create_with_endpoint(whole(endpoint), whole(config_json), transport, out, error_json),
    error_json)
  return out[0]
end

function native.client_execute(client, request_json, completion, user_data, destroy)
  local out = ffi.new("swiftpager_operation *[1]")
  local error_json = ffi.new("char *[1]")
  check(C.swiftpager_client_execute(client, whole(request_json), completion, user_data, destroy, out, error_json),
    error_json)
  return out[0]
end

function native.client_cache_write(client, key, fields_json)
  local error_json = ffi.new("char *[1]")
  check(C.swiftpager_client_cache_write(client, whole(key), whole(fields_json), error_json), error_json)
end

function native.client_cache_read(client, key)
  local out_json = ffi.new("char *[1]")
  local error_json = ffi.new("char *[1]")
  check(C.swiftpager_client_cache_read(client, whole(key), out_json, error_json), error_json)
  return taken(out_json[0])
end

function native.client_cache_evict(client, key)
  local error_json = ffi.new("char *[1]")
  check(C.swiftpager_client_cache_evict(client, whole(key), error_json), error_json)
end

function native.client_cache_clear(client)
  local error_json = ffi.new("char *[1]")
  check(C.swiftpager_client_cache_clear(client, error_json), error_json)
end

function native.client_dispatch(client, timeout_ms, max)
  local out_count = ffi.new("uint32_t[1]")
  check(C.swiftpager_client_dispatch(client, timeout_ms, max, out_count))
  return tonumber(out_count[0])
end

function native.client_fd(client)
  local out_fd = ffi.new("int[1]")
  check(C.swiftpager_client_fd(client, out_fd))
  return tonumber(out_fd[0])
end

function native.client_wake(client)
  check(C.swiftpager_client_wake(client))
end

function native.client_observe(client, on_event, user_data, destroy)
  check(C.swiftpager_client_observe(client, on_event, user_data, destroy))
end

function native.client_observe_kinds(client, kinds_json, on_event, user_data, destroy)
  local error_json = ffi.new("char *[1]")
  check(C.swiftpager_client_observe_kinds(client, whole(kinds_json), on_event, user_data, destroy, error_json),
    error_json)
end

function native.client_set_authorizer(client, authorize, user_data, destroy)
  local error_json = ffi.new("char *[1]")
  check(C.swiftpager_client_set_authorizer(client, authorize, user_data, destroy, error_json), error_json)
end

function native.authorization_complete(authorization, headers_json)
  check(C.swiftpager_authorization_complete(authorization, whole(headers_json)))
end

function native.authorization_fail(authorization, message)
  check(C.swiftpager_authorization_fail(authorization, whole(message)))
end

function native.client_shutdown(client, timeout_ms)
  check(C.swiftpager_client_shutdown(client, timeout_ms))
end

function native.client_release(client)
  check(C.swiftpager_client_release(client))
end

function native.client_unref(client)
  check(C.swiftpager_client_unref(client))
end

function native.request_url(request)
  return lent(C.swiftpager_request_url(request))
end

function native.request_method(request)
  return lent(C.swiftpager_request_method(request))
end

function native.request_headers(request)
  return lent(C.swiftpager_request_headers(request))
end

function native.request_body(request)
  local length = ffi.new("size_t[1]")
  return slice(C.swiftpager_request_body(request, length), length)
end

function native.request_complete(request, status, headers_json, body, length)
  check(C.swiftpager_request_complete(request, status, whole(headers_json), body, length))
end

function native.request_fail(request, message)
  check(C.swiftpager_request_fail(request, whole(message)))
end

function native.pager_create(client, config_json, hooks)
  local out = ffi.new("swiftpager_pager *[1]")
  local error_json = ffi.new("char *[1]")
  check(C.swiftpager_pager_create(client, whole(config_json), hooks, out, error_json), error_json)
  return out[0]
end

function native.pager_create_with_query(client, query, variables_json, config_json, hooks)
  local out = ffi.new("swiftpager_pager *[1]")
  local error_json = ffi.new("char *[1]")
  check(C.swiftpager_pager_create_with_query(client, whole(query), whole(variables_json), whole(config_json), hooks,
    out, error_json), error_json)
  return out[0]
end

function native.pager_fetch(pager, options_json, completion, user_data, destroy)
  local out = ffi.new("swiftpager_operation *[1]")
  local error_json = ffi.new("char *[1]")
  check(C.swiftpager_pager_fetch(pager, whole(options_json), completion, user_data, destroy, out, error_json),
    error_json)
  return out[0]
end

function native.pager_refetch(pager, options_json, completion, user_data, destroy)
  local out = ffi.new("swiftpager_operation *[1]")
  local error_json = ffi.new("char *[1]")
  check(C.swiftpager_pager_refetch(pager, whole(options_json), completion, user_data, destroy, out, error_json),
    error_json)
  return out[0]
end

function native.pager_load_next(pager, options_json, completion, user_data, destroy)
  local out = ffi.new("swiftpager_operation *[1]")
  local error_json = ffi.new("char *[1]")
  check(C.swiftpager_pager_load_next(pager, whole(options_json), completion, user_data, destroy, out, error_json),
    error_json)
  return out[0]
end

function native.pager_load_previous(pager, options_json, completion, user_data, destroy)
  local out = ffi.new("swiftpager_operation *[1]")
  local error_json = ffi.new("char *[1]")
  check(C.swiftpager_pager_load_previous(pager, whole(options_json), completion, user_data, destroy, out, error_json),
    error_json)
  return out[0]
end

function native.pager_load_all(pager, options_json, completion, user_data, destroy)
  local out = ffi.new("swiftpager_operation *[1]")
  local error_json = ffi.new("char *[1]")
  check(C.swiftpager_pager_load_all(pager, whole(options_json), completion, user_data, destroy, out, error_json),
    error_json)
  return out[0]
end

function native.pager_reset(pager)
  check(C.swiftpager_pager_reset(pager))
end

function native.pager_can_load_next(pager)
  local out = ffi.new("bool[1]")
  check(C.swiftpager_pager_can_load_next(pager, out))
  return out[0]
end

function native.pager_can_load_previous(pager)
  local out = ffi.new("bool[1]")
  check(C.swiftpager_pager_can_load_previous(pager, out))
  return out[0]
end

function native.pager_current(pager)
  local out = ffi.new("swiftpager_update *[1]")
  check(C.swiftpager_pager_current(pager, out))
  return out[0]
end

function native.pager_state(pager)
  local out_json = ffi.new("char *[1]")
  check(C.swiftpager_pager_state(pager, out_json))
  return taken(out_json[0])
end

function native.pager_resume_token(pager)
  local out_json = ffi.new("char *[1]")
  check(C.swiftpager_pager_resume_token(pager, out_json))
  return taken(out_json[0])
end

function native.pager_checkpoint(pager)
  local out_json = ffi.new("char *[1]")
  check(C.swiftpager_pager_checkpoint(pager, out_json))
  return taken(out_json[0])
end

function native.pager_release(pager)
  check(C.swiftpager_pager_release(pager))
end

function native.pager_unref(pager)
  check(C.swiftpager_pager_unref(pager))
end

function native.pager_subscribe(pager, on_update, user_data, destroy)
  local out = ffi.new("swiftpager_subscription *[1]")
  check(C.swiftpager_pager_subscribe(pager, on_update, user_data, destroy, out))
  return out[0]
end

function native.subscription_next(subscription, timeout_ms)
  local out = ffi.new("swiftpager_update *[1]")
  check(C.swiftpager_subscription_next(subscription, timeout_ms, out))
  return out[0]
end

function native.subscription_fd(subscription)
  local out_fd = ffi.new("int[1]")
  check(C.swiftpager_subscription_fd(subscription, out_fd))
  return tonumber(out_fd[0])
end

function native.subscription_cancel(subscription)
  check(C.swiftpager_subscription_cancel(subscription))
end

function native.subscription_release(subscription)
  check(C.swiftpager_subscription_release(subscription))
end

function native.operation_wait(operation, timeout_ms)
  local error_json = ffi.new("char *[1]")
  check(C.swiftpager_operation_wait(operation, timeout_ms, error_json), error_json)
end

function native.operation_next(operation, timeout_ms)
  local out = ffi.new("swiftpager_update *[1]")
  local error_json = ffi.new("char *[1]")
  check(C.swiftpager_operation_next(operation, timeout_ms, out, error_json), error_json)
  return out[0]
end

function native.operation_status(operation)
  local out_ended = ffi.new("bool[1]")
  local out_status = ffi.new("swiftpager_status[1]")
  check(C.swiftpager_operation_status(operation, out_ended, out_status))
  return out_ended[0], tonumber(out_status[0])
end

function native.operation_fd(operation)
  local out_fd = ffi.new("int[1]")
  check(C.swiftpager_operation_fd(operation, out_fd))
  return tonumber(out_fd[0])
end

function native.operation_response(operation)
  local length = ffi.new("size_t[1]")
  return slice(C.swiftpager_operation_response(operation, length), length)
end

function native.operation_cancel(operation)
  check(C.swiftpager_operation_cancel(operation))
end

function native.operation_release(operation)
  check(C.swiftpager_operation_release(operation))
end

function native.operation_arrow_stream(operation, columns_json, out)
  local error_json = ffi.new("char *[1]")
  check(C.swiftpager_operation_arrow_stream(operation, whole(columns_json), out, error_json), error_json)
end

function native.operation_arrow_table(operation, columns_json, out)
  local error_json = ffi.new("char *[1]")
  check(C.swiftpager_operation_arrow_table(operation, whole(columns_json), out, error_json), error_json)
end

function native.operation_arrow_wait(operation, timeout_ms)
  local error_json = ffi.new("char *[1]")
  check(C.swiftpager_operation_arrow_wait(operation, timeout_ms, error_json), error_json)
end

function native.operation_arrow_finish(operation)
  check(C.swiftpager_operation_arrow_finish(operation))
end

function native.update_status(update)
  check(C.swiftpager_update_status(update))
end

function native.update_error(update)
  return lent(C.swiftpager_update_error(update))
end

function native.update_source(update)
  return C.swiftpager_update_source(update)
end

function native.update_page_count(update)
  return tonumber(C.swiftpager_update_page_count(update))
end

function native.update_last_page(update)
  return C.swiftpager_update_last_page(update)
end

function native.update_page_at(update, index)
  return C.swiftpager_update_page_at(update, index)
end

function native.update_page_index(update)
  local out = ffi.new("size_t[1]")
  check(C.swiftpager_update_page_index(update, out))
  return tonumber(out[0])
end

function native.update_is_change(update)
  local out = ffi.new("bool[1]")
  check(C.swiftpager_update_is_change(update, out))
  return out[0]
end

function native.update_output(update)
  local length = ffi.new("size_t[1]")
  return slice(C.swiftpager_update_output(update, length), length)
end

function native.update_finish(update)
  check(C.swiftpager_update_finish(update))
end

function native.update_nested(update)
  local out_incomplete = ffi.new("size_t[1]")
  local out_unknown = ffi.new("size_t[1]")
  check(C.swiftpager_update_nested(update, out_incomplete, out_unknown))
  return tonumber(out_incomplete[0]), tonumber(out_unknown[0])
end

function native.update_retain(update)
  check(C.swiftpager_update_retain(update))
end

function native.update_release(update)
  check(C.swiftpager_update_release(update))
end

function native.page_retain(page)
  check(C.swiftpager_page_retain(page))
end

function native.page_release(page)
  check(C.swiftpager_page_release(page))
end

function native.page_response(page)
  local length = ffi.new("size_t[1]")
  return slice(C.swiftpager_page_response(page, length), length)
end

function native.page_data(page)
  local length = ffi.new("size_t[1]")
  return slice(C.swiftpager_page_data(page, length), length)
end

function native.page_items(page)
  local length = ffi.new("size_t[1]")
  return slice(C.swiftpager_page_items(page, length), length)
end

function native.page_model(page)
  local length = ffi.new("size_t[1]")
  return slice(C.swiftpager_page_model(page, length), length)
end

function native.page_item_count(page)
  return tonumber(C.swiftpager_page_item_count(page))
end

function native.page_kind(page)
  return C.swiftpager_page_kind(page)
end

function native.page_errors(page)
  local length = ffi.new("size_t[1]")
  return slice(C.swiftpager_page_errors(page, length), length)
end

function native.page_info(page)
  local length = ffi.new("size_t[1]")
  return slice(C.swiftpager_page_info(page, length), length)
end

function native.page_nested(page)
  local length = ffi.new("size_t[1]")
  return slice(C.swiftpager_page_nested(page, length), length)
end

function native.page_extensions(page)
  local length = ffi.new("size_t[1]")
  return slice(C.swiftpager_page_extensions(page, length), length)
end

function native.page_header(page, name)
  local length = ffi.new("size_t[1]")
  return slice(C.swiftpager_page_header(page, whole(name), length), length)
end

function native.page_headers(page)
  local length = ffi.new("size_t[1]")
  return slice(C.swiftpager_page_headers(page, length), length)
end

function native.page_item(page, index)
  local length = ffi.new("size_t[1]")
  return slice(C.swiftpager_page_item(page, index, length), length)
end

function native.page_spans(page, nodes)
  local count = ffi.new("size_t[1]")
  local address = C.swiftpager_page_spans(page, nodes, count)
  return address, tonumber(count[0])
end

function native.page_ndjson(page)
  local length = ffi.new("size_t[1]")
  return slice(C.swiftpager_page_ndjson(page, length), length)
end

function native.page_arrow(page, columns_json, out_schema, out_array)
  local error_json = ffi.new("char *[1]")
  check(C.swiftpager_page_arrow(page, whole(columns_json), out_schema, out_array, error_json), error_json)
end

function native.table_create(columns_json)
  local out = ffi.new("swiftpager_table *[1]")
  local error_json = ffi.new("char *[1]")
  check(C.swiftpager_table_create(whole(columns_json), out, error_json), error_json)
  return out[0]
end

function native.table_add(table, page)
  local error_json = ffi.new("char *[1]")
  check(C.swiftpager_table_add(table, page, error_json), error_json)
end

function native.table_add_rows(table, rows_json, length)
  local error_json = ffi.new("char *[1]")
  check(C.swiftpager_table_add_rows(table, rows_json, length, error_json), error_json)
end

function native.table_fit(table, rows_json, length)
  local error_json = ffi.new("char *[1]")
  check(C.swiftpager_table_fit(table, rows_json, length, error_json), error_json)
end

function native.table_take(table, out_schema, out_array)
  local error_json = ffi.new("char *[1]")
  check(C.swiftpager_table_take(table, out_schema, out_array, error_json), error_json)
end

function native.table_release(table)
  check(C.swiftpager_table_release(table))
end

return native
