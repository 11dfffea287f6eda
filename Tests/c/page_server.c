/* A server that answers whatever it is asked with one page; a process for each connection. */
#define _GNU_SOURCE /* memmem */
#include "page_server.h"

#include "harness.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#define CURSOR_DIGITS "00000000"
#define REQUEST_ROOM 65536

char *page_text(const struct page_text *page, size_t *length)
{
    size_t head = strlen(page->head), unit = strlen(page->unit), tail = strlen(page->tail);
    char *text = malloc(head + page->count * (unit + 1) + tail + 1);
    REQUIRE(text != NULL);
    char *end = memcpy(text, page->head, head + 1);
    end += head;
    for (size_t index = 0; index < page->count; index++) {
        if (index > 0) *end++ = ',';
        memcpy(end, page->unit, unit);
        end += unit;
    }
    memcpy(end, page->tail, tail + 1);
    *length = (size_t)(end - text) + tail;
    return text;
}

static bool send_all(int connection, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t sent = send(connection, bytes, length, MSG_NOSIGNAL);
        if (sent <= 0) return false;
        bytes += sent;
        length -= (size_t)sent;
    }
    return true;
}

/* Reads a whole request, with the body that its head announces. */
static bool receive_request(int connection)
{
    char request[REQUEST_ROOM];
    size_t length = 0;
    for (;;) {
        ssize_t count = recv(connection, request + length, sizeof request - 1 - length, 0);
        if (count <= 0) return false;
        length += (size_t)count;
        request[length] = '\0';
        const char *body = strstr(request, "\r\n\r\n");
        const char *announced = strcasestr(request, "content-length:");
        if (body == NULL || announced == NULL) continue;
        if (length >= (size_t)(body + 4 - request) + strtoul(announced + strlen("content-length:"), NULL, 10))
            return true;
    }
}

static _Noreturn void serve_connection(int connection, const struct page_text *page)
{
    size_t length = 0;
    char *text = page_text(page, &length);
    char *cursor = memmem(text, length, CURSOR_DIGITS, strlen(CURSOR_DIGITS));
    char head[128];
    const char *form = "HTTP/1.1 %d Answer\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n\r\n";
    int head_length = snprintf(head, sizeof head, form, page->status == 0 ? 200 : page->status, length);
    for (unsigned int number = 1; receive_request(connection); number++) {
        char digits[16];
        snprintf(digits, sizeof digits, "%08u", number % 100000000);
        if (cursor != NULL) memcpy(cursor, digits, strlen(CURSOR_DIGITS));
        if (!send_all(connection, head, (size_t)head_length) || !send_all(connection, text, length)) break;
    }
    _exit(0);
}

static _Noreturn void serve(int listener, const struct page_text *page)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGCHLD, SIG_IGN);
    for (;;) {
        int connection = accept(listener, NULL, NULL);
        if (connection >= 0 && fork() == 0) {
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            serve_connection(connection, page);
        }
        close(connection);
    }
}

const char *serve_page(const struct page_text *page)
{
    static char urls[8][64];
    static unsigned int next;
    char *url = urls[next++ % 8];
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t length = sizeof address;
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    REQUIRE(listener >= 0);
    REQUIRE(bind(listener, (struct sockaddr *)&address, length) == 0);
    REQUIRE(listen(listener, 64) == 0);
    REQUIRE(getsockname(listener, (struct sockaddr *)&address, &length) == 0);
    pid_t server = fork();
    REQUIRE(server >= 0);
    if (server == 0) serve(listener, page);
    close(listener);
    snprintf(url, sizeof urls[0], "http://127.0.0.1:%d/graphql", ntohs(address.sin_port));
    return url;
}
