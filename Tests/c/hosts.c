/* A transport in memory. */
#include "hosts.h"

#include "harness.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#define ITEMS_PER_PAGE 2

const char *host_page(swiftpager_request *request)
{
    static _Thread_local char text[1024];
    size_t length = 0;
    const char *body = swiftpager_request_body(request, &length);
    REQUIRE(body != NULL);
    json_t *value = json_loadb(body, length, 0, NULL);
    const char *after = json_string_value(json_object_get(json_object_get(value, "variables"), "after"));
    int start = after == NULL ? 0 : (int)strtol(after, NULL, 10);
    json_decref(value);
    int written = snprintf(text, sizeof text, "{\"data\":{\"items\":{\"edges\":[");
    for (int item = start + 1; item <= start + ITEMS_PER_PAGE; item++) {
        written += snprintf(text + written, sizeof text - (size_t)written, "%s{\"node\":{\"id\":\"%d\"}}",
                            item == start + 1 ? "" : ",", item);
    }
    int end = start + ITEMS_PER_PAGE;
    snprintf(text + written, sizeof text - (size_t)written,
             "],\"pageInfo\":{\"hasNextPage\":%s,\"endCursor\":\"%d\"}}}}",
             end < HOST_PAGES * ITEMS_PER_PAGE ? "true" : "false", end);
    return text;
}

swiftpager_status host_answer(swiftpager_request *request)
{
    const char *page = host_page(request);
    return swiftpager_request_complete(request, 200, "[[\"Content-Type\", \"application/json\"]]", page, strlen(page));
}

static void note(struct host *host, char letter)
{
    size_t length = strlen(host->history);
    if (length + 1 < sizeof host->history) host->history[length] = letter;
}

static void on_send(void *user_data, swiftpager_request *request)
{
    struct host *host = user_data;
    CHECK(!host->is_sending);
    host->is_sending = true;
    note(host, 'S');
    if (host->request_count < MOST_REQUESTS) host->requests[host->request_count++] = request;
    if (!host->keeps) CHECK_OK(host_answer(request));
    host->is_sending = false;
}

static void on_cancel(void *user_data, swiftpager_request *request)
{
    struct host *host = user_data;
    note(host, 'X');
    host->cancel_count++;
    int index = 0;
    while (index < host->request_count && host->requests[index] != request) index++;
    CHECK(index < host->request_count);
    CHECK(swiftpager_request_url(request) != NULL);
    if (host->answers_cancels) CHECK_OK(swiftpager_request_fail(request, NULL));
}

static void on_destroy(void *user_data)
{
    struct host *host = user_data;
    note(host, 'D');
    host->destroy_count++;
}

swiftpager_transport host_transport(struct host *host)
{
    return (swiftpager_transport){sizeof(swiftpager_transport), host, on_send, on_cancel, on_destroy};
}

swiftpager_client *make_host_client(struct host *host, const char *more)
{
    char config[512];
    swiftpager_client *client = NULL;
    swiftpager_transport transport = host_transport(host);
    snprintf(config, sizeof config, "{\"endpoint\": \"http://example.com/graphql\"%s%s}", more[0] == '\0' ? "" : ", ",
             more);
    REQUIRE_OK(swiftpager_client_create(NULL, config, &transport, &client, NULL));
    return client;
}

swiftpager_status give_text(char **out_json, char *text)
{
    *out_json = text;
    return SWIFTPAGER_OK;
}
