typedef struct swiftpager_client swiftpager_client;
typedef struct swiftpager_pager swiftpager_pager;
typedef struct swiftpager_subscription swiftpager_subscription;
typedef struct swiftpager_operation swiftpager_operation;
typedef struct swiftpager_update swiftpager_update;
typedef struct swiftpager_page swiftpager_page;
typedef struct swiftpager_request swiftpager_request;
typedef struct swiftpager_authorization swiftpager_authorization;
typedef struct swiftpager_ready {
    swiftpager_operation *operation;
    swiftpager_subscription *subscription;
} swiftpager_ready;
typedef struct swiftpager_transport {
    size_t struct_size;
    void *user_data;
    void (*send)(void *user_data, swiftpager_request *request);
    void (*cancel)(void *user_data, swiftpager_request *request);
    void (*destroy)(void *user_data);
} swiftpager_transport;
typedef int32_t swiftpager_status;
enum {
    SWIFTPAGER_STATUS_SIGN = -1,
    SWIFTPAGER_OK = 0,
    SWIFTPAGER_INVALID_ARGUMENT = 1,
    SWIFTPAGER_INVALID_CONFIG = 2,
    SWIFTPAGER_INVALID_HANDLE = 3,
    SWIFTPAGER_CLOSED = 4,
    SWIFTPAGER_REENTRANT = 5,
    SWIFTPAGER_FORKED = 6,
    SWIFTPAGER_TIMEOUT = 7,
    SWIFTPAGER_NO_MEMORY = 8,
    SWIFTPAGER_INTERNAL = 9,
    SWIFTPAGER_INTERRUPTED = 10,
    SWIFTPAGER_HOOK_FAILED = 11,
    SWIFTPAGER_MISSING_INITIAL_PAGE = 20,
    SWIFTPAGER_PAGE_HAS_NO_MORE_CONTENT = 21,
    SWIFTPAGER_LOAD_IN_PROGRESS = 22,
    SWIFTPAGER_NO_QUERY = 23,
    SWIFTPAGER_CANCELLED = 24,
    SWIFTPAGER_NETWORK = 40,
    SWIFTPAGER_HTTP = 41,
    SWIFTPAGER_GRAPHQL = 42,
    SWIFTPAGER_BAD_RESPONSE = 43,
    SWIFTPAGER_RATE_LIMITED = 44,
    SWIFTPAGER_CACHE_MISS = 45,
    SWIFTPAGER_CACHE_FAILED = 46,
    SWIFTPAGER_NOT_RECORDED = 47,
    SWIFTPAGER_RECORDING_FAILED = 48,
    SWIFTPAGER_CURSOR_STUCK = 60,
    SWIFTPAGER_CURSOR_CYCLE = 61,
    SWIFTPAGER_MISSING_PAGE_INFO = 62,
    SWIFTPAGER_NULL_CURSOR = 63,
    SWIFTPAGER_PAGE_LIMIT = 64,
    SWIFTPAGER_NESTED_INCOMPLETE = 65,
    SWIFTPAGER_PARTIAL_DATA = 66,
    SWIFTPAGER_NOT_ORDERED = 67,
    SWIFTPAGER_DUPLICATE_KEY = 68,
    SWIFTPAGER_FEWER_THAN_TOTAL = 69,
    SWIFTPAGER_MARK_NOT_REACHED = 70,
    SWIFTPAGER_IN_DOUBT = 71
};
typedef int32_t swiftpager_source;
enum {
    SWIFTPAGER_SOURCE_SIGN = -1,
    SWIFTPAGER_SOURCE_NONE = 0,
    SWIFTPAGER_SOURCE_SERVER = 1,
    SWIFTPAGER_SOURCE_CACHE = 2
};
typedef int32_t swiftpager_kind;
enum {
    SWIFTPAGER_KIND_SIGN = -1,
    SWIFTPAGER_KIND_NONE = 0,
    SWIFTPAGER_KIND_INITIAL = 1,
    SWIFTPAGER_KIND_NEXT = 2,
    SWIFTPAGER_KIND_PREVIOUS = 3
};
typedef struct swiftpager_pager_hooks {
    size_t struct_size;
    void *user_data;
    swiftpager_status (*extract_page_info)(void *user_data, const char *page_json, size_t length, bool is_initial,
                                           char **out_json);
    swiftpager_status (*resolve_page)(void *user_data, const char *page_info_json, swiftpager_kind direction,
                                      char **out_json);
    swiftpager_status (*transform)(void *user_data, const char *page_json, size_t length, char **out_json);
    void (*destroy)(void *user_data);
} swiftpager_pager_hooks;
typedef void (*swiftpager_completion_cb)(void *user_data, swiftpager_status status, const char *error_json);
typedef void (*swiftpager_update_cb)(void *user_data, const swiftpager_update *update);
typedef void (*swiftpager_event_cb)(void *user_data, const char *event_json);
typedef void (*swiftpager_authorize_cb)(void *user_data, swiftpager_authorization *authorization, const char *reason);
typedef void (*swiftpager_destroy_cb)(void *user_data);
const char *swiftpager_version(void);
uint32_t swiftpager_abi_version(void);
const char *swiftpager_list_words(void);
const char *swiftpager_status_name(swiftpager_status status);
void swiftpager_free(void *memory);
void *swiftpager_alloc(size_t size);
const char *swiftpager_last_error(void);
swiftpager_status swiftpager_callback_abandon(void);
swiftpager_status swiftpager_client_create(const char *endpoint, const char *config_json,
                                                          const swiftpager_transport *transport,
                                                          swiftpager_client **out, char **error_json);
