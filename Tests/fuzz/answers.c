#include "answers.h"

#include "fuzzing.h"

#include <string.h>

#define QUERY \
    "query ($after: String) { items(after: $after) { edges { node { id } }" \
    " pageInfo { hasNextPage endCursor } } }"

/* What the server answers next. */
static struct {
    int status;
    const void *body;
    size_t length;
} answer;

/* A transport that has the answer at once. */
static void send_request(void *user_data, swiftpager_request *request)
{
    (void)user_data;
    HOLDS(swiftpager_request_complete(request, answer.status, "[[\"Content-Type\", \"application/json\"]]", answer.body,
                                      answer.length) == SWIFTPAGER_OK);
}

static swiftpager_client *make_client(const char *config)
{
    swiftpager_client *client = NULL;
    const swiftpager_transport transport = {.struct_size = sizeof transport, .send = send_request};
    HOLDS(swiftpager_client_create("http://127.0.0.1:1/", config, &transport, &client, NULL) == 0);
    return client;
}

static swiftpager_client *client_of_answers(void)
{
    static swiftpager_client *client;
    if (client == NULL) client = make_client(NULL);
    return client;
}

swiftpager_client *caching_client(void)
{
    static swiftpager_client *client;
    /* With an age limit, what the cache gives back is put together anew, and not a response as it came. */
    if (client == NULL) client = make_client("{\"cache\": \"memory\", \"max_age_ms\": 3600000}");
    return client;
}

static void check_inside(const swiftpager_page *page, const char *part, size_t length)
{
    size_t whole = 0;
    const char *response = swiftpager_page_response(page, &whole);
    HOLDS(part != NULL || length == 0);
    HOLDS(part == NULL || (part >= response && part + length <= response + whole));
}

static void check_parts(const swiftpager_page *page)
{
    const char *(*const parts[])(const swiftpager_page *, size_t *) = {
        swiftpager_page_response,
        swiftpager_page_data,
        swiftpager_page_items,
        swiftpager_page_errors,
        swiftpager_page_extensions,
        swiftpager_page_info,
    };
    size_t length = 0, count = swiftpager_page_item_count(page), lines = 0;
    for (size_t index = 0; index < sizeof parts / sizeof *parts; index++) {
        const char *part = parts[index](page, &length);
        check_inside(page, part, length);
        learn((swiftpager_status)(1000 + index), part == NULL ? "none" : "some");
    }
    for (size_t index = 0; index < count; index++) {
        const char *item = swiftpager_page_item(page, index, &length);
        HOLDS(item != NULL && length > 0);
        check_inside(page, item, length);
    }
    HOLDS(swiftpager_page_item(page, count, NULL) == NULL);
    const char *nested = swiftpager_page_nested(page, &length);
    HOLDS(nested == NULL || (nested[length] == '\0' && nested[0] == '{'));
    const char *text = swiftpager_page_ndjson(page, &length);
    for (size_t index = 0; index < length; index++) lines += text[index] == '\n';
    HOLDS(lines == count);
}

static void receive(void *user_data, const swiftpager_update *update)
{
    *(int *)user_data += 1;
    const char *error = swiftpager_update_error(update);
    HOLDS((swiftpager_update_status(update) == SWIFTPAGER_OK) == (error == NULL));
    const swiftpager_page *page = swiftpager_update_page(update, NULL);
    HOLDS(page != NULL || error != NULL);
    if (page != NULL) check_parts(page);
}

void answer_with(int http_status, const void *body, size_t length)
{
    answer.status = http_status;
    answer.body = body;
    answer.length = length;
}

swiftpager_status load_answers(load_function *load, const char *options, const char *config,
                               const swiftpager_pager_hooks *hooks)
{
    swiftpager_pager *pager = NULL;
    swiftpager_operation *operation = NULL;
    char *error = NULL;
    int updates = 0;
    HOLDS(swiftpager_pager_create(client_of_answers(), QUERY, config, hooks, &pager, NULL) == 0);
    HOLDS(swiftpager_pager_subscribe(pager, receive, &updates, NULL, NULL) == SWIFTPAGER_OK);
    HOLDS(load(pager, options, NULL, NULL, NULL, &operation, NULL) == SWIFTPAGER_OK);
    swiftpager_status status = swiftpager_operation_wait(operation, -1, &error);
    HOLDS(status != SWIFTPAGER_INTERNAL && status != SWIFTPAGER_NETWORK && updates >= 1);
    learn_error(status, error);
    HOLDS(swiftpager_operation_release(operation) == SWIFTPAGER_OK);
    HOLDS(swiftpager_pager_release(pager) == SWIFTPAGER_OK);
    return status;
}

void dispatch_answers(void)
{
    HOLDS(swiftpager_client_dispatch(client_of_answers(), 0, 0, NULL) == SWIFTPAGER_OK);
}

void fetch_answer(int http_status, const void *body, size_t length)
{
    answer_with(http_status, body, length);
    load_answers(swiftpager_pager_fetch, NULL, NULL, NULL);
}
