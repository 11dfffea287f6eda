#define _GNU_SOURCE /* strcasestr */
#include "answers.h"

#include "fuzzing.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define QUERY \
    "query ($after: String) { items(after: $after) { edges { node { id } }" \
    " pageInfo { hasNextPage endCursor } } }"

/* What the server sends next: written before a request leaves, and read once it has come. */
static struct {
    int status;
    const void *body;
    size_t length;
} answer;

/* Reads a request with its body. Returns false where the connection has ended. */
static bool receive_request(int connection)
{
    char request[8192];
    size_t length = 0;
    for (;;) {
        ssize_t count = recv(connection, request + length, sizeof request - 1 - length, 0);
        if (count <= 0) return false;
        length += (size_t)count;
        request[length] = '\0';
        const char *body = strstr(request, "\r\n\r\n");
        const char *announced = strcasestr(request, "content-length:");
        if (body == NULL || announced == NULL) continue;
        size_t expected = strtoul(announced + strlen("content-length:"), NULL, 10);
        if (length >= (size_t)(body + 4 - request) + expected) return true;
    }
}

static bool send_all(int connection, const void *bytes, size_t length)
{
    for (size_t sent = 0; sent < length;) {
        ssize_t count = send(connection, (const char *)bytes + sent, length - sent, MSG_NOSIGNAL);
        if (count <= 0) return false;
        sent += (size_t)count;
    }
    return true;
}

static void *serve_connection(void *context)
{
    int connection = (int)(intptr_t)context, yes = 1;
    /* The head leaves at once, and the body does not wait until it has been acknowledged. */
    setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    while (receive_request(connection)) {
        char head[256];
        int length = snprintf(head, sizeof head,
                              "HTTP/1.1 %d Answer\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n\r\n",
                              answer.status, answer.length);
        if (!send_all(connection, head, (size_t)length) || !send_all(connection, answer.body, answer.length)) break;
    }
    close(connection);
    return NULL;
}

static void *serve(void *context)
{
    int listener = (int)(intptr_t)context;
    for (;;) {
        pthread_t thread;
        int connection = accept(listener, NULL, NULL);
        if (connection < 0) continue;
        HOLDS(pthread_create(&thread, NULL, serve_connection, (void *)(intptr_t)connection) == 0);
        pthread_detach(thread);
    }
    return NULL;
}

static int start_server(void)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t length = sizeof address;
    pthread_t thread;
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    HOLDS(listener >= 0 && bind(listener, (struct sockaddr *)&address, length) == 0 && listen(listener, 16) == 0);
    HOLDS(getsockname(listener, (struct sockaddr *)&address, &length) == 0);
    HOLDS(pthread_create(&thread, NULL, serve, (void *)(intptr_t)listener) == 0);
    pthread_detach(thread);
    return ntohs(address.sin_port);
}

static swiftpager_client *client_of_the_server(void)
{
    static swiftpager_client *client;
    if (client != NULL) return client;
    char endpoint[64];
    snprintf(endpoint, sizeof endpoint, "http://127.0.0.1:%d/", start_server());
    HOLDS(swiftpager_client_create_with_endpoint(endpoint, NULL, NULL, &client, NULL) == SWIFTPAGER_OK);
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
    const char *text = swiftpager_page_ndjson(page, &length);
    for (size_t index = 0; index < length; index++) lines += text[index] == '\n';
    HOLDS(lines == count);
}

static void receive(void *user_data, const swiftpager_update *update)
{
    *(int *)user_data += 1;
    const char *error = swiftpager_update_error(update);
    HOLDS((swiftpager_update_status(update) == SWIFTPAGER_OK) == (error == NULL));
    const swiftpager_page *page = swiftpager_update_last_page(update);
    HOLDS(page != NULL || error != NULL);
    if (page != NULL) check_parts(page);
}

void fetch_answer(int http_status, const void *body, size_t length)
{
    answer.status = http_status;
    answer.body = body;
    answer.length = length;
    swiftpager_pager *pager = NULL;
    swiftpager_operation *operation = NULL;
    char *error = NULL;
    int updates = 0;
    HOLDS(swiftpager_pager_create_with_query(client_of_the_server(), QUERY, NULL, NULL, NULL, &pager, NULL) == 0);
    HOLDS(swiftpager_pager_subscribe(pager, receive, &updates, NULL, NULL) == SWIFTPAGER_OK);
    HOLDS(swiftpager_pager_fetch(pager, NULL, NULL, NULL, NULL, &operation, NULL) == SWIFTPAGER_OK);
    swiftpager_status status = swiftpager_operation_wait(operation, -1, &error);
    HOLDS(status != SWIFTPAGER_INTERNAL && status != SWIFTPAGER_NETWORK && updates >= 1);
    learn_error(status, error);
    HOLDS(swiftpager_operation_release(operation) == SWIFTPAGER_OK);
    HOLDS(swiftpager_pager_release(pager) == SWIFTPAGER_OK);
}