swiftpager_status swiftpager_client_execute(swiftpager_client *client, const char *request_json,
                                                           swiftpager_completion_cb completion, void *user_data,
                                                           swiftpager_destroy_cb destroy, swiftpager_operation **out,
                                                           char **error_json);
swiftpager_status swiftpager_client_cache_write(swiftpager_client *client, const char *key,
                                                               const char *fields_json, char **error_json);
swiftpager_status swiftpager_client_cache_read(swiftpager_client *client, const char *key,
                                                              char **out_json, char **error_json);
swiftpager_status swiftpager_client_cache_evict(swiftpager_client *client, const char *key,
                                                               char **error_json);
swiftpager_status swiftpager_client_cache_clear(swiftpager_client *client, char **error_json);
swiftpager_status swiftpager_client_dispatch(swiftpager_client *client, int32_t timeout_ms, uint32_t max,
                                                            uint32_t *out_count);
swiftpager_status swiftpager_client_fd(swiftpager_client *client, int *out_fd);
swiftpager_status swiftpager_client_ready(swiftpager_client *client, swiftpager_ready *out, size_t max,
                                                         size_t *out_count);
swiftpager_status swiftpager_client_wake(swiftpager_client *client);
swiftpager_status swiftpager_client_observe(swiftpager_client *client, const char *kinds_json,
                                                           swiftpager_event_cb on_event, void *user_data,
                                                           swiftpager_destroy_cb destroy, char **error_json);
swiftpager_status swiftpager_client_set_authorizer(swiftpager_client *client,
                                                                  swiftpager_authorize_cb authorize, void *user_data,
                                                                  swiftpager_destroy_cb destroy, char **error_json);
swiftpager_status swiftpager_authorization_complete(swiftpager_authorization *authorization,
                                                                   const char *headers_json);
swiftpager_status swiftpager_authorization_fail(swiftpager_authorization *authorization,
                                                               const char *message);
swiftpager_status swiftpager_client_close(swiftpager_client *client, int32_t timeout_ms);
swiftpager_status swiftpager_client_release(swiftpager_client *client);
const char *swiftpager_request_url(const swiftpager_request *request);
const char *swiftpager_request_method(const swiftpager_request *request);
const char *swiftpager_request_headers(const swiftpager_request *request);
const char *swiftpager_request_body(const swiftpager_request *request, size_t *length);
swiftpager_status swiftpager_request_complete(swiftpager_request *request, int32_t status,
                                                             const char *headers_json, const char *body,
                                                             size_t length);
