/* What the binding uses of swiftpager.h, with keys as numbers. Each call has a place for its error. */
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

static void client_release(uintptr_t client)
{
    swiftpager_client_release((swiftpager_client *)client);
}

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

static void pager_release(uintptr_t pager)
{
    swiftpager_pager_release((swiftpager_pager *)pager);
}

static swiftpager_status pager_subscribe(uintptr_t pager, uintptr_t *out, char **error_json)
{
    return told(swiftpager_pager_subscribe((swiftpager_pager *)pager, NULL, NULL, NULL,
                                           (swiftpager_subscription **)out),
                error_json);
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

static void operation_close(uintptr_t operation)
{
    swiftpager_operation_close((swiftpager_operation *)operation);
}
static void operation_release(uintptr_t operation)
{
    swiftpager_operation_release((swiftpager_operation *)operation);
}

static swiftpager_status update_status(uintptr_t update)
{
    return swiftpager_update_status((swiftpager_update *)update);
}

static const char *update_error(uintptr_t update)
{
    return swiftpager_update_error((swiftpager_update *)update);
}

static swiftpager_source update_source(uintptr_t update, bool *out_is_change)
{
    return swiftpager_update_source((swiftpager_update *)update, out_is_change);
}

static size_t update_page_count(uintptr_t update)
{
    return swiftpager_update_page_count((swiftpager_update *)update);
}

static uintptr_t update_page(uintptr_t update)
{
    return (uintptr_t)swiftpager_update_page((swiftpager_update *)update, NULL);
}

static uintptr_t update_page_at(uintptr_t update, size_t index)
{
    return (uintptr_t)swiftpager_update_page_at((swiftpager_update *)update, index);
}

static void update_finish(uintptr_t update)
{
    swiftpager_update_finish((swiftpager_update *)update);
}
static void update_release(uintptr_t update)
{
    swiftpager_update_release((swiftpager_update *)update);
}
static size_t page_item_count(uintptr_t page)
{
    return swiftpager_page_item_count((swiftpager_page *)page);
}
static swiftpager_kind page_kind(uintptr_t page)
{
    return swiftpager_page_kind((swiftpager_page *)page);
}

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
