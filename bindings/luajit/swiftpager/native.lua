-- What this binding uses of swiftpager.h, and how its results and errors become Lua's.

local ffi = require("ffi")
local json = require("swiftpager.json")

ffi.cdef [[
typedef struct swiftpager_client swiftpager_client;
typedef struct swiftpager_pager swiftpager_pager;
typedef struct swiftpager_subscription swiftpager_subscription;
typedef struct swiftpager_operation swiftpager_operation;
typedef struct swiftpager_update swiftpager_update;
typedef struct swiftpager_page swiftpager_page;
typedef int32_t swiftpager_status, swiftpager_source, swiftpager_kind;
uint32_t swiftpager_abi_version(void);
const char *swiftpager_status_name(swiftpager_status status);
void swiftpager_free(void *memory);
const char *swiftpager_last_error(void);
swiftpager_status swiftpager_client_create(const char *endpoint, const char *config_json, const void *transport,
  swiftpager_client **out, char **error_json);
swiftpager_status swiftpager_client_execute(swiftpager_client *client, const char *request_json, void *completion,
  void *user_data, void *destroy, swiftpager_operation **out, char **error_json);
swiftpager_status swiftpager_client_cache_write(swiftpager_client *client, const char *key, const char *fields_json,
  char **error_json);
swiftpager_status swiftpager_client_cache_read(swiftpager_client *client, const char *key, char **out_json,
  char **error_json);
swiftpager_status swiftpager_client_cache_evict(swiftpager_client *client, const char *key, char **error_json);
swiftpager_status swiftpager_client_cache_clear(swiftpager_client *client, char **error_json);
swiftpager_status swiftpager_client_close(swiftpager_client *client, int32_t timeout_ms);
swiftpager_status swiftpager_client_release(swiftpager_client *client);
swiftpager_status swiftpager_pager_create(swiftpager_client *client, const char *query, const char *config_json,
  const void *hooks, swiftpager_pager **out, char **error_json);
swiftpager_status swiftpager_pager_fetch(swiftpager_pager *pager, const char *options_json, void *completion,
  void *user_data, void *destroy, swiftpager_operation **out, char **error_json);
swiftpager_status swiftpager_pager_load_next(swiftpager_pager *pager, const char *options_json, void *completion,
  void *user_data, void *destroy, swiftpager_operation **out, char **error_json);
swiftpager_status swiftpager_pager_load_previous(swiftpager_pager *pager, const char *options_json, void *completion,
  void *user_data, void *destroy, swiftpager_operation **out, char **error_json);
swiftpager_status swiftpager_pager_walk(swiftpager_pager *pager, const char *options_json, swiftpager_operation **out,
  char **error_json);
swiftpager_status swiftpager_pager_reset(swiftpager_pager *pager);
swiftpager_status swiftpager_pager_can_load(swiftpager_pager *pager, swiftpager_kind direction, bool *out);
swiftpager_status swiftpager_pager_current(swiftpager_pager *pager, swiftpager_update **out);
swiftpager_status swiftpager_pager_state(swiftpager_pager *pager, char **out_json);
swiftpager_status swiftpager_pager_resume_token(swiftpager_pager *pager, char **out_json);
swiftpager_status swiftpager_pager_checkpoint(swiftpager_pager *pager, char **out_json);
swiftpager_status swiftpager_pager_close(swiftpager_pager *pager);
swiftpager_status swiftpager_pager_release(swiftpager_pager *pager);
swiftpager_status swiftpager_pager_subscribe(swiftpager_pager *pager, void *on_update, void *user_data, void *destroy,
  swiftpager_subscription **out);
swiftpager_status swiftpager_subscription_next(swiftpager_subscription *subscription, int32_t timeout_ms,
  swiftpager_update **out);
swiftpager_status swiftpager_subscription_close(swiftpager_subscription *subscription);
swiftpager_status swiftpager_subscription_release(swiftpager_subscription *subscription);
swiftpager_status swiftpager_operation_wait(swiftpager_operation *operation, int32_t timeout_ms, char **error_json);
swiftpager_status swiftpager_operation_next(swiftpager_operation *operation, int32_t timeout_ms,
  swiftpager_update **out, char **error_json);
const char *swiftpager_operation_response(swiftpager_operation *operation, size_t *length);
swiftpager_status swiftpager_operation_close(swiftpager_operation *operation);
swiftpager_status swiftpager_operation_release(swiftpager_operation *operation);
swiftpager_status swiftpager_update_status(const swiftpager_update *update);
const char *swiftpager_update_error(const swiftpager_update *update);
swiftpager_source swiftpager_update_source(const swiftpager_update *update, bool *out_is_change);
size_t swiftpager_update_page_count(const swiftpager_update *update);
const swiftpager_page *swiftpager_update_page(const swiftpager_update *update, size_t *out_index);
const swiftpager_page *swiftpager_update_page_at(const swiftpager_update *update, size_t index);
const char *swiftpager_update_output(const swiftpager_update *update, size_t *length);
swiftpager_status swiftpager_update_finish(const swiftpager_update *update);
swiftpager_status swiftpager_update_release(const swiftpager_update *update);
swiftpager_status swiftpager_page_retain(const swiftpager_page *page);
swiftpager_status swiftpager_page_release(const swiftpager_page *page);
const char *swiftpager_page_response(const swiftpager_page *page, size_t *length);
const char *swiftpager_page_data(const swiftpager_page *page, size_t *length);
size_t swiftpager_page_item_count(const swiftpager_page *page);
swiftpager_kind swiftpager_page_kind(const swiftpager_page *page);
const char *swiftpager_page_errors(const swiftpager_page *page, size_t *length);
const char *swiftpager_page_info(const swiftpager_page *page, size_t *length);
const char *swiftpager_page_nested(const swiftpager_page *page, size_t *length);
const char *swiftpager_page_extensions(const swiftpager_page *page, size_t *length);
const char *swiftpager_page_header(const swiftpager_page *page, const char *name, size_t *length);
const uint64_t *swiftpager_page_spans(const swiftpager_page *page, bool nodes, size_t *count);
]]