swiftpager_status swiftpager_request_fail(swiftpager_request *request, const char *message);
swiftpager_status swiftpager_pager_create(swiftpager_client *client, const char *query,
                                                         const char *config_json, const swiftpager_pager_hooks *hooks,
                                                         swiftpager_pager **out, char **error_json);
swiftpager_status swiftpager_pager_fetch(swiftpager_pager *pager, const char *options_json,
                                                        swiftpager_completion_cb completion, void *user_data,
                                                        swiftpager_destroy_cb destroy, swiftpager_operation **out,
                                                        char **error_json);
swiftpager_status swiftpager_pager_load_next(swiftpager_pager *pager, const char *options_json,
                                                            swiftpager_completion_cb completion, void *user_data,
                                                            swiftpager_destroy_cb destroy, swiftpager_operation **out,
                                                            char **error_json);
swiftpager_status swiftpager_pager_load_previous(swiftpager_pager *pager, const char *options_json,
                                                                swiftpager_completion_cb completion, void *user_data,
                                                                swiftpager_destroy_cb destroy,
                                                                swiftpager_operation **out, char **error_json);
swiftpager_status swiftpager_pager_load_all(swiftpager_pager *pager, const char *options_json,
                                                           swiftpager_completion_cb completion, void *user_data,
                                                           swiftpager_destroy_cb destroy, swiftpager_operation **out,
                                                           char **error_json);
swiftpager_status swiftpager_pager_walk(swiftpager_pager *pager, const char *options_json,
                                                       swiftpager_operation **out, char **error_json);
swiftpager_status swiftpager_pager_reset(swiftpager_pager *pager);
swiftpager_status swiftpager_pager_can_load(swiftpager_pager *pager, swiftpager_kind direction,
                                                           bool *out);
swiftpager_status swiftpager_pager_current(swiftpager_pager *pager, swiftpager_update **out);
swiftpager_status swiftpager_pager_state(swiftpager_pager *pager, char **out_json);
swiftpager_status swiftpager_pager_resume_token(swiftpager_pager *pager, char **out_json);
swiftpager_status swiftpager_pager_checkpoint(swiftpager_pager *pager, char **out_json);
swiftpager_status swiftpager_pager_close(swiftpager_pager *pager);
swiftpager_status swiftpager_pager_release(swiftpager_pager *pager);
swiftpager_status swiftpager_pager_subscribe(swiftpager_pager *pager, swiftpager_update_cb on_update,
                                                            void *user_data, swiftpager_destroy_cb destroy,
                                                            swiftpager_subscription **out);
swiftpager_status swiftpager_subscription_next(swiftpager_subscription *subscription, int32_t timeout_ms,
                                                              swiftpager_update **out);
swiftpager_status swiftpager_subscription_fd(swiftpager_subscription *subscription, int *out_fd);
swiftpager_status swiftpager_subscription_close(swiftpager_subscription *subscription);
swiftpager_status swiftpager_subscription_release(swiftpager_subscription *subscription);
swiftpager_status swiftpager_operation_wait(swiftpager_operation *operation, int32_t timeout_ms,
                                                           char **error_json);
swiftpager_status swiftpager_operation_next(swiftpager_operation *operation, int32_t timeout_ms,
                                                           swiftpager_update **out, char **error_json);
swiftpager_status swiftpager_operation_next_items(swiftpager_operation *operation, int32_t timeout_ms,
                                                                 char **out_json, size_t *length, char **error_json);
swiftpager_status swiftpager_operation_ended(swiftpager_operation *operation, bool *out_ended,
                                                            swiftpager_status *out_status);
