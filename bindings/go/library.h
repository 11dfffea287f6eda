/*
 * The functions of swiftpager.h that this binding calls. A handle is a number here: it is a key of the library's table,
 * and Go must not keep what is not an address as a pointer. Callbacks, hooks and transports are NULL.
 */
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uintptr_t handle;

const char *swiftpager_status_name(int32_t status);
const char *swiftpager_last_error(void);
void swiftpager_free(void *memory);

int32_t swiftpager_client_create(const char *endpoint, const char *config, void *transport, handle *out, char **error);
int32_t swiftpager_client_execute(handle client, const char *request, void *completion, void *user_data, void *destroy,
                                  handle *out, char **error);
int32_t swiftpager_client_cache_write(handle client, const char *key, const char *fields, char **error);
int32_t swiftpager_client_cache_read(handle client, const char *key, char **out, char **error);
int32_t swiftpager_client_cache_evict(handle client, const char *key, char **error);
int32_t swiftpager_client_cache_clear(handle client, char **error);
int32_t swiftpager_client_dispatch(handle client, int32_t timeout_ms, uint32_t max, uint32_t *out_count);
int32_t swiftpager_client_fd(handle client, int *out);
int32_t swiftpager_client_ready(handle client, void *out, size_t max, size_t *out_count);
int32_t swiftpager_client_wake(handle client);
int32_t swiftpager_client_close(handle client, int32_t timeout_ms);
int32_t swiftpager_client_release(handle client);

int32_t swiftpager_pager_create(handle client, const char *query, const char *config, void *hooks, handle *out,
                                char **error);
int32_t swiftpager_pager_fetch(handle pager, const char *options, void *completion, void *user_data, void *destroy,
                               handle *out, char **error);
int32_t swiftpager_pager_load_next(handle pager, const char *options, void *completion, void *user_data, void *destroy,
                                   handle *out, char **error);
int32_t swiftpager_pager_load_previous(handle pager, const char *options, void *completion, void *user_data,
                                       void *destroy, handle *out, char **error);
int32_t swiftpager_pager_walk(handle pager, const char *options, handle *out, char **error);
int32_t swiftpager_pager_reset(handle pager);
int32_t swiftpager_pager_can_load(handle pager, int32_t direction, bool *out);
int32_t swiftpager_pager_current(handle pager, handle *out);
int32_t swiftpager_pager_state(handle pager, char **out);
int32_t swiftpager_pager_resume_token(handle pager, char **out);
int32_t swiftpager_pager_checkpoint(handle pager, char **out);
int32_t swiftpager_pager_close(handle pager);
int32_t swiftpager_pager_release(handle pager);
int32_t swiftpager_pager_subscribe(handle pager, void *on_update, void *user_data, void *destroy, handle *out);

int32_t swiftpager_subscription_next(handle subscription, int32_t timeout_ms, handle *out);
int32_t swiftpager_subscription_close(handle subscription);
int32_t swiftpager_subscription_release(handle subscription);

int32_t swiftpager_operation_wait(handle operation, int32_t timeout_ms, char **error);
int32_t swiftpager_operation_next(handle operation, int32_t timeout_ms, handle *out, char **error);
int32_t swiftpager_operation_ended(handle operation, bool *out_ended, int32_t *out_status);
const char *swiftpager_operation_response(handle operation, size_t *length);
int32_t swiftpager_operation_close(handle operation);
int32_t swiftpager_operation_release(handle operation);

int32_t swiftpager_update_status(handle update);
const char *swiftpager_update_error(handle update);
int32_t swiftpager_update_source(handle update, bool *out_is_change);
size_t swiftpager_update_page_count(handle update);
handle swiftpager_update_page(handle update, size_t *out_index);
handle swiftpager_update_page_at(handle update, size_t index);
int32_t swiftpager_update_finish(handle update);
int32_t swiftpager_update_release(handle update);

int32_t swiftpager_page_kind(handle page);
size_t swiftpager_page_item_count(handle page);
const char *swiftpager_page_response(handle page, size_t *length);
const char *swiftpager_page_errors(handle page, size_t *length);
const char *swiftpager_page_info(handle page, size_t *length);
const char *swiftpager_page_extensions(handle page, size_t *length);
const uint64_t *swiftpager_page_spans(handle page, bool nodes, size_t *count);

/* A copy of the client's descriptor, which Go's runtime polls because it does not block; -1 without one. */
static inline int copied_fd(int fd)
{
    int copy = fd >= 0 ? fcntl(fd, F_DUPFD_CLOEXEC, 0) : -1;
    return copy >= 0 && fcntl(copy, F_SETFL, O_NONBLOCK) == 0 ? copy : -1;
}

/* Whether a turn would find something. */
static inline bool is_readable(int fd)
{
    return poll(&(struct pollfd){.fd = fd, .events = POLLIN}, 1, 0) > 0;
}