local found, C = pcall(ffi.load, os.getenv("SWIFTPAGER_LIBRARY") or "libswiftpager.so.0")
if not found then error(C .. ": install libswiftpager, or name its file in SWIFTPAGER_LIBRARY", 0) end
assert(C.swiftpager_abi_version() >= 1, "this needs contract 1 of libswiftpager")

local native = {
  C = C,
  STATUS = {
    OK = 0, INVALID_ARGUMENT = 1, INVALID_CONFIG = 2, INVALID_HANDLE = 3, CLOSED = 4, REENTRANT = 5, FORKED = 6,
    TIMEOUT = 7, NO_MEMORY = 8, INTERNAL = 9, INTERRUPTED = 10, HOOK_FAILED = 11, MISSING_INITIAL_PAGE = 20,
    PAGE_HAS_NO_MORE_CONTENT = 21, LOAD_IN_PROGRESS = 22, NO_QUERY = 23, CANCELLED = 24, NETWORK = 40, HTTP = 41,
    GRAPHQL = 42, BAD_RESPONSE = 43, RATE_LIMITED = 44, CACHE_MISS = 45, CACHE_FAILED = 46, NOT_RECORDED = 47,
    RECORDING_FAILED = 48, CURSOR_STUCK = 60, CURSOR_CYCLE = 61, MISSING_PAGE_INFO = 62, NULL_CURSOR = 63,
    PAGE_LIMIT = 64, NESTED_INCOMPLETE = 65, PARTIAL_DATA = 66, NOT_ORDERED = 67, DUPLICATE_KEY = 68,
    FEWER_THAN_TOTAL = 69, MARK_NOT_REACHED = 70, IN_DOUBT = 71,
  },
  SOURCES = { [0] = "NONE", "SERVER", "CACHE" },
  KINDS = { [0] = "NONE", "INITIAL", "NEXT", "PREVIOUS" },
}

-- What every error is: `status` is a name, `code` its number, `details` the whole error object.
local Error = {}
Error.__index = Error
function Error:__tostring() return self.status .. ": " .. self.message .. (self.path and " " .. self.path or "") end

function native.failure(code, text)
  local details = text and json.decode(text) or {}
  -- The library may be newer than this list, and know further names.
  local status = ffi.string(C.swiftpager_status_name(code))
  return setmetatable({ status = status, code = code, message = details.message or status, path = details.path,
    details = details }, Error)
end

-- A text that C lends, of a length or up to its NUL; nil for NULL.
function native.text(address, length)
  if address == nil then return nil end
  return ffi.string(address, length and length[0])
end

-- A text to pass: C would cut it off at a NUL.
function native.whole(text)
  if type(text) == "string" and text:find("\0", 1, true) then error("a text has a NUL inside", 3) end
  return text
end

-- The text that a call has handed out: copied and freed.
function native.taken(address)
  local text = native.text(address)
  C.swiftpager_free(address)
  return text
end

-- Raises the error of a call.
function native.check(status, error_json)
  if status == 0 then return end
  local text
  if error_json then text = native.taken(error_json[0]) else text = native.text(C.swiftpager_last_error()) end
  error(native.failure(status, text), 0)
end

-- Calls a function of C with these places behind its arguments, and returns what it has put into the first of them.
local function called(call, places, error_json, ...)
  local arguments, count = { ... }, select("#", ...)
  for i, place in ipairs(places) do arguments[count + i] = place end
  native.check(call(unpack(arguments, 1, count + #places)), error_json)
  return places[1][0]
end

-- Calls of functions that put out a result of a type, with an error object or without, and of those without a result.
function native.made(type, call, ...)
  local error_json = ffi.new("char *[1]")
  return called(call, { ffi.new(type .. "[1]"), error_json }, error_json, ...)
end
function native.found(type, call, ...) return called(call, { ffi.new(type .. "[1]") }, nil, ...) end
function native.done(call, ...)
  local error_json = ffi.new("char *[1]")
  called(call, { error_json }, error_json, ...)
end

return native