swiftpager_status swiftpager_operation_fd(swiftpager_operation *operation, int *out_fd);
const uint8_t *swiftpager_operation_response(swiftpager_operation *operation, size_t *length);
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
swiftpager_status swiftpager_update_retain(const swiftpager_update *update);
swiftpager_status swiftpager_update_release(const swiftpager_update *update);
swiftpager_status swiftpager_page_retain(const swiftpager_page *page);
swiftpager_status swiftpager_page_release(const swiftpager_page *page);
const uint8_t *swiftpager_page_response(const swiftpager_page *page, size_t *length);
const uint8_t *swiftpager_page_data(const swiftpager_page *page, size_t *length);
const uint8_t *swiftpager_page_items(const swiftpager_page *page, size_t *length);
const uint8_t *swiftpager_page_model(const swiftpager_page *page, size_t *length);
size_t swiftpager_page_item_count(const swiftpager_page *page);
swiftpager_kind swiftpager_page_kind(const swiftpager_page *page);
const uint8_t *swiftpager_page_errors(const swiftpager_page *page, size_t *length);
const uint8_t *swiftpager_page_info(const swiftpager_page *page, size_t *length);
const char *swiftpager_page_nested(const swiftpager_page *page, size_t *length);
const uint8_t *swiftpager_page_extensions(const swiftpager_page *page, size_t *length);
const uint8_t *swiftpager_page_header(const swiftpager_page *page, const char *name, size_t *length);
const uint8_t *swiftpager_page_item(const swiftpager_page *page, size_t index, size_t *length);
const uint64_t *swiftpager_page_spans(const swiftpager_page *page, bool nodes, size_t *count);
const char *swiftpager_page_ndjson(const swiftpager_page *page, size_t *length);
typedef struct swiftpager_table swiftpager_table;
struct ArrowSchema {
    const char *format;
    const char *name;
    const char *metadata;
    int64_t flags;
    int64_t n_children;
    struct ArrowSchema **children;
    struct ArrowSchema *dictionary;
    void (*release)(struct ArrowSchema *);
    void *private_data;
};
struct ArrowArray {
    int64_t length;
    int64_t null_count;
    int64_t offset;
    int64_t n_buffers;
    int64_t n_children;
    const void **buffers;
    struct ArrowArray **children;
    struct ArrowArray *dictionary;
    void (*release)(struct ArrowArray *);
    void *private_data;
};
struct ArrowArrayStream {
    int (*get_schema)(struct ArrowArrayStream *, struct ArrowSchema *out);
    int (*get_next)(struct ArrowArrayStream *, struct ArrowArray *out);
    const char *(*get_last_error)(struct ArrowArrayStream *);
    void (*release)(struct ArrowArrayStream *);
    void *private_data;
};
swiftpager_status swiftpager_operation_arrow(swiftpager_operation *operation, const char *columns_json,
                                                            bool fits_all_rows, struct ArrowArrayStream *out,
                                                            char **error_json);
swiftpager_status swiftpager_operation_arrow_wait(swiftpager_operation *operation, int32_t timeout_ms,
                                                                 char **error_json);
swiftpager_status swiftpager_operation_arrow_finish(swiftpager_operation *operation);
swiftpager_status swiftpager_page_arrow(const swiftpager_page *page, const char *columns_json,
                                                       struct ArrowSchema *out_schema, struct ArrowArray *out_array,
                                                       char **error_json);
swiftpager_status swiftpager_table_create(const char *columns_json, swiftpager_table **out,
                                                         char **error_json);
swiftpager_status swiftpager_table_add(swiftpager_table *table, const swiftpager_page *page,
                                                      char **error_json);
swiftpager_status swiftpager_table_add_rows(swiftpager_table *table, const char *rows_json,
                                                           size_t length, char **error_json);
swiftpager_status swiftpager_table_fit(swiftpager_table *table, const char *rows_json, size_t length,
                                                      char **error_json);
swiftpager_status swiftpager_table_take(swiftpager_table *table, struct ArrowSchema *out_schema,
                                                       struct ArrowArray *out_array, char **error_json);
swiftpager_status swiftpager_table_release(swiftpager_table *table);
